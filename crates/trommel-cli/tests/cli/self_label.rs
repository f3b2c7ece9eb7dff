//! Training a model of one site without a gold standard.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde_json::json;
use trommel::{Budget, Extractor, Method, Model, Options, extract};

use crate::warcs::folder;

/// A language of invented words, and the separators between them.
struct Language {
    words: [&'static str; 24],
    gap: &'static str,
    end: &'static str,
}

const LATIN: Language = Language {
    words: [
        "river", "bridge", "valley", "rain", "mill", "boat", "fish", "stone", "winter", "village", "road",
        "lamp", "song", "letter", "garden", "bread", "horse", "tower", "market", "island", "storm", "glass",
        "forest", "bell",
    ],
    gap: " ",
    end: ".",
};

const CHINESE: Language = Language {
    words: [
        "河流", "木桥", "山谷", "雨水", "磨坊", "小船", "鲜鱼", "石头", "冬天", "村庄", "道路", "灯火",
        "歌声", "书信", "花园", "面包", "骏马", "高塔", "市场", "海岛", "风暴", "玻璃", "森林", "钟声",
    ],
    gap: "",
    end: "。",
};

const BENGALI: Language = Language {
    words: [
        "নদী", "সেতু", "উপত্যকা", "বৃষ্টি", "কল", "নৌকা", "মাছ", "পাথর", "শীত", "গ্রাম", "রাস্তা", "বাতি", "গান", "চিঠি",
        "বাগান", "রুটি", "ঘোড়া", "মিনার", "বাজার", "দ্বীপ", "ঝড়", "কাচ", "বন", "ঘণ্টা",
    ],
    gap: " ",
    end: "।",
};

impl Language {
    /// A text that is unique for each number.
    fn text(&self, number: usize, words: usize) -> String {
        let mut draw = (number as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut next = || {
            draw ^= draw << 13;
            draw ^= draw >> 7;
            draw ^= draw << 17;
            self.words[(draw >> 20) as usize % self.words.len()]
        };
        (0..words).map(|_| next()).collect::<Vec<_>>().join(self.gap) + self.end
    }

    fn paragraphs(&self, page: usize) -> Vec<String> {
        (0..5).map(|at| self.text(1000 * page + at, 20 + 7 * ((page + at) % 5))).collect()
    }

    /// An article of a site, between a menu that all pages share and teasers of other articles.
    fn page(&self, page: usize, head: &str) -> String {
        let menu: String =
            (0..9).map(|at| format!("<li class=item><a href=/{at}>{}</a></li>", self.text(at, 2))).collect();
        let teaser = |at| self.text(500_000 + 10 * page + at, 25);
        let teasers: String =
            (0..4).map(|at| format!("<div class=teaser><p>{}</p></div>", teaser(at))).collect();
        let content: String = self.paragraphs(page).iter().map(|text| format!("<p>{text}</p>")).collect();
        format!(
            "<html><head><meta charset=utf-8>{head}</head><body><ul class=menu>{menu}</ul><div class=story id=s{page}>{content}</div>\
             <div class=more>{teasers}</div><div class=end><p>{}</p></div></body></html>",
            self.text(7, 30)
        )
    }

    /// The first words of the article, as authors describe their pages.
    fn description(&self, page: usize) -> String {
        format!("<meta name=description content='{}'>", self.paragraphs(page)[0])
    }
}

struct Run {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

fn run(args: &[&str]) -> Run {
    let output = Command::cargo_bin("trommel").expect("the command is built").args(args).output();
    let output = output.expect("the command runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("output is UTF-8");
    Run { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

fn name(path: &Path) -> &str {
    path.to_str().expect("its name is UTF-8")
}

/// Writes a folder of pages.
fn site(folder: &Path, pages: impl IntoIterator<Item = String>) -> PathBuf {
    let site = folder.join("site");
    fs::create_dir_all(&site).expect("a folder can be made");
    for (at, page) in pages.into_iter().enumerate() {
        fs::write(site.join(format!("{at:03}.html")), page).expect("a file can be written");
    }
    site
}

fn articles(language: &Language, head: impl Fn(usize) -> String) -> Vec<String> {
    (0..12).map(|page| language.page(page, &head(page))).collect()
}

/// Standard error of training on pages that give no reliable model.
fn refused(pages: Vec<String>) -> String {
    let folder = folder();
    let (site, model) = (site(folder.path(), pages), folder.path().join("site.model"));
    let run = run(&["train", "--self-label", name(&site), "-o", name(&model)]);
    assert_eq!(run.code, Some(1), "{}", run.stderr);
    assert!(run.stdout.is_empty() && run.stderr.contains("no reliable model: "), "{}", run.stderr);
    // There is neither a model nor a part of one.
    assert_eq!(fs::read_dir(folder.path()).expect("the folder is there").count(), 1);
    run.stderr
}

#[test]
fn a_site_in_any_language_labels_itself() {
    for (language, what) in [(LATIN, "latin"), (CHINESE, "chinese"), (BENGALI, "bengali")] {
        let folder = folder();
        let site = site(folder.path(), articles(&language, |page| language.description(page)));
        let (model, page) = (folder.path().join("site.model"), folder.path().join("new.html"));
        let trained = run(&["train", "--self-label", name(&site), "-o", name(&model)]);
        assert_eq!(trained.code, Some(0), "{what}: {}", trained.stderr);
        assert!(trained.stderr.contains("12 by their description"), "{what}: {}", trained.stderr);
        assert!(
            trained.stderr.contains("4-fold") && trained.stderr.contains("F1 1.0000"),
            "{what}: {}",
            trained.stderr
        );
        fs::write(&page, language.page(77, "")).expect("a file can be written");
        let found = run(&["--model", name(&model), name(&page)]);
        assert_eq!(found.stdout.trim_end(), language.paragraphs(77).join("\n\n"), "{what}");
    }
}

#[test]
fn the_same_pages_and_seed_give_the_same_bytes_out_of_files_of_any_kind() {
    let folder = folder();
    let pages = articles(&LATIN, |page| LATIN.description(page));
    let (mut warc, mut rows) = (Vec::new(), String::new());
    for (at, page) in pages.iter().enumerate() {
        // One server sends a generic content type.
        let kind = if at == 3 { "application/octet-stream" } else { "text/html; charset=utf-8" };
        let block = format!("HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\n\r\n{page}");
        let head = format!(
            "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://example.org/{at}\r\nContent-Type: application/http\r\nContent-Length: {}\r\n\r\n",
            block.len()
        );
        warc.extend(format!("{head}{block}\r\n\r\n").bytes());
        rows += &format!("{}\n", json!({"html": page, "url": format!("https://example.org/{at}")}));
    }
    for block in [
        "HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\n\r\n<p>x",
        "HTTP/1.1 200 OK\r\n\r\n{\"no\": \"HTML\"}",
    ] {
        let head = "WARC/1.0\r\nWARC-Type: response\r\nContent-Type: application/http\r\nContent-Length:";
        warc.extend(format!("{head} {}\r\n\r\n{block}\r\n\r\n", block.len()).bytes());
    }
    warc.extend(b"WARC/1.0\r\nWARC-Type: request\r\nContent-Length: 0\r\n\r\n\r\n\r\n");
    fs::write(folder.path().join("site.warc"), warc).expect("a file can be written");
    fs::write(folder.path().join("site.jsonl"), rows).expect("a file can be written");
    site(folder.path(), pages);
    let train = |input: &str, more: &[&str]| {
        let (input, model) = (folder.path().join(input), folder.path().join("a.model"));
        let run = run(&[&["train", "--self-label", name(&input), "-o", name(&model)], more].concat());
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        (fs::read(model).expect("the model is there"), run.stderr)
    };
    let (model, _) = train("site", &[]);
    assert_eq!(train("site", &[]).0, model);
    let (of_records, said) = train("site.warc", &[]);
    assert!(of_records == model && said.contains("3 records are not pages"), "{said}");
    assert_eq!(train("site.jsonl", &[]).0, model);
    let (sampled, said) = train("site", &["--pages", "6", "--seed", "5"]);
    assert!(said.contains("12 pages, 6 sampled with seed 5"), "{said}");
    assert_eq!(train("site.jsonl", &["--pages", "6", "--seed", "5"]).0, sampled);
}

#[test]
fn the_title_replaces_a_missing_description() {
    let folder = folder();
    let head = |page: usize| match page {
        0..4 => LATIN.description(page),
        4..10 => format!("<title>{}</title>", LATIN.paragraphs(page)[0]),
        _ => "<title>The valley</title>".to_string(),
    };
    let site = site(folder.path(), (0..14).map(|page| LATIN.page(page, &head(page))));
    let model = folder.path().join("site.model");
    let run = run(&["train", "--self-label", name(&site), "-o", name(&model)]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(
        run.stderr.contains("4 by their description, 6 by their title, 4 did not vote"),
        "{}",
        run.stderr
    );
}

#[test]
fn unreliable_labels_give_no_model() {
    let described = |page: usize| LATIN.description(page);
    let one = refused(vec![LATIN.page(0, &described(0))]);
    assert!(one.contains("expected at least two pages with text, found 1"), "{one}");
    let silent = refused(articles(&LATIN, |_| "<title>The valley</title>".to_string()));
    assert!(silent.contains("12 pages have neither"), "{silent}");
    let alike: Vec<String> = (0..12)
        .map(|page| format!("{}<p>{}</p>", LATIN.description(page), LATIN.paragraphs(page)[0]))
        .collect();
    let alike = refused(alike);
    assert!(alike.contains("expected blocks with different styles"), "{alike}");
    // Lists of links that have nothing to do with the descriptions.
    let listings = (0..12)
        .map(|page| {
            let items: String = (0..30)
                .map(|at| {
                    format!("<li class=row><a href=/{at}>{}</a></li>", LATIN.text(9000 + 31 * page + at, 6))
                })
                .collect();
            let menu: String =
                (0..9).map(|at| format!("<div class=menu>{}</div>", LATIN.text(at, 2))).collect();
            format!(
                "<meta name=description content='{}'>{menu}<ul>{items}</ul>",
                LATIN.text(70_000 + page, 20)
            )
        })
        .collect();
    let listings = refused(listings);
    assert!(listings.contains("listings without articles?"), "{listings}");
}

#[test]
fn each_host_labels_its_own_pages_and_one_that_cannot_is_left_out() {
    let folder = folder();
    let mut rows = String::new();
    for page in 0..12 {
        for (host, language) in [("a.example", &LATIN), ("b.example", &CHINESE)] {
            let html = language.page(page, &language.description(page));
            rows += &format!("{}\n", json!({"html": html, "url": format!("https://{host}/{page}")}));
        }
    }
    rows += &format!("{}\n", json!({"html": LATIN.page(50, ""), "url": "https://c.example/"}));
    let (input, model) = (folder.path().join("all.jsonl"), folder.path().join("all.model"));
    fs::write(&input, rows).expect("a file can be written");
    let trained = run(&["train", "--self-label", "--by-host", name(&input), "-o", name(&model)]);
    assert_eq!(trained.code, Some(0), "{}", trained.stderr);
    assert!(
        trained.stderr.contains("c.example: 1 pages left out") && trained.stderr.contains("24 pages: 24 by"),
        "{}",
        trained.stderr
    );
    for language in [LATIN, CHINESE] {
        let page = folder.path().join("new.html");
        fs::write(&page, language.page(77, "")).expect("a file can be written");
        let found = run(&["--model", name(&model), name(&page)]);
        assert_eq!(found.stdout.trim_end(), language.paragraphs(77).join("\n\n"));
    }
}

#[test]
fn a_model_that_does_not_fit_is_refused() {
    let folder = folder();
    let site = site(folder.path(), articles(&LATIN, |page| LATIN.description(page)));
    let (path, page) = (folder.path().join("site.model"), site.join("000.html"));
    assert_eq!(run(&["train", "--self-label", name(&site), "-o", name(&path)]).code, Some(0));
    let whole = fs::read(&path).expect("the model is there");
    let with = |bytes: &[u8]| {
        fs::write(&path, bytes).expect("a file can be written");
        let run = run(&["--model", name(&path), name(&page)]);
        assert_eq!(run.code, Some(2), "{}", run.stderr);
        run.stderr
    };
    let mut newer = whole.clone();
    newer[4] = 7;
    assert!(with(&newer).contains("expected a linear model of version 1, found version 7"));
    let mut damaged = whole.clone();
    damaged[30] ^= 1;
    assert!(
        with(&damaged).contains("expected a model whose checksum fits, found one that was cut or changed")
    );
    assert!(with(&whole[..whole.len() - 1]).contains("checksum fits"));
}

#[test]
fn output_does_not_depend_on_chunks_or_budget() {
    let folder = folder();
    let site = site(folder.path(), articles(&LATIN, |page| LATIN.description(page)));
    let path = folder.path().join("site.model");
    assert_eq!(run(&["train", "--self-label", name(&site), "-o", name(&path)]).code, Some(0));
    let model = Model::from_bytes(fs::read(&path).expect("the model is there")).expect("it is sound");
    let options = Options::default().with_method(Method::Learned).with_model(model);
    let page: String = (70..90).map(|page| LATIN.page(page, "")).collect();
    let whole = extract(page.as_bytes(), &options).expect("HTML is never wrong");
    let all: Vec<String> = (70..90).flat_map(|page| LATIN.paragraphs(page)).collect();
    assert_eq!(whole.text.trim_end(), all.join("\n\n"));
    let small = options.minimum_budget();
    for (budget, chunk_bytes) in [(Budget::DEFAULT, 1), (Budget::DEFAULT, 4096), (small, 97)] {
        let mut extractor =
            Extractor::new(options.clone().with_budget(budget)).expect("the budget is enough");
        page.as_bytes()
            .chunks(chunk_bytes)
            .for_each(|chunk| extractor.push(chunk).expect("HTML is never wrong"));
        let found = extractor.finish().expect("HTML is never wrong");
        // The weights of the ancestors of a block are known when it ends, even if elements are
        // dropped.
        assert_eq!(found.text, whole.text, "{budget:?} {chunk_bytes}");
        assert_eq!(found.summary.first_early_decision_offset.is_some(), budget == small);
        assert!(found.summary.peak_bytes <= budget.bytes());
    }
}

/// A front page. `auto` keeps the teasers of articles on it.
fn front_page(language: &Language) -> String {
    let teaser = |at: usize| format!("<div class=teaser><p>{}</p></div>", language.text(600_000 + at, 40));
    let teasers: String = (0..12).map(teaser).collect();
    format!("<html><head><meta charset=utf-8></head><body><div class=more>{teasers}</div></body></html>")
}

#[test]
fn auto_with_a_model_of_its_labels_keeps_the_intersection() {
    let folder = folder();
    // On article pages, `auto` drops the teasers, because they are links.
    let linked = |page: String| page.replace("<div class=teaser><p>", "<div class=teaser><p><a href=/other>");
    let site = site(folder.path(), articles(&LATIN, |_| String::new()).into_iter().map(linked));
    let model = folder.path().join("site.model");
    let trained = run(&["train", "--self-label", "--labels", "auto", name(&site), "-o", name(&model)]);
    assert_eq!(trained.code, Some(0), "{}", trained.stderr);
    assert!(trained.stderr.contains("12 pages: labelled by auto"), "{}", trained.stderr);
    let again = folder.path().join("again.model");
    assert_eq!(
        run(&["train", "--self-label", "--labels", "auto", name(&site), "-o", name(&again)]).code,
        Some(0)
    );
    assert_eq!(fs::read(&model).expect("it is there"), fs::read(&again).expect("it is there"));

    let (article, front) = (folder.path().join("article.html"), folder.path().join("front.html"));
    fs::write(&article, linked(LATIN.page(77, ""))).expect("a file can be written");
    fs::write(&front, front_page(&LATIN)).expect("a file can be written");
    let kept = |page: &Path, options: &[&str]| -> Vec<String> {
        let run = run(&[options, &[name(page)]].concat());
        run.stdout.trim_end().split("\n\n").filter(|text| !text.is_empty()).map(str::to_string).collect()
    };
    let with = ["--model", name(&model)];
    let alone = ["-m", "learned", "--model", name(&model)];
    for page in [&article, &front] {
        let (by_auto, by_model, by_both) = (kept(page, &[]), kept(page, &alone), kept(page, &with));
        let expected: Vec<String> = by_auto.into_iter().filter(|text| by_model.contains(text)).collect();
        assert_eq!(by_both, expected);
    }
    assert!(!kept(&front, &[]).is_empty(), "auto alone takes teasers for content");
    assert_eq!(run(&["--model", name(&model), name(&front)]).code, Some(1));
    assert_eq!(kept(&article, &with), LATIN.paragraphs(77));
}

#[test]
fn models_and_labels_that_do_not_go_together_are_refused() {
    let folder = folder();
    let site = site(folder.path(), articles(&LATIN, |page| LATIN.description(page)));
    let (model, page) = (folder.path().join("site.model"), site.join("000.html"));
    assert_eq!(run(&["train", "--self-label", name(&site), "-o", name(&model)]).code, Some(0));
    let twice = run(&["--model", name(&model), "--model", name(&model), name(&page)]);
    assert_eq!(twice.code, Some(2));
    assert!(twice.stderr.contains("found a second model of one site"), "{}", twice.stderr);
    for unasked in [&["-m", "line-block"][..], &["blocks", "-m", "tag-ratio"]] {
        let unasked = run(&[unasked, &["--model", name(&model), name(&page)]].concat());
        assert_eq!(unasked.code, Some(2));
        assert!(
            unasked.stderr.contains("--model: expected a method that uses a model"),
            "{}",
            unasked.stderr
        );
    }
    let rows: String = (0..8).map(|page| format!("{}\n", rendered(&LATIN, page, false))).collect();
    let (input, other) = (folder.path().join("rendered.jsonl"), folder.path().join("other.model"));
    fs::write(&input, rows).expect("a file can be written");
    let judged = run(&["train", "--self-label", "--labels", "auto", name(&input), "-o", name(&other)]);
    assert_eq!(judged.code, Some(2));
    assert!(judged.stderr.contains("found browser-rendered blocks"), "{}", judged.stderr);
    assert!(!other.exists());
}

/// A page in the format of rendered blocks.
fn rendered(language: &Language, page: usize, with_gold: bool) -> String {
    let block = |class: &str, size: &str, text: &str| {
        json!({
            "text": [text], "path": ["body", "div", "p"], "bound": {"left": 0, "top": 0, "width": 9, "height": 9},
            "selector": [{"name": "body", "id": "", "classes": []}, {"name": "p", "id": "", "classes": [class]}],
            "computed": {"font-size": size, "color": format!("rgb({}, 0, 0)", class.len()), "font-weight": class}
        })
    };
    let content = language.paragraphs(page);
    let mut texts: Vec<_> = (0..9).map(|at| block("menu-item", "12px", &language.text(at, 2))).collect();
    texts.extend(content.iter().map(|text| block("body", "16px", text)));
    texts.extend((0..4).map(|at| block("teaser", "13px", &language.text(500_000 + 10 * page + at, 25))));
    let mut row = json!({
        "id": format!("{page:03}"), "url": format!("https://example.org/{page}"), "titles": [], "descriptions": [content[0]],
        "texts": texts
    });
    if with_gold {
        row["gold"] = json!(content.join("\n"));
    }
    format!("{row}\n")
}

#[test]
fn rendered_blocks_can_be_trained_on_and_scored() {
    let folder = folder();
    let (input, model) = (folder.path().join("site.jsonl"), folder.path().join("site.model"));
    let (unseen, html) = (folder.path().join("new.jsonl"), folder.path().join("page.html"));
    fs::write(&input, (0..12).map(|page| rendered(&LATIN, page, false)).collect::<String>())
        .expect("written");
    fs::write(&unseen, (20..24).map(|page| rendered(&LATIN, page, true)).collect::<String>())
        .expect("written");
    fs::write(&html, LATIN.page(1, "")).expect("written");
    let trained = run(&["train", "--self-label", name(&input), "-o", name(&model)]);
    assert_eq!(trained.code, Some(0), "{}", trained.stderr);
    let (model, unseen) = (name(&model), name(&unseen));
    let scored = run(&["score", "--gold", unseen, unseen, "--model", model]);
    assert_eq!(scored.code, Some(0), "{}", scored.stderr);
    assert!(scored.stdout.contains("1.0000    1.0000    1.0000"), "{}", scored.stdout);
    let without = run(&["score", "--gold", unseen, unseen]);
    assert!(without.code == Some(2) && without.stderr.contains("expected a model of rendered blocks"));
    let on_html = run(&["--model", model, name(&html)]);
    assert!(
        on_html.code == Some(2)
            && on_html
                .stderr
                .contains("--model: expected a model for HTML, found one for blocks that a browser rendered")
    );
    let mixed = run(&["train", "--self-label", name(&input), name(&html), "-o", model]);
    assert!(mixed.code == Some(1) && mixed.stderr.contains("found both: 1 pages and 12"), "{}", mixed.stderr);
}

#[test]
fn damage_is_reported_and_the_rest_learned_from() {
    let folder = folder();
    let (input, model) = (folder.path().join("site.jsonl"), folder.path().join("site.model"));
    let pages: String = (0..12).map(|page| rendered(&LATIN, page, false)).collect();
    fs::write(&input, format!("{{\"texts\": 5}}\n{{}}\nno JSON\n{pages}")).expect("written");
    let run = run(&["train", "--self-label", name(&input), "missing.html", "-o", name(&model)]);
    assert_eq!(run.code, Some(2), "{}", run.stderr);
    for place in ["line 1: ", "line 2: ", "line 3: ", "missing.html: "] {
        assert!(run.stderr.contains(place), "{place}: {}", run.stderr);
    }
    assert!(model.is_file());
}
