//! Definitions 14 and 15: algebraic types and synonyms.

use super::{Generator, Made};
use crate::names;
use crate::syntax::{
    Class, ClassId, ConId, Constructor, Data, DataKind, Derived, HIDDEN, Name, Synonym,
};
use crate::types::{DataId, Prim, Ty, TyVar, Type, Types, data};

/// What a type is to look like.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Enumeration,
    Sum,
    Record,
    Newtype,
}

impl Generator<'_> {
    fn type_name(&self) -> Name {
        numbered(names::TYPES, self.program.datas.len() - data::COUNT)
    }

    fn con_name(&self, infix: bool) -> Name {
        let made = self.program.cons.iter().skip(14);
        if infix {
            let before = made.filter(|con| con.infix.is_some()).count();
            return Name::plain(names::INFIX[before % names::INFIX.len()]);
        }
        numbered(names::CONSTRUCTORS, made.filter(|con| con.infix.is_none()).count())
    }

    fn label(&self, further: usize) -> Name {
        let made: usize = self.program.cons.iter().map(|con| con.labels.len()).sum();
        numbered(names::LABELS, made + further)
    }

    /// Definition 14.
    pub(super) fn choose_data(&mut self) -> Made<()> {
        let weights = [3, 5, u32::from(self.on.records) * 3, u32::from(self.on.newtypes) * 2];
        let form = [Form::Enumeration, Form::Sum, Form::Record, Form::Newtype]
            [self.choices.weighted(&weights)?];
        self.data(form)
    }

    fn data(&mut self, form: Form) -> Made<()> {
        let id = DataId(self.program.datas.len() as u16);
        let name = self.type_name();
        let first = ConId(self.program.cons.len() as u16);
        let generic = form == Form::Sum && self.on.polymorphism && self.choices.chance(1, 3)?;
        let params = u16::from(generic);
        let count = match form {
            Form::Enumeration => self.choices.range(2..=4)?,
            Form::Sum => self.choices.range(1..=3)?,
            Form::Record | Form::Newtype => 1,
        };
        let own: Vec<Ty> = (0..params).map(|i| self.program.types.var(TyVar(i))).collect();
        let itself = self.program.types.data(id, &own);
        // Declared before its constructors, so that it is there when its fields are
        // printed or compared; nothing is derived yet, so that no field is of it but
        // on purpose.
        let kind = if form == Form::Newtype { DataKind::Newtype } else { DataKind::Data };
        let derived = Derived::default();
        self.program.datas.push(Data { name, params, first, count: 0, kind, derived });
        let num = form == Form::Newtype && self.on.by_hand && self.choices.chance(1, 2)?;
        for tag in 0..count {
            let arity = match form {
                Form::Enumeration => 0,
                Form::Sum => self.choices.range(usize::from(tag == 0 && count == 1)..=3)?,
                Form::Record => self.choices.range(2..=3)?,
                Form::Newtype => 1,
            };
            let mut fields = Vec::with_capacity(arity);
            let mut strict = 0;
            if num {
                fields.push(self.number_type()?);
            }
            for place in fields.len()..arity {
                let weights = [6, params.into(), u32::from(tag > 0 && self.on.recursion) * 2];
                fields.push(match self.choices.weighted(&weights)? {
                    0 => self.value_type(1)?,
                    1 => own[0],
                    _ => itself,
                });
                if form != Form::Newtype && self.on.strictness && self.choices.chance(1, 4)? {
                    strict |= 1 << place;
                }
            }
            let infix = (form == Form::Sum && arity == 2 && self.on.operators)
                && self.infix_left()
                && self.choices.chance(1, 3)?;
            let infix = if infix { Some(self.choices.range(4..=8)? as u8) } else { None };
            let labelled = form == Form::Record
                || form == Form::Newtype && self.on.records && self.choices.chance(1, 2)?;
            let labels =
                if labelled { (0..arity).map(|i| self.label(i)).collect() } else { Vec::new() };
            let name = self.con_name(infix.is_some());
            let tag = tag as u16;
            self.program.cons.push(Constructor {
                name,
                data: id,
                tag,
                fields,
                strict,
                labels,
                hides: None,
                index: None,
                infix,
            });
        }
        // A parameter that no field uses would be ambiguous.
        if generic {
            let used = self.program.cons[first.index()..].iter().any(|con| {
                let mut vars = Vec::new();
                con.fields.iter().for_each(|&f| self.program.types.variables(f, &mut vars));
                con.fields.iter().any(|&f| f == own[0]) || !vars.is_empty()
            });
            if !used {
                let last = self.program.cons.len() - 1;
                let con = &mut self.program.cons[last];
                if con.infix.is_none() {
                    con.fields.push(own[0]);
                } else {
                    con.fields[0] = own[0];
                }
            }
        }
        let fields: Vec<Ty> =
            self.program.cons[first.index()..].iter().flat_map(|con| con.fields.clone()).collect();
        let plain = |this: &Self, class: Class| {
            fields.iter().all(|&field| {
                field == itself
                    || matches!(this.program.types.shape(field), Type::Var(_))
                    || this.is_in(field, class)
            })
        };
        let derived = Derived {
            eq: plain(self, Class::Eq),
            ord: plain(self, Class::Ord),
            show: plain(self, Class::Show),
            enumeration: form == Form::Enumeration,
            by_hand: self.on.by_hand && self.choices.chance(1, 8)?,
            // A difference of natural numbers may have no value.
            num: num && fields[0] != Types::prim(Prim::Natural),
        };
        let declared = &mut self.program.datas[usize::from(id.0)];
        declared.count = count as u16;
        declared.derived = derived;
        if params == 1 {
            self.program.types.intern(Type::Constructor(id));
        }
        Ok(())
    }

    /// Whether there is an infix constructor's name left.
    fn infix_left(&self) -> bool {
        let used = self.program.cons.iter().skip(14).filter(|con| con.infix.is_some()).count();
        used < names::INFIX.len()
    }

    /// Definition 15.
    pub(super) fn alias(&mut self) -> Made<()> {
        let ty = self.value_type(2)?;
        let name = numbered(names::SYNONYMS, self.program.synonyms.len());
        self.program.synonyms.push(Synonym { name, ty });
        Ok(())
    }

    /// A type with a hidden one, of which only a class is known.
    pub(super) fn existential(&mut self) -> Made<()> {
        let class = match self.program.classes.iter().position(|class| class.var.0 < 1000) {
            Some(class) if self.choices.chance(2, 3)? => Class::User(ClassId(class as u8)),
            _ => Class::Show,
        };
        let id = DataId(self.program.datas.len() as u16);
        let first = ConId(self.program.cons.len() as u16);
        let hidden = self.program.types.var(HIDDEN);
        let mut fields = vec![hidden];
        if self.choices.chance(1, 2)? {
            fields.push(self.simple_type()?);
        }
        let name = self.type_name();
        let con = self.con_name(false);
        self.program.types.data(id, &[]);
        self.program.datas.push(Data {
            name,
            params: 0,
            first,
            count: 1,
            kind: DataKind::Data,
            derived: Derived::default(),
        });
        self.program.cons.push(Constructor {
            name: con,
            data: id,
            tag: 0,
            fields,
            strict: 0,
            labels: Vec::new(),
            hides: Some(class),
            index: None,
            infix: None,
        });
        Ok(())
    }
}

/// A word of a list, with a number when the list has been used up.
pub(super) fn numbered(words: &[&'static str], used: usize) -> Name {
    Name { word: words[used % words.len()], number: (used / words.len()) as u32 }
}
