//! What a program declares: the functions, types and methods whose signatures are
//! surely known, by module.

use std::collections::{BTreeMap, BTreeSet};

use syn::visit::{self, Visit};
use syn::{Fields, FnArg, Item, ReturnType};

use super::types::{Form, Type, Types};

/// A function with its signature, as far as that is known.
#[derive(Clone, Debug)]
pub(super) struct Function {
    pub(super) name: String,
    pub(super) params: Vec<Option<Type>>,
    pub(super) result: Option<Type>,
    /// Whether a call needs nothing but arguments: neither generic nor unsafe nor
    /// asynchronous.
    pub(super) plain: bool,
    /// Whether it takes `self`.
    pub(super) method: bool,
}

/// A way to make a value of a declared type.
#[derive(Clone, Debug)]
pub(super) struct Constructor {
    /// The variant; a structure has one without a name.
    pub(super) variant: Option<String>,
    /// The names of the fields, unless they are numbered.
    pub(super) names: Option<Vec<String>>,
    pub(super) types: Vec<Option<Type>>,
    /// Whether it is called: `S(1)`.
    pub(super) called: bool,
}

impl Constructor {
    /// Whether it is a value by itself.
    pub(super) fn is_unit(&self) -> bool {
        !self.called && self.names.is_none()
    }

    /// The type of a field.
    pub(super) fn field(&self, name: &str) -> Option<Type> {
        let index = match &self.names {
            Some(names) => names.iter().position(|known| known == name)?,
            None => name.parse().ok()?,
        };
        *self.types.get(index)?
    }
}

/// A structure or enumeration.
#[derive(Clone, Debug)]
pub(super) struct Declared {
    pub(super) name: String,
    pub(super) module: usize,
    pub(super) is_enum: bool,
    /// Whether values are copied.
    pub(super) copy: bool,
    pub(super) constructors: Vec<Constructor>,
    /// The functions of its inherent implementations whose names are unique.
    pub(super) functions: Vec<Function>,
}

/// The declarations of one module.
#[derive(Clone, Debug, Default)]
pub(super) struct Module {
    pub(super) functions: Vec<Function>,
    types: BTreeMap<String, Type>,
}

/// The declarations of a program.
#[derive(Clone, Debug)]
pub(super) struct Declarations {
    pub(super) types: Types,
    pub(super) modules: Vec<Module>,
    pub(super) declared: Vec<Declared>,
    /// Names that may mean different things in different places, so that nothing
    /// is known about them.
    murky: BTreeSet<String>,
    /// How often a function of a name is declared in implementations and traits.
    methods: BTreeMap<String, usize>,
}

/// Methods of library traits that take `self`, and come before those of the
/// program that take a reference.
const BY_VALUE: [&str; 6] = ["into", "try_into", "into_iter", "max", "min", "clamp"];

/// Names of the library that are looked for.
const LIBRARY: [&str; 7] = ["Option", "Vec", "Box", "Some", "None", "Copy", "Clone"];

impl Declarations {
    pub(super) fn collect(file: &syn::File) -> Declarations {
        let mut names = Names::default();
        names.visit_file(file);
        let mut all = Declarations {
            types: Types::new(),
            modules: Vec::new(),
            declared: Vec::new(),
            murky: names.murky,
            methods: names.functions,
        };
        all.modules.push(Module::default());
        let mut modules = vec![(0, &file.items)];
        let mut next = 0;
        while next < modules.len() {
            let (module, items) = modules[next];
            next += 1;
            all.declare_types(module, items);
            for inner in items.iter().filter_map(inner_items) {
                all.modules.push(Module::default());
                modules.push((all.modules.len() - 1, inner));
            }
        }
        for (module, items) in &modules {
            all.describe(*module, items);
        }
        for (module, items) in &modules {
            all.implement(*module, items);
        }
        // `use …::*` in a block could give any name another meaning there.
        if all.murky.contains("*") {
            all.modules.iter_mut().for_each(|module| module.functions.clear());
        }
        all
    }

    /// Whether nothing but the library gives this name a meaning.
    pub(super) fn is_library(&self, name: &str) -> bool {
        let declared = |module: &Module| module.types.contains_key(name);
        !self.murky.contains(name) && !self.modules.iter().any(declared)
    }

    /// Whether the names that expressions use of the library have no other meaning.
    pub(super) fn has_prelude(&self) -> bool {
        LIBRARY.iter().chain(&["str", "String"]).all(|name| self.is_library(name))
    }

    /// Whether the program declares a method of this name.
    pub(super) fn is_method(&self, name: &str) -> bool {
        self.methods.contains_key(name)
    }

    fn declare_types(&mut self, module: usize, items: &[Item]) {
        for item in items {
            let (name, attrs, generic, is_enum) = match item {
                Item::Struct(item) => (&item.ident, &item.attrs, !plain(&item.generics), false),
                Item::Enum(item) => (&item.ident, &item.attrs, !plain(&item.generics), true),
                _ => continue,
            };
            let name = name.to_string();
            if generic || self.murky.contains(&name) {
                self.murky.insert(name);
                continue;
            }
            let declared = Declared {
                name: name.clone(),
                module,
                is_enum,
                copy: derives_copy(attrs) && self.is_library("Copy"),
                constructors: Vec::new(),
                functions: Vec::new(),
            };
            self.declared.push(declared);
            let ty = self.types.intern(Form::Declared(self.declared.len() - 1));
            self.modules[module].types.insert(name, ty);
        }
    }

    /// The fields of types and the signatures of functions.
    fn describe(&mut self, module: usize, items: &[Item]) {
        for item in items {
            match item {
                Item::Struct(item) => {
                    let made = self.constructor(module, None, &item.fields);
                    self.add_constructors(module, &item.ident.to_string(), vec![made]);
                }
                Item::Enum(item) => {
                    let variants: Vec<&syn::Variant> = item.variants.iter().collect();
                    let made = variants
                        .iter()
                        .map(|v| self.constructor(module, Some(v.ident.to_string()), &v.fields))
                        .collect();
                    self.add_constructors(module, &item.ident.to_string(), made);
                }
                Item::Fn(item) => {
                    let name = item.sig.ident.to_string();
                    let usual = item.attrs.iter().all(|attr| {
                        ["doc", "inline", "must_use", "allow"]
                            .iter()
                            .any(|known| attr.path().is_ident(known))
                    });
                    let twice = self.modules[module].functions.iter().any(|f| f.name == name);
                    if !self.murky.contains(&name) && usual && !twice {
                        let function = self.function(module, None, &item.sig);
                        self.modules[module].functions.push(function);
                    }
                }
                _ => {}
            }
        }
    }

    fn add_constructors(&mut self, module: usize, name: &str, made: Vec<Constructor>) {
        if let Some(index) = self.declared_in(module, name) {
            self.declared[index].constructors = made;
        }
    }

    fn constructor(
        &mut self,
        module: usize,
        variant: Option<String>,
        fields: &Fields,
    ) -> Constructor {
        let names = match fields {
            Fields::Named(fields) => {
                let names = fields.named.iter().filter_map(|field| field.ident.as_ref());
                Some(names.map(ToString::to_string).collect())
            }
            Fields::Unnamed(_) | Fields::Unit => None,
        };
        let types = fields.iter().map(|field| {
            let plain = field.attrs.iter().all(|attr| attr.path().is_ident("doc"));
            self.resolve(module, None, &field.ty).filter(|_| plain)
        });
        let called = matches!(fields, Fields::Unnamed(_));
        Constructor { variant, names, types: types.collect(), called }
    }

    pub(super) fn function(
        &mut self,
        module: usize,
        this: Option<Type>,
        sig: &syn::Signature,
    ) -> Function {
        let mut method = false;
        let mut params = Vec::new();
        for input in &sig.inputs {
            match input {
                FnArg::Receiver(_) => method = true,
                FnArg::Typed(param) => params.push(self.resolve(module, this, &param.ty)),
            }
        }
        let result = match &sig.output {
            ReturnType::Default => Some(Types::UNIT),
            ReturnType::Type(_, ty) => self.resolve(module, this, ty),
        };
        let plain = plain(&sig.generics)
            && sig.asyncness.is_none()
            && sig.abi.is_none()
            && sig.variadic.is_none()
            && matches!(sig.safety, syn::Safety::Default);
        let result = result.filter(|_| sig.asyncness.is_none());
        Function { name: sig.ident.to_string(), params, result, plain, method }
    }

    /// The functions of inherent implementations. A name that is declared twice in
    /// the program could be a trait's.
    fn implement(&mut self, module: usize, items: &[Item]) {
        for item in items {
            let Item::Impl(item) = item else { continue };
            let Some(this) = self.resolve(module, None, &item.self_ty) else { continue };
            let Form::Declared(index) = *self.types.form(this) else { continue };
            if item.trait_.as_ref().is_some_and(|(path, _)| path.is_ident("Iterator")) {
                self.murky.insert(format!("{} as Iterator", self.declared[index].name));
            }
            if item.trait_.is_some() || !plain(&item.generics) || !item.attrs.is_empty() {
                continue;
            }
            for function in &item.items {
                let syn::ImplItem::Fn(function) = function else { continue };
                let name = function.sig.ident.to_string();
                let unique =
                    self.methods.get(&name) == Some(&1) && !BY_VALUE.contains(&name.as_str());
                let usual = function.attrs.iter().all(|attr| attr.path().is_ident("doc"));
                if unique && usual {
                    let function = self.function(module, Some(this), &function.sig);
                    self.declared[index].functions.push(function);
                }
            }
        }
        for declared in &mut self.declared {
            if self.murky.contains(&format!("{} as Iterator", declared.name)) {
                declared.functions.retain(|function| !function.method);
            }
        }
    }

    fn declared_in(&self, module: usize, name: &str) -> Option<usize> {
        match *self.types.form(*self.modules[module].types.get(name)?) {
            Form::Declared(index) => Some(index),
            _ => None,
        }
    }

    /// The type with a name in a module.
    pub(super) fn type_named(&self, module: usize, this: Option<Type>, name: &str) -> Option<Type> {
        if name == "Self" {
            return this;
        }
        if let Some(&ty) = self.modules[module].types.get(name) {
            return Some(ty);
        }
        Types::named(name).filter(|_| self.is_library(name))
    }

    /// A function of a module.
    pub(super) fn function_named(&self, module: usize, name: &str) -> Option<&Function> {
        self.modules[module].functions.iter().find(|function| function.name == name)
    }

    /// The type that is written, if it is one of those that are known.
    pub(super) fn resolve(
        &mut self,
        module: usize,
        this: Option<Type>,
        ty: &syn::Type,
    ) -> Option<Type> {
        match ty {
            syn::Type::Paren(inner) => self.resolve(module, this, &inner.elem),
            syn::Type::Tuple(tuple) => {
                let elements: Option<Vec<Type>> =
                    tuple.elems.iter().map(|elem| self.resolve(module, this, elem)).collect();
                elements.map(|elements| self.types.intern(Form::Tuple(elements)))
            }
            syn::Type::Array(array) => {
                let element = self.resolve(module, this, &array.elem)?;
                let length = length(&array.len)?;
                Some(self.types.intern(Form::Array(element, length)))
            }
            syn::Type::Reference(reference) if reference.mutability.is_none() => {
                let is_str = matches!(&*reference.elem, syn::Type::Path(path)
                    if path.qself.is_none() && path.path.is_ident("str"));
                if is_str {
                    return Some(Types::STR).filter(|_| self.is_library("str"));
                }
                let inner = self.resolve(module, this, &reference.elem)?;
                Some(self.types.intern(Form::Ref(inner)))
            }
            syn::Type::Path(path) if path.qself.is_none() && path.path.segments.len() == 1 => {
                let segment = &path.path.segments[0];
                let name = segment.ident.to_string();
                match &segment.arguments {
                    syn::PathArguments::None => self.type_named(module, this, &name),
                    syn::PathArguments::AngleBracketed(arguments) if arguments.args.len() == 1 => {
                        let syn::GenericArgument::Type(argument) = &arguments.args[0] else {
                            return None;
                        };
                        let argument = self.resolve(module, this, argument)?;
                        let form = match &name[..] {
                            _ if !self.is_library(&name) => return None,
                            "Option" => Form::Option(argument),
                            "Vec" => Form::Vec(argument),
                            "Box" => Form::Box(argument),
                            _ => return None,
                        };
                        Some(self.types.intern(form))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Whether values of a type are copied.
    pub(super) fn is_copy(&self, ty: Type) -> bool {
        match self.types.form(ty) {
            Form::Library(_) => ty != Types::STRING,
            Form::Declared(index) => self.declared[*index].copy,
            Form::Tuple(elements) => elements.iter().all(|&element| self.is_copy(element)),
            Form::Array(inner, _) | Form::Option(inner) => self.is_copy(*inner),
            Form::Vec(_) | Form::Box(_) => false,
            Form::Ref(_) => true,
        }
    }

    /// Whether values of a type hold no references, so that they can be used
    /// wherever one stood.
    pub(super) fn is_owned(&self, ty: Type) -> bool {
        match self.types.form(ty) {
            Form::Library(_) => ty != Types::STR,
            // A type without parameters holds nothing that is borrowed for less
            // than the whole program.
            Form::Declared(_) => true,
            Form::Tuple(elements) => elements.iter().all(|&element| self.is_owned(element)),
            Form::Array(inner, _) | Form::Option(inner) | Form::Vec(inner) | Form::Box(inner) => {
                self.is_owned(*inner)
            }
            Form::Ref(_) => false,
        }
    }

    /// Whether a type can be written in a module.
    pub(super) fn can_be_written(&self, ty: Type, module: usize) -> bool {
        match self.types.form(ty) {
            Form::Library(_) => true,
            Form::Declared(index) => self.declared[*index].module == module,
            Form::Tuple(elements) => elements.iter().all(|&e| self.can_be_written(e, module)),
            Form::Array(inner, _)
            | Form::Option(inner)
            | Form::Vec(inner)
            | Form::Box(inner)
            | Form::Ref(inner) => self.can_be_written(*inner, module),
        }
    }

    /// The type as it is written.
    pub(super) fn text(&self, ty: Type) -> String {
        let mut text = String::new();
        self.write(ty, &mut text);
        text
    }

    pub(super) fn write(&self, ty: Type, out: &mut String) {
        let mut around = |before: &str, inner: Type, after: &str| {
            out.push_str(before);
            self.write(inner, out);
            out.push_str(after);
        };
        match self.types.form(ty) {
            Form::Library(name) => out.push_str(name),
            Form::Declared(index) => out.push_str(&self.declared[*index].name),
            Form::Tuple(elements) => {
                out.push('(');
                for &element in elements {
                    self.write(element, out);
                    out.push_str(", ");
                }
                // Only a tuple of one element needs the last comma.
                if elements.len() > 1 {
                    out.truncate(out.len() - 2);
                }
                out.push(')');
            }
            Form::Array(element, length) => around("[", *element, &format!("; {length}]")),
            Form::Vec(element) => around("Vec<", *element, ">"),
            Form::Option(inner) => around("Option<", *inner, ">"),
            Form::Box(inner) => around("Box<", *inner, ">"),
            Form::Ref(inner) => around("&", *inner, ""),
        }
    }
}

/// The items of a module that is written out.
pub(super) fn inner_items(item: &Item) -> Option<&Vec<Item>> {
    match item {
        Item::Mod(module) => module.content.as_ref().map(|(_, items)| items),
        _ => None,
    }
}

fn plain(generics: &syn::Generics) -> bool {
    generics.params.is_empty() && generics.where_clause.is_none()
}

/// The length of an array, where it is a literal.
pub(super) fn length(expr: &syn::Expr) -> Option<usize> {
    match expr {
        syn::Expr::Lit(literal) => match &literal.lit {
            syn::Lit::Int(number) => number.base10_parse().ok(),
            _ => None,
        },
        _ => None,
    }
}

fn derives_copy(attrs: &[syn::Attribute]) -> bool {
    let mut found = false;
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("derive")) {
        // What cannot be read derives nothing that is known.
        let _ = attr.parse_nested_meta(|meta| {
            found |= meta.path.is_ident("Copy");
            Ok(())
        });
    }
    found
}

/// Collects the names that are not what they seem.
#[derive(Default)]
struct Names {
    murky: BTreeSet<String>,
    /// How often a function of this name is declared in implementations and traits.
    functions: BTreeMap<String, usize>,
    in_block: bool,
}

impl Names {
    fn is_known(name: &str) -> bool {
        Types::named(name).is_some() || LIBRARY.contains(&name) || name == "str"
    }

    fn used(&mut self, tree: &syn::UseTree, library: bool) {
        match tree {
            syn::UseTree::Path(path) => {
                let root = ["std", "core", "alloc"].iter().any(|known| path.ident == known);
                self.used(&path.tree, library || root);
            }
            syn::UseTree::Name(name) => self.bound(&name.ident, library),
            syn::UseTree::Rename(rename) => self.bound(&rename.rename, false),
            syn::UseTree::Glob(_) if self.in_block => {
                // It could bring anything; functions are called by their names.
                self.murky.insert("*".to_owned());
            }
            syn::UseTree::Glob(_) => {}
            syn::UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.used(tree, library));
            }
        }
    }

    fn bound(&mut self, name: &syn::Ident, library: bool) {
        let name = name.to_string();
        if self.in_block || (Names::is_known(&name) && !library) {
            self.murky.insert(name);
        }
    }

    fn is_conditional(attrs: &[syn::Attribute]) -> bool {
        attrs.iter().any(|attr| attr.path().is_ident("cfg") || attr.path().is_ident("cfg_attr"))
    }
}

impl<'ast> Visit<'ast> for Names {
    fn visit_item(&mut self, item: &'ast Item) {
        let (name, attrs) = match item {
            Item::Const(item) => (Some(&item.ident), &item.attrs[..]),
            Item::Enum(item) => (Some(&item.ident), &item.attrs[..]),
            Item::Fn(item) => (Some(&item.sig.ident), &item.attrs[..]),
            Item::Static(item) => (Some(&item.ident), &item.attrs[..]),
            Item::Struct(item) => (Some(&item.ident), &item.attrs[..]),
            Item::Trait(item) => (Some(&item.ident), &item.attrs[..]),
            Item::Type(item) => (Some(&item.ident), &item.attrs[..]),
            Item::Union(item) => (Some(&item.ident), &item.attrs[..]),
            Item::Mod(item) => (Some(&item.ident), &item.attrs[..]),
            _ => (None, &[][..]),
        };
        if let Some(name) = name {
            let name = name.to_string();
            let odd = self.in_block || Names::is_conditional(attrs) || Names::is_known(&name);
            if odd || matches!(item, Item::Type(_)) {
                self.murky.insert(name);
            }
        }
        if let Item::Use(item) = item {
            self.used(&item.tree, false);
        }
        visit::visit_item(self, item);
    }

    fn visit_block(&mut self, block: &'ast syn::Block) {
        let before = std::mem::replace(&mut self.in_block, true);
        visit::visit_block(self, block);
        self.in_block = before;
    }

    fn visit_type_param(&mut self, param: &'ast syn::TypeParam) {
        self.murky.insert(param.ident.to_string());
    }

    fn visit_const_param(&mut self, param: &'ast syn::ConstParam) {
        self.murky.insert(param.ident.to_string());
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        *self.functions.entry(function.sig.ident.to_string()).or_default() += 1;
        visit::visit_impl_item_fn(self, function);
    }

    fn visit_trait_item_fn(&mut self, function: &'ast syn::TraitItemFn) {
        *self.functions.entry(function.sig.ident.to_string()).or_default() += 1;
        visit::visit_trait_item_fn(self, function);
    }
}
