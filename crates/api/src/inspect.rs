//! What is in an API, for people: its size, its declarations, its graph.

use std::collections::BTreeMap;

use case::Language;

use crate::decl::{ClassSort, MemberSort};
use crate::engine::Api;
use crate::graph;
use crate::language::Facts;
use crate::model::MemberId;
use crate::relation::Relation;
use crate::types::{ClassId, Kind, Type, VarId};

/// The characteristics of an API (Table 1 of the paper). Nodes and edges are
/// those of the whole graph in a language; all else counts what the libraries
/// under test offer their clients.
#[derive(Clone, Debug, PartialEq)]
pub struct Stats {
    /// Types and members of the graph.
    pub nodes: usize,
    /// Edges from types to members that are applied to them, and from members
    /// to the types of their results.
    pub edges: usize,
    /// Methods.
    pub methods: usize,
    /// Methods with type parameters of their own.
    pub polymorphic_methods: usize,
    /// Fields.
    pub fields: usize,
    /// Constructors.
    pub constructors: usize,
    /// Types.
    pub types: usize,
    /// Types with type parameters.
    pub type_constructors: usize,
    /// How many ancestors a type has on average, itself included.
    pub inheritance: f64,
    /// How long a typing sequence (receiver, parameters, result) is on average.
    pub signature: f64,
    /// How many members the language can use.
    pub usable: usize,
    /// How many it cannot use, by reason.
    pub unusable: BTreeMap<&'static str, usize>,
}

/// A type of an API.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeInfo {
    /// Its full name.
    pub name: String,
    /// Its declaration, in the notation of Java.
    pub declaration: String,
    /// Whether programs of the language can name it.
    pub usable: bool,
    /// How many types that programs can name are below it, itself included.
    pub subtypes: usize,
    /// How many members produce values of it.
    pub producers: usize,
    /// What its objects have, and its constructors.
    pub members: Vec<MemberInfo>,
}

/// A member of an API.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemberInfo {
    /// Its full name.
    pub name: String,
    /// Its declaration, in the notation of Java.
    pub declaration: String,
    /// Why programs of the language cannot use it, if they cannot.
    pub obstacle: Option<&'static str>,
    /// The least number of calls in a chain that ends with it, if it ends any.
    pub steps: Option<usize>,
}

/// What has a name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The types of that name.
    pub types: Vec<TypeInfo>,
    /// The members of that name.
    pub members: Vec<MemberInfo>,
}

/// An edge of the API graph between nodes named in full.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge {
    /// Where it starts.
    pub from: String,
    /// Where it ends.
    pub to: String,
    /// What the type arguments of the result are, if it leads to a generic type.
    pub label: String,
}

/// The part of an API graph around the members that are exercised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphInfo {
    /// The members, with their declarations.
    pub members: Vec<(String, String)>,
    /// The types that they are applied to or give.
    pub types: Vec<String>,
    /// The edges.
    pub edges: Vec<Edge>,
}

impl Api {
    /// The characteristics of the API in a language.
    pub fn stats(&self, language: Language) -> Stats {
        let (model, facts) = (self.model(), Facts::of(language));
        let used: Vec<MemberId> =
            model.member_ids().filter(|&id| facts.is_usable(model, id)).collect();
        let applied = used.iter().filter(|&&id| !graph::is_source(model, id)).count();
        let named = |&id: &ClassId| facts.is_type_usable(model, id);
        let mut stats = Stats {
            nodes: model.class_ids().filter(named).count() + used.len(),
            edges: self.graph(language).edges() + applied,
            methods: 0,
            polymorphic_methods: 0,
            fields: 0,
            constructors: 0,
            types: 0,
            type_constructors: 0,
            inheritance: 0.0,
            signature: 0.0,
            usable: self.members(language),
            unusable: self.unusable(language).clone(),
        };
        let mut ancestors = 0;
        for id in model.class_ids().filter(|&id| model.class(id).subject).filter(named) {
            stats.types += 1;
            stats.type_constructors += usize::from(!model.class(id).params.is_empty());
            ancestors += model.supers(id).len();
        }
        let mut positions = 0;
        let subject = |id: &&MemberId| model.class(model.member(**id).owner).subject;
        for &id in used.iter().filter(subject) {
            let member = model.member(id);
            match member.sort {
                MemberSort::Method => {
                    stats.methods += 1;
                    stats.polymorphic_methods += usize::from(!member.vars.is_empty());
                }
                MemberSort::Field => stats.fields += 1,
                MemberSort::Constructor => stats.constructors += 1,
            }
            positions += member.params.len() + 1 + usize::from(!graph::is_source(model, id));
        }
        let members = stats.methods + stats.fields + stats.constructors;
        stats.inheritance = ancestors as f64 / stats.types.max(1) as f64;
        stats.signature = positions as f64 / members.max(1) as f64;
        stats
    }

    /// The types and members of a name: simple (`Table`), with some of what is
    /// around it (`Map.Entry.getKey`), or full.
    pub fn find(&self, language: Language, name: &str) -> Found {
        let model = self.model();
        let is_it = |full: &str| {
            full.strip_suffix(name).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
        };
        let types = model.class_ids().filter(|&id| is_it(&model.class_name(id)));
        let mut types: Vec<TypeInfo> = types.map(|id| self.type_info(language, id)).collect();
        types.sort_by(|a, b| a.name.cmp(&b.name));
        let members = model.member_ids().filter(|&id| is_it(&model.full_name(id)));
        let mut members: Vec<MemberInfo> =
            members.map(|id| self.member_info(language, id)).collect();
        members.sort_by(|a, b| (&a.name, &a.declaration).cmp(&(&b.name, &b.declaration)));
        Found { types, members }
    }

    /// The graph around the members that are exercised.
    pub fn graph_info(&self, language: Language) -> GraphInfo {
        let model = self.model();
        let relation = Relation::new(model, Facts::of(language));
        let mut made = GraphInfo { members: Vec::new(), types: Vec::new(), edges: Vec::new() };
        for &id in self.member_ids(language) {
            let member = model.member(id);
            let declaration = declaration(&relation, id);
            let node = format!("{}: {declaration}", model.class_name(member.owner));
            let base = match member.extends {
                Some(receiver) => Some(receiver_name(&relation, receiver)),
                None if graph::is_source(model, id) => None,
                None => Some(model.class_name(member.owner)),
            };
            if let Some(from) = base {
                made.types.push(from.clone());
                made.edges.push(Edge { from, to: node.clone(), label: String::new() });
            }
            if relation.types.kind(member.result) != Kind::Void {
                let to = receiver_name(&relation, member.result);
                let args: Vec<String> =
                    relation.types.args(member.result).iter().map(|&t| relation.show(t)).collect();
                made.types.push(to.clone());
                made.edges.push(Edge { from: node.clone(), to, label: args.join(", ") });
            }
            made.members.push((node, declaration));
        }
        made.members.sort_unstable();
        made.types.sort_unstable();
        made.types.dedup();
        made.edges.sort_unstable();
        made
    }

    fn type_info(&self, language: Language, id: ClassId) -> TypeInfo {
        let (model, facts) = (self.model(), Facts::of(language));
        let class = model.class(id);
        let constructors = class.members.iter().copied();
        let constructors =
            constructors.filter(|&m| model.member(m).sort == MemberSort::Constructor);
        let members = constructors.chain(model.members_of(id));
        let mut members: Vec<MemberInfo> =
            members.map(|member| self.member_info(language, member)).collect();
        members.sort_by(|a, b| (&a.name, &a.declaration).cmp(&(&b.name, &b.declaration)));
        let relation = Relation::new(model, Facts::of(language));
        let sort = match class.sort {
            ClassSort::Class => "class",
            ClassSort::Abstract => "abstract class",
            ClassSort::Interface => "interface",
            ClassSort::Object => "object",
        };
        let above: Vec<String> = class.supertypes.iter().map(|&t| relation.show(t)).collect();
        let above =
            if above.is_empty() { String::new() } else { format!(" below {}", above.join(", ")) };
        let name = model.class_name(id);
        TypeInfo {
            declaration: format!("{sort} {name}{}{above}", variables(&relation, &class.params)),
            name,
            usable: facts.is_type_usable(model, id),
            subtypes: model.subclasses(id).len(),
            producers: self.graph(language).producers_of(model, id).len(),
            members,
        }
    }

    fn member_info(&self, language: Language, id: MemberId) -> MemberInfo {
        let model = self.model();
        MemberInfo {
            name: model.full_name(id),
            declaration: declaration(&Relation::new(model, Facts::of(language)), id),
            obstacle: Facts::of(language).obstacle(model, id),
            steps: self.graph(language).steps_to(id),
        }
    }
}

/// The node of a type: its class, or what stands for it.
fn receiver_name(relation: &Relation<'_>, t: Type) -> String {
    match relation.types.kind(t) {
        Kind::Class(class) => relation.model.class_name(class),
        Kind::Var(_) => "(any type)".to_owned(),
        Kind::Array => "(arrays)".to_owned(),
        _ => relation.show(t),
    }
}

/// A member in the notation of Java.
fn declaration(relation: &Relation<'_>, id: MemberId) -> String {
    let model = relation.model;
    let member = model.member(id);
    let name = model.name(member.name);
    let result = relation.show(member.result);
    let fixed = if member.is_static { "static " } else { "" };
    let mut params: Vec<String> = member.params.iter().map(|&t| relation.show(t)).collect();
    if member.varargs
        && let Some(last) = params.last_mut()
        && let Some(element) = last.strip_suffix("[]")
    {
        *last = format!("{element}...");
    }
    let params = params.join(", ");
    let vars = variables(relation, &member.vars);
    let vars = if vars.is_empty() { vars } else { format!("{vars} ") };
    let receiver = member.extends.map_or(String::new(), |t| format!("{}.", relation.show(t)));
    match member.sort {
        MemberSort::Field => format!("{fixed}{result} {name}"),
        MemberSort::Constructor => format!("{vars}new {result}({params})"),
        MemberSort::Method => format!("{fixed}{vars}{result} {receiver}{name}({params})"),
    }
}

/// Type variables with their bounds, in brackets; nothing for none.
fn variables(relation: &Relation<'_>, vars: &[VarId]) -> String {
    let shown: Vec<String> = vars
        .iter()
        .map(|&var| {
            let declared = relation.model.var(var);
            let bounds: Vec<String> = declared.bounds.iter().map(|&b| relation.show(b)).collect();
            match bounds.is_empty() {
                true => declared.name.clone(),
                false => format!("{} extends {}", declared.name, bounds.join(" & ")),
            }
        })
        .collect();
    if shown.is_empty() { String::new() } else { format!("<{}>", shown.join(", ")) }
}
