//! Primitive operations: evaluating operands, comparing and showing.

use std::cmp::Ordering;

use super::number::{Answer, Number};
use super::{Bug, Cell, Frame, Machine, Ref, Shown, State, Stop, known, show};
use crate::library::con;
use crate::prims::{Op, Shape};
use crate::syntax::{ConId, DataKind};
use crate::types::{Prim, Ty, Type, Types};

impl Machine<'_> {
    /// Begins an operation with all its arguments.
    pub(super) fn operate(&mut self, op: Op, at: Ty, result: Ty, args: u32) -> Result<State, Stop> {
        let arg = |i: u32| self.refs[(args + i) as usize];
        match op {
            Op::Seq => {
                let (first, second) = (arg(0), arg(1));
                if self.bug == Some(Bug::LostSeq) {
                    return Ok(State::Enter(second));
                }
                self.stack.push(Frame::Then(second));
                return Ok(State::Enter(first));
            }
            Op::Conj | Op::Disj => {
                let (first, second) = (arg(0), arg(1));
                self.stack.push(Frame::Lazy(op, second));
                return Ok(State::Enter(first));
            }
            Op::Show => {
                let value = arg(0);
                let base = self.shows.len() as u32;
                let text = self.text.len() as u32;
                self.shows.push(show::Item::Value(value, at, 0));
                self.stack.push(Frame::Show { base, text, to: Shown::Value });
                return Ok(State::Return(known::UNIT));
            }
            _ => {}
        }
        let compares = matches!(op.shape(), Shape::Relation | Shape::Comparison)
            || matches!(op, Op::Max | Op::Min);
        if compares && self.types.as_prim(at).is_none() {
            let (first, second) = (arg(0), arg(1));
            let base = self.pairs.len() as u32;
            self.pairs.push((first, second, at));
            let pair = Some((first, second));
            return self.compare_on(op, base, pair);
        }
        self.operand(op, at, result, args, 0)
    }

    fn operand(&mut self, op: Op, at: Ty, result: Ty, args: u32, from: u32) -> Result<State, Stop> {
        let count = op.arity() as u32;
        for next in from..count {
            let cell = self.operand_at(op, args, next);
            // `x ^ 0` is 1, whatever `x` is.
            if op == Op::Power && next == 1 && self.is_integer(self.operand_at(op, args, 0), 0) {
                let one = if at == Types::DOUBLE { Number::Double(1.0) } else { Number::Small(1) };
                return Ok(State::Return(self.number(one)));
            }
            if !self.is_value(cell) {
                self.stack.push(Frame::Operand { op, at, result, args, next });
                return Ok(State::Enter(cell));
            }
        }
        let mut cells = [Cell::Blackhole; 2];
        for i in 0..count {
            let cell = self.follow(self.refs[(args + i) as usize]);
            cells[i as usize] = self.cells[cell as usize];
        }
        let cells = &cells[..count as usize];
        let Some(prim) = self.number_type(at) else {
            return self.operate_on_data(op, at, cells);
        };
        let mut numbers = [const { Number::Small(0) }; 2];
        for (number, cell) in numbers.iter_mut().zip(cells) {
            *number = match *cell {
                Cell::Int(bits) => Number::Small(bits),
                Cell::Big(place) => Number::Big(self.bigs[place as usize].clone()),
                Cell::Double(value) => Number::Double(value),
                _ => return Err(Stop::NoMatch),
            };
        }
        let numbers = &numbers[..count as usize];
        if op == Op::Chr && result != Types::CHAR {
            return self.constructor_number(result, &numbers[0]);
        }
        let to = self.number_type(result).unwrap_or(Prim::Int);
        match super::number::apply(op, prim, to, numbers, self.bug) {
            Answer::Number(number) => Ok(State::Return(self.number(number))),
            Answer::Pair(first, second) => {
                let (first, second) = (self.number(first), self.number(second));
                Ok(State::Return(self.alloc_con(con::PAIR, &[first, second])))
            }
            Answer::Bool(value) => Ok(State::Return(boolean(value))),
            Answer::Ordering(ordering) => Ok(State::Return(self.ordering(ordering))),
            Answer::Raises => Ok(State::Raise),
            Answer::TooLarge => Err(Stop::Limit),
        }
    }

    /// Operations on Booleans and enumerations.
    fn operate_on_data(&mut self, op: Op, at: Ty, cells: &[Cell]) -> Result<State, Stop> {
        match (op, cells) {
            (Op::Not, [Cell::Con(value, _)]) => Ok(State::Return(boolean(*value == con::FALSE))),
            (Op::FromEnum, [Cell::Con(value, _)]) => {
                let tag = self.program.cons[value.index()].tag;
                Ok(State::Return(self.number(Number::Small(i64::from(tag)))))
            }
            (Op::MinBound | Op::MaxBound, []) => {
                let Type::Data(id, _) = self.types.shape(at) else { return Err(Stop::NoMatch) };
                let count = i64::from(self.program.datas[id.0 as usize].count);
                let tag = if op == Op::MinBound { 0 } else { count - 1 };
                self.constructor_number(at, &Number::Small(tag))
            }
            _ => Err(Stop::NoMatch),
        }
    }

    /// The constructor of an enumeration with a number.
    fn constructor_number(&mut self, ty: Ty, tag: &Number) -> Result<State, Stop> {
        let (Type::Data(id, _), Number::Small(tag)) = (self.types.shape(ty), tag) else {
            return Err(Stop::NoMatch);
        };
        let data = &self.program.datas[id.0 as usize];
        if !(0..i64::from(data.count)).contains(tag) {
            return Ok(State::Raise);
        }
        let id = ConId(data.first.0 + *tag as u16);
        Ok(State::Return(self.alloc(Cell::Con(id, 0))))
    }

    fn ordering(&self, ordering: Ordering) -> Ref {
        match ordering {
            Ordering::Less => known::LT,
            Ordering::Equal => known::LT + 1,
            Ordering::Greater => known::LT + 2,
        }
    }

    /// Compares the pairs above a place from left to right, until one differs.
    fn compare_on(&mut self, op: Op, base: u32, pair: Option<(Ref, Ref)>) -> Result<State, Stop> {
        while self.pairs.len() > base as usize {
            let (first, second, ty) = self.pairs.pop().expect("there is one above the base");
            let (first, second) = (self.follow(first), self.follow(second));
            if let Type::Data(id, args) = self.types.shape(ty) {
                let data = &self.program.datas[id.0 as usize];
                if data.kind == DataKind::Newtype {
                    let inner = self.field_types(data.first, Types::args(&args))[0];
                    self.pairs.push((first, second, inner));
                    continue;
                }
            }
            for cell in [first, second] {
                if !self.is_value(cell) {
                    self.pairs.push((first, second, ty));
                    self.stack.push(Frame::Compare { op, base, pair });
                    return Ok(State::Enter(cell));
                }
            }
            let ordering = self.compare_heads(first, second, ty)?;
            if ordering.is_some_and(Ordering::is_ne) || ordering.is_none() {
                self.pairs.truncate(base as usize);
                return Ok(self.compared(op, ordering, pair));
            }
        }
        Ok(self.compared(op, Some(Ordering::Equal), pair))
    }

    /// Compares two values as far as their heads, and puts their fields down to be
    /// compared next. None where one is not a number.
    fn compare_heads(&mut self, first: Ref, second: Ref, ty: Ty) -> Result<Option<Ordering>, Stop> {
        let prim = self.types.as_prim(ty);
        Ok(match (self.cells[first as usize], self.cells[second as usize]) {
            (Cell::Con(a, fields_a), Cell::Con(b, fields_b)) => {
                let (tag_a, tag_b) =
                    (self.program.cons[a.index()].tag, self.program.cons[b.index()].tag);
                if a == b {
                    let Type::Data(_, args) = self.types.shape(ty) else {
                        return Err(Stop::NoMatch);
                    };
                    let tys = self.field_types(a, Types::args(&args));
                    for (i, ty) in tys.into_iter().enumerate().rev() {
                        let at = |start: u32| self.refs[start as usize + i];
                        self.pairs.push((at(fields_a), at(fields_b), ty));
                    }
                }
                Some(match self.bug {
                    Some(Bug::ComparedFieldsFirst) => tag_b.cmp(&tag_a),
                    _ => tag_a.cmp(&tag_b),
                })
            }
            (Cell::Double(a), Cell::Double(b)) => a.partial_cmp(&b),
            (Cell::Int(a), Cell::Int(b)) => {
                let prim = prim.unwrap_or(Prim::Int);
                Some(super::number::value(prim, a).cmp(&super::number::value(prim, b)))
            }
            (Cell::Big(a), Cell::Big(b)) => Some(self.bigs[a as usize].cmp(&self.bigs[b as usize])),
            (Cell::Big(a), Cell::Int(b)) => Some(self.bigs[a as usize].cmp(&b.into())),
            (Cell::Int(a), Cell::Big(b)) => {
                Some(num_bigint::BigInt::from(a).cmp(&self.bigs[b as usize]))
            }
            _ => return Err(Stop::NoMatch),
        })
    }

    fn compared(&self, op: Op, ordering: Option<Ordering>, pair: Option<(Ref, Ref)>) -> State {
        let order = ordering.unwrap_or(Ordering::Greater);
        State::Return(match op {
            Op::Eq => boolean(order.is_eq()),
            Op::Ne => boolean(order.is_ne()),
            Op::Lt => boolean(order.is_lt()),
            Op::Le => boolean(order.is_le()),
            Op::Gt => boolean(order.is_gt()),
            Op::Ge => boolean(order.is_ge()),
            Op::Compare => self.ordering(order),
            _ => {
                let (first, second) = pair.expect("the greater one is one of the operands");
                let second_wins = (op == Op::Max) == order.is_le();
                return State::Enter(if second_wins { second } else { first });
            }
        })
    }

    /// The operand of an operation that is evaluated as the first or as the second. Those
    /// that may not need their first operand look at the second one first.
    fn operand_at(&self, op: Op, args: u32, next: u32) -> Ref {
        let second_first = matches!(op, Op::Power | Op::Rem | Op::Mod);
        let position = if second_first { 1 - next } else { next };
        self.follow(self.refs[(args + position) as usize])
    }

    fn is_integer(&self, cell: Ref, value: i64) -> bool {
        matches!(self.cells[cell as usize], Cell::Int(number) if number == value)
    }

    /// Whether not every version of GHC's library evaluates an operand, which raised an
    /// exception: ``x `rem` (-1)`` and ``x `mod` (-1)`` are 0 for every `Int` in 8.8.4, and from
    /// 9.0.2 on `0 .&. x` is 0 and `(-1) .|. x` is -1 for every `Integer`.
    pub(super) fn may_be_lazy(&self, op: Op, at: Ty, args: u32, next: u32) -> bool {
        let other = match (op, at) {
            (Op::Rem | Op::Mod, Types::INT) | (Op::Or, Types::INTEGER) => -1,
            (Op::And, Types::INTEGER) => 0,
            _ => return false,
        };
        next == 1 && self.is_integer(self.operand_at(op, args, 0), other)
    }

    /// Goes on with an operation when a cell that it needs was evaluated.
    pub(super) fn resume_operation(&mut self, frame: Frame, cell: Ref) -> Result<State, Stop> {
        match frame {
            Frame::Operand { op, at, result, args, next } => {
                self.operand(op, at, result, args, next)
            }
            Frame::Lazy(op, second) => {
                let decided = self.is_true(cell) == (op == Op::Disj);
                Ok(if decided { State::Return(cell) } else { State::Enter(second) })
            }
            Frame::Compare { op, base, pair } => self.compare_on(op, base, pair),
            Frame::Show { base, text, to } => match self.show_on(base as usize) {
                Some(next) => {
                    self.stack.push(frame);
                    Ok(State::Enter(next))
                }
                None => {
                    let shown = self.text.split_off(text as usize);
                    Ok(State::Return(match to {
                        Shown::Value => self.string(&shown),
                        Shown::Printed => {
                            self.output.push_str(&shown);
                            self.output.push('\n');
                            known::UNIT
                        }
                    }))
                }
            },
            _ => Err(Stop::NoMatch),
        }
    }
}

fn boolean(value: bool) -> Ref {
    known::FALSE + Ref::from(value)
}
