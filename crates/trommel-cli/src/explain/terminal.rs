//! An explained page in the terminal: the kept text plain, the dropped text dim, a bar for each
//! score.

use std::env;
use std::io::{self, IsTerminal, Write};
use std::process::{Child, Command, Stdio};

use anstream::adapter::strip_bytes;
use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use terminal_size::{Width, terminal_size};
use trommel_report::{Explained, Truth};
use unicode_width::UnicodeWidthChar;

use crate::stderr::shown;

const KEPT: Style = AnsiColor::Green.on_default().bold();
const DROPPED: Style = Style::new().dimmed();
const WRONG: Style = AnsiColor::Red.on_default();
const HEAD: Style = Style::new().bold();

/// Line width without a terminal, and its limits.
const USUAL_COLUMNS: usize = 100;
const LEAST_COLUMNS: usize = 40;
const MOST_COLUMNS: usize = 160;

/// Width of a score bar.
const BAR_CELLS: usize = 8;

/// Logits at which the bar is full.
const FULL_LOGITS: f32 = 8.0;

/// Maximum number of consecutive dropped blocks to list one by one.
const MOST_DROPPED: usize = 3;

/// Shows the page through the pager in `PAGER`, or `less`, if standard output is a terminal and the
/// pager starts; otherwise on standard output. A reader who quits early is not an error.
pub(crate) fn show(page: &Explained) -> io::Result<()> {
    let stdout = io::stdout();
    let mut text = Vec::new();
    write(page, columns(), &mut text)?;
    if AutoStream::choice(&stdout) == ColorChoice::Never {
        text = strip_bytes(&text).into_vec();
    }
    if stdout.is_terminal()
        && let Some(mut pager) = pager()
    {
        let written = pager.stdin.take().map_or(Ok(()), |mut input| input.write_all(&text));
        pager.wait()?;
        return written.or_else(|error| match error.kind() {
            io::ErrorKind::BrokenPipe => Ok(()),
            _ => Err(error),
        });
    }
    stdout.lock().write_all(&text)
}

/// Starts the pager; `None` if it does not start.
fn pager() -> Option<Child> {
    let words = env::var("PAGER").ok().and_then(|pager| shlex::split(&pager));
    let words = words.filter(|words| !words.is_empty()).unwrap_or_else(|| vec!["less".to_string()]);
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]).stdin(Stdio::piped());
    if env::var_os("LESS").is_none() {
        // Quit on a short page, show colours, leave the screen as it is.
        command.env("LESS", "FRX");
    }
    command.spawn().ok()
}

fn columns() -> usize {
    let asked = env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let columns = asked.or_else(|| terminal_size().map(|(Width(columns), _)| usize::from(columns)));
    columns.unwrap_or(USUAL_COLUMNS).clamp(LEAST_COLUMNS, MOST_COLUMNS)
}

/// Columns before the text of a block: verdict, bar, element.
const MARGIN_COLUMNS: usize = 2 + BAR_CELLS + 1 + TAG_COLUMNS + 1;
const TAG_COLUMNS: usize = 10;

/// Writes the page in lines of at most `columns` columns.
fn write(page: &Explained, columns: usize, out: &mut impl Write) -> io::Result<()> {
    write_head(page, out)?;
    let run = page.shown();
    let mut index = 0;
    while index < page.blocks.len() {
        let end = (index..page.blocks.len())
            .find(|&at| run.keeps(at) || is_missed(page, at))
            .unwrap_or(page.blocks.len());
        if end - index > MOST_DROPPED {
            write_dropped(page, index, end, columns, out)?;
        } else {
            for at in index..end {
                write_block(page, at, columns, out)?;
            }
        }
        if end < page.blocks.len() {
            write_block(page, end, columns, out)?;
        }
        index = end + 1;
    }
    writeln!(out)?;
    wrap(LEGEND, columns).iter().try_for_each(|line| writeln!(out, "{DROPPED}{line}{DROPPED:#}"))
}

const LEGEND: &str = "Bar: probability of content, by the learned method. [rule]: decided by a rule. \
                      More: -o report.html, trommel blocks.";

/// Writes the summary of the page.
fn write_head(page: &Explained, out: &mut impl Write) -> io::Result<()> {
    let (run, fields) = (page.shown(), &page.page);
    let words = |is_counted: &dyn Fn(usize) -> bool| {
        let words = (0..page.blocks.len()).filter(|&at| is_counted(at)).map(|at| page.blocks.words[at]);
        words.map(u64::from).sum::<u64>()
    };
    let title = fields.title.as_deref().unwrap_or(&page.name);
    writeln!(out, "{HEAD}{}{HEAD:#}", shown(title))?;
    write!(
        out,
        "{} of {} words kept, in {} of {} blocks, by {}",
        words(&|at| run.keeps(at)),
        words(&|_| true),
        fields.blocks_kept,
        fields.blocks,
        run.decided_by
    )?;
    if let Some(confidence) = run.confidence {
        write!(out, ", confidence {confidence:.2}")?;
    }
    if let (Some(name), Some(probability)) = (&fields.page_type, fields.page_type_probability) {
        write!(out, ", type {name} ({probability:.2})")?;
    }
    if let Some(score) = run.score {
        write!(
            out,
            "\nprecision {:.3}, recall {:.3}, F1 {:.3} against {}",
            score.precision,
            score.recall,
            score.f1,
            page.truth.as_ref().map_or("", |truth| &truth.name)
        )?;
    }
    out.write_all(b"\n\n")
}

/// Writes several dropped blocks on one line.
fn write_dropped(
    page: &Explained,
    begin: usize,
    end: usize,
    columns: usize,
    out: &mut impl Write,
) -> io::Result<()> {
    let blocks = &page.blocks;
    let words: u64 = blocks.words[begin..end].iter().map(|&words| u64::from(words)).sum();
    let line = format!("… {} blocks, {words} words: {}", end - begin, blocks.text[begin..end].join(" | "));
    writeln!(out, "{:1$}{DROPPED}{2}{DROPPED:#}", "", MARGIN_COLUMNS, cut(&line, columns - MARGIN_COLUMNS))
}

/// Writes a block: in full if kept, on one line if dropped.
fn write_block(page: &Explained, index: usize, columns: usize, out: &mut impl Write) -> io::Result<()> {
    let (blocks, run) = (&page.blocks, page.shown());
    let is_kept = run.keeps(index);
    let (mark, style) = match (is_kept, is_missed(page, index), is_wrong(page, index)) {
        (true, _, true) => ("! ", WRONG),
        (false, true, _) => ("? ", WRONG),
        (true, ..) => ("+ ", KEPT),
        (false, ..) => ("- ", DROPPED),
    };
    let tag = page.tags[blocks.tag[index] as usize];
    let bar = bar(blocks.score[index]);
    write!(out, "{style}{mark}{bar} {}{style:#} ", fit(tag, TAG_COLUMNS))?;
    let rule = page.rules[usize::from(run.rules[index])];
    let rule = if rule == "method" { String::new() } else { format!(" [{rule}]") };
    let (text, room) = (shown(&blocks.text[index]), columns - MARGIN_COLUMNS);
    if is_kept {
        let text = format!("{text}{rule}");
        for (number, line) in wrap(&text, room).into_iter().enumerate() {
            let margin = if number > 0 { MARGIN_COLUMNS } else { 0 };
            writeln!(out, "{:margin$}{line}", "")?;
        }
        Ok(())
    } else {
        let text = cut(&text, room.saturating_sub(rule.len()));
        writeln!(out, "{style}{text}{rule}{style:#}")
    }
}

/// Whether most words of a dropped block are gold.
fn is_missed(page: &Explained, index: usize) -> bool {
    let is_gold = |truth: &Truth| truth.gold[index] > 0 && 2 * truth.gold[index] >= truth.words[index];
    !page.shown().keeps(index) && page.truth.as_ref().is_some_and(is_gold)
}

/// Whether most words of a kept block are not gold.
fn is_wrong(page: &Explained, index: usize) -> bool {
    let is_wrong = |truth: &Truth| truth.words[index] > 0 && 2 * truth.gold[index] < truth.words[index];
    page.shown().keeps(index) && page.truth.as_ref().is_some_and(is_wrong)
}

/// A bar for the probability of content; blank without a score.
fn bar(score: Option<f32>) -> String {
    const EIGHTHS: [char; 8] = [' ', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
    let Some(score) = score else { return " ".repeat(BAR_CELLS) };
    let share = 1.0 / (1.0 + (-score.clamp(-FULL_LOGITS, FULL_LOGITS)).exp());
    let eighths = (share * 8.0 * BAR_CELLS as f32).round() as usize;
    let mut bar = "█".repeat(eighths / 8);
    if !eighths.is_multiple_of(8) {
        bar.push(EIGHTHS[eighths % 8]);
    }
    fit(&bar, BAR_CELLS)
}

/// Cuts or pads a text to `columns` columns.
fn fit(text: &str, columns: usize) -> String {
    let mut fitted = cut(text, columns);
    let used: usize = fitted.chars().map(width).sum();
    fitted.extend(std::iter::repeat_n(' ', columns - used));
    fitted
}

/// Columns of a character.
fn width(char: char) -> usize {
    char.width().unwrap_or(0)
}

/// The beginning of a text that fits in `columns` columns.
fn cut(text: &str, columns: usize) -> String {
    let mut used = 0;
    let mut out = String::new();
    for char in shown(text).chars() {
        if used + width(char) > columns {
            while used >= columns
                && let Some(last) = out.pop()
            {
                used -= width(last);
            }
            out.push('…');
            return out;
        }
        used += width(char);
        out.push(char);
    }
    out
}

/// A text in lines of at most `columns` columns. Lines end at spaces; a longer word is cut.
fn wrap(text: &str, columns: usize) -> Vec<String> {
    let (mut lines, mut line, mut used) = (Vec::new(), String::new(), 0);
    for word in text.split(' ') {
        let word_columns: usize = word.chars().map(width).sum();
        if used > 0 && used + 1 + word_columns > columns {
            lines.push(std::mem::take(&mut line));
            used = 0;
        }
        if used > 0 {
            line.push(' ');
            used += 1;
        }
        for char in word.chars() {
            if used + width(char) > columns {
                lines.push(std::mem::take(&mut line));
                used = 0;
            }
            line.push(char);
            used += width(char);
        }
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_no_wider_than_the_terminal() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("数学数学", 5), ["数学", "数学"]);
        assert_eq!(wrap("abcdefgh ij", 4), ["abcd", "efgh", "ij"]);
        assert_eq!(cut("数学数学", 5), "数学…");
        assert_eq!(cut("abc", 3), "abc");
        assert_eq!(cut("abcd", 3), "ab…");
        assert_eq!(cut("a\x1b[2J", 40), "a\\u{1b}[2J");
    }

    #[test]
    fn bars_fill_with_the_score() {
        assert_eq!(bar(None), " ".repeat(BAR_CELLS));
        assert_eq!(bar(Some(0.0)), "████    ");
        assert_eq!(bar(Some(100.0)), "████████");
        assert_eq!(bar(Some(-100.0)), " ".repeat(BAR_CELLS));
    }
}
