//! Element and attribute names as small numbers.

/// A name of at most 16 bytes, with its first byte lowest; zero for the empty name.
pub(crate) type PackedName = u128;

/// Maximum bytes of a name that fits a [`PackedName`]; longer names are never known.
pub(crate) const PACKED_NAME_BYTES: usize = 16;

/// Packs a lower-case name of at most [`PACKED_NAME_BYTES`].
const fn pack(name: &[u8]) -> PackedName {
    let mut packed = 0;
    let mut i = 0;
    while i < name.len() {
        packed |= (name[i] as u128) << (8 * i);
        i += 1;
    }
    packed
}

/// Slots of a name table: enough to find quickly a multiplier that gives each name its own slot.
const SLOTS: usize = 4096;

/// Slot of a name: multiplicative hash of both halves.
#[inline]
const fn slot(packed: PackedName, multiplier: u64) -> usize {
    let folded = (packed as u64) ^ ((packed >> 64) as u64).rotate_left(29);
    (folded.wrapping_mul(multiplier) >> (64 - SLOTS.ilog2())) as usize
}

/// A multiplier that gives each of `names` its own slot. Evaluated at compile time; it takes a few
/// dozen tries.
const fn multiplier(names: &Packed, count: usize) -> u64 {
    let mut multiplier = 0x9E37_79B9_7F4A_7C15u64;
    // The try in which each slot was last taken.
    let mut taken = [0u16; SLOTS];
    let mut attempt = 1;
    while attempt < u16::MAX {
        let mut i = 1;
        while i <= count && taken[slot(names[i], multiplier)] != attempt {
            taken[slot(names[i], multiplier)] = attempt;
            i += 1;
        }
        if i > count {
            return multiplier;
        }
        multiplier = multiplier.wrapping_mul(0x5851_F42D_4C95_7F2D) | 1;
        attempt += 1;
    }
    panic!("no multiplier separates these names: more slots are needed")
}

/// Packed names by number, for all values of a byte. Numbers start at one; unused ones are empty
/// names.
type Packed = [PackedName; 256];

/// Packs a list of names.
const fn packed_names<const N: usize>(names: &[&str; N]) -> Packed {
    let mut packed = [0; 256];
    let mut i = 0;
    while i < N {
        assert!(names[i].len() <= PACKED_NAME_BYTES, "a known name fits a packed name");
        packed[i + 1] = pack(names[i].as_bytes());
        i += 1;
    }
    packed
}

/// Declares an enum of names in which zero means "not in the list".
macro_rules! names {
    ($(#[$meta:meta])* $enum:ident, $list:ident, $table:ident, $packed:ident, [$($variant:ident = $name:literal,)*]) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        #[non_exhaustive]
        pub enum $enum {
            /// A name that is not in the list.
            #[default]
            Other = 0,
            $(#[doc = concat!("`", $name, "`")] $variant,)*
        }

        pub(super) const $list: &[&str; [$($name),*].len()] = &[$($name),*];
        static $packed: Packed = packed_names($list);
        static $table: [$enum; SLOTS] = $enum::table();

        impl $enum {
            const ALL: &[Self] = &[Self::Other, $(Self::$variant),*];

            const MULTIPLIER: u64 = multiplier(&$packed, $list.len());

            /// The only candidate for each slot.
            const fn table() -> [Self; SLOTS] {
                let mut table = [Self::Other; SLOTS];
                let all = [$(Self::$variant),*];
                let mut i = 0;
                while i < all.len() {
                    table[slot($packed[all[i] as usize], Self::MULTIPLIER)] = all[i];
                    i += 1;
                }
                table
            }

            /// The name with these packed bytes, or `Other`.
            #[inline]
            pub(crate) fn from_packed(packed: PackedName) -> Self {
                let id = $table[slot(packed, Self::MULTIPLIER)];
                if $packed[usize::from(id as u8)] == packed { id } else { Self::Other }
            }

            /// The name with this number, or `Other`.
            #[inline]
            #[must_use]
            pub fn from_byte(byte: u8) -> Self {
                Self::ALL.get(usize::from(byte)).copied().unwrap_or_default()
            }

            /// The name spelled by `name` in lower case, or `Other`.
            #[must_use]
            pub fn from_name(name: &str) -> Self {
                // A packed name is padded with zeros.
                let is_known = name.len() <= PACKED_NAME_BYTES && !name.ends_with('\0');
                if is_known { Self::from_packed(pack(name.as_bytes())) } else { Self::Other }
            }

            /// The name in lower case; empty for `Other`.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self as usize {
                    0 => "",
                    index => $list[index - 1],
                }
            }
        }
    };
}

names! {
    /// A known element name, as one byte.
    TagId, TAG_NAMES, TAG_TABLE, TAG_PACKED, [
        A = "a", Abbr = "abbr", Acronym = "acronym", Address = "address", Annotation = "annotation",
        AnnotationXml = "annotation-xml",
        Applet = "applet", Area = "area", Article = "article", Aside = "aside", Audio = "audio", B = "b",
        Base = "base", Basefont = "basefont", Bdi = "bdi", Bdo = "bdo", Bgsound = "bgsound", Big = "big",
        Blink = "blink", Blockquote = "blockquote", Body = "body", Br = "br", Button = "button",
        Canvas = "canvas", Caption = "caption", Center = "center", Cite = "cite", Code = "code", Col = "col",
        Colgroup = "colgroup", Data = "data", Datalist = "datalist", Dd = "dd", Del = "del", Desc = "desc",
        Details = "details", Dfn = "dfn", Dialog = "dialog", Dir = "dir", Div = "div", Dl = "dl", Dt = "dt",
        Em = "em", Embed = "embed", Fieldset = "fieldset", Figcaption = "figcaption", Figure = "figure",
        Font = "font", Footer = "footer", ForeignObject = "foreignobject", Form = "form", Frame = "frame",
        Frameset = "frameset", G = "g", H1 = "h1", H2 = "h2", H3 = "h3", H4 = "h4", H5 = "h5", H6 = "h6",
        Head = "head", Header = "header", Hgroup = "hgroup", Hr = "hr", Html = "html", I = "i",
        Iframe = "iframe", Image = "image", Img = "img", Input = "input", Ins = "ins", Isindex = "isindex",
        Kbd = "kbd", Keygen = "keygen", Label = "label", Legend = "legend", Li = "li", Link = "link",
        Listing = "listing", Main = "main", Malignmark = "malignmark", Map = "map", Mark = "mark",
        Marquee = "marquee", Math = "math", Menu = "menu", Menuitem = "menuitem", Meta = "meta",
        Meter = "meter", Mglyph = "mglyph", Mi = "mi", Mn = "mn", Mo = "mo", Ms = "ms", Mtext = "mtext",
        Nav = "nav", Nobr = "nobr", Noembed = "noembed", Noframes = "noframes", Noscript = "noscript",
        Object = "object", Ol = "ol", Optgroup = "optgroup", Option = "option", Output = "output", P = "p",
        Param = "param", Path = "path", Picture = "picture", Plaintext = "plaintext", Pre = "pre",
        Progress = "progress", Q = "q", Rb = "rb", Rp = "rp", Rt = "rt", Rtc = "rtc", Ruby = "ruby", S = "s",
        Samp = "samp", Script = "script", Search = "search", Section = "section", Select = "select",
        Slot = "slot", Small = "small", Source = "source", Span = "span", Strike = "strike",
        Strong = "strong", Style = "style", Sub = "sub", Summary = "summary", Sup = "sup", Svg = "svg",
        Table = "table", Tbody = "tbody", Td = "td", Template = "template", Textarea = "textarea",
        Tfoot = "tfoot", Th = "th", Thead = "thead", Time = "time", Title = "title", Tr = "tr",
        Track = "track", Tt = "tt", U = "u", Ul = "ul", Use = "use", Var = "var", Video = "video",
        Wbr = "wbr", Xmp = "xmp",
    ]
}

names! {
    /// A known attribute name, as one byte.
    AttrId, ATTR_NAMES, ATTR_TABLE, ATTR_PACKED, [
        Align = "align", Alt = "alt", Alttext = "alttext", AriaHidden = "aria-hidden", AriaLevel = "aria-level", Charset = "charset", Checked = "checked", Class = "class", Close = "close", Colspan = "colspan", Content = "content",
        DataActualsrc = "data-actualsrc", DataCfemail = "data-cfemail", DataCfsrc = "data-cfsrc", DataEquation = "data-equation", DataHiResSrc = "data-hi-res-src", DataImage = "data-image", DataImgSrc = "data-img-src", DataLazy = "data-lazy", DataOrigFile = "data-orig-file", DataUrl = "data-url", DataLazySrc = "data-lazy-src", DataOriginal = "data-original", DataSrc = "data-src", DataSrcset = "data-srcset", DataExpr = "data-expr", DataFormula = "data-formula", DataLang = "data-lang", DataLatex = "data-latex", DataMath = "data-math", DataMathml = "data-mathml", DataTex = "data-tex", DataLanguage = "data-language", DataTestid = "data-testid", Datetime = "datetime", Disabled = "disabled", Encoding = "encoding", Height = "height", Hidden = "hidden", Href = "href", HttpEquiv = "http-equiv", Id = "id",
        Itemprop = "itemprop", Itemtype = "itemtype", Lang = "lang", Linethickness = "linethickness", Mathvariant = "mathvariant", Name = "name", NitroLazySrc = "nitro-lazy-src", Notation = "notation", Open = "open", Property = "property", Rel = "rel", Reversed = "reversed", Role = "role",
        Rowspan = "rowspan", Separators = "separators", Shadowroot = "shadowroot", Shadowrootmode = "shadowrootmode", Src = "src", Srcset = "srcset", Start = "start", Style = "style", Title = "title", Type = "type", Value = "value", Width = "width",
        XmlLang = "xml:lang",
    ]
}

impl TagId {
    /// Whether it is a list.
    #[inline]
    pub(crate) const fn is_list(self) -> bool {
        matches!(self, Self::Ul | Self::Ol | Self::Dl | Self::Menu | Self::Dir)
    }
}

/// A set of attributes, one bit each. Two words are aligned as one is, on every machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AttrSet {
    low: u64,
    high: u64,
}

impl AttrSet {
    /// The empty set.
    pub const NONE: Self = Self { low: 0, high: 0 };
    /// Every attribute that [`AttrId`] names.
    pub const ALL: Self = Self { low: !1, high: !0 };

    /// The set of one attribute.
    #[inline]
    const fn one(id: AttrId) -> Self {
        let bit = 1 << (id as u32 % u64::BITS);
        let is_low = (id as u32) < u64::BITS;
        Self { low: if is_low { bit & !1 } else { 0 }, high: if is_low { 0 } else { bit } }
    }

    /// The set of `ids`.
    #[must_use]
    pub const fn of(ids: &[AttrId]) -> Self {
        let mut set = Self::NONE;
        let mut i = 0;
        while i < ids.len() {
            set = set.with(Self::one(ids[i]));
            i += 1;
        }
        set
    }

    /// The union of both sets.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self { low: self.low | other.low, high: self.high | other.high }
    }

    /// Whether `id` is in the set; never true for [`AttrId::Other`].
    #[inline]
    #[must_use]
    pub const fn contains(self, id: AttrId) -> bool {
        let word = if (id as u32) < u64::BITS { self.low } else { self.high };
        word >> (id as u32 % u64::BITS) & 1 == 1
    }

    /// A hash of the set.
    #[inline]
    pub(crate) const fn hash(self) -> u64 {
        self.low ^ self.high.rotate_left(32)
    }

    /// The set without `other`.
    #[inline]
    pub(crate) const fn without(self, other: Self) -> Self {
        Self { low: self.low & !other.low, high: self.high & !other.high }
    }

    /// Whether the set is empty.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.low | self.high == 0
    }

    /// Whether both sets have an attribute in common.
    #[inline]
    pub(crate) const fn meets(self, other: Self) -> bool {
        self.low & other.low | self.high & other.high != 0
    }

    /// Adds `id`; ignores [`AttrId::Other`].
    #[inline]
    pub(crate) fn add(&mut self, id: AttrId) {
        *self = self.with(Self::one(id));
    }

    /// Removes `id`, if present.
    #[inline]
    pub(crate) fn remove(&mut self, id: AttrId) {
        *self = self.without(Self::one(id));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_found_and_no_other() {
        for name in TAG_NAMES {
            assert_eq!(TagId::from_name(name).name(), *name);
        }
        for name in ATTR_NAMES {
            assert_eq!(AttrId::from_name(name).name(), *name);
        }
        for name in ["", "a\0", "x", "divx", "di", "a-very-long-element-name", "figcaption2", "DIV"] {
            assert_eq!(TagId::from_name(name), TagId::Other);
        }
    }

    #[test]
    fn other_is_in_no_set() {
        assert!(!AttrSet::ALL.contains(AttrId::Other));
        assert!(AttrSet::ALL.contains(AttrId::Type));
        assert!(!AttrSet::of(&[AttrId::Id]).contains(AttrId::Class));
    }
}
