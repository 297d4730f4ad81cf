//! Statements of `ST` blocks and of `main`.

use super::{Bug, Cell, Executing, Frame, Machine, Ref, Shown, State, Stop, known, show};
use crate::library::con;
use crate::syntax::{ExprId, Stmt};

impl Machine<'_> {
    /// Executes the next statement.
    fn execute(&mut self, mut now: Executing) -> Result<State, Stop> {
        loop {
            let Some(stmt) = self.stmt(&now) else {
                return Ok(match now.result {
                    Some(result) => State::Eval(result, now.env),
                    None => State::Return(known::UNIT),
                });
            };
            let env = now.env;
            now.next += 1;
            match stmt {
                Stmt::New(var, content) => {
                    let content = self.delay(content, env);
                    let reference = self.alloc(Cell::Reference(content));
                    now.env = self.bind(env, var, reference);
                }
                Stmt::Write(var, content) => {
                    let content = self.delay(content, env);
                    let reference = self.local(env, var);
                    let floated = self.bug == Some(Bug::FloatedWrite)
                        && matches!(self.stmt(&now), Some(Stmt::Read(_, read)) if read == var);
                    if floated && let Some(Stmt::Read(target, _)) = self.stmt(&now) {
                        let old = self.content(reference)?;
                        now.env = self.bind(env, target, old);
                        now.next += 1;
                    }
                    self.cells[reference as usize] = Cell::Reference(content);
                }
                Stmt::Modify { var, function, strict } => {
                    let function = self.delay(function, env);
                    let reference = self.local(env, var);
                    let old = self.content(reference)?;
                    let args = self.alloc_refs(&[old]);
                    let new = self.alloc(Cell::Apply(function, args, 1));
                    if strict && self.bug != Some(Bug::LostBang) {
                        self.stack.push(Frame::Execute(now));
                        self.stack.push(Frame::Write(reference));
                        return Ok(State::Enter(new));
                    }
                    self.cells[reference as usize] = Cell::Reference(new);
                }
                Stmt::Read(target, var) => {
                    let content = self.content(self.local(env, var))?;
                    now.env = self.bind(env, target, content);
                }
                Stmt::When(condition, stmts) => {
                    self.stack.push(Frame::Execute(now));
                    self.stack.push(Frame::When(stmts, env));
                    return Ok(State::Eval(condition, env));
                }
                Stmt::ForEach(var, list, stmts) => {
                    self.stack.push(Frame::Execute(now));
                    self.stack.push(Frame::ForEach(var, stmts, env));
                    return Ok(State::Eval(list, env));
                }
                Stmt::Print(value) | Stmt::Demand(value) => {
                    self.stack.push(Frame::Execute(now));
                    return Ok(self.print(value, env));
                }
                Stmt::Attempt(value) => {
                    self.stack.push(Frame::Execute(now));
                    self.stack.push(Frame::Catch);
                    return Ok(self.print(value, env));
                }
            }
        }
    }

    fn content(&self, reference: Ref) -> Result<Ref, Stop> {
        match self.cells[self.follow(reference) as usize] {
            Cell::Reference(content) => Ok(content),
            _ => Err(Stop::NoMatch),
        }
    }

    fn print(&mut self, value: ExprId, env: u32) -> State {
        let ty = self.close(self.program.ty(value), env);
        let cell = self.delay(value, env);
        let base = self.shows.len() as u32;
        let text = self.text.len() as u32;
        self.shows.push(show::Item::Value(cell, ty, 0));
        self.stack.push(Frame::Show { base, text, to: Shown::Printed });
        State::Return(known::UNIT)
    }

    /// Goes on with statements.
    pub(super) fn resume_statement(&mut self, frame: Frame, cell: Ref) -> Result<State, Stop> {
        match frame {
            Frame::Execute(now) => self.execute(now),
            Frame::When(stmts, env) => {
                if !self.is_true(cell) {
                    return Ok(State::Return(known::UNIT));
                }
                self.execute(Executing { stmts, next: 0, env, result: None })
            }
            Frame::ForEach(var, stmts, env) => {
                let Cell::Con(con::CONS, start) = self.cells[cell as usize] else {
                    return Ok(State::Return(known::UNIT));
                };
                let (item, rest) = (self.refs[start as usize], self.refs[start as usize + 1]);
                // The rest of the list is entered when the statements are done.
                self.stack.push(Frame::ForEach(var, stmts, env));
                self.stack.push(Frame::Then(rest));
                let env = self.bind(env, var, item);
                self.execute(Executing { stmts, next: 0, env, result: None })
            }
            Frame::Write(reference) => {
                self.cells[reference as usize] = Cell::Reference(cell);
                Ok(State::Return(known::UNIT))
            }
            Frame::Catch => Ok(State::Return(cell)),
            _ => Err(Stop::NoMatch),
        }
    }
}
