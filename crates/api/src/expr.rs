//! API-IR (Figure 4), with lambdas, references, conditionals and casts: the
//! program before it is written in a language.

use case::Reason;

use crate::decl::Primitive;
use crate::erase::keep;
use crate::model::MemberId;
use crate::relation::Relation;
use crate::types::{ClassId, Subst, Type};

/// An expression.
#[derive(Clone, Debug)]
pub(crate) enum Expr {
    /// A value of a primitive type or a string.
    Literal(Literal),
    /// A parameter of the program: a constant of a type.
    Param(usize),
    /// A local variable of the program.
    Local(usize),
    /// A parameter of an enclosing lambda.
    Bound(usize),
    /// A call of a member, or an access to a field.
    Call(Box<Call>),
    /// A function.
    Lambda {
        /// The numbers and types of its parameters.
        params: Vec<(usize, Type)>,
        /// Whether the types of the parameters are written down.
        explicit: bool,
        /// Its body, unless it is empty.
        body: Option<Box<Expr>>,
        /// The type that it has as an object.
        of: Type,
        /// The type that its body is to have.
        result: Type,
        /// Whether the type of its body is exactly the expected result type.
        precise: bool,
    },
    /// A reference to a member as a function.
    Reference {
        /// The member.
        member: MemberId,
        /// The type before the colons.
        of: Type,
        /// The type that it has as an object.
        to: Type,
        /// The object before the colons, if the reference is bound to one.
        receiver: Option<Box<Expr>>,
    },
    /// One of two expressions, by a parameter of the program.
    Conditional {
        /// The number of the parameter.
        condition: usize,
        /// If it holds.
        yes: Box<Expr>,
        /// If it does not.
        no: Box<Expr>,
    },
    /// An expression as a value of a type above its own.
    Cast(Type, Box<Expr>),
}

impl Expr {
    /// Whether it is a function, or a conditional with one among its branches, so that it
    /// has no type without a target type.
    pub(crate) fn is_function(&self) -> bool {
        match self {
            Expr::Lambda { .. } | Expr::Reference { .. } => true,
            Expr::Conditional { yes, no, .. } => yes.is_function() || no.is_function(),
            _ => false,
        }
    }
}

/// A literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Literal {
    /// The simplest value of a primitive type.
    Primitive(Primitive),
    /// An integer, of the type that its context asks for.
    Integer,
    /// A string.
    String,
}

/// A call of a method or constructor, or an access to a field.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    /// What is called.
    pub(crate) member: MemberId,
    /// The class that a static member or constructor is called on.
    pub(crate) class: ClassId,
    /// What it is called on.
    pub(crate) receiver: Option<Expr>,
    /// The types of the variables of the member, and of its class if it is a
    /// constructor.
    pub(crate) type_args: Vec<Type>,
    /// The arguments.
    pub(crate) args: Vec<Expr>,
    /// The whole substitution, variables of the owner included.
    pub(crate) subst: Subst,
    /// The types of the arguments by themselves.
    pub(crate) arg_types: Vec<Type>,
    /// The formal types of the arguments (of a variable-arity parameter, once
    /// for each argument), with the variables of `type_args` in them.
    pub(crate) formals: Vec<Type>,
    /// Whether another member of the name takes as many arguments.
    pub(crate) overloaded: bool,
    /// Whether overload resolution depends on its type arguments.
    pub(crate) told_by_types: bool,
    /// Definition 3.14: whether the type arguments can be left out without
    /// changing their meaning.
    pub(crate) erasable: bool,
}

/// A variable of the program with its type.
#[derive(Clone, Debug)]
pub(crate) struct Local {
    /// Its type.
    pub(crate) t: Type,
    /// Its value.
    pub(crate) value: Expr,
    /// Whether its type is left out where types are.
    pub(crate) omitted: bool,
    /// Whether it has exactly its type where it is used.
    pub(crate) exact: bool,
}

/// How much is known about the overload that a call means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Overload {
    /// It is the intended one.
    Foreseen,
    /// It is the intended one by the rules of Java, which says that the call is right.
    ForeseenInJava,
    /// It may be another one.
    Open,
}

/// A program: one call of an API member with what it needs.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    /// The types of the parameters.
    pub(crate) params: Vec<Type>,
    /// The local variables, in order.
    pub(crate) locals: Vec<Local>,
    /// The call, and the type of the variable that takes its result.
    pub(crate) call: Expr,
    /// The type of the variable that takes the result.
    pub(crate) result: Option<Type>,
    /// Whether the type of that variable is left out where types are.
    pub(crate) omitted: bool,
    /// Whether overload resolution was foreseen.
    pub(crate) overload: Overload,
    /// Why it is ill-typed, if it is.
    pub(crate) reason: Option<Reason>,
    /// The features that it uses.
    pub(crate) features: Vec<&'static str>,
}

impl Program {
    /// The program with the arguments of its call cast to the types that they have, or,
    /// if there are none, with its result in another variable first. (A cast of the result
    /// would hide that another overload was chosen.)
    pub(crate) fn sibling(&self, relation: &Relation<'_>) -> Option<Program> {
        let Expr::Call(call) = &self.call else { return None };
        let castable = |arg: &Expr, t: Type| {
            !matches!(arg, Expr::Cast(..) | Expr::Literal(Literal::Integer))
                && !arg.is_function()
                && !relation.must_be_named(call.member, t)
        };
        let mut call = call.clone();
        if !call.args.iter().zip(&call.arg_types).any(|(arg, &t)| castable(arg, t)) {
            let value = Expr::Call(call);
            let mut program = self.clone();
            program.call = Expr::Local(self.locals.len());
            program.locals.push(Local {
                t: self.result?,
                value,
                omitted: self.omitted,
                exact: true,
            });
            return Some(program);
        }
        for (arg, &t) in call.args.iter_mut().zip(&call.arg_types) {
            if castable(arg, t) {
                let mut value = arg.clone();
                keep(relation, &mut value);
                *arg = Expr::Cast(t, Box::new(value));
            }
        }
        Some(Program { call: Expr::Call(call), ..self.clone() })
    }

    /// Whether there are types that can be left out.
    pub(crate) fn is_erasable(&self) -> bool {
        self.omitted
            || is_erasable(&self.call)
            || self.locals.iter().any(|local| local.omitted || is_erasable(&local.value))
    }
}

fn is_erasable(expr: &Expr) -> bool {
    match expr {
        Expr::Call(call) => {
            call.erasable
                || call.receiver.as_ref().is_some_and(is_erasable)
                || call.args.iter().any(is_erasable)
        }
        Expr::Lambda { body, .. } => body.as_deref().is_some_and(is_erasable),
        Expr::Reference { receiver, .. } => receiver.as_deref().is_some_and(is_erasable),
        Expr::Conditional { yes, no, .. } => is_erasable(yes) || is_erasable(no),
        Expr::Cast(_, inside) => is_erasable(inside),
        Expr::Literal(_) | Expr::Param(_) | Expr::Local(_) | Expr::Bound(_) => false,
    }
}
