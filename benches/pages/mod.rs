//! The pages of the benchmarks: pages of a folder, and generated pages.
#![allow(dead_code, reason = "not every benchmark reads all of them")]

use flate2::read::MultiGzDecoder;
use std::env;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

/// Folders of pages, from the root of the repository, where `cargo bench` runs. The first that
/// exists is used.
const FOLDERS: [&str; 2] = ["../shared/corpora/wcxb/html", "corpora/cases"];

/// Maximum pages of a folder. They exceed every cache in most corpora.
const MAX_PAGES: usize = 200;

/// Bytes of a small page.
const SMALL_PAGE_BYTES: usize = 5000;

/// The page files of a folder and of its direct subfolders, ordered by path.
pub(crate) fn paths_in(folder: &Path) -> Vec<PathBuf> {
    let is_page = |path: &Path| {
        let name = path.to_string_lossy();
        name.ends_with(".html") || name.ends_with(".html.gz")
    };
    let mut paths = Vec::new();
    for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            paths.extend(fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.path()));
        } else {
            paths.push(path);
        }
    }
    paths.retain(|path| is_page(path));
    paths.sort();
    paths
}

fn read(path: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut file = File::open(path).expect("a listed file is there");
    if path.extension().is_some_and(|ending| ending == "gz") {
        MultiGzDecoder::new(file).read_to_end(&mut bytes).expect("a .gz file is compressed");
    } else {
        file.read_to_end(&mut bytes).expect("a listed file can be read");
    }
    bytes
}

/// Pages of the folder, evenly spaced.
pub(crate) fn given() -> Vec<Vec<u8>> {
    let folders = match env::var_os("TROMMEL_PAGES") {
        Some(folder) => vec![PathBuf::from(folder)],
        None => FOLDERS.map(PathBuf::from).to_vec(),
    };
    let paths = folders.iter().map(|folder| paths_in(folder)).find(|paths| !paths.is_empty());
    let paths = paths.expect("TROMMEL_PAGES is a folder of .html or .html.gz files");
    paths.iter().step_by(paths.len().div_ceil(MAX_PAGES)).map(|path| read(path)).collect()
}

/// The golden pages, ordered by path.
pub(crate) fn golden() -> Vec<Vec<u8>> {
    paths_in(Path::new(FOLDERS[1])).iter().map(|path| read(path)).collect()
}

/// A page of [`SMALL_PAGE_BYTES`] as a static site has it: half text, half navigation.
pub(crate) fn small_page(number: usize) -> Vec<u8> {
    let mut page = format!(
        "<!DOCTYPE html><html lang=en><head><meta charset=utf-8><title>Note {number}</title></head><body><nav><ul>"
    );
    for i in 0..15 {
        page.push_str(&format!(
            "<li class=\"item\"><a href=\"/notes/{i}/\" class=\"link small\">Entry {i}</a></li>"
        ));
    }
    page.push_str("</ul></nav><main><h1>Note</h1>");
    while page.len() + 300 < SMALL_PAGE_BYTES {
        page.push_str("<p>The tide turned at <b>noon</b>, and the boats that had waited for it went out one after the other.</p>\n");
    }
    page.push_str("</main><footer><p><a href=/imprint>Imprint</a></p></footer>");
    let mut page = page.into_bytes();
    page.resize(SMALL_PAGE_BYTES, b' ');
    page
}

/// Generated pages of one kind, the same on every run.
pub(crate) struct Made {
    pub(crate) name: &'static str,
    pub(crate) pages: Vec<Vec<u8>>,
}

/// Generated pages of each kind, about 100 kB each: usual pages and costly ones.
pub(crate) fn made() -> Vec<Made> {
    let made = |name, page: String| Made { name, pages: vec![page.into_bytes()] };
    let news = news();
    let legacy = encoding_rs::WINDOWS_1252.encode(&news.replace("utf-8", "windows-1252")).0.into_owned();
    vec![
        Made { name: "small", pages: (0..20).map(small_page).collect() },
        made("news", news),
        Made { name: "news, windows-1252", pages: vec![legacy] },
        made("application", application()),
        made("listing", listing()),
        made("tables", tables()),
        made("Japanese", japanese()),
        made("deep", "<div class=\"a b\"><p>One line of text in here.".repeat(3000)),
        made(
            "attributes",
            format!("<p{}>text</p>", " data-x=\"y z\" aria-label='one two'".repeat(40)).repeat(80),
        ),
        made("entities", "<p>&amp;&lt;&eacute;&#233;&#xe9; &nosuch; & &copy</p>\n".repeat(2000)),
        made("links", "<a href=\"/x/y.html?a=b\">link</a> <a href=/>l</a>, ".repeat(2000)),
        made("formatting", "<b>one<p>two</b> three</p><i>four".repeat(3000)),
    ]
}

/// A sentence of about twelve words, determined by `number`.
fn sentence(number: usize) -> String {
    const SUBJECTS: [&str; 7] =
        ["The tide", "An old boat", "The harbour master", "Rain", "The ferry", "A gull", "The village"];
    const VERBS: [&str; 5] =
        ["turned at noon", "waited for the wind", "was seen by nobody", "came back late", "left again"];
    const ENDS: [&str; 6] = [
        "while the lamps along the quay went out",
        "as it had done each year before",
        "and that was all there was to say of it",
        "because the bridge was closed, the council said",
        "with 14 people and two dogs on board",
        "so the caf\u{e9} stayed open until ten",
    ];
    let (subject, verb, end) = (number % SUBJECTS.len(), number / 3 % VERBS.len(), number / 2 % ENDS.len());
    format!("{}, near the {number}th pier, {} {}. ", SUBJECTS[subject], VERBS[verb], ENDS[end])
}

/// A long article between menus, teasers, scripts and a footer.
fn news() -> String {
    let mut page = String::from(
        "<!DOCTYPE html><html lang=en><head><meta charset=utf-8><title>The tide turned at noon - Pier News</title>\
        <meta name=description content=\"What happened at the pier\"><script type=\"application/ld+json\">\
        {\"@type\":\"NewsArticle\",\"headline\":\"The tide turned at noon\"}</script></head><body class=\"page article\">\n<nav><ul>\n",
    );
    for i in 0..60 {
        page += &format!("<li class=\"menu-item item-{i}\"><a href=\"/section/{i}\">Section {i}</a></li>\n");
    }
    page += "</ul></nav>\n<main><article><h1>The tide turned at noon</h1>\n";
    for i in 0..250 {
        page += &format!(
            "<p class=\"story-text\">{}{}<a href=\"/story/{i}\">{}</a>{}</p>\n",
            sentence(i),
            sentence(i + 1),
            sentence(i + 2).trim_end(),
            sentence(i + 5)
        );
        if i % 8 == 0 {
            page += &format!(
                "<aside class=\"teaser related\"><h3><a href=\"/t/{i}\">{}</a></h3><img src=x.jpg alt=pier></aside>\n",
                sentence(i + 7)
            );
        }
    }
    page += "</article></main>\n<section class=\"more-stories\">\n";
    for i in 0..40 {
        page += &format!(
            "<div class=\"card\"><a href=\"/m/{i}\"><h4>{}</h4></a><p>{}</p></div>\n",
            sentence(i),
            sentence(i + 1)
        );
    }
    page + "</section><footer><p>&copy; Pier News &middot; <a href=/imprint>Imprint</a></p></footer></body></html>"
}

/// The output of a web framework: nested elements with long classes, drawings, styles and scripts,
/// little text, no line ends.
fn application() -> String {
    let mut page = String::from("<!DOCTYPE html><html><head><title>Boats for hire</title><style>");
    page += &".a1b2{display:flex;margin:0 auto}@media(min-width:40em){.c3{color:#123}}".repeat(200);
    page += "</style></head><body><div id=\"root\"><div class=\"css-1dbjc4n r-13awgt0 r-12vffkv\">";
    for i in 0..150 {
        page += &format!(
            "<div class=\"css-{i} flex items-center px-4 md:px-8\" data-testid=\"cell-{i}\" style=\"width:{i}px\"><div role=\"button\" \
            tabindex=\"0\" class=\"css-18t94o4\"><svg viewBox=\"0 0 24 24\" aria-hidden=\"true\"><g><path d=\"M1{i} 4.5c0-1.1-.9-2-2-2H5z\">\
            </path></g></svg><span class=\"css-901oao\">Boat {i}</span></div><div class=\"css-ab\"><span>{}</span></div></div>",
            sentence(i)
        );
    }
    page += "</div></div><script>window.__STATE__={";
    page += &"\"k\":{\"a\":\"<div>\",\"b\":[1,2,3,4,5,6,7,8]},".repeat(700);
    page + "}</script></body></html>"
}

/// Many similar items with pictures, prices and short texts.
fn listing() -> String {
    let mut page =
        String::from("<html lang=en><title>Boats</title><body><h1>Boats</h1><ul class=\"product-grid\">\n");
    for i in 0..400 {
        page += &format!(
            "<li class=\"product\"><a href=\"/boat/{i}\"><img src=\"/i/{i}.jpg\" alt=\"Boat {i}\" loading=lazy></a><h2><a href=\"/boat/{i}\">Boat \
            {i}</a></h2><span class=price>{i}.00 EUR</span><p>{}</p><button>Add</button></li>\n",
            sentence(i)
        );
    }
    page + "</ul></body></html>"
}

/// Tables of data without end tags.
fn tables() -> String {
    let mut page = String::from("<title>Tides</title><body><h1>Tides</h1><p>All times are local.\n");
    for i in 0..20 {
        page += &format!(
            "<h2>Week {i}</h2><table class=data><thead><tr><th>Day<th>High<th>Low<th>Wind</thead>\n"
        );
        for day in 0..60 {
            page += &format!(
                "<tr><td>{day}<td>0{}:{i}5<td>1{}:40<td>{} knots, calm\n",
                day % 9,
                day % 9,
                i + day
            );
        }
        page += "</table>\n";
    }
    page
}

/// Text without spaces.
fn japanese() -> String {
    let mut page = String::from(
        "<!DOCTYPE html><html lang=ja><meta charset=utf-8><title>\u{6e7e}\u{306e}\u{65e5}\u{8a18}</title><body>\n",
    );
    for i in 0..300 {
        page += &format!(
            "<p>{i}\u{65e5}\u{76ee}\u{306e}\u{671d}\u{3001}\u{6e7e}\u{306f}\u{9759}\u{304b}\u{3060}\u{3063}\u{305f}\u{3002}{}</p>\n",
            "\u{8239}\u{306f}\u{5c71}\u{306e}\u{5f71}\u{3092}\u{901a}\u{308a}\u{3001}\u{5cb8}\u{306b}\u{7740}\u{3044}\u{305f}\u{3002}".repeat(5)
        );
    }
    page
}
