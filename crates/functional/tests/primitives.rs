//! Every primitive operation at the bounds of its types, from `primitives.txt`.
//!
//! A line is a type, an operation, its arguments, and what `show` gives for the result;
//! a conversion names the type of its result behind its arguments. The results in the
//! file are GHC's; that GHC still gives them is a test of `xtask`.

use functional::eval::{Limits, Machine, Stop};
use functional::library::BASE;
use functional::prims::{Op, Shape};
use functional::syntax::{BottomKind, Expr, ExprId, Program, Stmt};
use functional::types::{Prim, Ty, Types, data};

fn prim(name: &str) -> Prim {
    let found = Prim::ALL.into_iter().find(|prim| prim.name() == name);
    found.unwrap_or_else(|| panic!("there is no type {name}"))
}

fn literal(program: &mut Program, prim: Prim, text: &str) -> ExprId {
    let ty = Types::prim(prim);
    if text == "raise" {
        return program.expr(Expr::Bottom, ty);
    }
    match prim {
        Prim::Double => program.expr(Expr::Double(text.parse().unwrap()), ty),
        Prim::Char => {
            let code = u32::from_str_radix(text, 16).unwrap();
            program.expr(Expr::Char(char::from_u32(code).unwrap()), ty)
        }
        _ => program.int(text.parse().unwrap(), ty),
    }
}

/// The expression of a line, and the result behind it.
fn case<'a>(program: &mut Program, line: &'a str) -> (ExprId, &'a str) {
    let (left, result) = line.split_once(" = ").expect("a result in every line");
    let words: Vec<&str> = left.split_whitespace().collect();
    let at = prim(words[0]);
    let op = Op::ALL.iter().copied().find(|op| op.name() == words[1]);
    let op = op.unwrap_or_else(|| panic!("there is no operation {}", words[1]));
    let ty = Types::prim(at);
    let mut args = Vec::new();
    for (i, word) in words[2..2 + op.arity()].iter().enumerate() {
        let int = i == 1 && matches!(op.shape(), Shape::ByInt | Shape::Bit);
        args.push(literal(program, if int { Prim::Int } else { at }, word));
    }
    let result_ty: Ty = match op.shape() {
        Shape::Constant | Shape::Unary | Shape::Binary | Shape::ByInt => ty,
        Shape::Both => program.types.data(data::PAIR, &[ty, ty]),
        Shape::Relation | Shape::Predicate | Shape::Bit => Types::BOOL,
        Shape::Comparison => Types::ORDERING,
        Shape::ToInt => Types::INT,
        Shape::ToString => Types::STRING,
        Shape::Convert => Types::prim(prim(words[2 + op.arity()])),
        Shape::Then => panic!("seq is no operation on values"),
    };
    let args = program.add_exprs(&args);
    (program.expr(Expr::Prim(op, ty, args), result_ty), result)
}

/// A program that prints the results of all lines, and what it must print.
fn program(lines: &[&str]) -> (Program, Vec<String>) {
    let mut program = BASE.clone();
    program.bottom = Some(BottomKind::Arithmetic);
    let mut expected = Vec::new();
    for line in lines {
        let (expr, result) = case(&mut program, line);
        let group = program.add_stmts(&[Stmt::Attempt(expr)]);
        program.main.push(group);
        expected.push(result.to_owned());
    }
    functional::check::check(&program).expect("the cases are well-typed");
    (program, expected)
}

fn lines() -> Vec<&'static str> {
    let file = include_str!("primitives.txt");
    file.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect()
}

#[test]
fn the_evaluator_agrees() {
    let lines = lines();
    let (program, expected) = program(&lines);
    let mut machine = Machine::new(&program, Limits::default());
    for ((&group, line), expected) in program.main.iter().zip(&lines).zip(expected) {
        let ran = machine.run(group);
        assert_eq!(ran.stop, None, "{line}");
        assert_eq!(ran.output, format!("{expected}\n"), "{line}");
    }
}

/// Versions of GHC's library differ in what these need.
#[test]
fn nothing_is_said_where_an_operand_need_not_be_evaluated() {
    let lines = [
        "Int rem raise -1 = ",
        "Int mod raise -1 = ",
        "Integer .&. 0 raise = ",
        "Integer .|. -1 raise = ",
    ];
    let (program, _) = program(&lines);
    let mut machine = Machine::new(&program, Limits::default());
    for (&group, line) in program.main.iter().zip(lines) {
        assert_eq!(machine.run(group).stop, Some(Stop::Unspecified), "{line}");
    }
}

#[test]
fn every_operation_has_a_case() {
    let lines = lines();
    for op in Op::ALL.iter().filter(|op| !matches!(op, Op::Seq | Op::Conj | Op::Disj | Op::Not)) {
        let has = lines.iter().any(|line| line.split_whitespace().nth(1) == Some(op.name()));
        assert!(has, "no case for {}", op.name());
    }
}
