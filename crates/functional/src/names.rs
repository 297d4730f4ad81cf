//! Readable names, none of which the library has.

/// Functions.
pub(crate) const FUNCTIONS: &[&str] = &[
    "weigh", "blend", "adjust", "twist", "gather", "spread", "settle", "narrow", "widen", "probe",
    "refine", "derive", "rank", "tally", "scale", "merge", "carve", "route", "trace", "shape",
];

/// Operators.
pub(crate) const OPERATORS: &[&str] = &["|+|", "<+>", "<~>", "%%", "|*|", "+++"];

/// Types.
pub(crate) const TYPES: &[&str] = &[
    "Point", "Color", "Shape", "Token", "Route", "Level", "Signal", "Packet", "Branch", "Account",
    "Record", "Option", "Vector", "Region", "Status",
];

/// Type synonyms.
pub(crate) const SYNONYMS: &[&str] = &["Amount", "Label", "Table", "Score", "Offset"];

/// Constructors.
pub(crate) const CONSTRUCTORS: &[&str] = &[
    "Red", "Blue", "Plain", "Wide", "Open", "Shut", "Near", "Far", "North", "South", "Unit",
    "Node", "Leaf", "Mark", "Wrap", "Split", "Join", "First", "Second", "Other",
];

/// Infix constructors.
pub(crate) const INFIX: &[&str] = &[":+:", ":*:", ":|", ":=>", ":&:"];

/// Labels of fields.
pub(crate) const LABELS: &[&str] =
    &["width", "height", "total", "label", "weight", "depth", "origin", "limit", "index", "flag"];

/// Classes.
pub(crate) const CLASSES: &[&str] = &["Measured", "Ranked", "Combined", "Described"];

/// Classes of type constructors.
pub(crate) const HIGHER_CLASSES: &[&str] = &["Container", "Carrier"];

/// Methods.
pub(crate) const METHODS: &[&str] =
    &["measure", "grade", "combine", "describe", "convert", "rebase", "extent", "remap"];
