//! The API graph (section 3.2): which members produce values of which types.
//!
//! Nodes are type constructors and members. An edge from a type to a member,
//! the member being applied to a value of that type, is the member's owner and
//! needs no storage. The edges from members to the constructors of their
//! results are stored backwards, since the search for inhabitants starts at the
//! result: for each constructor its producers, those reached in the fewest
//! steps first, in one array with offsets. The label of an edge, a substitution,
//! is the decomposition of the member's result type.
//!
//! A member whose result is a bare type variable may produce anything; such
//! members are the producers of one node of their own.

use crate::decl::{ClassSort, MemberSort, Primitive};
use crate::model::{MemberId, Model};
use crate::types::{ClassId, Kind, Type, Types};

/// The API graph of the members that a language can use.
#[derive(Debug)]
pub(crate) struct Graph {
    offsets: Vec<u32>,
    producers: Vec<MemberId>,
    /// For each member the least number of calls in a chain that ends with it and
    /// starts at a static member or a constructor; `UNREACHED` if there is none.
    steps: Vec<u8>,
}

const UNREACHED: u8 = u8::MAX;

/// A node of the graph that stands for types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Node {
    /// The instances of a class.
    Class(ClassId),
    /// All arrays.
    Array,
    /// A primitive type.
    Primitive(Primitive),
    /// Whatever a type variable is replaced by.
    Variable,
}

impl Node {
    /// The node of a type, if values of it can be produced.
    pub(crate) fn of(types: &Types, t: Type) -> Option<Node> {
        match types.kind(t) {
            Kind::Class(class) => Some(Node::Class(class)),
            Kind::Array => Some(Node::Array),
            Kind::Primitive(primitive) => Some(Node::Primitive(primitive)),
            Kind::Var(_) => Some(Node::Variable),
            Kind::Nullable => Node::of(types, types.args(t)[0]),
            Kind::Void | Kind::Bottom | Kind::Any | Kind::Extends | Kind::Super => None,
        }
    }

    fn index(self, classes: usize) -> usize {
        match self {
            Node::Class(class) => class.0 as usize,
            Node::Array => classes,
            Node::Primitive(primitive) => classes + 1 + primitive as usize,
            Node::Variable => classes + 9,
        }
    }
}

impl Graph {
    /// Builds the graph of those members that `usable` lets pass.
    pub(crate) fn new(model: &Model, usable: impl Fn(MemberId) -> bool) -> Graph {
        let types = Types::over(&model.table);
        let classes = model.classes.len();
        let used: Vec<MemberId> = model.member_ids().filter(|&id| usable(id)).collect();
        let steps = count_steps(model, &types, &used);
        let mut by_node: Vec<(usize, u8, MemberId)> = used
            .iter()
            .filter_map(|&id| {
                let node = Node::of(&types, model.member(id).result)?;
                Some((node.index(classes), steps[id.0 as usize], id))
            })
            .collect();
        by_node.sort_unstable();
        let mut offsets = vec![0u32; classes + 11];
        for &(node, ..) in &by_node {
            offsets[node + 1] += 1;
        }
        for node in 1..offsets.len() {
            offsets[node] += offsets[node - 1];
        }
        Graph { offsets, producers: by_node.into_iter().map(|(.., id)| id).collect(), steps }
    }

    /// The members that produce values of a node by a chain of at most `steps`
    /// calls from a static member or a constructor; all of them for `usize::MAX`.
    pub(crate) fn producers(&self, model: &Model, node: Node, steps: usize) -> &[MemberId] {
        let index = node.index(model.classes.len());
        let (start, end) = (self.offsets[index] as usize, self.offsets[index + 1] as usize);
        let all = &self.producers[start..end];
        let near = all.partition_point(|id| usize::from(self.steps[id.0 as usize]) <= steps);
        &all[..near]
    }

    /// The members that produce values of a class.
    pub(crate) fn producers_of(&self, model: &Model, class: ClassId) -> &[MemberId] {
        self.producers(model, Node::Class(class), usize::MAX)
    }

    /// The least number of calls in a chain that ends with the member, if there
    /// is one.
    pub(crate) fn steps_to(&self, id: MemberId) -> Option<usize> {
        let steps = self.steps[id.0 as usize];
        (steps != UNREACHED).then_some(usize::from(steps))
    }

    /// How many edges from members to types there are.
    pub(crate) fn edges(&self) -> usize {
        self.producers.len()
    }
}

/// Whether a member is applied to nothing.
pub(crate) fn is_source(model: &Model, id: MemberId) -> bool {
    let member = model.member(id);
    match member.sort {
        MemberSort::Constructor => model.class(member.owner).inner_of.is_none(),
        _ => member.is_static && member.extends.is_none(),
    }
}

fn count_steps(model: &Model, types: &Types, used: &[MemberId]) -> Vec<u8> {
    let mut steps = vec![UNREACHED; model.members.len()];
    let mut reached = vec![false; model.classes.len()];
    let mut by_owner: Vec<Vec<MemberId>> = vec![Vec::new(); model.classes.len()];
    let mut now: Vec<MemberId> = Vec::new();
    for &id in used {
        if is_source(model, id) {
            now.push(id);
        } else {
            let member = model.member(id);
            let owner = match member.extends {
                Some(receiver) => types.class(receiver).unwrap_or(model.known.object),
                None if member.sort == MemberSort::Constructor => {
                    model.class(member.owner).inner_of.unwrap_or(member.owner)
                }
                None => member.owner,
            };
            by_owner[owner.0 as usize].push(id);
        }
    }
    let mut step = 1;
    while !now.is_empty() && step < 16 {
        let mut next = Vec::new();
        for id in now {
            steps[id.0 as usize] = step;
            let Some(class) = types.class(model.member(id).result) else { continue };
            // A value of a class is a value of its ancestors.
            for &(ancestor, _) in model.supers(class) {
                if !std::mem::replace(&mut reached[ancestor.0 as usize], true) {
                    next.append(&mut by_owner[ancestor.0 as usize]);
                }
            }
        }
        now = next;
        step += 1;
    }
    steps
}

/// Whether a class can be instantiated by its constructors.
pub(crate) fn is_concrete(model: &Model, class: ClassId) -> bool {
    model.class(class).sort == ClassSort::Class
}
