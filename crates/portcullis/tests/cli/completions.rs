//! `portcullis completions`.

use crate::kit::portcullis;

#[test]
fn each_shell_has_a_script_that_knows_the_verbs() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let told = portcullis(["completions", shell]);
        assert_eq!(told.code(), Some(0), "{told}");
        for word in ["check", "explain", "parse", "completions", "json", "posture", "color"] {
            assert!(told.stdout().contains(word), "{shell}: {word}");
        }
    }
}

#[test]
fn the_scripts_are_those_of_a_shell() {
    let bash = portcullis(["completions", "bash"]);
    assert!(bash.stdout().contains("complete -F _portcullis"), "{bash}");
    let zsh = portcullis(["completions", "zsh"]);
    assert!(zsh.stdout().starts_with("#compdef portcullis"), "{zsh}");
}
