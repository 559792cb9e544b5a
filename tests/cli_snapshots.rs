//! The output of every subcommand, word for word, as `tests/cmd` has it. `TRYCMD=overwrite` writes it anew.

#[test]
fn output_is_as_recorded() {
    trycmd::TestCases::new().case("tests/cmd/*.trycmd").case("tests/cmd/*.toml");
}
