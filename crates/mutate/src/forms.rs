//! The forms of expressions that mutants are made of, for statistics.

macro_rules! forms {
    ($($(#[$doc:meta])* $name:ident = $word:literal;)*) => {
        /// A form of expression that the generators write.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Form { $($(#[$doc])* $name,)* }

        impl Form {
            /// All of them, sorted by name.
            pub const ALL: &'static [Form] = &[$(Form::$name,)*];

            /// Its name in the features of a test case.
            pub fn name(self) -> &'static str {
                match self { $(Form::$name => $word,)* }
            }
        }
    };
}

forms! {
    /// An array literal.
    Array = "array";
    /// An assignment.
    Assignment = "assignment";
    /// A superfluous `await`.
    Await = "await";
    /// A block.
    Block = "block";
    /// Something boxed, and taken out of the box.
    Boxed = "boxed";
    /// A call of a function of the program.
    Call = "call";
    /// The name of a function that is called, as a value.
    Callee = "callee";
    /// A cast to the type that it has.
    Cast = "cast";
    /// A closure called at once.
    Closure = "closure";
    /// A default for an optional.
    Coalesce = "coalesce";
    /// A constant condition in the place of another.
    ConstantCondition = "constant-conditions";
    /// An initialiser or a case of an enumeration.
    Construct = "construct";
    /// An element of an array literal.
    Element = "element";
    /// A forced optional.
    Force = "force";
    /// An `if` or `switch` expression.
    IfExpression = "if-expression";
    /// An infix operator.
    Infix = "infix";
    /// A key path.
    KeyPath = "key-path";
    /// A literal.
    Literal = "literal";
    /// A loop that is left with a value.
    Loop = "loop";
    /// A `match` expression.
    Match = "match";
    /// A method of the library.
    Method = "method";
    /// An optional.
    Optional = "optional";
    /// The original expression, in parentheses.
    Original = "original";
    /// Parentheses.
    Paren = "paren";
    /// A prefix operator.
    Prefix = "prefix";
    /// Something borrowed, and used through the reference.
    Reference = "reference";
    /// An expression from elsewhere in the program.
    Splice = "splice";
    /// A ternary.
    Ternary = "ternary";
    /// A superfluous `try` or `try!`.
    Try = "try";
    /// A tuple.
    Tuple = "tuple";
    /// A variable.
    Variable = "variable";
}

/// A set of forms.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Forms(u32);

impl Forms {
    /// Adds a form.
    pub fn add(&mut self, form: Form) {
        self.0 |= 1 << form as u32;
    }

    /// Their names, sorted.
    pub fn names(self) -> Vec<&'static str> {
        let used = Form::ALL.iter().filter(|&&form| self.0 & (1 << form as u32) != 0);
        used.map(|form| form.name()).collect()
    }
}
