//! Class files as declarations.

use noak::AccessFlags;
use noak::error::DecodeError;
use noak::reader::attributes::annotations::{Annotation, SuperTypeIndex, TargetInfo, TargetType};
use noak::reader::{Attribute, AttributeContent, Class, DecodeMany, Field, Method, cpool};

use crate::decl::{ClassDecl, ClassSort, MemberDecl, MemberSort, TypeDecl};
use crate::signature::{self, SignatureError};

/// The newest class file version that is known: that of JDK 25. The layout of
/// a newer file may mean something else.
const NEWEST: u16 = 69;

/// Why a class file was not read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ClassFileError {
    /// It is not a class file, or a damaged one.
    #[error("it is damaged ({0})")]
    Damaged(String),
    /// It is newer than this program knows.
    #[error("its version is {0}, the newest known is {NEWEST}")]
    Newer(u16),
    /// It has a signature that cannot be read.
    #[error(transparent)]
    Signature(#[from] SignatureError),
}

impl From<DecodeError> for ClassFileError {
    fn from(error: DecodeError) -> ClassFileError {
        ClassFileError::Damaged(error.to_string())
    }
}

/// What a class file holds.
#[derive(Debug)]
pub(crate) enum ClassFile {
    /// A class that others can know.
    Class(Box<ClassDecl>),
    /// A local, anonymous or synthetic class: no part of an API.
    Private,
    /// A module: the packages that it exports to everybody, with slashes.
    Module(Vec<String>),
}

/// Reads a class file.
pub(crate) fn read(bytes: &[u8]) -> Result<ClassFile, ClassFileError> {
    let class = Class::new(bytes)?;
    if class.version().major > NEWEST {
        return Err(ClassFileError::Newer(class.version().major));
    }
    let pool = class.pool();
    let internal = class_name(pool, class.this_class())?;
    let mut flags = class.access_flags();
    let mut generic = None;
    let mut chain = vec![];
    let mut local = false;
    let mut no_function = flags.contains(AccessFlags::ANNOTATION);
    let mut preview = false;
    let mut nullable_supertypes = Vec::new();
    for attribute in class.attributes() {
        let attribute = attribute?;
        match content(&attribute, pool)? {
            Some(AttributeContent::Signature(signature)) => {
                generic = Some(signature::class_signature(&text(pool, signature.signature())?)?);
            }
            Some(AttributeContent::InnerClasses(inner)) => {
                for entry in inner.classes() {
                    let entry = entry?;
                    let (Some(outer), Some(name)) = (entry.outer_class(), entry.inner_name())
                    else {
                        local |= class_name(pool, entry.inner_class())? == internal;
                        continue;
                    };
                    let inner = class_name(pool, entry.inner_class())?;
                    if inner == internal {
                        flags = entry.inner_access_flags();
                    }
                    chain.push((inner, class_name(pool, outer)?, text(pool, name)?));
                }
            }
            Some(AttributeContent::EnclosingMethod(_)) => local = true,
            Some(AttributeContent::PermittedSubclasses(_)) => no_function = true,
            Some(AttributeContent::RuntimeInvisibleAnnotations(annotations)) => {
                preview |= has_annotation(pool, &annotations.annotations(), is_preview)?;
            }
            Some(AttributeContent::RuntimeVisibleTypeAnnotations(annotations)) => {
                for annotation in annotations.annotations() {
                    let annotation = annotation?;
                    let TargetInfo::SuperType { supertype_index } = annotation.target_info() else {
                        continue;
                    };
                    if is_nullable(&text(pool, annotation.type_())?) {
                        nullable_supertypes.push(match supertype_index {
                            SuperTypeIndex::Class => 0,
                            SuperTypeIndex::Interface { index } => usize::from(*index) + 1,
                        });
                    }
                }
            }
            _ if text(pool, attribute.name())? == "Module" => {
                return Ok(ClassFile::Module(exports(attribute.content(), pool)?));
            }
            _ => {}
        }
    }
    if local || flags.contains(AccessFlags::SYNTHETIC) {
        return Ok(ClassFile::Private);
    }

    let (package, path) = place(&internal, &chain);
    let nested_in =
        chain.iter().find(|(inner, ..)| *inner == internal).map(|(_, outer, _)| outer.clone());
    let inner_of = nested_in.clone().filter(|_| !flags.contains(AccessFlags::STATIC));
    let (params, supertypes) = match generic {
        Some(signature) => (signature.params, signature.supertypes),
        None => {
            let mut supertypes = Vec::new();
            if let Some(superclass) = class.super_class() {
                supertypes.push(TypeDecl::Class(class_name(pool, superclass)?, Vec::new()));
            }
            for interface in class.interfaces() {
                supertypes.push(TypeDecl::Class(class_name(pool, interface?)?, Vec::new()));
            }
            (Vec::new(), supertypes)
        }
    };
    let sort = if flags.contains(AccessFlags::INTERFACE) {
        ClassSort::Interface
    } else if flags.contains(AccessFlags::ABSTRACT) {
        ClassSort::Abstract
    } else {
        ClassSort::Class
    };
    let mut members = Vec::new();
    let mut omitted = Vec::new();
    for member in class.fields() {
        let member = member?;
        match field(&member, pool) {
            Ok(read) => members.extend(read),
            Err(_) => omitted.push(text(pool, member.name())?),
        }
    }
    let simple = &path[path.len() - 1];
    for member in class.methods() {
        let member = member?;
        match method(&member, pool, simple, inner_of.is_some()) {
            Ok(read) => members.extend(read),
            Err(_) => omitted.push(text(pool, member.name())?),
        }
    }
    Ok(ClassFile::Class(Box::new(ClassDecl {
        internal,
        package,
        path,
        sort,
        public: flags.contains(AccessFlags::PUBLIC) && !preview,
        no_function,
        native: false,
        inner_of,
        nested_in,
        params,
        supertypes,
        nullable_supertypes,
        members,
        omitted,
    })))
}

/// A field that clients can see.
fn field(
    field: &Field<'_>,
    pool: &cpool::ConstantPool<'_>,
) -> Result<Option<MemberDecl>, ClassFileError> {
    let flags = field.access_flags();
    if !flags.contains(AccessFlags::PUBLIC) || flags.contains(AccessFlags::SYNTHETIC) {
        return Ok(None);
    }
    let mut signature = text(pool, field.descriptor())?;
    let mut constant = false;
    for attribute in field.attributes() {
        match content(&attribute?, pool)? {
            Some(AttributeContent::Signature(s)) => signature = text(pool, s.signature())?,
            Some(AttributeContent::ConstantValue(_)) => constant = true,
            _ => {}
        }
    }
    Ok(Some(MemberDecl {
        name: text(pool, field.name())?,
        sort: MemberSort::Field,
        is_static: flags.contains(AccessFlags::STATIC),
        is_abstract: false,
        varargs: false,
        vars: Vec::new(),
        extends: None,
        params: Vec::new(),
        result: signature::field_signature(&signature)?,
        throws: false,
        constant,
        nullable: false,
        nullable_inside: false,
        delegates: false,
        optional: 0,
        by_name: false,
        hidden: false,
    }))
}

/// A method or constructor that clients can see; `simple` is the name of its class, and
/// `inner` says whether the instances of that belong to others.
fn method(
    method: &Method<'_>,
    pool: &cpool::ConstantPool<'_>,
    simple: &str,
    inner: bool,
) -> Result<Option<MemberDecl>, ClassFileError> {
    let flags = method.access_flags();
    let name = text(pool, method.name())?;
    // A bridge repeats a method that is there already.
    if !flags.contains(AccessFlags::PUBLIC)
        || flags.intersects(AccessFlags::SYNTHETIC | AccessFlags::BRIDGE)
        || name == "<clinit>"
    {
        return Ok(None);
    }
    let descriptor = text(pool, method.descriptor())?;
    let mut generic = None;
    let mut throws = false;
    let mut preview = false;
    let mut nullable = false;
    let mut nullable_inside = false;
    let mut delegates = false;
    for attribute in method.attributes() {
        match content(&attribute?, pool)? {
            Some(AttributeContent::Signature(s)) => generic = Some(text(pool, s.signature())?),
            Some(AttributeContent::Exceptions(_)) => throws = true,
            Some(AttributeContent::RuntimeInvisibleAnnotations(annotations)) => {
                let annotations = annotations.annotations();
                preview |= has_annotation(pool, &annotations, is_preview)?;
                nullable |= has_annotation(pool, &annotations, is_nullable)?;
            }
            Some(AttributeContent::RuntimeVisibleAnnotations(annotations)) => {
                nullable |= has_annotation(pool, &annotations.annotations(), is_nullable)?;
            }
            Some(AttributeContent::RuntimeVisibleParameterAnnotations(annotations)) => {
                for parameter in annotations.parameters() {
                    let annotations = parameter?.annotations();
                    delegates |= has_annotation(pool, &annotations, is_delegation)?;
                }
            }
            Some(AttributeContent::RuntimeVisibleTypeAnnotations(annotations)) => {
                for annotation in annotations.annotations() {
                    let annotation = annotation?;
                    if !is_nullable(&text(pool, annotation.type_())?) {
                        continue;
                    }
                    let inside = annotation.target_path().iter().next().is_some();
                    match annotation.target_type() {
                        TargetType::MethodReturn if !inside => nullable = true,
                        TargetType::MethodReturn | TargetType::MethodFormalParameter => {
                            nullable_inside |= inside;
                        }
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
    if preview {
        return Ok(None);
    }
    let mut read = signature::method_signature(&descriptor)?;
    let constructor = name == "<init>";
    if constructor && inner && !read.params.is_empty() {
        // The descriptor names the outer instance, the signature does not.
        read.params.remove(0);
    }
    if let Some(generic) = generic {
        read = signature::method_signature(&generic)?;
    }
    Ok(Some(MemberDecl {
        name: if constructor { simple.to_owned() } else { name },
        sort: if constructor { MemberSort::Constructor } else { MemberSort::Method },
        is_static: flags.contains(AccessFlags::STATIC),
        is_abstract: flags.contains(AccessFlags::ABSTRACT),
        varargs: flags.contains(AccessFlags::VARARGS),
        vars: read.vars,
        extends: None,
        params: read.params,
        result: read.result,
        throws,
        constant: false,
        nullable,
        nullable_inside,
        delegates,
        optional: 0,
        by_name: false,
        hidden: false,
    }))
}

/// Whether an annotation marks a part of the JDK that compilers refuse unless
/// asked for. In `ct.sym` it has a name that no source could have.
fn is_preview(annotation: &str) -> bool {
    let name = annotation.strip_prefix("Ljdk/internal/").and_then(|name| name.strip_suffix(';'));
    name.is_some_and(|name| {
        let simple = name.rsplit('/').next().unwrap_or(name);
        matches!(simple, "PreviewFeature" | "PreviewFeature+Annotation")
    })
}

/// Whether an annotation says that something may be null.
fn is_nullable(annotation: &str) -> bool {
    annotation.ends_with("/Nullable;") || annotation.ends_with("/CheckForNull;")
}

/// Whether an annotation declares the delegate of a closure of Groovy.
fn is_delegation(annotation: &str) -> bool {
    annotation == "Lgroovy/lang/DelegatesTo;"
}

fn has_annotation<'a>(
    pool: &cpool::ConstantPool<'a>,
    annotations: &DecodeMany<'a, Annotation<'a>, u16>,
    wanted: impl Fn(&str) -> bool,
) -> Result<bool, ClassFileError> {
    for annotation in annotations.iter() {
        if wanted(&text(pool, annotation?.type_())?) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The package and the simple names from the outermost class inwards.
fn place(internal: &str, chain: &[(String, String, String)]) -> (String, Vec<String>) {
    let mut path = Vec::new();
    let mut class = internal;
    // A forged class may lie in itself.
    while path.len() < chain.len()
        && let Some((_, outer, name)) = chain.iter().find(|(inner, ..)| inner == class)
    {
        path.push(name.clone());
        class = outer;
    }
    let (package, simple) = class.rsplit_once('/').unwrap_or(("", class));
    path.push(simple.to_owned());
    path.reverse();
    (package.replace('/', "."), path)
}

/// The packages that a `Module` attribute (JVMS 4.7.25) exports to everybody. It is read
/// here because the reader takes a required module without a version for damage.
fn exports(content: &[u8], pool: &cpool::ConstantPool<'_>) -> Result<Vec<String>, ClassFileError> {
    let damaged = || ClassFileError::Damaged("its module ends too early".to_owned());
    let mut numbers = content.chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
    let mut next = || numbers.next().ok_or_else(damaged);
    for _ in 0..3 {
        next()?;
    }
    for _ in 0..3 * usize::from(next()?) {
        next()?;
    }
    let mut packages = Vec::new();
    for _ in 0..next()? {
        let package: cpool::Index<cpool::Package<'_>> = cpool::Index::new(next()?)?;
        next()?;
        let to = next()?;
        for _ in 0..to {
            next()?;
        }
        if to == 0 {
            packages.push(text(pool, pool.get(package)?.name)?);
        }
    }
    Ok(packages)
}

/// The content of an attribute; `None` for unknown ones.
fn content<'a>(
    attribute: &Attribute<'a>,
    pool: &cpool::ConstantPool<'a>,
) -> Result<Option<AttributeContent<'a>>, ClassFileError> {
    // Only these are looked at, so that oddities elsewhere do no harm.
    const READ: [&str; 10] = [
        "Signature",
        "InnerClasses",
        "EnclosingMethod",
        "PermittedSubclasses",
        "ConstantValue",
        "Exceptions",
        "RuntimeInvisibleAnnotations",
        "RuntimeVisibleAnnotations",
        "RuntimeVisibleParameterAnnotations",
        "RuntimeVisibleTypeAnnotations",
    ];
    let name = text(pool, attribute.name())?;
    if !READ.contains(&name.as_str()) {
        return Ok(None);
    }
    Ok(Some(attribute.read_content(pool)?))
}

fn text(
    pool: &cpool::ConstantPool<'_>,
    index: cpool::Index<cpool::Utf8<'_>>,
) -> Result<String, ClassFileError> {
    let index = cpool::Index::new(index.as_u16())?;
    let utf8: &cpool::Utf8<'_> = pool.get(index)?;
    let text = utf8.content.to_str();
    text.map(str::to_owned).ok_or_else(|| ClassFileError::Damaged("a name is not text".to_owned()))
}

fn class_name(
    pool: &cpool::ConstantPool<'_>,
    index: cpool::Index<cpool::Class<'_>>,
) -> Result<String, ClassFileError> {
    let index = cpool::Index::new(index.as_u16())?;
    let class: &cpool::Class<'_> = pool.get(index)?;
    text(pool, class.name)
}
