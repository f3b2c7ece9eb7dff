//! Pages of two templates of one site, for wrappers.

/// Subjects of pages, each with its own words.
pub const SUBJECTS: [&str; 6] =
    ["river bridge", "oak forest", "train timetable", "violin concert", "harbour crane", "snow plough"];

/// A menu of links on all pages. No method keeps it by itself.
const MENU: &str = "<div id=menu><a href=/>Home</a> <a href=/n>News</a> <a href=/s>Sport</a></div>";

/// Sentences about a subject.
#[must_use]
pub fn paragraphs(subject: &str) -> String {
    let (first, second) = subject.split_once(' ').expect("subjects have two words");
    format!(
        "<p>The {first} was in the news again on Monday, since the {second} is to be closed for the winter.\
         <p>Nobody had asked the people of the valley about the {first}, or about what the {second} means to them.\
         <p>On Tuesday the council met, and the {first} and the {second} were what all the speeches were about."
    )
}

/// A page of the template: a menu, a story, and a box that reads like a story.
#[must_use]
pub fn story(subject: &str) -> String {
    let text = paragraphs(subject);
    format!(
        "<!DOCTYPE html><title>The {subject}</title>{MENU}<div class='story s-7'><h1>The {subject}</h1>{text}</div>\
         <div class=about><p>This newspaper has been printed in the valley for more than a hundred years, and it is read in every house.\
         <p>Write to us about whatever you have seen or heard, and we will print it, if it is true.</div>"
    )
}

/// A page of another template.
#[must_use]
pub fn table(subject: &str) -> String {
    let text = paragraphs(subject);
    format!(
        "<!DOCTYPE html><title>{subject}</title><section id=top-{}><table class=layout><tr><td>{text}</table></section>",
        subject.len()
    )
}
