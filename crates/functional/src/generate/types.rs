//! Definition 1: types; and what is known about them.

use super::{Generator, Made};
use crate::prims::{Needs, Op, prim_in};
use crate::syntax::{Class, DataKind};
use crate::types::{DataId, Prim, Ty, Type, Types, data};

impl Generator<'_> {
    /// Chooses the primitive types of a program: few, so that values meet.
    pub(super) fn palette(&mut self) -> Made<()> {
        let mut wanted: Vec<Prim> = vec![Prim::Int];
        if self.on.sized {
            let sized = [
                Prim::Int8,
                Prim::Word8,
                Prim::Int16,
                Prim::Word16,
                Prim::Int32,
                Prim::Word32,
                Prim::Int64,
                Prim::Word64,
                Prim::Word,
            ];
            for _ in 0..self.choices.range(1..=3)? {
                wanted.push(*self.choices.choose(&sized)?);
            }
        }
        if self.on.big {
            if self.choices.chance(1, 2)? {
                wanted.push(Prim::Integer);
            }
            if self.choices.chance(1, 4)? {
                wanted.push(Prim::Natural);
            }
        }
        if self.on.doubles && self.choices.chance(1, 3)? {
            wanted.push(Prim::Double);
        }
        if self.choices.chance(1, 2)? {
            wanted.push(Prim::Char);
        }
        for prim in wanted {
            let ty = Types::prim(prim);
            if !self.palette.contains(&ty) {
                self.palette.push(ty);
            }
        }
        Ok(())
    }

    /// A type of the palette.
    pub(super) fn simple_type(&mut self) -> Made<Ty> {
        if self.in_kernel {
            return self.number_type();
        }
        let place = self.choices.pick(self.palette.len())?;
        Ok(self.palette[place])
    }

    /// A type without functions, which can be shown and compared for equality.
    pub(super) fn value_type(&mut self, fuel: u32) -> Made<Ty> {
        if self.in_kernel {
            return self.number_type();
        }
        if fuel == 0 {
            return self.simple_type();
        }
        // Where types recur, values can be passed on.
        if !self.pool.is_empty() && self.choices.chance(3, 5)? {
            let place = self.choices.pick(self.pool.len())?;
            return Ok(self.pool[place]);
        }
        let ty = self.new_value_type(fuel)?;
        if self.pool.len() < 8 && !self.pool.contains(&ty) {
            self.pool.push(ty);
        }
        Ok(ty)
    }

    fn new_value_type(&mut self, fuel: u32) -> Made<Ty> {
        let own = self.showable_datas().count();
        let weights = [12, 2, 4, 4, 2, 2, if own == 0 { 0 } else { 10 }, 2, 1];
        Ok(match self.choices.weighted(&weights)? {
            0 => self.simple_type()?,
            1 => Types::BOOL,
            2 => {
                let item = self.value_type(fuel - 1)?;
                self.program.types.list(item)
            }
            3 => {
                let count = self.choices.range(2..=3)?;
                let mut items = [Types::UNIT; 3];
                for item in &mut items[..count] {
                    *item = self.value_type(fuel - 1)?;
                }
                let id = if count == 2 { data::PAIR } else { data::TRIPLE };
                self.program.types.data(id, &items[..count])
            }
            4 => {
                let item = self.value_type(fuel - 1)?;
                self.program.types.data(data::MAYBE, &[item])
            }
            5 => {
                let (left, right) = (self.value_type(fuel - 1)?, self.value_type(fuel - 1)?);
                self.program.types.data(data::EITHER, &[left, right])
            }
            6 => {
                let place = self.choices.pick(own)?;
                let id = self.showable_datas().nth(place).expect("there are that many");
                self.data_type(id, fuel)?
            }
            7 => Types::STRING,
            _ => Types::ORDERING,
        })
    }

    /// A declared type with arguments.
    pub(super) fn data_type(&mut self, id: DataId, fuel: u32) -> Made<Ty> {
        let params = self.program.datas[usize::from(id.0)].params;
        let mut args = Vec::new();
        for _ in 0..params {
            args.push(self.value_type(fuel.saturating_sub(1))?);
        }
        Ok(self.program.types.data(id, &args))
    }

    /// The types of the program that can be shown.
    pub(super) fn showable_datas(&self) -> impl Iterator<Item = DataId> {
        let all = self.program.datas.iter().enumerate().skip(data::COUNT);
        all.filter(|(_, data)| data.derived.show).map(|(i, _)| DataId(i as u16))
    }

    /// Whether a type is in a class, given the classes of the variables in scope.
    pub(super) fn is_in(&self, ty: Ty, class: Class) -> bool {
        match self.program.types.shape(ty) {
            Type::Prim(prim) => match class {
                Class::User(_) => self.has_instance(ty, class),
                _ => prim_in(prim, class),
            },
            Type::Var(var) => {
                self.context.iter().any(|&(known, of)| of == var && self.entails(known, class))
            }
            Type::Data(id, args) => {
                let declared = &self.program.datas[usize::from(id.0)];
                let derived = match class {
                    Class::Eq => declared.derived.eq,
                    Class::Ord => declared.derived.ord,
                    Class::Show => declared.derived.show,
                    Class::Enum | Class::Bounded => {
                        declared.derived.enumeration && (id != data::UNIT)
                    }
                    Class::User(_) => return self.has_instance(ty, class),
                    Class::Num => declared.derived.num,
                    Class::Integral | Class::Bits => false,
                };
                derived && Types::args(&args).iter().all(|&arg| self.is_in(arg, class))
            }
            Type::Fun(..) | Type::App(..) | Type::Forall(..) | Type::Constructor(_) => {
                matches!(class, Class::User(_)) && self.has_instance(ty, class)
            }
        }
    }

    fn has_instance(&self, ty: Ty, class: Class) -> bool {
        let Class::User(id) = class else { return false };
        self.program.instances.iter().filter(|instance| instance.class == id).any(|instance| {
            let mut substitution = Vec::new();
            self.program.types.matches(instance.head, ty, &instance.vars, &mut substitution)
                && instance.context.iter().all(|&(class, var)| {
                    let bound = substitution.iter().find(|(known, _)| *known == var);
                    bound.is_some_and(|&(_, ty)| self.is_in(ty, class))
                })
        })
    }

    /// Whether one class has another among its superclasses, or is it.
    pub(super) fn entails(&self, class: Class, wanted: Class) -> bool {
        if class == wanted {
            return true;
        }
        match class {
            Class::Ord => wanted == Class::Eq,
            Class::Integral => matches!(wanted, Class::Num | Class::Ord | Class::Eq | Class::Enum),
            Class::Bits => wanted == Class::Eq,
            Class::User(id) => {
                let superclass = self.program.classes[id.index()].superclass;
                superclass.is_some_and(|superclass| self.entails(superclass, wanted))
            }
            Class::Eq | Class::Show | Class::Num | Class::Enum | Class::Bounded => false,
        }
    }

    /// Whether an operation can be used at a type.
    pub(super) fn admits(&self, op: Op, ty: Ty) -> bool {
        if let Some(prim) = self.program.types.as_prim(ty) {
            return op.admits(prim);
        }
        match op.needs() {
            Needs::Any => true,
            Needs::Bool => ty == Types::BOOL,
            Needs::Class(Class::Ord) => self.is_in(ty, Class::Ord) && !self.has_double(ty),
            Needs::Class(class) => self.is_in(ty, class),
            // A number of a type variable may be a `Natural`.
            Needs::Negative => self.program.as_number(ty).is_some(),
            Needs::Sized | Needs::Double | Needs::Int => false,
        }
    }

    /// Whether values of a type have a `Double` inside, so that their order is not
    /// total.
    pub(super) fn has_double(&self, ty: Ty) -> bool {
        let mut seen: Vec<DataId> = Vec::new();
        let mut work = vec![ty];
        while let Some(ty) = work.pop() {
            match self.program.types.shape(ty) {
                Type::Prim(Prim::Double) => return true,
                Type::Data(id, args) => {
                    work.extend(Types::args(&args));
                    if !seen.contains(&id) {
                        seen.push(id);
                        let declared = &self.program.datas[usize::from(id.0)];
                        let first = declared.first.index();
                        for con in &self.program.cons[first..first + usize::from(declared.count)] {
                            work.extend(&con.fields);
                        }
                    }
                }
                _ => {}
            }
        }
        false
    }

    /// Whether a value of this type can be taken apart.
    pub(super) fn is_data(&self, ty: Ty) -> bool {
        match self.program.types.shape(ty) {
            Type::Data(id, _) => self.program.datas[usize::from(id.0)].kind != DataKind::Gadt,
            _ => false,
        }
    }

    /// A word for a variable of a type.
    pub(super) fn word_for(&self, ty: Ty) -> &'static str {
        match self.program.types.shape(ty) {
            Type::Prim(Prim::Char) => "c",
            Type::Prim(Prim::Double) => "d",
            Type::Prim(Prim::Integer | Prim::Natural) => "big",
            Type::Prim(Prim::Int) => "n",
            Type::Prim(_) => "k",
            Type::Fun(..) | Type::Forall(..) => "f",
            Type::Data(data::LIST, args) if args[0] == Types::CHAR => "text",
            Type::Data(data::LIST, _) => "xs",
            Type::Data(data::BOOL, _) => "ok",
            Type::Data(data::PAIR | data::TRIPLE, _) => "pair",
            Type::Data(..) => "v",
            Type::Var(_) | Type::App(..) | Type::Constructor(_) => "x",
        }
    }
}
