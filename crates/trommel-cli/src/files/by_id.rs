//! Inputs by what a gold standard calls them.

use std::collections::HashMap;

/// Inputs by their ids, which are those of `trommel batch`, or by the bare names of their files,
/// where only one has that name.
pub(crate) struct InputsById<T> {
    inputs: HashMap<String, T>,
    /// Ids of the inputs with the same bare name, as far as it is not their id.
    by_name: HashMap<String, Vec<String>>,
}

impl<T> InputsById<T> {
    pub(crate) fn new() -> Self {
        Self { inputs: HashMap::new(), by_name: HashMap::new() }
    }

    /// Adds an input; `name` is the bare name of its file. Of inputs with the same id the last
    /// counts. Out: whether there was one.
    pub(crate) fn insert(&mut self, id: String, name: Option<String>, input: T) -> bool {
        if let Some(name) = name.filter(|name| *name != id) {
            let ids = self.by_name.entry(name).or_default();
            if !ids.contains(&id) {
                ids.push(id.clone());
            }
        }
        self.inputs.insert(id, input).is_some()
    }

    /// The input that a gold standard calls so; `None` also where several have that bare name.
    pub(crate) fn get(&self, called: &str) -> Option<&T> {
        self.inputs.get(called).or_else(|| match &self.by_name.get(called)?[..] {
            [id] => self.inputs.get(id),
            _ => None,
        })
    }

    /// The ids that are meant by a name that several inputs have; else none.
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
    fn an_id_comes_before_a_bare_name_and_a_name_of_two_is_none() {
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
