//! Text in XML, and in what is written like it: SVG, HTML, Markdown.

/// Text that means itself in elements and in attributes between double quotes. What XML cannot hold becomes a space, as do
/// tabs and ends of lines.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    text.chars().for_each(|sign| push_escaped(&mut escaped, sign));
    escaped
}

/// Adds one sign that means itself, as [`escape`] does.
pub(crate) fn push_escaped(text: &mut String, sign: char) {
    match sign {
        '&' => text.push_str("&amp;"),
        '<' => text.push_str("&lt;"),
        '>' => text.push_str("&gt;"),
        '"' => text.push_str("&quot;"),
        '\u{fffe}' | '\u{ffff}' => text.push(' '),
        sign if sign.is_control() => text.push(' '),
        sign => text.push(sign),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_means_itself() {
        assert_eq!(escape("<a & \"b's\">\u{1b}é\u{ffff}"), "&lt;a &amp; &quot;b's&quot;&gt; é ");
    }

    #[test]
    fn nothing_breaks_a_document() {
        let all: String = ('\0'..=char::MAX).collect();
        let text = format!("<a b=\"{0}\">{0}</a>", escape(&all));
        let document = roxmltree::Document::parse(&text).unwrap();
        let expected: String = all
            .chars()
            .map(|sign| if sign.is_control() || "\u{fffe}\u{ffff}".contains(sign) { ' ' } else { sign })
            .collect();
        assert_eq!(document.root_element().text(), Some(expected.as_str()));
        assert_eq!(document.root_element().attribute("b"), Some(expected.as_str()));
    }
}
