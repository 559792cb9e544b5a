//! Temporary.
use crate::board::*;
use crate::rules::*;
#[allow(missing_docs)]
pub(super) trait Shim {
    fn turn_text(&self, t: Turn) -> String;
    fn parse_turn(&self, s: &str) -> Result<Turn, String>;
}
impl Shim for Position {
    fn turn_text(&self, t: Turn) -> String {
        let clear = |p: &Position, set: Bitboard| {
            let v: Vec<String> = set
                .iter()
                .map(|s| {
                    let pc = p.piece_at(s).unwrap();
                    format!(
                        "{}{s}{}",
                        if pc.kind == PieceKind::Gipf { "G" } else { "" },
                        if pc.color != p.side() { "*" } else { "" }
                    )
                })
                .collect();
            format!("x{}", v.join(","))
        };
        let mut out = vec![];
        if !t.before().is_empty() {
            out.push(clear(self, t.before()));
        }
        let mut p = PartialTurn::new(self);
        p.take_all(t.before()).unwrap();
        if let Some(e) = t.entry() {
            let occ = self.occupied() - t.before();
            let mut end = e.first();
            while occ.contains(end) {
                end = end.step(e.direction()).unwrap();
            }
            let g = if t.kind() == PieceKind::Gipf { "G" } else { "" };
            out.push(if end == e.first() { format!("{g}{end}") } else { format!("{g}{}-{end}", e.dot()) });
            p.enter(e, t.kind()).unwrap();
            if !t.after().is_empty() {
                out.push(clear(p.position(), t.after()));
            }
        }
        out.join(";")
    }
    fn parse_turn(&self, s: &str) -> Result<Turn, String> {
        if self.is_over() {
            return Err("the game is over".into());
        }
        let s = s.replace(' ', "");
        self.turns().find(|t| self.turn_text(*t) == s).ok_or("not legal".into())
    }
}
