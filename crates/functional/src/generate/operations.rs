//! Primitive operations of a given result type.

use super::{Generator, Made};
use crate::prims::Op;
use crate::syntax::{BottomKind, Expr, ExprId, Var};
use crate::types::{Prim, Ty, Type, Types, data};

impl Generator<'_> {
    pub(super) fn prim(&mut self, op: Op, at: Ty, args: &[ExprId], ty: Ty) -> ExprId {
        let args = self.program.add_exprs(args);
        self.program.expr(Expr::Prim(op, at, args), ty)
    }

    /// A literal of an integral type, with a liking for bounds.
    pub(super) fn int_literal(&mut self, prim: Prim, ty: Ty) -> Made<ExprId> {
        let small = self.choices.range(0..=9)? as i128;
        let value = match prim.bounds() {
            Some((least, greatest)) => match self.choices.weighted(&[6, 2, 2, 2, 1, 2])? {
                0 => small,
                1 if least < 0 => -small - 1,
                1 | 2 => greatest - small / 3,
                3 => least + small / 3,
                4 => greatest / 2 + small,
                _ => self.power_of_two(prim)? - small % 3 + 1,
            },
            None => match self.choices.weighted(&[6, 2, 1, 1, 1])? {
                0 => small,
                1 if prim == Prim::Integer => -small - 1,
                1 | 2 => (1i128 << 63) - 4 + small,
                3 => (1i128 << 64) - 4 + small,
                _ if prim == Prim::Integer => -(1i128 << 63) - 4 + small,
                _ => (1i128 << 62) + small,
            },
        };
        Ok(self.program.int(value, ty))
    }

    /// A power of two of a type with bounds, but not the last one.
    fn power_of_two(&mut self, prim: Prim) -> Made<i128> {
        let (width, _) = prim.sized().expect("the caller has looked at the bounds");
        Ok(1 << self.choices.range(1..=width as usize - 2)?)
    }

    pub(super) fn double_literal(&mut self) -> Made<ExprId> {
        let values = [0.0, 1.0, 0.5, -1.5, 3.25, 100.0, 1e7, 0.1, -0.0, 1e-3, 1e22, 123456.789];
        let value = *self.choices.choose(&values)?;
        Ok(self.program.expr(Expr::Double(value), Types::DOUBLE))
    }

    /// An operation with a result of this type; none if there is no such operation.
    pub(super) fn operation(&mut self, ty: Ty, fuel: u32) -> Made<Option<ExprId>> {
        match self.program.types.shape(ty) {
            Type::Prim(Prim::Double) => self.double_operation(fuel).map(Some),
            Type::Prim(Prim::Char) => {
                let n = self.expr(Types::INT, fuel)?;
                let mask = self.program.int(127, Types::INT);
                if !self.on.bits {
                    let code = self.prim(Op::Mod, Types::INT, &[n, mask], Types::INT);
                    return Ok(Some(self.prim(Op::Chr, Types::INT, &[code], ty)));
                }
                let code = self.prim(Op::And, Types::INT, &[n, mask], Types::INT);
                Ok(Some(self.prim(Op::Chr, Types::INT, &[code], ty)))
            }
            Type::Prim(prim) => self.integral_operation(prim, ty, fuel).map(Some),
            Type::Var(_) => self.variable_operation(ty, fuel),
            Type::Data(data::BOOL, _) => self.boolean_operation(fuel).map(Some),
            Type::Data(data::ORDERING, _) => {
                let at = self.ordered_type()?;
                let (a, b) = (self.expr(at, fuel)?, self.expr(at, fuel)?);
                Ok(Some(self.prim(Op::Compare, at, &[a, b], ty)))
            }
            Type::Data(data::LIST, args) if args[0] == Types::CHAR => {
                let at = self.simple_type()?;
                let value = self.expr(at, fuel)?;
                Ok(Some(self.prim(Op::Show, at, &[value], ty)))
            }
            Type::Data(data::PAIR, args)
                if self.on.division
                    && args[0] == args[1]
                    && self.program.types.as_prim(args[0]).is_some_and(Prim::is_integral) =>
            {
                let at = args[0];
                let op = *self.choices.choose(&[Op::QuotRem, Op::DivMod])?;
                let (a, b) = (self.expr(at, fuel)?, self.divisor(at, true, fuel)?);
                Ok(Some(self.prim(op, at, &[a, b], ty)))
            }
            Type::Data(id, _) if self.program.number_inside(id).is_some() => {
                self.own_number_operation(ty, fuel).map(Some)
            }
            Type::Data(id, _) if self.program.datas[usize::from(id.0)].derived.enumeration => {
                let count = self.program.datas[usize::from(id.0)].count;
                if self.choices.chance(1, 3)? {
                    let op = *self.choices.choose(&[Op::MinBound, Op::MaxBound])?;
                    return Ok(Some(self.prim(op, ty, &[], ty)));
                }
                let n = self.expr(Types::INT, fuel)?;
                let count = self.program.int(i128::from(count), Types::INT);
                let tag = self.prim(Op::Mod, Types::INT, &[n, count], Types::INT);
                Ok(Some(self.prim(Op::Chr, Types::INT, &[tag], ty)))
            }
            _ => Ok(None),
        }
    }

    /// An operation on numbers of a type of the program.
    pub(super) fn own_number_operation(&mut self, ty: Ty, fuel: u32) -> Made<ExprId> {
        let ops = [Op::Add, Op::Sub, Op::Mul, Op::Negate, Op::Abs, Op::Signum, Op::FromIntegral];
        let op = ops[self.choices.weighted(&[4, 3, 3, 1, 1, 1, 2])?];
        if op == Op::FromIntegral {
            let value = self.expr(Types::INT, fuel)?;
            return Ok(self.prim(op, Types::INT, &[value], ty));
        }
        let first = self.expr(ty, fuel)?;
        if op.arity() == 1 {
            return Ok(self.prim(op, ty, &[first], ty));
        }
        let second = self.expr(ty, fuel)?;
        Ok(self.prim(op, ty, &[first, second], ty))
    }

    /// A type whose values have an order.
    fn ordered_type(&mut self) -> Made<Ty> {
        let ty = self.value_type(1)?;
        if self.admits(Op::Compare, ty) { Ok(ty) } else { Ok(Types::INT) }
    }

    fn variable_operation(&mut self, ty: Ty, fuel: u32) -> Made<Option<ExprId>> {
        let all = [Op::Add, Op::Mul, Op::Abs, Op::Signum, Op::Max, Op::Min, Op::And, Op::Xor];
        let possible: Vec<Op> = all.into_iter().filter(|&op| self.admits(op, ty)).collect();
        if possible.is_empty() {
            return Ok(None);
        }
        let op = *self.choices.choose(&possible)?;
        let mut args = vec![self.expr(ty, fuel)?];
        if op.arity() == 2 {
            args.push(self.expr(ty, fuel)?);
        }
        Ok(Some(self.prim(op, ty, &args, ty)))
    }

    /// A divisor that is neither 0 nor, where the quotient might not fit, -1.
    fn divisor(&mut self, ty: Ty, quotient: bool, fuel: u32) -> Made<ExprId> {
        let prim = self.program.types.as_prim(ty).expect("only numbers are divided");
        let bounds = prim.bounds();
        // Where arithmetic exceptions are what the program has, anything may come.
        let raises = self.program.bottom == Some(BottomKind::Arithmetic);
        if raises && prim != Prim::Natural && self.choices.chance(1, 3)? {
            return self.expr(ty, fuel);
        }
        if self.on.bits && prim.sized().is_some() && self.choices.chance(1, 3)? {
            let value = self.expr(ty, fuel)?;
            // Odd, so never 0; for a quotient also never negative.
            let seven = self.program.int(7, ty);
            let small = self.prim(Op::And, ty, &[value, seven], ty);
            let one = self.program.int(if quotient { 3 } else { 1 }, ty);
            return Ok(self.prim(Op::Or, ty, &[small, one], ty));
        }
        let small = self.choices.range(1..=9)? as i128;
        let value = match (self.choices.weighted(&[5, 2, 1, 1, 2])?, bounds) {
            (4, Some((least, _))) => {
                let power = self.power_of_two(prim)?;
                if least < 0 && self.choices.chance(1, 3)? { -power } else { power }
            }
            (1, Some((least, _))) if least < 0 => -small - i128::from(quotient),
            (1, None) if prim == Prim::Integer => -small,
            (2, Some((least, _))) if least < 0 => least,
            (3, Some((_, greatest))) => greatest,
            (3, None) => (1i128 << 64) - 5 + small,
            _ => small,
        };
        Ok(self.program.int(value, ty))
    }

    /// How far to shift: up to a little more than the width.
    fn distance(&mut self, prim: Prim, fuel: u32) -> Made<ExprId> {
        let width = prim.sized().map_or(66, |(width, _)| width) as usize;
        if self.choices.chance(1, 4)? {
            let n = self.expr(Types::INT, fuel)?;
            let mask = self.program.int(if width <= 8 { 7 } else { 15 }, Types::INT);
            return Ok(self.prim(Op::And, Types::INT, &[n, mask], Types::INT));
        }
        let value = match self.choices.weighted(&[4, 2])? {
            0 => self.choices.range(0..=7)?,
            _ => width - 2 + self.choices.range(0..=4)?,
        };
        Ok(self.program.int(value as i128, Types::INT))
    }

    fn integral_operation(&mut self, prim: Prim, ty: Ty, fuel: u32) -> Made<ExprId> {
        let on = |switch: bool, weight: u32| if switch { weight } else { 0 };
        let signed = prim != Prim::Natural;
        let sized = prim.sized().is_some();
        let is_int = prim == Prim::Int;
        // The library leaves the sign of `gcd` open where `abs minBound` is negative.
        let total_abs = prim.sized().is_none_or(|(_, signed)| !signed);
        let multiplies = sized || self.recursion.is_none() && self.loops == 0;
        let table: [(Op, u32); 24] = [
            (Op::Add, 6),
            (Op::Sub, on(signed, 5)),
            (Op::Mul, on(multiplies, 4)),
            (Op::Negate, on(signed, 2)),
            (Op::Abs, 1),
            (Op::Signum, 1),
            (Op::Quot, on(self.on.division, 3)),
            (Op::Rem, on(self.on.division, 3)),
            (Op::Div, on(self.on.division, 3)),
            (Op::Mod, on(self.on.division, 3)),
            (Op::Gcd, on(self.on.division && total_abs, 1)),
            (Op::Power, on(multiplies, 1)),
            (Op::And, on(self.on.bits, 2)),
            (Op::Or, on(self.on.bits, 2)),
            (Op::Xor, on(self.on.bits, 2)),
            (Op::Complement, on(self.on.bits && sized, 1)),
            (Op::ShiftL, on(self.on.bits && multiplies, 3)),
            (Op::ShiftR, on(self.on.bits, 3)),
            (Op::RotateL, on(self.on.bits && sized, 1)),
            (Op::RotateR, on(self.on.bits && sized, 1)),
            (Op::Max, 1),
            (Op::Min, 1),
            (Op::FromIntegral, 6),
            (Op::PopCount, on(is_int, 4)),
        ];
        let weights = table.map(|(_, weight)| weight);
        let op = table[self.choices.weighted(&weights)?].0;
        let args: Vec<ExprId> = match op {
            Op::FromIntegral => return self.conversion(prim, ty, fuel),
            Op::PopCount => return self.int_operation(fuel),
            Op::Quot | Op::Rem | Op::Div | Op::Mod => {
                let quotient = matches!(op, Op::Quot | Op::Div);
                vec![self.expr(ty, fuel)?, self.divisor(ty, quotient, fuel)?]
            }
            Op::Power => {
                let exponent = self.choices.range(0..=5)? as i128;
                vec![self.expr(ty, fuel)?, self.program.int(exponent, Types::INT)]
            }
            Op::ShiftL | Op::ShiftR | Op::RotateL | Op::RotateR => {
                vec![self.expr(ty, fuel)?, self.distance(prim, fuel)?]
            }
            _ if op.arity() == 1 => vec![self.expr(ty, fuel)?],
            _ => vec![self.expr(ty, fuel)?, self.expr(ty, fuel)?],
        };
        Ok(self.prim(op, ty, &args, ty))
    }

    /// `fromIntegral` from another type, or rounding.
    fn conversion(&mut self, prim: Prim, ty: Ty, fuel: u32) -> Made<ExprId> {
        if prim == Prim::Integer && self.palette.contains(&Types::DOUBLE) {
            // Only a finite number has an integer next to it.
            let ops = [Op::Truncate, Op::Round, Op::Floor, Op::Ceiling];
            let op = *self.choices.choose(&ops)?;
            let value = self.expr(Types::DOUBLE, 0)?;
            let whole = self.prim(op, Types::DOUBLE, &[value], ty);
            let nan = self.prim(Op::IsNaN, Types::DOUBLE, &[value], Types::BOOL);
            let infinite = self.prim(Op::IsInfinite, Types::DOUBLE, &[value], Types::BOOL);
            let neither = self.prim(Op::Disj, Types::BOOL, &[nan, infinite], Types::BOOL);
            let zero = self.program.int(0, ty);
            return Ok(self.program.expr(Expr::If(neither, zero, whole), ty));
        }
        let possible: Vec<Ty> = self
            .palette
            .iter()
            .copied()
            .filter(|&from| {
                let from = self.program.types.as_prim(from).expect("the palette is primitive");
                let negative = from == Prim::Integer || from.sized().is_some_and(|(_, s)| s);
                from.is_integral() && !(prim == Prim::Natural && negative)
            })
            .collect();
        if possible.is_empty() {
            return self.leaf(ty);
        }
        let from = *self.choices.choose(&possible)?;
        let value = self.expr(from, fuel)?;
        Ok(self.prim(Op::FromIntegral, from, &[value], ty))
    }

    /// An operation whose result is always an `Int`.
    fn int_operation(&mut self, fuel: u32) -> Made<ExprId> {
        let at = self.simple_type()?;
        let prim = self.program.types.as_prim(at).expect("the palette is primitive");
        let sized = prim.sized().is_some();
        let fits = prim == Prim::Char
            || prim.bounds().is_some_and(|(_, greatest)| greatest <= i128::from(i64::MAX));
        let weights = [
            u32::from(prim.is_integral() && self.on.bits) * 2,
            u32::from(sized && self.on.bits),
            u32::from(sized && self.on.bits),
            u32::from(fits),
            1,
        ];
        let op = match self.choices.weighted(&weights)? {
            0 => Op::PopCount,
            1 => Op::LeadingZeros,
            2 => Op::TrailingZeros,
            3 => Op::FromEnum,
            _ => {
                let value = self.expr(Types::BOOL, fuel)?;
                return Ok(self.prim(Op::FromEnum, Types::BOOL, &[value], Types::INT));
            }
        };
        let value = self.expr(at, fuel)?;
        Ok(self.prim(op, at, &[value], Types::INT))
    }

    fn double_operation(&mut self, fuel: u32) -> Made<ExprId> {
        let ty = Types::DOUBLE;
        let ops = [
            Op::Add,
            Op::Sub,
            Op::Mul,
            Op::Divide,
            Op::Negate,
            Op::Abs,
            Op::Signum,
            Op::Sqrt,
            Op::Power,
            Op::FromIntegral,
            Op::Max,
            Op::Min,
        ];
        let op = *self.choices.choose(&ops)?;
        let args = match op {
            Op::FromIntegral => {
                let sized: Vec<Ty> = self
                    .palette
                    .iter()
                    .copied()
                    .filter(|&from| {
                        self.program.types.as_prim(from).is_some_and(|p| p.sized().is_some())
                    })
                    .collect();
                let from = *self.choices.choose(&sized)?;
                let value = self.expr(from, fuel)?;
                return Ok(self.prim(op, from, &[value], ty));
            }
            Op::Power => {
                // From 4 on, the order of the multiplications matters, and old versions
                // of GHC have rules that change it: rarely, since it is known.
                let exponent = match self.choices.weighted(&[9, 1])? {
                    0 => self.choices.range(0..=3)?,
                    _ => 4,
                };
                vec![self.expr(ty, fuel)?, self.program.int(exponent as i128, Types::INT)]
            }
            _ if op.arity() == 1 => vec![self.expr(ty, fuel)?],
            _ => vec![self.expr(ty, fuel)?, self.expr(ty, fuel)?],
        };
        Ok(self.prim(op, ty, &args, ty))
    }

    /// A Boolean from a comparison, a predicate, or other Booleans.
    pub(super) fn boolean_operation(&mut self, fuel: u32) -> Made<ExprId> {
        let double = self.palette.contains(&Types::DOUBLE);
        let weights = [8, 3, 2, u32::from(self.on.bits), 1, u32::from(double)];
        match self.choices.weighted(&weights)? {
            0 => {
                let ops = [Op::Eq, Op::Lt, Op::Le, Op::Gt, Op::Ge, Op::Ne];
                let op = *self.choices.choose(&ops)?;
                if let Some((var, at)) = self.comparable(op)? {
                    let (a, b) = (self.program.expr(Expr::Local(var), at), self.expr(at, fuel)?);
                    return Ok(self.prim(op, at, &[a, b], Types::BOOL));
                }
                let at = self.simple_type()?;
                let (a, b) = (self.expr(at, fuel)?, self.expr(at, fuel)?);
                Ok(self.prim(op, at, &[a, b], Types::BOOL))
            }
            1 => {
                let op = *self.choices.choose(&[Op::Conj, Op::Disj])?;
                let (a, b) = (self.expr(Types::BOOL, fuel)?, self.expr(Types::BOOL, fuel)?);
                Ok(self.prim(op, Types::BOOL, &[a, b], Types::BOOL))
            }
            2 => {
                let value = self.expr(Types::BOOL, fuel)?;
                Ok(self.prim(Op::Not, Types::BOOL, &[value], Types::BOOL))
            }
            3 => {
                let at = self.simple_type()?;
                let prim = self.program.types.as_prim(at).expect("the palette is primitive");
                if !prim.is_integral() {
                    return self.leaf(Types::BOOL);
                }
                let value = self.expr(at, fuel)?;
                let distance = self.distance(prim, 0)?;
                Ok(self.prim(Op::TestBit, at, &[value, distance], Types::BOOL))
            }
            4 => {
                let op = *self.choices.choose(&[Op::Even, Op::Odd])?;
                let value = self.expr(Types::INT, fuel)?;
                Ok(self.prim(op, Types::INT, &[value], Types::BOOL))
            }
            _ => {
                let op = *self.choices.choose(&[Op::IsNaN, Op::IsInfinite, Op::IsNegativeZero])?;
                let value = self.expr(Types::DOUBLE, fuel)?;
                Ok(self.prim(op, Types::DOUBLE, &[value], Types::BOOL))
            }
        }
    }

    /// A variable in scope that can be compared.
    fn comparable(&mut self, op: Op) -> Made<Option<(Var, Ty)>> {
        self.variable_where((4, 5), |this, ty| this.admits(op, ty))
    }
}
