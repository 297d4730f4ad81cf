//! Definition 2: patterns.

use super::{Generator, Made};
use crate::syntax::{ConId, DataKind, Pat, PatId};
use crate::types::{Prim, Ty, Type, Types, data};

impl Generator<'_> {
    /// A pattern that always fits; its variables are put into the scope.
    pub(super) fn irrefutable(&mut self, ty: Ty, fuel: u32) -> Made<PatId> {
        // What has a type variable is needed later: there may be no other value of it.
        if matches!(
            self.program.types.shape(ty),
            Type::Var(_) | Type::App(..) | Type::Fun(..) | Type::Forall(..)
        ) {
            return Ok(self.variable_pattern(ty));
        }
        let apart = fuel > 0 && self.single_constructor(ty).is_some();
        let weights = [
            8,
            1,
            u32::from(self.on.strictness),
            u32::from(apart) * 3,
            u32::from(apart && self.on.laziness),
        ];
        Ok(match self.choices.weighted(&weights)? {
            0 => self.variable_pattern(ty),
            1 => self.program.pat(Pat::Wild),
            2 => {
                let inner = self.variable_pattern(ty);
                self.program.pat(Pat::Bang(inner))
            }
            3 => self.apart(ty, fuel)?,
            _ => {
                let inner = self.apart(ty, fuel)?;
                self.program.pat(Pat::Lazy(inner))
            }
        })
    }

    pub(super) fn variable_pattern(&mut self, ty: Ty) -> PatId {
        let var = self.fresh(ty);
        self.scope.push((var, ty));
        self.program.pat(Pat::Var(var))
    }

    /// The constructor of a type that has only one.
    fn single_constructor(&self, ty: Ty) -> Option<ConId> {
        let Type::Data(id, _) = self.program.types.shape(ty) else { return None };
        let declared = &self.program.datas[usize::from(id.0)];
        let con = declared.first;
        let plain =
            self.program.cons[con.index()].hides.is_none() && declared.kind != DataKind::Gadt;
        (declared.count == 1 && plain && id != data::UNIT).then_some(con)
    }

    fn apart(&mut self, ty: Ty, fuel: u32) -> Made<PatId> {
        let con = self.single_constructor(ty).expect("the caller has looked");
        self.constructor_pattern(con, ty, fuel - 1, false)
    }

    /// A pattern with a constructor.
    pub(super) fn constructor_pattern(
        &mut self,
        con: ConId,
        ty: Ty,
        fuel: u32,
        refutable: bool,
    ) -> Made<PatId> {
        let Type::Data(_, args) = self.program.types.shape(ty) else {
            unreachable!("a constructor belongs to an algebraic type");
        };
        let fields = self.program.fields(con, Types::args(&args));
        let mut pats = Vec::with_capacity(fields.len());
        for field in fields {
            pats.push(if refutable && fuel > 0 && self.choices.chance(1, 4)? {
                self.refutable(field, fuel - 1)?
            } else {
                self.irrefutable(field, fuel)?
            });
        }
        let pats = self.program.add_pats(&pats);
        Ok(self.program.pat(Pat::Con(con, pats)))
    }

    /// A pattern that need not fit.
    pub(super) fn refutable(&mut self, ty: Ty, fuel: u32) -> Made<PatId> {
        match self.program.types.shape(ty) {
            Type::Prim(Prim::Char) => {
                let c = *self.choices.choose(&['a', 'b', 'z', '0'])?;
                Ok(self.program.pat(Pat::Char(c)))
            }
            Type::Prim(Prim::Double) => self.irrefutable(ty, fuel),
            Type::Prim(prim) => {
                let value = self.pattern_literal(prim)?;
                self.program.ints.push(value);
                let place = self.program.ints.len() as u32 - 1;
                Ok(self.program.pat(Pat::Int(place, ty)))
            }
            Type::Data(id, _) if self.is_data(ty) => {
                let declared = &self.program.datas[usize::from(id.0)];
                let (first, count) = (declared.first, declared.count);
                let con = ConId(first.0 + self.choices.pick(usize::from(count))? as u16);
                if self.program.cons[con.index()].hides.is_some() {
                    return self.irrefutable(ty, fuel);
                }
                let pat = self.constructor_pattern(con, ty, fuel, true)?;
                if self.choices.chance(1, 8)? {
                    let var = self.fresh(ty);
                    self.scope.push((var, ty));
                    return Ok(self.program.pat(Pat::As(var, pat)));
                }
                Ok(pat)
            }
            _ => self.irrefutable(ty, fuel),
        }
    }

    fn pattern_literal(&mut self, prim: Prim) -> Made<i128> {
        let small = self.choices.range(0..=3)? as i128;
        Ok(match (self.choices.weighted(&[6, 1, 1])?, prim.bounds()) {
            (1, Some((least, _))) => least,
            (2, Some((_, greatest))) => greatest,
            _ => small,
        })
    }

    /// One alternative for each constructor of a type.
    pub(super) fn constructors(&self, ty: Ty) -> Vec<Cover> {
        let Type::Data(id, _) = self.program.types.shape(ty) else {
            unreachable!("an algebraic type is taken apart");
        };
        let declared = &self.program.datas[usize::from(id.0)];
        let cons = declared.first.0..declared.first.0 + declared.count;
        cons.map(|con| Cover::Constructor(ConId(con))).collect()
    }

    /// Patterns for all values of a type, one for each alternative: all constructors,
    /// or some and a last one that always fits. Each is made by `alternative`, which
    /// is given the scope with its variables.
    pub(super) fn cover(&mut self, ty: Ty) -> Made<Vec<Cover>> {
        let Type::Data(id, _) = self.program.types.shape(ty) else {
            let literals = self.choices.range(1..=2)?;
            let mut covers = vec![Cover::Refutable; literals];
            covers.push(Cover::Irrefutable);
            return Ok(covers);
        };
        let count = self.program.datas[usize::from(id.0)].count;
        if count <= 3 && self.choices.chance(3, 4)? {
            return Ok(self.constructors(ty));
        }
        let some = self.choices.range(1..=2)?;
        let mut covers = vec![Cover::Refutable; some];
        covers.push(Cover::Irrefutable);
        Ok(covers)
    }
}

/// What an alternative must match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cover {
    /// Anything: another alternative follows that always fits.
    Refutable,
    /// All values with this constructor.
    Constructor(ConId),
    /// All values.
    Irrefutable,
}
