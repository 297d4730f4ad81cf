//! The arena: interned structures, bindings with a trail, unification,
//! disequality, and the goals that wait for a variable.

use crate::term::{Raw, Symbol, Symbols, Term, Var, View};

#[derive(Clone, Copy, Debug)]
struct Node {
    symbol: Symbol,
    start: u32,
    len: u32,
    /// Where it stands in the table of interned structures.
    slot: u32,
    parts: Parts,
    /// How many structures were made before it, those that are gone included.
    made: u64,
    /// Of a list: the symbols by which its items are found
    /// ([`Store::entry_symbols`]).
    items: Symbols,
}

/// Properties of all parts of a term that its handle alone shows.
#[derive(Clone, Copy, Debug)]
struct Parts {
    /// There is no variable in it, and no [`Term::ANY`]. Then it is interned,
    /// so another handle is another term.
    ground: bool,
    /// There is something bound in it.
    bound: bool,
    /// There is a name in it.
    names: bool,
    /// How deep it is, lists counting an item a level, and how large when everything
    /// that is shared is written out.
    depth: u16,
    size: u32,
}

/// The deepest term that is of use. What walks through terms recurses, so deeper ones
/// would need more stack than a thread may have.
const MAX_DEPTH: u16 = 1000;

/// The largest term that is of use, shared parts written out: programs are printed.
const MAX_SIZE: u32 = 1 << 18;

#[derive(Clone, Copy, Debug)]
enum Undo {
    Bound(u32),
    Watched { var: u32, before: u32 },
    Woken(u32),
}

/// A state to come back to.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    nodes: u32,
    vars: u32,
    trail: u32,
    watchers: u32,
    waiting: u32,
    names: u32,
}

/// A point of time in the life of a [`Store`], which undoing does not turn back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Time(u64);

/// When the latest of some things happened, by what there was at that time.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Since {
    /// Marks with a trail no longer than this were made before.
    trail: Option<u32>,
    /// The same for structures.
    nodes: Option<u32>,
}

impl Mark {
    /// Whether the event happened after the mark was made.
    pub(crate) fn is_before(self, since: Since) -> bool {
        since.trail.is_some_and(|trail| self.trail <= trail)
            || since.nodes.is_some_and(|nodes| self.nodes <= nodes)
    }
}

/// How two terms relate: see [`Store::differ`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Differ {
    /// They differ whatever their variables become.
    Apart,
    /// They are the same.
    Same,
    /// It depends; ask again when one of these variables is bound.
    Depends(Var, Option<Var>),
}

const EMPTY: u32 = u32::MAX;
const NO_WATCHER: u32 = u32::MAX;

/// Terms and what their variables stand for.
///
/// Everything is undone in the reverse order of its making ([`Store::mark`],
/// [`Store::undo`]); what was made since the mark is then gone, so a search
/// uses no more memory than its current branch.
#[derive(Debug)]
pub struct Store {
    nodes: Vec<Node>,
    /// How many structures were made so far, those that are gone included.
    made: u64,
    args: Vec<Term>,
    /// Open addressing with linear probing. Nodes leave in the reverse order of
    /// their coming, so emptying the slot restores the table exactly.
    table: Vec<u32>,
    bindings: Vec<Term>,
    /// For each variable with a value how long the trail was when it got it.
    bound_at: Vec<u32>,
    /// For each variable the newest of its watchers.
    watched: Vec<u32>,
    /// Waiting goal and next older watcher of the same variable.
    watchers: Vec<(u32, u32)>,
    /// Whether each goal still waits.
    waiting: Vec<bool>,
    woken: Vec<u32>,
    trail: Vec<Undo>,
    names: u32,
    unify_work: Vec<(Term, Term)>,
    occurs_work: Vec<Term>,
    /// For [`Store::copy`]: the copy of each structure of the other store.
    copies: Vec<Term>,
    nil: Term,
    /// Whether a term was made that is too deep or too large.
    outsize: bool,
    /// How many parts of terms were looked at.
    work: u64,
}

impl Default for Store {
    fn default() -> Store {
        Store::new()
    }
}

impl Store {
    /// An empty store.
    pub fn new() -> Store {
        let mut store = Store {
            nodes: Vec::new(),
            made: 0,
            args: Vec::new(),
            table: vec![EMPTY; 1024],
            bindings: Vec::new(),
            bound_at: Vec::new(),
            watched: Vec::new(),
            watchers: Vec::new(),
            waiting: Vec::new(),
            woken: Vec::new(),
            trail: Vec::new(),
            names: 0,
            unify_work: Vec::new(),
            occurs_work: Vec::new(),
            copies: Vec::new(),
            nil: Term::ANY,
            outsize: false,
            work: 0,
        };
        store.nil = store.structure(Symbol::NIL, &[]);
        store
    }

    /// A new variable.
    pub fn fresh_var(&mut self) -> Term {
        let index = self.bindings.len() as u32;
        let var = Term::var(index);
        self.bindings.push(var);
        self.bound_at.push(0);
        self.watched.push(NO_WATCHER);
        var
    }

    /// A name that no term has yet.
    pub fn fresh_name(&mut self) -> Term {
        self.names += 1;
        Term::name(self.names - 1)
    }

    /// How many names were made so far.
    #[inline]
    pub fn name_count(&self) -> u32 {
        self.names
    }

    /// Makes [`Store::fresh_name`] start above `n`: for terms whose names were
    /// given by others.
    pub fn reserve_name(&mut self, n: u32) {
        self.names = self.names.max(n + 1);
    }

    /// A structure. The same symbol and arguments give the same handle.
    pub fn structure(&mut self, symbol: Symbol, args: &[Term]) -> Term {
        let start = self.args.len();
        self.args.extend_from_slice(args);
        self.intern(symbol, start)
    }

    /// An integer.
    pub fn int(&mut self, n: i64) -> Term {
        Term::small_int(n).unwrap_or_else(|| {
            let part = |i: u32| Term::index((n >> (22 * i) & 0x3f_ffff) as i32);
            self.structure(Symbol::INT, &[part(2), part(1), part(0)])
        })
    }

    /// The same term as a ground term of another store. Its names are reserved
    /// here.
    pub fn copy(&mut self, from: &Store, term: Term) -> Term {
        let mut copies = std::mem::take(&mut self.copies);
        copies.clear();
        copies.resize(from.nodes.len(), Term::ANY);
        let copy = self.copy_part(from, term, &mut copies);
        self.copies = copies;
        copy
    }

    fn copy_part(&mut self, from: &Store, term: Term, copies: &mut [Term]) -> Term {
        match term.raw() {
            Raw::Int(_) => term,
            Raw::Name(n) => {
                self.reserve_name(n);
                term
            }
            Raw::Struct(index) => {
                let known = copies[index as usize];
                if known != Term::ANY {
                    return known;
                }
                let node = from.nodes[index as usize];
                // The arguments are pushed behind those of complete structures,
                // so those of the parts must be complete before.
                for &arg in from.args_of(node) {
                    self.copy_part(from, arg, copies);
                }
                let start = self.args.len();
                for &arg in from.args_of(node) {
                    let arg = match arg.raw() {
                        Raw::Struct(index) => copies[index as usize],
                        _ => arg,
                    };
                    self.args.push(arg);
                }
                let copy = self.intern(node.symbol, start);
                copies[index as usize] = copy;
                copy
            }
            Raw::Var(_) | Raw::Any => panic!("only ground terms can be copied"),
        }
    }

    /// The list of the items.
    pub fn list(&mut self, items: &[Term]) -> Term {
        items.iter().rev().fold(self.nil, |rest, &item| self.cons(item, rest))
    }

    /// The list with a first item and a rest.
    pub fn cons(&mut self, first: Term, rest: Term) -> Term {
        self.structure(Symbol::CONS, &[first, rest])
    }

    /// The empty list.
    pub fn nil(&self) -> Term {
        self.nil
    }

    /// Interns the structure whose arguments were pushed from `start` on.
    fn intern(&mut self, symbol: Symbol, start: usize) -> Term {
        for i in start..self.args.len() {
            self.args[i] = self.walk(self.args[i]);
        }
        if (self.nodes.len() + 1) * 2 > self.table.len() {
            self.grow();
        }
        let args = &self.args[start..];
        let mask = self.table.len() - 1;
        let mut slot = hash(symbol, args) as usize & mask;
        loop {
            let index = self.table[slot];
            if index == EMPTY {
                break;
            }
            let node = self.nodes[index as usize];
            if node.symbol == symbol && self.args_of(node) == args {
                self.args.truncate(start);
                return Term::structure(index);
            }
            slot = (slot + 1) & mask;
        }
        let bound = symbol == Symbol::BOUND;
        let mut parts = Parts { ground: true, bound, names: false, depth: 0, size: 1 };
        for &arg in args {
            let arg = self.parts(arg);
            parts.ground &= arg.ground;
            parts.bound |= arg.bound;
            parts.names |= arg.names;
            parts.depth = parts.depth.max(arg.depth);
            parts.size = parts.size.saturating_add(arg.size);
        }
        parts.depth = parts.depth.saturating_add(1);
        self.outsize |= parts.depth > MAX_DEPTH || parts.size > MAX_SIZE;
        let items = match (symbol, args) {
            (Symbol::NIL, _) => 0,
            (Symbol::CONS, &[first, rest]) => self.entry_symbols(first) | self.item_symbols(rest),
            _ => Symbols::MAX,
        };
        let index = self.nodes.len() as u32;
        self.table[slot] = index;
        self.nodes.push(Node {
            symbol,
            start: start as u32,
            len: args.len() as u32,
            slot: slot as u32,
            parts,
            made: self.made,
            items,
        });
        self.made += 1;
        Term::structure(index)
    }

    fn grow(&mut self) {
        let size = self.table.len() * 2;
        self.table.clear();
        self.table.resize(size, EMPTY);
        for index in 0..self.nodes.len() {
            let node = self.nodes[index];
            let mut slot = hash(node.symbol, self.args_of(node)) as usize & (size - 1);
            while self.table[slot] != EMPTY {
                slot = (slot + 1) & (size - 1);
            }
            self.table[slot] = index as u32;
            self.nodes[index].slot = slot as u32;
        }
    }

    #[inline]
    fn args_of(&self, node: Node) -> &[Term] {
        &self.args[node.start as usize..(node.start + node.len) as usize]
    }

    #[inline]
    fn parts(&self, term: Term) -> Parts {
        let leaf = |ground, names| Parts { ground, bound: false, names, depth: 0, size: 1 };
        match term.raw() {
            Raw::Var(_) | Raw::Any => leaf(false, false),
            Raw::Struct(index) => self.nodes[index as usize].parts,
            Raw::Int(_) => leaf(true, false),
            Raw::Name(_) => leaf(true, true),
        }
    }

    /// Whether the handle alone, without bindings, shows the term to be ground.
    #[inline]
    fn is_ground_handle(&self, term: Term) -> bool {
        self.parts(term).ground
    }

    /// Whether a term was made since the last call that is too deep or too large to be
    /// of use. Whoever makes terms without end has to stop here.
    #[inline]
    pub fn take_outsize(&mut self) -> bool {
        std::mem::take(&mut self.outsize)
    }

    /// How many parts of terms were looked at so far: a measure of the time spent that
    /// is the same on every machine.
    #[inline]
    pub fn work(&self) -> u64 {
        self.work
    }

    /// Whether a resolved term has no variable in it and no [`Term::ANY`].
    pub fn is_ground(&self, term: Term) -> bool {
        self.is_ground_handle(term)
    }

    /// Follows the bindings of a variable to their end.
    #[inline]
    pub fn walk(&self, mut term: Term) -> Term {
        while let Raw::Var(var) = term.raw() {
            let value = self.bindings[var as usize];
            if value == term {
                break;
            }
            term = value;
        }
        term
    }

    /// The outermost part of a term.
    #[inline]
    pub fn view(&self, term: Term) -> View<'_> {
        match self.walk(term).raw() {
            Raw::Var(var) => View::Var(Var(var)),
            Raw::Struct(index) => {
                let node = self.nodes[index as usize];
                match node.symbol {
                    Symbol::INT => View::Int(large_int(self.args_of(node))),
                    symbol => View::Struct(symbol, self.args_of(node)),
                }
            }
            Raw::Int(n) => View::Int(n.into()),
            Raw::Name(n) => View::Name(n),
            Raw::Any => View::Any,
        }
    }

    /// The symbol of a structure.
    #[inline]
    pub fn symbol(&self, term: Term) -> Option<Symbol> {
        match self.walk(term).raw() {
            Raw::Struct(index) => Some(self.symbol_of(index)).filter(|s| *s != Symbol::INT),
            _ => None,
        }
    }

    #[inline]
    pub(crate) fn symbol_of(&self, index: u32) -> Symbol {
        self.nodes[index as usize].symbol
    }

    /// One argument of a structure.
    ///
    /// # Panics
    /// If the term is not a structure or has no such argument.
    pub fn arg(&self, term: Term, i: usize) -> Term {
        match self.view(term) {
            View::Struct(_, args) => args[i],
            other => panic!("{other:?} has no arguments"),
        }
    }

    /// The first item and the rest of a list that is not empty.
    #[inline]
    pub fn uncons(&self, list: Term) -> Option<(Term, Term)> {
        match self.view(list) {
            View::Struct(Symbol::CONS, &[first, rest]) => Some((first, rest)),
            _ => None,
        }
    }

    /// The symbols by which the items of a list may be found, as far as its
    /// handle tells.
    #[inline]
    pub(crate) fn item_symbols(&self, list: Term) -> Symbols {
        match self.walk(list).raw() {
            Raw::Struct(index) => self.nodes[index as usize].items,
            _ => Symbols::MAX,
        }
    }

    /// The symbols by which an item of a list may be found: its own, and where it
    /// has but one argument, that one's too (`given(impl(T, r))`).
    pub(crate) fn entry_symbols(&self, entry: Term) -> Symbols {
        match self.view(entry) {
            View::Struct(symbol, &[only]) => {
                symbol.bit()
                    | match self.view(only) {
                        View::Struct(inner, _) => inner.bit(),
                        View::Var(_) | View::Any => Symbols::MAX,
                        View::Int(_) | View::Name(_) => 0,
                    }
            }
            View::Struct(symbol, _) => symbol.bit(),
            _ => Symbols::MAX,
        }
    }

    /// The symbols that an item has that is like the entry; see
    /// [`Store::entry_symbols`].
    pub(crate) fn wanted_symbols(&self, entry: Term) -> Symbols {
        match self.view(entry) {
            View::Struct(symbol, &[only]) => {
                symbol.bit() | self.symbol(only).map_or(0, Symbol::bit)
            }
            View::Struct(symbol, _) => symbol.bit(),
            _ => 0,
        }
    }

    /// The variable that the rest of a list still is, if it is one.
    pub fn open_end(&self, list: Term) -> Option<Var> {
        let mut rest = list;
        while let Some((_, tail)) = self.uncons(rest) {
            if self.is_ground_handle(rest) {
                return None;
            }
            rest = tail;
        }
        match self.view(rest) {
            View::Var(var) => Some(var),
            _ => None,
        }
    }

    /// The items of a list, or the variable that its rest still is. Anything
    /// else than a list has no items.
    pub fn items(&self, list: Term) -> Result<Vec<Term>, Var> {
        let mut items = Vec::new();
        let mut rest = list;
        loop {
            match self.view(rest) {
                View::Struct(Symbol::CONS, &[first, tail]) => {
                    items.push(first);
                    rest = tail;
                }
                View::Var(var) => return Err(var),
                _ => return Ok(items),
            }
        }
    }

    /// Some variable without a value in the term, if there is one.
    pub fn open_var(&mut self, term: Term) -> Option<Var> {
        let term = self.walk(term);
        if self.is_ground_handle(term) {
            return None;
        }
        let mut work = std::mem::take(&mut self.occurs_work);
        work.clear();
        work.push(term);
        let mut found = None;
        while let Some(term) = work.pop() {
            self.work += 1;
            let term = self.walk(term);
            match term.raw() {
                Raw::Var(var) => {
                    found = Some(Var(var));
                    break;
                }
                Raw::Struct(index) if !self.nodes[index as usize].parts.ground => {
                    // The leftmost variable is found first.
                    work.extend(self.args_of(self.nodes[index as usize]).iter().rev());
                }
                _ => {}
            }
        }
        self.occurs_work = work;
        found
    }

    /// The term with every bound variable replaced by its value.
    pub fn resolve(&mut self, term: Term) -> Term {
        let term = self.walk(term);
        let Raw::Struct(index) = term.raw() else { return term };
        let node = self.nodes[index as usize];
        if node.parts.ground {
            return term;
        }
        self.work += u64::from(node.len);
        self.rebuild(node, |store, arg| Some(store.resolve(arg))).expect("nothing is refused")
    }

    /// The structure with other arguments; `None` if one of them is refused.
    fn rebuild(
        &mut self,
        node: Node,
        mut part: impl FnMut(&mut Store, Term) -> Option<Term>,
    ) -> Option<Term> {
        let mut few = [Term::NONE; 4];
        let mut many = Vec::new();
        let parts = if node.len as usize <= few.len() {
            &mut few[..node.len as usize]
        } else {
            many.resize(node.len as usize, Term::NONE);
            &mut many[..]
        };
        for (i, made) in parts.iter_mut().enumerate() {
            *made = part(self, self.args[node.start as usize + i])?;
        }
        Some(self.structure(node.symbol, parts))
    }

    /// Makes two terms equal, if they can be. After a failure some bindings may
    /// have been made: undo to a mark.
    pub fn unify(&mut self, a: Term, b: Term) -> bool {
        let mut work = std::mem::take(&mut self.unify_work);
        work.clear();
        work.push((a, b));
        let mut equal = true;
        while let Some((a, b)) = work.pop() {
            self.work += 1;
            let (a, b) = (self.walk(a), self.walk(b));
            if a == b {
                continue;
            }
            match (a.raw(), b.raw()) {
                (Raw::Any, _) | (_, Raw::Any) => {}
                (Raw::Var(x), Raw::Var(y)) => {
                    // The younger variable gives way to the older.
                    let (from, to) = if x > y { (x, b) } else { (y, a) };
                    self.bind(from, to);
                }
                (Raw::Var(x), _) if !self.occurs(x, b) => self.bind(x, b),
                (_, Raw::Var(y)) if !self.occurs(y, a) => self.bind(y, a),
                (Raw::Struct(x), Raw::Struct(y)) => {
                    let (x, y) = (self.nodes[x as usize], self.nodes[y as usize]);
                    // Ground terms are interned: two handles, two terms.
                    let two_terms = x.parts.ground && y.parts.ground;
                    if two_terms || x.symbol != y.symbol || x.len != y.len {
                        equal = false;
                        break;
                    }
                    for i in (0..x.len).rev() {
                        work.push((
                            self.args[(x.start + i) as usize],
                            self.args[(y.start + i) as usize],
                        ));
                    }
                }
                _ => {
                    equal = false;
                    break;
                }
            }
        }
        self.unify_work = work;
        equal
    }

    /// [`Store::unify`] for generators in direct style, where terms that cannot be made
    /// equal are a dead end.
    pub fn require(&mut self, a: Term, b: Term) -> Result<(), choice::DeadEnd> {
        if self.unify(a, b) { Ok(()) } else { Err(choice::DeadEnd) }
    }

    fn occurs(&mut self, var: u32, term: Term) -> bool {
        if self.is_ground_handle(term) {
            return false;
        }
        let mut work = std::mem::take(&mut self.occurs_work);
        work.clear();
        work.push(term);
        let mut found = false;
        while let Some(term) = work.pop() {
            self.work += 1;
            match self.walk(term).raw() {
                Raw::Var(other) if other == var => {
                    found = true;
                    break;
                }
                Raw::Struct(index) if !self.nodes[index as usize].parts.ground => {
                    work.extend(self.args_of(self.nodes[index as usize]));
                }
                _ => {}
            }
        }
        self.occurs_work = work;
        found
    }

    fn bind(&mut self, var: u32, value: Term) {
        self.bindings[var as usize] = value;
        self.bound_at[var as usize] = self.trail.len() as u32;
        self.trail.push(Undo::Bound(var));
        let mut watcher = self.watched[var as usize];
        while watcher != NO_WATCHER {
            let (goal, older) = self.watchers[watcher as usize];
            if self.waiting[goal as usize] {
                self.waiting[goal as usize] = false;
                self.trail.push(Undo::Woken(goal));
                self.woken.push(goal);
            }
            watcher = older;
        }
    }

    /// Since when a term has had its outermost symbol.
    pub(crate) fn shaped(&self, mut term: Term, since: &mut Since) {
        while let Raw::Var(var) = term.raw() {
            let value = self.bindings[var as usize];
            if value == term {
                return;
            }
            since.trail = since.trail.max(Some(self.bound_at[var as usize]));
            term = value;
        }
        if let Raw::Struct(index) = term.raw() {
            since.nodes = since.nodes.max(Some(index));
        }
    }

    /// When the term got its current value.
    pub(crate) fn settled(&mut self, term: Term, since: &mut Since) {
        let mut work = std::mem::take(&mut self.occurs_work);
        work.clear();
        work.push(term);
        while let Some(term) = work.pop() {
            self.shaped(term, since);
            if let Raw::Struct(index) = self.walk(term).raw()
                && !self.nodes[index as usize].parts.ground
            {
                work.extend(self.args_of(self.nodes[index as usize]));
            }
        }
        self.occurs_work = work;
    }

    /// How two terms relate. Nothing is bound.
    pub fn differ(&mut self, a: Term, b: Term) -> Differ {
        let mark = self.mark();
        let woken = std::mem::take(&mut self.woken);
        let answer = if !self.unify(a, b) {
            Differ::Apart
        } else {
            let bound = self.trail[mark.trail as usize..].iter().find_map(|undo| match undo {
                Undo::Bound(var) => Some(*var),
                _ => None,
            });
            match bound {
                None => Differ::Same,
                Some(var) => {
                    let other = match self.bindings[var as usize].raw() {
                        Raw::Var(other) => Some(Var(other)),
                        _ => None,
                    };
                    Differ::Depends(Var(var), other)
                }
            }
        };
        self.undo(mark);
        self.woken = woken;
        answer
    }

    /// Whether two terms can be made equal. Nothing is bound.
    pub fn unifiable(&mut self, a: Term, b: Term) -> bool {
        // Most pairs differ in the outermost symbol.
        match (self.symbol(a), self.symbol(b)) {
            (Some(f), Some(g)) if f != g => false,
            _ => self.differ(a, b) != Differ::Apart,
        }
    }

    /// Puts `args` in the place of the things that a binder binds in `body`,
    /// which must be ground; `None` if there are too few of them.
    pub fn open(&mut self, body: Term, args: &[Term]) -> Option<Term> {
        self.open_at(body, args, 0)
    }

    pub(crate) fn open_at(&mut self, body: Term, args: &[Term], depth: i32) -> Option<Term> {
        let Raw::Struct(index) = self.walk(body).raw() else { return Some(body) };
        let node = self.nodes[index as usize];
        if node.symbol == Symbol::BOUND {
            let at = |i| match self.args[(node.start + i) as usize].raw() {
                Raw::Int(n) => n,
                other => panic!("a bound thing numbered {other:?}"),
            };
            return if at(0) == depth { args.get(at(1) as usize).copied() } else { Some(body) };
        }
        if node.len == 0 || node.parts.ground && !node.parts.bound {
            return Some(body);
        }
        let depth = depth + i32::from(node.symbol.is_binder());
        self.rebuild(node, |store, arg| store.open_at(arg, args, depth))
    }

    /// The reverse of [`Store::open`]: takes every occurrence of one of the
    /// names `args` in the ground `term` for what is bound.
    pub fn close(&mut self, term: Term, args: &[Term]) -> Term {
        self.close_at(term, args, 0)
    }

    pub(crate) fn close_at(&mut self, term: Term, args: &[Term], depth: i32) -> Term {
        if let Some(i) = args.iter().position(|&arg| arg == term) {
            return self.bound(depth, i as i32);
        }
        let Raw::Struct(index) = term.raw() else { return term };
        let node = self.nodes[index as usize];
        if node.len == 0 || node.parts.ground && !node.parts.names {
            return term;
        }
        let depth = depth + i32::from(node.symbol.is_binder());
        self.rebuild(node, |store, arg| Some(store.close_at(arg, args, depth)))
            .expect("nothing is refused")
    }

    /// Whether a term is ground and binds all bound things in it itself.
    pub(crate) fn is_closed(&self, term: Term) -> bool {
        self.is_closed_at(term, 0)
    }

    fn is_closed_at(&self, term: Term, depth: i32) -> bool {
        match self.view(term) {
            View::Var(_) => false,
            View::Struct(Symbol::BOUND, args) => {
                matches!(args[0].raw(), Raw::Int(binder) if binder < depth)
            }
            View::Struct(symbol, args) => {
                let depth = depth + i32::from(symbol.is_binder());
                args.iter().all(|arg| self.is_closed_at(*arg, depth))
            }
            View::Int(_) | View::Name(_) | View::Any => true,
        }
    }

    /// The `i`-th thing that the binder `depth` levels further out binds.
    pub fn bound(&mut self, depth: i32, i: i32) -> Term {
        self.structure(Symbol::BOUND, &[Term::index(depth), Term::index(i)])
    }

    /// The current time, for [`Store::is_as_old`].
    pub fn now(&self) -> Time {
        Time(self.made)
    }

    /// Whether a handle from that time still means the same term; false for variables.
    #[inline]
    pub fn is_as_old(&self, term: Term, time: Time) -> bool {
        match term.raw() {
            Raw::Struct(index) => {
                self.nodes.get(index as usize).is_some_and(|node| node.made < time.0)
            }
            Raw::Var(_) => false,
            Raw::Int(_) | Raw::Name(_) | Raw::Any => true,
        }
    }

    /// The current state.
    #[inline]
    pub fn mark(&self) -> Mark {
        Mark {
            nodes: self.nodes.len() as u32,
            vars: self.bindings.len() as u32,
            trail: self.trail.len() as u32,
            watchers: self.watchers.len() as u32,
            waiting: self.waiting.len() as u32,
            names: self.names,
        }
    }

    /// Goes back to a state; handles made since then are void.
    pub fn undo(&mut self, mark: Mark) {
        while self.trail.len() > mark.trail as usize {
            match self.trail.pop().expect("the trail is longer than the mark") {
                Undo::Bound(var) => self.bindings[var as usize] = Term::var(var),
                Undo::Watched { var, before } => self.watched[var as usize] = before,
                Undo::Woken(goal) => self.waiting[goal as usize] = true,
            }
        }
        while self.nodes.len() > mark.nodes as usize {
            let node = self.nodes.pop().expect("there are more nodes than at the mark");
            self.table[node.slot as usize] = EMPTY;
            self.args.truncate(node.start as usize);
        }
        self.bindings.truncate(mark.vars as usize);
        self.bound_at.truncate(mark.vars as usize);
        self.watched.truncate(mark.vars as usize);
        self.watchers.truncate(mark.watchers as usize);
        self.waiting.truncate(mark.waiting as usize);
        self.woken.clear();
        self.names = mark.names;
    }

    /// A goal that waits for any of the variables; its number is the count of
    /// goals that ever waited in this branch.
    pub(crate) fn wait(&mut self, vars: impl IntoIterator<Item = Var>) -> u32 {
        let goal = self.waiting.len() as u32;
        self.waiting.push(true);
        for Var(var) in vars {
            let before = self.watched[var as usize];
            self.trail.push(Undo::Watched { var, before });
            self.watched[var as usize] = self.watchers.len() as u32;
            self.watchers.push((goal, before));
        }
        goal
    }

    pub(crate) fn still_waits(&self, goal: u32) -> bool {
        self.waiting[goal as usize]
    }

    pub(crate) fn take_woken(&mut self) -> Option<u32> {
        self.woken.pop()
    }
}

/// The integer whose bits these are, the highest first.
fn large_int(parts: &[Term]) -> i64 {
    parts.iter().fold(0, |n, part| match part.raw() {
        Raw::Int(bits) => n << 22 | i64::from(bits),
        other => panic!("{other:?} is no part of an integer"),
    })
}

fn hash(symbol: Symbol, args: &[Term]) -> u32 {
    // The multiplicative hash that rustc uses, finished by a rotation because
    // the table takes the low bits.
    const K: u64 = 0xf135_7aea_2e62_a9c5;
    let step = |hash: u64, word: u64| (hash.wrapping_add(word)).wrapping_mul(K);
    let mut hash = step(0, u64::from(symbol.word()));
    for arg in args {
        hash = step(hash, u64::from(arg.word()));
    }
    hash.rotate_left(26) as u32
}
