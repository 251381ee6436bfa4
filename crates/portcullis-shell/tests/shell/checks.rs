//! What holds for every text, whatever it is. The fuzz targets run these too.

use portcullis_shell::ast::{
    Argument, Arith, Assign, AssignValue, Command, CommandKind, CondTerm, List, Param, ParamOp,
    Piece, Redirect, Script, Simple, Word,
};
use portcullis_shell::{Limits, Opaque, Part, Reading, Span, Value, parse, read};

/// Limits that reach the ends sooner.
const TIGHT: Limits = Limits { bytes: 256, depth: 3 };

/// Limits that a text of the fuzzer does not reach by its length.
const WIDE: Limits = Limits { bytes: 1 << 20, depth: 200 };

/// The parser: total, the same each time, every place within the text and between characters.
pub(crate) fn check_parse(text: &str) {
    for limits in [Limits::default(), TIGHT, WIDE] {
        let script = parse(text, &limits);
        assert_eq!(script, parse(text, &limits), "not the same each time: {text:?}");
        let mut walk = Walk::new(text, &script);
        walk.opaque(&script.opaque);
        walk.list(&script.list);
        let documents = script.heredocs.len();
        let lost = script.opaque.is_empty() && walk.documents != documents;
        assert!(!lost, "{} of {documents} here-documents have a redirection", walk.documents);
        assert!(
            text.len() <= limits.bytes || !script.opaque.is_empty(),
            "longer than the limit, yet nothing is opaque"
        );
    }
}

/// The reading: total, the same each time, consistent in itself and with the tree.
pub(crate) fn check_read(text: &str) {
    for limits in [Limits::default(), TIGHT, WIDE] {
        let script = parse(text, &limits);
        let reading = read(text, &limits);
        assert_eq!(reading, read(text, &limits), "not the same each time: {text:?}");
        let mut walk = Walk::new(text, &script);
        walk.opaque(&reading.opaque);
        walk.list(&script.list);
        walk.reading(&reading);
        if reading.opaque.is_empty() {
            assert!(
                script.opaque.is_empty(),
                "the tree has {:?}, the reading nothing: {text:?}",
                script.opaque
            );
            let runs = reading.invocations.len();
            assert!(
                runs >= walk.named,
                "{} commands with plain names, {runs} read: {text:?}",
                walk.named
            );
        }
    }
}

/// Visits every node of a tree.
struct Walk<'a> {
    text: &'a str,
    script: &'a Script,
    /// How many here-documents were met.
    documents: usize,
    /// How many simple commands have a name that nothing is expanded in.
    named: usize,
}

impl<'a> Walk<'a> {
    fn new(text: &'a str, script: &'a Script) -> Self {
        Self { text, script, documents: 0, named: 0 }
    }

    fn span(&self, span: Span) {
        let (start, end) = (span.start as usize, span.end as usize);
        assert!(
            start <= end && end <= self.text.len(),
            "{span:?} in {} bytes: {:?}",
            self.text.len(),
            self.text
        );
        let whole = self.text.is_char_boundary(start) && self.text.is_char_boundary(end);
        assert!(whole, "{span:?} cuts a character: {:?}", self.text);
    }

    fn opaque(&self, opaque: &[Opaque]) {
        for place in opaque {
            self.span(place.span);
            assert!(!place.reason.is_empty(), "opaque without a reason: {:?}", self.text);
        }
    }

    fn list(&mut self, list: &List) {
        for item in &list.items {
            let rest = item.chain.rest.iter().map(|(_, pipeline)| pipeline);
            for pipeline in std::iter::once(&item.chain.first).chain(rest) {
                self.span(pipeline.span);
                let joints = pipeline.commands.len().saturating_sub(1);
                let whole = pipeline.stderr_too.len() == joints;
                assert!(
                    whole || !self.script.opaque.is_empty(),
                    "a joint too many: {:?}",
                    self.text
                );
                for command in &pipeline.commands {
                    self.command(command);
                }
            }
        }
    }

    fn command(&mut self, command: &Command) {
        self.span(command.span);
        for redirect in &command.redirects {
            self.redirect(redirect);
        }
        match &command.kind {
            CommandKind::Simple(simple) => self.simple(simple),
            CommandKind::Subshell(list) | CommandKind::Group(list) => self.list(list),
            CommandKind::If(clause) => {
                for (condition, body) in &clause.branches {
                    self.list(condition);
                    self.list(body);
                }
                if let Some(list) = &clause.otherwise {
                    self.list(list);
                }
            }
            CommandKind::Loop(clause) => {
                self.list(&clause.condition);
                self.list(&clause.body);
            }
            CommandKind::For(clause) => {
                for word in clause.words.iter().flatten() {
                    self.word(word);
                }
                self.list(&clause.body);
            }
            CommandKind::ForArith(clause) => {
                self.arith(&clause.header);
                self.list(&clause.body);
            }
            CommandKind::Case(case) => {
                self.word(&case.subject);
                for arm in &case.arms {
                    for word in &arm.patterns {
                        self.word(word);
                    }
                    self.list(&arm.body);
                }
            }
            CommandKind::Cond(terms) => terms.iter().for_each(|term| match term {
                CondTerm::Operator(span, _) => self.span(*span),
                CondTerm::Operand(word) | CondTerm::Arith(word) | CondTerm::Pattern(word) => {
                    self.word(word);
                }
            }),
            CommandKind::Arith(arith) => self.arith(arith),
            CommandKind::Function(function) => {
                self.word(&function.name);
                self.command(&function.body);
            }
            CommandKind::Coproc(coproc) => {
                if let Some(name) = &coproc.name {
                    self.word(name);
                }
                self.command(&coproc.body);
            }
        }
    }

    fn simple(&mut self, simple: &Simple) {
        if let Some(Argument::Word(Word { pieces, .. })) = simple.words.first()
            && let [Piece::Literal(name)] = pieces.as_slice()
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric())
        {
            self.named += 1;
        }
        for assign in &simple.assigns {
            self.assign(assign);
        }
        for argument in &simple.words {
            match argument {
                Argument::Word(word) => self.word(word),
                Argument::Assign(assign) => self.assign(assign),
            }
        }
    }

    fn assign(&mut self, assign: &Assign) {
        self.span(assign.span);
        if let Some(subscript) = &assign.subscript {
            self.arith(subscript);
        }
        match &assign.value {
            AssignValue::Scalar(word) => self.word(word),
            AssignValue::Array(elements) => {
                for element in elements {
                    if let Some(subscript) = &element.subscript {
                        self.arith(subscript);
                    }
                    self.word(&element.value);
                }
            }
        }
    }

    fn redirect(&mut self, redirect: &Redirect) {
        self.span(redirect.span);
        self.word(&redirect.target);
        if let Some(at) = redirect.heredoc {
            let Some(heredoc) = self.script.heredocs.get(at) else {
                panic!("no here-document {at}")
            };
            self.documents += 1;
            self.span(heredoc.span);
            self.word(&heredoc.body);
        }
    }

    fn word(&mut self, word: &Word) {
        self.span(word.span);
        for piece in &word.pieces {
            self.piece(piece);
        }
    }

    fn piece(&mut self, piece: &Piece) {
        match piece {
            Piece::Literal(_) | Piece::Quoted(_) => {}
            Piece::Double(pieces) | Piece::ExtGlob { pieces, .. } => {
                for piece in pieces {
                    self.piece(piece);
                }
            }
            Piece::Param(param) => self.param(param),
            Piece::Command(substitution) => {
                self.span(substitution.span);
                self.list(&substitution.list);
            }
            Piece::Arith(arith) => self.arith(arith),
            Piece::Process(process) => {
                self.span(process.span);
                self.list(&process.list);
            }
        }
    }

    fn param(&mut self, param: &Param) {
        self.span(param.span);
        if let Some(subscript) = &param.subscript {
            self.arith(subscript);
        }
        match &param.op {
            ParamOp::Plain | ParamOp::Transform(_) | ParamOp::Names => {}
            ParamOp::Default { word, .. }
            | ParamOp::Pattern { word, .. }
            | ParamOp::Replace(word) => self.word(word),
            ParamOp::Substring(arith) => self.arith(arith),
        }
    }

    fn arith(&mut self, arith: &Arith) {
        self.span(arith.span);
        self.word(&arith.text);
    }

    fn reading(&self, reading: &Reading) {
        for (at, shell) in reading.shells.iter().enumerate() {
            let parent = shell.parent.map(|parent| parent as usize);
            assert!(parent.is_none_or(|parent| parent < at), "shell {at} comes from {parent:?}");
            assert_eq!(parent.is_none(), at == 0, "only the first shell has no parent");
        }
        for run in &reading.invocations {
            self.span(run.span);
            assert!(!run.argv.is_empty(), "an invocation without a name: {:?}", self.text);
            assert!((run.shell as usize) < reading.shells.len(), "no such shell: {}", run.shell);
            for value in &run.argv {
                self.value(value);
            }
            run.assigns.iter().for_each(|(_, value)| self.value(value));
            for redirection in &run.redirects {
                self.span(redirection.span);
                self.value(&redirection.target);
            }
            if let Some(pipe) = run.pipe {
                assert!(pipe.length > 1 && pipe.index < pipe.length, "{pipe:?}: {:?}", self.text);
            }
        }
        assert!(
            reading.programs().iter().all(|name| name.len() <= self.text.len() * 64 + 64),
            "{:?}",
            self.text
        );
    }

    fn value(&self, value: &Value) {
        self.span(value.span);
        let all_text = value.parts.iter().all(|part| matches!(part, Part::Text(_)));
        assert_eq!(value.known().is_some(), all_text, "known and its parts differ: {value:?}");
        let adjacent =
            value.parts.windows(2).any(|pair| matches!(pair, [Part::Text(_), Part::Text(_)]));
        assert!(!adjacent, "texts side by side: {value:?}");
        if let Some(text) = value.known() {
            assert_eq!(value.names(), [text], "a known value has one name: {value:?}");
        }
    }
}
