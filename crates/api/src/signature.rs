//! The generic `Signature` strings of class files, and descriptors, which are
//! the same without the generic part.

use crate::decl::{ParamDecl, Primitive, TypeDecl};

/// A signature that is not well-formed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the signature {text:?} is malformed at character {at}")]
pub(crate) struct SignatureError {
    /// The whole string.
    pub(crate) text: String,
    /// Where it could not be read on.
    pub(crate) at: usize,
}

/// The signature of a class: type parameters and supertypes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ClassSignature {
    /// Its type parameters.
    pub(crate) params: Vec<ParamDecl>,
    /// The superclass, then the interfaces.
    pub(crate) supertypes: Vec<TypeDecl>,
}

/// The signature of a method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MethodSignature {
    /// Its type parameters.
    pub(crate) vars: Vec<ParamDecl>,
    /// The types of its parameters.
    pub(crate) params: Vec<TypeDecl>,
    /// The type of its result.
    pub(crate) result: TypeDecl,
}

/// Reads the signature of a class.
pub(crate) fn class_signature(text: &str) -> Result<ClassSignature, SignatureError> {
    read(text, |reader| {
        let params = reader.type_params()?;
        let mut supertypes = Vec::new();
        while reader.peek().is_some() {
            supertypes.push(reader.reference()?);
        }
        Some(ClassSignature { params, supertypes })
    })
}

/// Reads the signature or the descriptor of a method.
pub(crate) fn method_signature(text: &str) -> Result<MethodSignature, SignatureError> {
    read(text, |reader| {
        let vars = reader.type_params()?;
        reader.eat('(')?;
        let mut params = Vec::new();
        while reader.peek() != Some(b')') {
            params.push(reader.any()?);
        }
        reader.eat(')')?;
        let result = reader.any()?;
        // What may be thrown is read from the `Exceptions` attribute.
        while reader.peek() == Some(b'^') {
            reader.eat('^')?;
            reader.reference()?;
        }
        Some(MethodSignature { vars, params, result })
    })
}

/// Reads the signature or the descriptor of a field.
pub(crate) fn field_signature(text: &str) -> Result<TypeDecl, SignatureError> {
    read(text, Reader::any)
}

fn read<'a, T>(
    text: &'a str,
    rule: impl FnOnce(&mut Reader<'a>) -> Option<T>,
) -> Result<T, SignatureError> {
    let mut reader = Reader { text, at: 0, depth: 0 };
    match rule(&mut reader) {
        Some(made) if reader.at == text.len() => Ok(made),
        _ => Err(SignatureError { text: text.to_owned(), at: reader.at }),
    }
}

/// How deeply types may be nested: more than an array has dimensions (JVMS 4.3.2).
pub(crate) const DEEPEST: usize = 256;

struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// How many types are around.
    depth: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn eat(&mut self, c: char) -> Option<()> {
        (self.peek()? == c as u8).then(|| self.at += 1)
    }

    /// Everything up to one of the `ends`, which is not eaten.
    fn until(&mut self, ends: &[u8]) -> Option<&str> {
        let start = self.at;
        let length = self.text.as_bytes()[start..].iter().position(|c| ends.contains(c))?;
        self.at += length;
        self.text.get(start..self.at).filter(|name| !name.is_empty())
    }

    fn type_params(&mut self) -> Option<Vec<ParamDecl>> {
        let mut params = Vec::new();
        if self.peek() != Some(b'<') {
            return Some(params);
        }
        self.eat('<')?;
        while self.peek() != Some(b'>') {
            let name = self.until(b":")?.to_owned();
            let mut bounds = Vec::new();
            while self.peek() == Some(b':') {
                self.eat(':')?;
                // The class bound may be empty before interface bounds.
                if self.peek() != Some(b':') {
                    bounds.push(self.reference()?);
                }
                // The top type bounds everything, and says nothing.
                bounds.retain(|bound| !is_object(bound));
            }
            params.push(ParamDecl { name, bounds, ..ParamDecl::default() });
        }
        self.eat('>')?;
        Some(params)
    }

    fn any(&mut self) -> Option<TypeDecl> {
        let primitive = match self.peek()? {
            b'Z' => Primitive::Boolean,
            b'B' => Primitive::Byte,
            b'S' => Primitive::Short,
            b'C' => Primitive::Char,
            b'I' => Primitive::Int,
            b'J' => Primitive::Long,
            b'F' => Primitive::Float,
            b'D' => Primitive::Double,
            b'V' => {
                self.at += 1;
                return Some(TypeDecl::Void);
            }
            _ => return self.reference(),
        };
        self.at += 1;
        Some(TypeDecl::Primitive(primitive))
    }

    fn reference(&mut self) -> Option<TypeDecl> {
        self.depth += 1;
        let read = if self.depth > DEEPEST { None } else { self.any_reference() };
        self.depth -= 1;
        read
    }

    fn any_reference(&mut self) -> Option<TypeDecl> {
        match self.peek()? {
            b'[' => {
                self.at += 1;
                Some(TypeDecl::Array(Box::new(self.any()?)))
            }
            b'T' => {
                self.at += 1;
                let name = self.until(b";")?.to_owned();
                self.eat(';')?;
                Some(TypeDecl::Var(name, Vec::new()))
            }
            b'L' => {
                self.at += 1;
                let mut name = self.until(b"<;.")?.to_owned();
                let mut args = self.type_args()?;
                while self.peek() == Some(b'.') {
                    self.eat('.')?;
                    name.push('$');
                    name.push_str(self.until(b"<;.")?);
                    args.extend(self.type_args()?);
                }
                self.eat(';')?;
                Some(TypeDecl::Class(name, args))
            }
            _ => None,
        }
    }

    fn type_args(&mut self) -> Option<Vec<TypeDecl>> {
        let mut args = Vec::new();
        if self.peek() != Some(b'<') {
            return Some(args);
        }
        self.eat('<')?;
        while self.peek() != Some(b'>') {
            args.push(match self.peek()? {
                b'*' => {
                    self.at += 1;
                    TypeDecl::Any
                }
                b'+' => {
                    self.at += 1;
                    match self.reference()? {
                        bound if is_object(&bound) => TypeDecl::Any,
                        bound => TypeDecl::Extends(Box::new(bound)),
                    }
                }
                b'-' => {
                    self.at += 1;
                    TypeDecl::Super(Box::new(self.reference()?))
                }
                _ => self.reference()?,
            });
        }
        self.eat('>')?;
        Some(args)
    }
}

fn is_object(t: &TypeDecl) -> bool {
    matches!(t, TypeDecl::Class(name, _) if name == "java/lang/Object")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_wildcards_and_inner_classes() {
        let read = class_signature(
            "<K:Ljava/lang/Object;V::Ljava/lang/Comparable<-TV;>;>\
             Ljava/util/Base<TK;>.Inner<[I>;Ljava/io/Closeable;",
        )
        .unwrap();
        let class = |name: &str, args| TypeDecl::Class(name.to_owned(), args);
        let var = |name: &str| TypeDecl::Var(name.to_owned(), vec![]);
        assert_eq!(read.params[0].bounds, []);
        let lower = TypeDecl::Super(Box::new(var("V")));
        assert_eq!(read.params[1].bounds, [class("java/lang/Comparable", vec![lower])]);
        let ints = TypeDecl::Array(Box::new(TypeDecl::Primitive(Primitive::Int)));
        assert_eq!(
            read.supertypes,
            [
                class("java/util/Base$Inner", vec![var("K"), ints]),
                class("java/io/Closeable", vec![])
            ]
        );
    }

    #[test]
    fn methods_with_throws() {
        let read = method_signature("<T:Ljava/lang/Object;>(TT;[J)V^TT;^Ljava/io/IOException;");
        let read = read.unwrap();
        assert_eq!(read.params.len(), 2);
        assert_eq!(read.result, TypeDecl::Void);
    }

    #[test]
    fn malformed_signatures_say_where() {
        for (text, at) in [("(I", 2), ("(Q)V", 1), ("()Ljava/util/List", 3), ("()VV", 3)] {
            assert_eq!(method_signature(text).unwrap_err().at, at, "{text}");
        }
    }
}
