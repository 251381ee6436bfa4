//! Arithmetic text: kept as written, with the expansions in it found.

use super::Parser;
use super::word::Mode;
use crate::ast::Arith;

impl Parser<'_> {
    /// Arithmetic up to and with `close`, which is `)` or `]`.
    pub(super) fn arith_until(&mut self, close: u8, what: &str) -> Arith {
        let text = self.nested(|parser| parser.word_in(Mode::Arith(close)));
        let arith = Arith { span: text.span, text };
        self.expect_byte(close, what);
        arith
    }
}
