//! Wrappers of sites: learned from some pages, applied to others.

use serde_json::{Value, json};
use trommel::site::Sites;
use trommel::{Budget, ErrorKind, Extractor, Method, Options, methods::Thresholds};
use trommel_testing::site_pages::{SUBJECTS, story, table};
use trommel_train::wrapper::{Learner, PageReader, Settings};

/// The wrappers learned from these pages.
fn learned(pages: impl IntoIterator<Item = String>) -> Sites {
    let mut reader = PageReader::new(None).expect("no encoding is asked for");
    let mut learner = Learner::new(Settings::default()).expect("the defaults can work");
    for (number, html) in pages.into_iter().enumerate() {
        reader.push(html.as_bytes());
        learner.add(reader.finish(number.to_string(), None));
    }
    learner.finish().expect("the pages are of one template").sites
}

fn stories() -> Sites {
    learned(SUBJECTS.iter().take(5).map(|subject| story(subject)))
}

#[test]
fn patterns_are_written_as_xpath_and_css_with_scores_best_first() {
    let sites: Value = serde_json::from_str(&stories().to_json()).expect("a site file is JSON");
    let template = &sites["sites"][0]["templates"][0];
    assert_eq!((&sites["trommel_site"], &template["pages"]), (&json!(1), &json!(5)));
    let patterns = template["patterns"].as_array().expect("patterns are a list");
    assert_eq!(patterns[0]["css"], "div.story");
    assert_eq!(patterns[0]["xpath"], "//div[contains(concat(' ',normalize-space(@class),' '),' story ')]");
    let relevance = |pattern: &Value| pattern["relevance"].as_f64().expect("relevance is a number");
    assert!(patterns.len() > 1 && patterns.is_sorted_by(|a, b| relevance(a) >= relevance(b)), "{patterns:?}");
    assert!(patterns[0]["informativeness"].as_f64().is_some_and(|score| score > 0.0), "{patterns:?}");
}

#[test]
fn a_site_file_survives_a_round_trip() {
    let sites = stories();
    let json = sites.to_json();
    assert_eq!(Sites::from_json(&json).expect("it is ours").to_json(), json);
}

#[test]
fn each_template_of_a_site_gets_a_wrapper() {
    let sites = learned(
        SUBJECTS.iter().take(5).flat_map(|subject| [story(subject), table(&subject.replace("ow", "x"))]),
    );
    let site = &sites.sites()[0];
    assert_eq!(site.templates.iter().map(|template| template.pages).collect::<Vec<_>>(), [5, 5]);
    let mut extractor = Extractor::new(Options::default().with_sites(sites)).expect("the options can work");
    for html in [story(SUBJECTS[5]), table(SUBJECTS[5])] {
        extractor.push(html.as_bytes()).expect("HTML is never wrong");
        assert_eq!(extractor.finish().expect("HTML is never wrong").summary.site, Some(true), "{html}");
    }
}

#[test]
fn learning_from_ten_thousand_pages_takes_bounded_memory() {
    const BYTES: usize = 200 << 10;
    let settings = Settings { by_host: true, sample_bytes: BYTES, ..Settings::default() };
    let mut learner = Learner::new(settings).expect("the settings can work");
    let mut reader = PageReader::new(None).expect("no encoding is asked for");
    let mut most_bytes = 0;
    for number in 0..10_000 {
        // One host with most of the pages, and a hundred hosts with the others.
        let host = if number % 4 > 0 { 0 } else { number % 400 };
        reader.push(story(&format!("word{number} term{}", number / 7)).as_bytes());
        let page = reader.finish(number.to_string(), Some(format!("http://h{host}.example/{number}")));
        let page_bytes = page.held_bytes();
        learner.add(page);
        most_bytes = most_bytes.max(learner.held_bytes().saturating_sub(page_bytes));
    }
    assert!(most_bytes <= BYTES, "{most_bytes} of {BYTES} bytes");
    assert!(learner.counts().without_room > 0 && learner.counts().pages == 10_000, "{:?}", learner.counts());
    let learned = learner.finish().expect("the pages are of one template");
    let site = learned.sites.of_url(Some("http://h0.example/")).expect("most pages are of it");
    assert!(site.pages > 7000 && site.sample >= 4, "{site:?}");
    assert_eq!(site.templates[0].patterns[0].wrapper.css(), "div.story");
}

#[test]
fn chunks_and_a_small_budget_change_nothing() {
    let options = Options::default().with_sites(stories());
    let minimum = options.minimum_budget();
    assert!(minimum > Options::default().minimum_budget(), "wrappers are reserved");
    let html = story(SUBJECTS[5]);
    let mut texts = Vec::new();
    for (budget, chunk) in [(Budget::DEFAULT, html.len()), (Budget::DEFAULT, 1), (minimum, 7)] {
        let mut extractor =
            Extractor::new(options.clone().with_budget(budget)).expect("the options can work");
        for chunk in html.as_bytes().chunks(chunk) {
            extractor.push(chunk).expect("HTML is never wrong");
        }
        texts.push(extractor.finish().expect("HTML is never wrong").text);
    }
    assert!(texts.iter().all(|text| *text == texts[0]), "{texts:#?}");
}

#[test]
fn a_wrapper_holds_for_all_parts_of_a_page() {
    let outside = "<div class=about><p>This newspaper has been printed in the valley for more than a hundred years.</div>";
    let html = story(SUBJECTS[5]) + &outside.repeat(2000);
    for method in [Method::Site, Method::Auto] {
        let options = Options::default().with_sites(stories()).with_method(method);
        let options = options.clone().with_budget(options.minimum_budget());
        let mut extractor = Extractor::new(options).expect("the options can work");
        extractor.push(html.as_bytes()).expect("HTML is never wrong");
        let found = extractor.finish().expect("HTML is never wrong");
        assert!(found.summary.first_early_decision_offset.is_some());
        let kept = found.text.matches("This newspaper").count();
        // With other methods, sentences outside the wrapper stay if the method keeps them.
        assert!(method == Method::Auto || kept <= 1, "{kept}");
        assert!(found.text.contains("the council met"), "{}", found.text);
    }
}

#[test]
fn sentences_outside_a_wrapper_stay_if_a_model_keeps_them() {
    let html = story(SUBJECTS[5]);
    let text =
        |options: Options| trommel::extract(html.as_bytes(), &options).expect("the options can work").text;
    let auto = Options::default();
    let inside = text(auto.clone().with_sites(stories()));
    for line in text(auto).lines().filter(|line| line.ends_with('.')) {
        assert!(inside.contains(line), "{line}\n---\n{inside}");
    }
    let line_block = Options::default().with_method(Method::LineBlock(Thresholds::DEFAULT));
    assert!(text(line_block.clone()).contains("Write to us"));
    assert!(!text(line_block.with_sites(stories())).contains("Write to us"));
}

#[test]
fn wrappers_are_needed_for_their_method() {
    let error = Extractor::new(Options::default().with_method(Method::Site)).expect_err("there are none");
    assert_eq!(error.kind(), ErrorKind::Setting);
}

#[test]
fn any_bytes_are_pages_to_learn_from() {
    let mut reader = PageReader::new(None).expect("no encoding is asked for");
    let mut learner = Learner::new(Settings::default()).expect("the defaults can work");
    let deep = "<div class=a>".repeat(20_000) + "word";
    let wide = "<p>word other".repeat(70_000);
    for (name, html) in
        [("deep", deep.as_bytes()), ("wide", wide.as_bytes()), ("bytes", b"\xff<\x00div \xfe"), ("", b"")]
    {
        reader.push(html);
        learner.add(reader.finish(name, None));
    }
    let error = learner.finish().expect_err("nothing is alike");
    assert_eq!(error.kind(), ErrorKind::Site);
}
