//! Each area has one decision: comments, other articles below the first, boxes between paragraphs.

use trommel::{Options, extract};

const PARAGRAPH: &str = "The bakery lights its oven at two in the morning, and by four the first trays of rye are \
    out on the racks. Nobody in the harbour owns an alarm clock, because the smell wakes the boats.";

fn text_with(form: &str) -> String {
    let texts: Vec<String> = (1..5).map(|number| format!("<p>Note {number}. {PARAGRAPH}</p>")).collect();
    let page = format!(
        "<title>Rye</title><main><article><h1>Rye</h1>{}{form}{}</article></main>",
        texts[..2].concat(),
        texts[2..].concat()
    );
    extract(page.as_bytes(), &Options::default()).expect("HTML is never wrong").text
}

#[test]
fn a_box_with_a_field_for_a_mail_address_is_dropped() {
    let words = "<h3>The morning tide</h3><p>Our best stories in your inbox every day, free of charge.</p>";
    let field = "<label>Address <input type=email></label><button>Go</button><p>You agree to our terms.</p>";
    for form in [
        format!("<div>{words}<form>{field}</form></div>"),
        format!("<section><div>{words}</div><div><form>{field}</form></div></section>"),
        format!("<div class=unit>{words}<form><input type=EMAIL></form></div>"),
        format!("<form>{words}{field}</form>"),
        format!("<form>{words}<ul><li><div>{field}</div></ul></form>"),
    ] {
        let text = text_with(&form);
        assert!(!text.contains("tide") && !text.contains("inbox") && !text.contains("terms"), "{text}");
        assert!((1..5).all(|number| text.contains(&format!("Note {number}."))), "{text}");
    }
}

#[test]
fn a_card_of_a_list_keeps_its_text_next_to_a_sign_up_box() {
    let ask = "<div><p>Enter your address to hear first.</p><form><input type=email></form></div>";
    let card = "<h3>Rye bread</h3><p>Baked in the night for the boats.</p>";
    let text = text_with(&format!("<ul><li>{card}{ask}</ul>"));
    assert!(text.contains("Rye bread") && text.contains("for the boats"), "{text}");
    assert!(!text.contains("address"), "{text}");
}

#[test]
fn a_text_around_a_field_for_a_mail_address_is_kept() {
    for form in [
        "<input type=email>".to_owned(),
        format!("<section><p>Note 5. {PARAGRAPH}</p><form><input type=email></form></section>"),
    ] {
        let text = text_with(&form);
        assert!((1..5).all(|number| text.contains(&format!("Note {number}."))), "{text}");
    }
    let page =
        format!("<title>Rye</title><h1>Rye</h1><div><p>{PARAGRAPH}</p><form><input type=email></form></div>");
    let text = extract(page.as_bytes(), &Options::default()).expect("HTML is never wrong").text;
    assert!(text.contains("The bakery"), "{text}");
}

const TIDE: &str = "Tide mills are an old and stubborn idea. A dam closes off a creek, the flood pushes a gate open and \
    fills the pond behind it, and when the sea falls the gate shuts by its own weight.";

const REMARKS: [&str; 3] = [
    "My grandmother baked there for thirty years, and she said that the fog was worse than any storm on the coast.",
    "I have the long ladder, and Saturday would suit me well if the weather holds until then, so count me in.",
    "Does anybody know who made the iron shaft? The name of the smith should be on the end that faces the wall.",
];

fn text_of(body: &str, options: &Options) -> String {
    let page = format!("<html><title>The tide mill</title><body>{body}</body></html>");
    extract(page.as_bytes(), options).expect("HTML is never wrong").text
}

/// An article with these comments under it.
fn commented(comments: &str) -> String {
    format!("<article><h1>The tide mill</h1><p>{TIDE}</p><p>{PARAGRAPH}</p><p>{TIDE}</p></article>{comments}")
}

/// Comments in the markup of several engines, the second as a reply to the first.
fn comment_areas() -> [String; 3] {
    let [first, second, third] = REMARKS;
    [
        format!(
            "<div id=comments><h2>3 replies</h2><ol class=comment-list>\
             <li class=comment><article><footer><b class=fn>Wren</b> says:</footer><p>{first}</p><a href=#r>Reply</a></article>\
             <ol><li class=comment><article><footer><b class=fn>Tam</b> says:</footer><p>{second}</p><a href=#r>Reply</a></article></ol>\
             <li class=comment><article><footer><b class=fn>Ines</b> says:</footer><p>{third}</p><a href=#r>Reply</a></article></ol></div>"
        ),
        format!(
            "<details class=CommentBox open><summary><p>Posted by <b>Wren</b></p></summary><div class=FormattedComment>{first}</div>\
             <details class=CommentBox open><summary><p>Posted by <b>Tam</b></p></summary><div class=FormattedComment>{second}</div></details>\
             </details><details class=CommentBox open><summary><p>Posted by <b>Ines</b></p></summary><div class=FormattedComment>{third}</div></details>"
        ),
        format!(
            "<section class=CommentsList_root__k2><div class=CommentsNode__x1><a href=/u/wren>Wren</a><div><p>{first}</p></div>\
             <div class=CommentsNode__x1><a href=/u/tam>Tam</a><div><p>{second}</p></div></div></div>\
             <div class=CommentsNode__x1><a href=/u/ines>Ines</a><div><p>{third}</p></div></div></section>"
        ),
    ]
}

#[test]
fn comments_under_a_text_are_out_or_in_with_their_authors() {
    for comments in comment_areas() {
        let without = text_of(&commented(&comments), &Options::default());
        assert!(without.contains(TIDE), "{without}");
        assert!(REMARKS.iter().all(|remark| !without.contains(remark)), "{without}");
        let with = text_of(&commented(&comments), &Options::default().keep_comments(true));
        assert!(REMARKS.iter().all(|remark| with.contains(remark)), "{with}");
        assert!(["Wren", "Tam", "Ines"].iter().all(|author| with.contains(author)), "{with}");
        assert!(!with.contains("Reply"), "{with}");
    }
}

#[test]
fn comments_without_a_text_of_their_own_are_the_content() {
    for comments in comment_areas() {
        let text = text_of(&format!("<main><h1>The tide mill</h1>{comments}</main>"), &Options::default());
        assert!(REMARKS.iter().all(|remark| text.contains(remark)), "{text}");
    }
}

#[test]
fn answers_in_a_forum_are_the_content() {
    let post =
        |text: &str| format!("<div class=comment><b>Wren</b><div class=content><p>{text}</p></div></div>");
    let answers: String = REMARKS.iter().map(|remark| post(remark)).collect();
    let page = format!(
        "<div class=forum-topic><h1>The tide mill</h1><div class=content><p>{TIDE} {TIDE}</p></div></div>\
         <div id=comments>{answers}</div>"
    );
    let text = text_of(&page, &Options::default());
    assert!(text.contains(TIDE) && REMARKS.iter().all(|remark| text.contains(remark)), "{text}");
}

#[test]
fn other_articles_below_the_first_are_dropped() {
    let first = |title: &str| format!("<div class=a>{title}<p>{TIDE}</p><p>{TIDE}</p></div>");
    let others = |tag: &str| -> String {
        let title = |number| format!("<{tag}><a href=/{number}>Another story {number}</a></{tag}>");
        (1..3)
            .map(|number| {
                format!(
                    "<div class=a><i>Read on</i>{}<p>Other {number}. {PARAGRAPH}</p></div>",
                    title(number)
                )
            })
            .collect()
    };
    for tag in ["h1", "h2"] {
        let title = format!("<{tag}>The tide mill</{tag}>");
        let page = first(&title) + &others(tag);
        for page in
            [page.clone(), format!("<main>{}<section>{}</section></main>", first(&title), others(tag))]
        {
            let text = text_of(&page, &Options::default());
            assert!(text.contains(TIDE), "{text}");
            assert!(!["Other", "Another", "Read on"].iter().any(|other| text.contains(other)), "{text}");
        }
        let index = first(&format!("<{tag}><a href=/0>The tide mill</a></{tag}>")) + &others(tag);
        let text = text_of(&index, &Options::default());
        assert!(text.contains(TIDE) && text.contains("Other 1.") && text.contains("Other 2."), "{text}");
    }
}

#[test]
fn boxes_of_other_articles_amid_the_text_are_dropped() {
    let title = "Oyster beds reopen after the cleanest summer on record";
    let summary =
        "<p>Growers on the east bank say that the first baskets will be sold at the quay on Saturday.</p>";
    for other in [
        format!("<aside><span>Also here</span><a href=/o><h3>{title}</h3></a>{summary}</aside>"),
        format!("<div class=x1><h4><a href=/o>{title}</a></h4>{summary}</div>"),
        format!(
            "<section><b>Also here</b><ul><li><a href=/o>{title}</a></li><li><a href=/p>{title} again</a></li></ul></section>"
        ),
    ] {
        let text = text_with(&other);
        assert!(
            !text.contains("Oyster") && !text.contains("Growers") && !text.contains("Also here"),
            "{text}"
        );
        assert!((1..5).all(|number| text.contains(&format!("Note {number}."))), "{text}");
    }
    let section = format!("<section><h3>Oyster beds</h3>{summary}</section>");
    assert!(text_with(&section).contains("Growers"), "a section of the text");
}
