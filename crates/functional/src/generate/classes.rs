//! Classes and their instances.

use std::sync::Arc;

use super::declarations::numbered;
use super::{Generator, Made};
use crate::names;
use crate::syntax::{
    Class, ClassDecl, ClassId, Function, Home, Instance, MethodDecl, Name, Pragma, Scheme,
};
use crate::types::{DataId, HIGHER, Ty, TyVar, Type, Types, data};

impl Generator<'_> {
    fn method_name(&self) -> Name {
        let made: usize = self.program.classes.iter().map(|class| class.methods.len()).sum();
        numbered(names::METHODS, made)
    }

    /// A class over types, with instances.
    pub(super) fn class(&mut self) -> Made<()> {
        let id = ClassId(self.program.classes.len() as u8);
        let var = TyVar(0);
        let itself = self.program.types.var(var);
        let superclass = match self.choices.weighted(&[3, 1, 1, 1])? {
            0 => None,
            1 => Some(Class::Eq),
            2 => Some(Class::Ord),
            _ => Some(Class::Show),
        };
        let name = numbered(names::CLASSES, usize::from(id.0));
        self.program.classes.push(ClassDecl { name, var, superclass, methods: Vec::new() });
        let context = vec![(Class::User(id), var)];
        let count = self.choices.range(1..=2)?;
        for _ in 0..count {
            let mut params = vec![itself];
            if self.choices.chance(1, 2)? {
                params.push(if self.choices.chance(1, 2)? { itself } else { self.simple_type()? });
            }
            let result = if self.choices.chance(1, 3)? { itself } else { self.value_type(1)? };
            let scheme = Scheme { vars: vec![var], context: context.clone(), params, result };
            let name = self.method_name();
            let method = MethodDecl { name, scheme: scheme.into(), default: None };
            self.program.classes[id.index()].methods.push(method);
        }
        // Defaults come after all methods, which they may call; but then they could
        // call each other for ever, so only one method has a default.
        if self.choices.chance(1, 2)? {
            let method = count - 1;
            let scheme = self.program.classes[id.index()].methods[method].scheme.clone();
            let others: Vec<MethodDecl> =
                self.program.classes[id.index()].methods.drain(method..).collect();
            let function = self.body(scheme, context, Home::Default(id))?;
            self.program.classes[id.index()].methods.extend(others);
            self.program.classes[id.index()].methods[method].default = Some(function);
        }
        self.instances(id, superclass)
    }

    /// A function of a class or instance.
    fn body(
        &mut self,
        scheme: impl Into<Arc<Scheme>>,
        context: Vec<(Class, TyVar)>,
        home: Home,
    ) -> Made<crate::syntax::FunId> {
        let scheme = scheme.into();
        self.begin(&context, !scheme.vars.is_empty());
        let name = Name::plain("method");
        let id = self.declare(name, scheme.clone(), home);
        let alts = self.equations(&scheme.params, scheme.result, 1 + self.size / 3)?;
        let alts = self.program.add_alts(&alts);
        let pragma = match home {
            Home::Instance(_) => self.pragma()?,
            _ => Pragma::None,
        };
        self.costs[id.index()] = self.cost;
        let function: &mut Function = &mut self.program.functions[id.index()];
        function.alts = alts;
        function.pragma = pragma;
        Ok(id)
    }

    fn instances(&mut self, id: ClassId, superclass: Option<Class>) -> Made<()> {
        let mut heads: Vec<(Ty, Vec<TyVar>)> = vec![(self.simple_type()?, Vec::new())];
        for _ in 0..self.choices.range(1..=2)? {
            let ty = self.value_type(1)?;
            heads.push((ty, Vec::new()));
        }
        if self.choices.chance(1, 2)? {
            let item = self.program.types.var(TyVar(0));
            let list = self.choices.chance(1, 2)?;
            let head = if list {
                self.program.types.list(item)
            } else {
                self.program.types.data(data::MAYBE, &[item])
            };
            heads.push((head, vec![TyVar(0)]));
        }
        let mut made: Vec<Ty> = Vec::new();
        for (head, vars) in heads {
            self.begin(&[], false);
            let overlaps = made.iter().any(|&other| self.same_head(other, head));
            // The first instance is at a primitive type, which is in every superclass.
            let fits = match superclass {
                None => true,
                Some(superclass) => vars.is_empty() && self.is_in(head, superclass),
            };
            if overlaps || !fits {
                continue;
            }
            made.push(head);
            self.instance(id, head, vars)?;
        }
        self.callable = self.program.functions.len();
        Ok(())
    }

    /// Whether two types have the same constructor in front.
    fn same_head(&self, one: Ty, other: Ty) -> bool {
        match (self.program.types.shape(one), self.program.types.shape(other)) {
            (Type::Data(a, _), Type::Data(b, _)) => a == b,
            _ => one == other,
        }
    }

    fn instance(&mut self, id: ClassId, head: Ty, vars: Vec<TyVar>) -> Made<()> {
        let number = self.program.instances.len() as u16;
        let context: Vec<(Class, TyVar)> = vars.iter().map(|&var| (Class::User(id), var)).collect();
        let declared = self.program.classes[id.index()].methods.clone();
        let class_var = self.program.classes[id.index()].var;
        let mut methods = Vec::with_capacity(declared.len());
        for method in &declared {
            if method.default.is_some() && self.choices.chance(1, 2)? {
                methods.push(None);
                continue;
            }
            let substitution = [(class_var, head)];
            let types = &mut self.program.types;
            let params: Vec<Ty> = method
                .scheme
                .params
                .iter()
                .map(|&param| types.substitute(param, &substitution))
                .collect();
            let result = types.substitute(method.scheme.result, &substitution);
            let mut all = vars.clone();
            all.extend(&method.scheme.vars[1..]);
            let scheme = Scheme { vars: all, context: context.clone(), params, result };
            let own = self.without_class(id, |this| {
                this.body(scheme, context.clone(), Home::Instance(number))
            })?;
            methods.push(Some(own));
        }
        self.program.instances.push(Instance { class: id, head, vars, context, methods });
        Ok(())
    }

    /// Does something that must not call methods of a class but those of type
    /// variables: instances could otherwise call each other for ever.
    fn without_class<T>(
        &mut self,
        id: ClassId,
        make: impl FnOnce(&mut Self) -> Made<T>,
    ) -> Made<T> {
        let instances = std::mem::take(&mut self.program.instances);
        let (own, others): (Vec<_>, Vec<_>) =
            instances.into_iter().partition(|instance| instance.class == id);
        self.program.instances = others;
        let made = make(self);
        // The instances of the class come last, in their order.
        self.program.instances.extend(own);
        made
    }

    /// A class over type constructors, with instances.
    pub(super) fn higher_class(&mut self) -> Made<()> {
        let id = ClassId(self.program.classes.len() as u8);
        let var = TyVar(HIGHER);
        let [a, b] = [TyVar(0), TyVar(1)];
        let types = &mut self.program.types;
        let (ta, tb) = (types.var(a), types.var(b));
        let (of_a, of_b) = (types.intern(Type::App(var, ta)), types.intern(Type::App(var, tb)));
        let (map, list) = (types.function(&[ta], tb), types.list(ta));
        let context = vec![(Class::User(id), var)];
        let name = numbered(names::HIGHER_CLASSES, 0);
        let scheme = |vars: &[TyVar], params: Vec<Ty>, result: Ty| Scheme {
            vars: [&[var], vars].concat(),
            context: context.clone(),
            params,
            result,
        };
        let all = [
            scheme(&[a, b], vec![of_a, map], of_b),
            scheme(&[a], vec![of_a], list),
            scheme(&[a], vec![of_a, ta], of_a),
            scheme(&[a], vec![of_a], Types::INT),
        ];
        self.program.classes.push(ClassDecl { name, var, superclass: None, methods: Vec::new() });
        let count = self.choices.range(1..=3)?;
        for scheme in all.into_iter().take(count) {
            let name = self.method_name();
            let method = MethodDecl { name, scheme: scheme.into(), default: None };
            self.program.classes[id.index()].methods.push(method);
        }
        let all = (0..self.program.datas.len()).map(|i| DataId(i as u16));
        let heads: Vec<DataId> = all.filter(|&id| self.is_mappable(id)).collect();
        let mut chosen: Vec<DataId> = Vec::new();
        for _ in 0..self.choices.range(1..=2)? {
            let head = *self.choices.choose(&heads)?;
            if !chosen.contains(&head) {
                chosen.push(head);
            }
        }
        for head in chosen {
            let head = self.program.types.intern(Type::Constructor(head));
            self.instance(id, head, Vec::new())?;
        }
        self.callable = self.program.functions.len();
        Ok(())
    }

    /// Whether a value of a type with one parameter can be made from any other, item
    /// by item.
    fn is_mappable(&self, id: DataId) -> bool {
        let declared = &self.program.datas[usize::from(id.0)];
        let first = declared.first.index();
        let cons = &self.program.cons[first..first + usize::from(declared.count)];
        let has_item = |fields: &[Ty]| {
            fields.iter().any(|&field| self.program.types.shape(field) == Type::Var(TyVar(0)))
        };
        let empty = cons.iter().any(|con| con.fields.is_empty());
        declared.params == 1 && (empty || cons.iter().all(|con| has_item(&con.fields)))
    }

    /// A type constructor with an instance, for a variable of a scheme.
    pub(super) fn constructor_in(&mut self, scheme: &Scheme, var: TyVar) -> Made<Ty> {
        let class = scheme.context.iter().find(|(_, of)| *of == var).map(|(class, _)| *class);
        let Some(Class::User(id)) = class else { return Err(choice::DeadEnd) };
        let of = self.program.instances.iter().filter(|instance| instance.class == id);
        let heads: Vec<Ty> = of.map(|instance| instance.head).collect();
        Ok(*self.choices.choose(&heads)?)
    }
}
