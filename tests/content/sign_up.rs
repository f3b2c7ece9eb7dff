//! Boxes in which readers sign up for letters are no part of a text.

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
