//! What the four languages make of an API of the JVM, each difference in one
//! place.

use case::Language;

use crate::decl::{MemberSort, Primitive};
use crate::model::{MemberId, Model, Name};
use crate::relation::Relation;
use crate::types::{ClassId, Kind, Type};

/// The rules of a language.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules(pub(crate) Language);

impl Rules {
    /// Whether programs can use a member.
    pub(crate) fn is_usable(self, model: &Model, id: MemberId) -> bool {
        let member = model.member(id);
        let owner = model.class(member.owner);
        if !member.usable || owner.package.is_empty() {
            return false;
        }
        if member.sort == MemberSort::Constructor
            && (!crate::graph::is_concrete(model, member.owner) || owner.inner_of.is_some())
        {
            return false;
        }
        is_identifier(model.name(member.name))
    }

    /// Whether programs can name a class.
    pub(crate) fn is_type_usable(self, model: &Model, id: ClassId) -> bool {
        let class = model.class(id);
        class.accessible
            && !class.package.is_empty()
            && !class.path.is_empty()
            && class.path.iter().all(|name| is_identifier(name))
    }

    /// Whether a value of one primitive type may stand for one of another.
    pub(crate) fn widens(self, from: Primitive, to: Primitive) -> bool {
        from.widens_to(to)
    }

    /// Whether an array may be passed for a variable number of arguments.
    pub(crate) fn passes_arrays(self) -> bool {
        true
    }

    /// Whether a lambda or a reference may stand for an object of the class.
    pub(crate) fn is_function(self, model: &Model, class: ClassId) -> bool {
        self.is_type_usable(model, class)
    }

    /// Whether a reference to the member can be written.
    pub(crate) fn is_referable(self, _model: &Model, _member: MemberId) -> bool {
        true
    }

    /// Whether a value may surely be passed for a formal type.
    pub(crate) fn passes(self, relation: &mut Relation<'_>, t: Type, formal: Type) -> bool {
        relation.is_loose(t, formal)
    }

    /// Whether a value might be converted to the type by any rule of the
    /// language. "No" is sure.
    pub(crate) fn may_convert(
        self,
        relation: &mut Relation<'_>,
        t: Type,
        to: Type,
        _assignment: bool,
    ) -> bool {
        relation.is_loose(t, to) || matches!(relation.types.kind(to), Kind::Void)
    }

    /// Whether objects of the class have no member of that name from elsewhere
    /// than the API.
    pub(crate) fn lacks_members(self, _model: &Model, _class: ClassId, _name: Name) -> bool {
        true
    }
}

fn is_identifier(name: &str) -> bool {
    let mut chars = name.chars();
    chars.next().is_some_and(|c| c.is_alphabetic() || c == '_')
        && chars.all(|c| c.is_alphanumeric() || c == '_')
        && !JAVA_KEYWORDS.contains(&name)
}

const JAVA_KEYWORDS: [&str; 54] = [
    "abstract", "assert", "boolean", "break", "byte", "case", "catch", "char", "class", "const",
    "continue", "default", "do", "double", "else", "enum", "extends", "false", "final", "finally",
    "float", "for", "goto", "if", "implements", "import", "instanceof", "int", "interface", "long",
    "native", "new", "null", "package", "private", "protected", "public", "return", "short",
    "static", "strictfp", "super", "switch", "synchronized", "this", "throw", "throws",
    "transient", "true", "try", "void", "volatile", "while", "_",
];
