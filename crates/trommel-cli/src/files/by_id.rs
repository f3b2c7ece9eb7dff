//! Inputs by the ids of a gold standard.

use std::collections::HashMap;

/// Inputs by their `trommel batch` id, or by file name alone if it is unique.
pub(crate) struct InputsById<T> {
    inputs: HashMap<String, T>,
    /// Ids of the inputs with a file name, unless it is their id.
    by_name: HashMap<String, Vec<String>>,
}

impl<T> InputsById<T> {
    pub(crate) fn new() -> Self {
        Self { inputs: HashMap::new(), by_name: HashMap::new() }
    }

    /// Adds an input; `name` is its file name. If ids repeat, the last input counts. Out: whether
    /// the id was present.
    pub(crate) fn insert(&mut self, id: String, name: Option<String>, input: T) -> bool {
        if let Some(name) = name.filter(|name| *name != id) {
            let ids = self.by_name.entry(name).or_default();
            if !ids.contains(&id) {
                ids.push(id.clone());
            }
        }
        self.inputs.insert(id, input).is_some()
    }

    /// The input with an id or a unique file name.
    pub(crate) fn get(&self, called: &str) -> Option<&T> {
        self.inputs.get(called).or_else(|| match &self.by_name.get(called)?[..] {
            [id] => self.inputs.get(id),
            _ => None,
        })
    }

    /// The ids of the inputs that share a file name; else none.
    pub(crate) fn meant_by(&self, called: &str) -> &[String] {
        match self.by_name.get(called) {
            Some(ids) if ids.len() > 1 && !self.inputs.contains_key(called) => ids,
            _ => &[],
        }
    }

    pub(crate) fn values(&self) -> impl Iterator<Item = &T> {
        self.inputs.values()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.inputs.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_precede_file_names_and_ambiguous_names_match_nothing() {
        let mut inputs = InputsById::new();
        for (number, (id, name)) in
            [("a", "a"), ("x/a", "a"), ("x/b", "b"), ("y/b", "b"), ("y/c", "c")].into_iter().enumerate()
        {
            assert!(!inputs.insert(id.to_string(), Some(name.to_string()), number));
        }
        let found = ["a", "x/a", "b", "y/b", "c", "d"].map(|called| inputs.get(called).copied());
        assert_eq!(found, [Some(0), Some(1), None, Some(3), Some(4), None]);
        assert_eq!(inputs.meant_by("b"), ["x/b", "y/b"]);
        assert!(["a", "c", "d"].iter().all(|called| inputs.meant_by(called).is_empty()));
        assert!(inputs.insert("a".to_string(), None, 9));
    }
}
