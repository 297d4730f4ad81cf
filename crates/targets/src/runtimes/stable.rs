//! What stays the same between two crashes of one cause.

/// The text without numbers, addresses and what stands between quotes.
pub(crate) fn stable(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '0'..='9' => {
                while chars.next_if(|c| c.is_ascii_alphanumeric()).is_some() {}
                result.push('#');
            }
            '"' | '`' => {
                for other in chars.by_ref() {
                    if other == c {
                        break;
                    }
                }
                result.push('_');
            }
            _ => result.push(c),
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::stable;

    #[test]
    fn names_and_numbers_go() {
        let text = r#"index out of range [5] with length 0x1f in "p12" at `main`: nil map"#;
        assert_eq!(stable(text), "index out of range [#] with length # in _ at _: nil map");
    }
}
