//! Confusion matrix of page types.

use std::fmt;
use trommel::page::PageType;

/// Actual and predicted types of pages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Confusion {
    /// Pages by actual type, then by predicted type, in the order of [`PageType::ALL`].
    pub pages: [[usize; PageType::COUNT]; PageType::COUNT],
}

impl Confusion {
    /// Counts a page.
    pub fn add(&mut self, is: PageType, found: PageType) {
        self.pages[is as usize][found as usize] += 1;
    }

    /// Number of pages.
    #[must_use]
    pub fn count(&self) -> usize {
        self.pages.as_flattened().iter().sum()
    }

    /// Share of the pages with the right prediction; 0 without pages.
    #[must_use]
    pub fn accuracy(&self) -> f64 {
        let right: usize = (0..PageType::COUNT).map(|at| self.pages[at][at]).sum();
        right as f64 / self.count().max(1) as f64
    }
}

/// A table: a line per actual type, a column per predicted type.
impl fmt::Display for Confusion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<13}", "is / found")?;
        PageType::ALL.iter().try_for_each(|page_type| write!(f, " {:>13}", page_type.name()))?;
        for (page_type, counts) in PageType::ALL.iter().zip(&self.pages) {
            write!(f, "\n{:<13}", page_type.name())?;
            counts.iter().try_for_each(|count| write!(f, " {count:>13}"))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accuracy_is_the_share_of_pages_on_the_diagonal() {
        let mut confusion = Confusion::default();
        assert_eq!(confusion.accuracy(), 0.0);
        confusion.add(PageType::Forum, PageType::Forum);
        confusion.add(PageType::Forum, PageType::Listing);
        assert_eq!((confusion.count(), confusion.accuracy()), (2, 0.5));
        let table = confusion.to_string();
        let line = table.lines().find(|line| line.starts_with("forum")).unwrap();
        assert_eq!(line.split_whitespace().collect::<Vec<_>>(), ["forum", "0", "0", "0", "1", "1", "0", "0"]);
    }
}
