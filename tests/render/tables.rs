//! Tables in text, Markdown and HTML.

use super::render::{html, markdown, text};
use proptest::prelude::*;

#[test]
fn tables_that_lay_out_the_page_are_no_tables() {
    let page = "<table><tr><td>menu</table>";
    assert_eq!(text(page), "menu\n");
    assert_eq!(html(page), "<p>menu</p>\n");
}

#[test]
fn a_table_that_sets_a_formula_and_its_number_is_none() {
    let math = "<math><mi>w</mi></math>";
    for rows in [
        format!("<tr><td><td>{math}<td><td>(1)"),
        format!("<tr><td>(2.1)<td>{math}"),
        format!("<tr><td>{math}<td>= {math}<td>(1)<tr><td>{math}<td>= {math}<td>(2)"),
    ] {
        let found = markdown(&format!("<table>{rows}</table>"));
        assert!(!found.contains('|') && found.contains("$`w`$"), "{found}");
    }
    // Formulas are data, too.
    for rows in
        [format!("<tr><td>{math}<td>width"), format!("<tr><td>{math}<td>{math}<tr><td>{math}<td>{math}")]
    {
        assert!(markdown(&format!("<table>{rows}</table>")).contains("| --- |"), "{rows}");
    }
}

#[test]
fn a_caption_is_in_no_cell_wherever_it_stands() {
    let rows = "<tr><th>a<th>b<tr><td>c<td>d";
    let caption = "<caption>e</caption>";
    let of = |parts: [&str; 2]| format!("<table>{}</table>", parts.concat());
    assert_eq!(text(&of([caption, rows])), "e\n\na\tb\nc\td\n");
    assert_eq!(text(&of([rows, caption])), "a\tb\nc\td\n\ne\n");
    assert_eq!(markdown(&of([rows, caption])), "| a | b |\n| --- | --- |\n| c | d |\n\ne\n");
    assert_eq!(
        html(&of([rows, caption])),
        "<table>\n<tr><th>a</th><th>b</th></tr>\n<tr><td>c</td><td>d</td></tr>\n</table>\n<p>e</p>\n"
    );
}

#[test]
fn the_first_row_of_a_table_aligns_its_columns() {
    let page = "<table><tr><th align=right>a<th style='text-align:center'>b<th>c<th align=char>d\
        <tr><td align=right>1<td align=left>2<td align=right>3<td>4</table>";
    assert_eq!(markdown(page), "| a | b | c | d |\n| ---: | :---: | --- | --- |\n| 1 | 2 | 3 | 4 |\n");
    assert_eq!(
        html(page),
        "<table>\n<tr><th align=\"right\">a</th><th align=\"center\">b</th><th>c</th><th>d</th></tr>\n\
         <tr><td align=\"right\">1</td><td align=\"left\">2</td><td align=\"right\">3</td><td>4</td></tr>\n</table>\n"
    );
}

#[test]
fn code_in_a_cell_keeps_its_lines() {
    let page = "<table><tr><th>a<th>b<tr><td>c<td>d<pre>e = 1\n  f | `g`\n\nh</pre>i<tr><td>j<td><pre>k</pre></table>";
    assert_eq!(text(page), "a\tb\nc\td e = 1   f | `g` h i\nj\tk\n");
    assert_eq!(
        markdown(page),
        "| a | b |\n| --- | --- |\n| c | d<br>`e = 1`<br>``   f \\| `g` ``<br>`h`<br>i |\n| j | `k` |\n"
    );
    assert_eq!(
        html(page),
        "<table>\n<tr><th>a</th><th>b</th></tr>\n<tr><td>c</td><td>d<pre><code>e = 1\n  f | `g`\n\nh</code></pre>\ni</td></tr>\n\
         <tr><td>j</td><td><pre><code>k</code></pre></td></tr>\n</table>\n"
    );
}

#[test]
fn tables_have_a_header_and_keep_their_columns() {
    let page = "<table><tr><th>A<th>B<tr><td>1|2<td>x<br>y<td>`<tr><td><td><code>a|b</code></table>\
                <table><tr><td>C<td>D<tr><td>3<td>4</table>";
    assert_eq!(
        markdown(page),
        "| A | B |  |\n| --- | --- | --- |\n| 1\\|2 | x<br>y | \\` |\n|  | `a\\|b` |  |\n\n\
         | C | D |\n| --- | --- |\n| 3 | 4 |\n"
    );
    assert_eq!(
        html(page),
        "<table>\n<tr><th>A</th><th>B</th></tr>\n<tr><td>1|2</td><td>x<br>y</td><td>`</td></tr>\n\
         <tr><td></td><td><code>a|b</code></td></tr>\n</table>\n\
         <table>\n<tr><td>C</td><td>D</td></tr>\n<tr><td>3</td><td>4</td></tr>\n</table>\n"
    );
}

#[test]
fn cells_stand_under_their_header_whatever_spans_rows_and_columns() {
    let page = "<table><tr><th>Year<th>Pond<th>Newts<tr><td rowspan=2>2020<td>North<td>10<tr><td>South<td>20</table>";
    assert_eq!(text(page), "Year\tPond\tNewts\n2020\tNorth\t10\n\tSouth\t20\n");
    assert!(markdown(page).ends_with("| 2020 | North | 10 |\n|  | South | 20 |\n"));
    assert!(html(page).ends_with(
        "<tr><td rowspan=\"2\">2020</td><td>North</td><td>10</td></tr>\n\
         <tr><td>South</td><td>20</td></tr>\n</table>\n"
    ));
    let page = "<table><tr><th colspan=2>Name<th>Age<tr><td>Jo<td>Smith<td>10</table>";
    assert_eq!(text(page), "Name\t\tAge\nJo\tSmith\t10\n");
    assert_eq!(markdown(page), "| Name |  | Age |\n| --- | --- | --- |\n| Jo | Smith | 10 |\n");
    assert!(html(page).starts_with("<table>\n<tr><th colspan=\"2\">Name</th><th>Age</th></tr>\n"));
    // Rows without text are written while a cell spans them.
    let page = "<table><tr><td rowspan=3>a<td>b<tr><td><tr><td>c<tr><td>d<tr><td><tr><td>e<td>f</table>";
    assert_eq!(
        html(page),
        "<table>\n<tr><td rowspan=\"3\">a</td><td>b</td></tr>\n<tr></tr>\n<tr><td>c</td></tr>\n\
         <tr><td>d</td></tr>\n<tr><td>e</td><td>f</td></tr>\n</table>\n"
    );
}

#[test]
fn what_is_hidden_in_a_table_of_data_changes_nothing_of_it() {
    let page = |cell: &str, column: &str| {
        format!("<table><tr><th>A{column}<th>B<tr><td>1{cell}{column}<td>2</table>")
    };
    let expected = markdown(&page("", ""));
    let long = format!("<p hidden>{}</p>", "tip".repeat(300));
    for cell in ["<h4 hidden>tip</h4>", &long, "<pre hidden>x</pre>", &"<p hidden>x</p>".repeat(9)] {
        assert_eq!(markdown(&page(cell, "")), expected, "{cell}");
    }
    for column in ["<td hidden>H", "<td style='display:none'>"] {
        assert_eq!(markdown(&page("", column)), expected, "{column}");
    }
}

#[test]
fn a_cell_spans_no_more_than_its_group_of_rows() {
    let page = "<table><thead><tr><th rowspan=9>a<th>b<tbody><tr><td>c<td rowspan=0>d<tr><td>e<tr><td>f<tfoot><tr><td>g<td>h</table>";
    assert_eq!(text(page), "a\tb\nc\td\ne\nf\ng\th\n");
}

#[test]
fn spans_that_are_no_numbers_or_too_great_do_no_harm() {
    let page = "<table><tr><td colspan=9999999999>a<tr><td colspan=-3>b<td colspan=x>c<td colspan=' +2px'>d<td>e</table>";
    assert_eq!(text(page), "a\nb\tc\td\t\te\n");
    let page = "<table><tr><td colspan=99>a<td>b<td>c<tr><td rowspan=99999>d<td>e</table>";
    assert_eq!(text(page), format!("a{}b\tc\nd\te\n", "\t".repeat(32)));
}

#[test]
fn hidden_rows_add_no_cells_to_the_row_before() {
    for hidden in ["hidden", "style='display:none'"] {
        let row = format!("<tr {hidden}><td>x<td>y</tr>");
        let page = format!("<table><tr><th>a<th>b<tr><td>1<td>2</tr>{row}{row}<tr><td>3<td>4</table>");
        assert_eq!(markdown(&page), "| a | b |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |\n");
    }
}

/// A cell of a generated table.
#[derive(Clone, Debug)]
struct Cell {
    has_text: bool,
    columns: usize,
    rows: usize,
}

fn table() -> impl Strategy<Value = Vec<Vec<Cell>>> {
    let cell = (prop::bool::weighted(0.8), 1..4_usize, 1..4_usize)
        .prop_map(|(has_text, columns, rows)| Cell { has_text, columns, rows });
    proptest::collection::vec(proptest::collection::vec(cell, 1..5), 2..7)
}

/// The HTML of a table, whose texts are numbers.
fn html_of(rows: &[Vec<Cell>]) -> String {
    let mut number = 0;
    let mut page = String::from("<table>");
    for row in rows {
        page.push_str("<tr>");
        for Cell { has_text, columns, rows } in row {
            number += 1;
            let text = if *has_text { format!("{number}") } else { String::new() };
            page.push_str(&format!("<td colspan=\"{columns}\" rowspan=\"{rows}\">{text}</td>"));
        }
        page.push_str("</tr>");
    }
    page + "</table>"
}

/// The texts of a table with the slots that each takes: the table model of the HTML standard,
/// section 4.9.12.1, with slots in a set.
fn slots(table: &str) -> Vec<(String, usize, usize)> {
    let mut taken = std::collections::HashSet::new();
    let mut found = Vec::new();
    for (y, row) in table.split("<tr>").skip(1).enumerate() {
        for cell in row.split("<td").skip(1) {
            let (attributes, text) = cell.split_once('>').expect("a tag ends");
            let text = text.split('<').next().unwrap_or_default();
            let span = |name: &str| {
                let value = attributes.split_once(name).and_then(|(_, rest)| rest.split('"').nth(1));
                value.map_or(1, |value| value.parse::<usize>().expect("a number"))
            };
            let (columns, rows) = (span("colspan"), span("rowspan"));
            let x = (0..).find(|x| !taken.contains(&(*x, y))).expect("rows have no end");
            taken.extend((x..x + columns).flat_map(|x| (y..y + rows).map(move |y| (x, y))));
            if !text.is_empty() {
                found.push((text.to_owned(), x, columns));
            }
        }
    }
    found
}

proptest! {
    #[test]
    fn cells_of_html_take_the_slots_that_they_have_on_the_page(rows in table()) {
        let page = html_of(&rows);
        let written = html(&page);
        prop_assume!(written.starts_with("<table>"));
        prop_assert_eq!(slots(&written), slots(&page), "{}", written);
    }
}

#[test]
fn a_number_in_a_table_of_its_own_stands_before_the_text_of_its_point() {
    let point = "das Boot wird am Abend an die Kette gelegt, die der Müller im Frühjahr prüft.";
    for label in ["(a)", "ii)", "•", "（二）"] {
        let page = format!("<table><tr><td>{label}<td><b>Denn</b> {point}</table><p>Ende.");
        assert_eq!(text(&page), format!("{label} Denn {point}\n\nEnde.\n"));
        assert_eq!(markdown(&page), format!("{label} **Denn** {point}\n\nEnde.\n"));
        assert_eq!(html(&page), format!("<p>{label} <strong>Denn</strong> {point}</p>\n<p>Ende.</p>\n"));
    }
    let rows = "<table><tr><td>(a)<td>Boot<td>4<tr><td>(b)<td>Kahn<td>2</table>";
    assert!(markdown(rows).starts_with("| (a) | Boot | 4 |\n"));
}
