//! `portcullis parse`: transcripts.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

use insta::assert_snapshot;
use serde_json::Value;

use crate::kit::Told;
use crate::kit::portcullis;
use crate::kit::portcullis_with_input;

fn parse(text: &str) -> Told {
    portcullis(["parse", "--", text])
}

#[test]
fn a_simple_command() {
    assert_snapshot!(parse("ls -l src"), @"
    0..9  command  ls -l src

    programs  ls
    opaque    nothing
    [exit 0]
    ");
}

#[test]
fn a_pipeline_with_redirections() {
    assert_snapshot!(parse("cd src && cargo test --all 2>&1 | tail -20 > \"$log\""), @r#"
     0..6   command  cd src
    10..51  && pipeline
    10..31    command  cargo test --all
    27..31      redirect  2>&1
    34..51    | command  tail -20
    43..51      redirect  > "$log"  = variable log

    programs  cd cargo tail
    opaque    nothing
    [exit 0]
    "#);
}

#[test]
fn a_commit_message_in_a_heredoc() {
    let text = "git add -A && git commit -m \"$(cat <<'EOF'\n\
        Keep the gate shut\n\n\
        It was open at night.\nEOF\n)\" && git push\n";
    assert_snapshot!(parse(text), @r#"
      0..10   command  git add -A
     14..91   && command  git commit -m "$(…)"
     28..91     "$(…)"  = unknown
     31..42       command  cat
     35..42         heredoc  <<'EOF'  3 lines, as it stands
                      | Keep the gate shut
                      |
                      | It was open at night.
     95..103  && command  git push

    programs  git git cat git
    opaque    nothing
    [exit 0]
    "#);
}

#[test]
fn a_heredoc_with_expansions_is_cut_but_its_commands_are_not() {
    let body = "\tat $(date)\n".repeat(8);
    assert_snapshot!(parse(&format!("cat <<-END > out\n{body}\tEND\n")), @r"
      0..16   command  cat
      4..10     heredoc  <<-END  8 lines, expanded
                  | \tat $(date)
                  | \tat $(date)
                  | \tat $(date)
                  | \tat $(date)
                  | \tat $(date)
                  | \tat $(date)
                  | … 2 more
     21..28       $(…)
     23..27         command  date
     33..40       $(…)
     35..39         command  date
     45..52       $(…)
     47..51         command  date
     57..64       $(…)
     59..63         command  date
     69..76       $(…)
     71..75         command  date
     81..88       $(…)
     83..87         command  date
     93..100      $(…)
     95..99         command  date
    105..112      $(…)
    107..111        command  date
     11..16     redirect  > out

    programs  cat date date date date date date date date
    opaque    nothing
    [exit 0]
    ");
}

#[test]
fn a_loop() {
    assert_snapshot!(parse("for f in *.o; do rm -- \"$f\" || break; done"), @r#"
     0..42  for  f in *.o
    17..36  do
    17..27    command  rm -- "$f"
    23..27      "$f"  = files "*" + ".o"
    31..36    || command  break

    programs  rm break
    opaque    nothing
    [exit 0]
    "#);
}

#[test]
fn compounds() {
    let text = "if [[ -f a && $b == *.c ]]; then (cd x; make) & elif ! test -d y; then :; fi\n\
        case $1 in start|stop) run;; *) usage ;& esac\n\
        while read -r line; do (( n++ )); done < list\n\
        f() { time a |& b; }";
    assert_snapshot!(parse(text), @"
      0..76   if
      3..26     test  [[ -f a && $b == *.c ]]
     33..45   then
     33..45     background
     33..45       subshell
     34..38         command  cd x
     40..44         command  make
     53..64   elif
     55..64     ! command  test -d y
     71..72   then
     71..72     command  :
     77..122  case  $1
     88..98     when  start | stop
    100..103      command  run
    106..107    when  *  falls through
    109..114      command  usage
    123..168  while
    129..141    command  read -r line
    146..155  do
    146..155    arithmetic  (( n++ ))
    162..168    redirect  < list
    169..189  function  f
    173..189    group
    175..186      time pipeline
    180..181        command  a
    185..186        |& command  b

    programs  cd make test : run usage read a b
    opaque    1 place

    3:26: arithmetic on a value that is not known
      | while read -r line; do (( n++ )); done < list
      |                          ^~~~~
    [exit 0]
    ");
}

#[test]
fn known_values() {
    assert_snapshot!(parse("x=rm; $x -rf 'a b' ~/c {d,e}.txt $'\\x41' \"$HOME/f\" *.o"), @r#"
     0..4   assign  x=rm
     6..54  command  $x -rf 'a b' ~/c {d,e}.txt $'\x41' "$HOME/f" *.o
     6..8     $x  = "rm"
    13..18    'a b'  = "a b"
    19..22    ~/c  = home + "/c"
    23..32    {d,e}.txt  = "d.txt", "e.txt"
    33..40    $'\x41'  = "A"
    41..50    "$HOME/f"  = home + "/f"
    51..54    *.o  = files "*" + ".o" (any number of fields)

    programs  rm
    opaque    nothing
    [exit 0]
    "#);
}

#[test]
fn known_values_of_assignments_and_targets() {
    let text =
        "x=a; B=\"$x$HOME\" C=$(d) e > \"$x\"/f <<< $x 2>&1; declare -a g=(1 $x); export H=$x";
    assert_snapshot!(parse(text), @r#"
     0..3   assign  x=a
     5..46  command  B="$x$HOME" C=$(…) e
     7..16    "$x$HOME"  = "a" + home
    19..23    $(…)  = unknown
    21..22      command  d
    26..34    redirect  > "$x"/f  = "a/f"
    35..41    redirect  <<< $x  = "a"
    42..46    redirect  2>&1
    48..67  command  declare -a g=(1 $x)
    69..80  command  export H=$x
    76..80    H=$x  = "H=a"

    programs  e d declare export
    opaque    nothing
    [exit 0]
    "#);
}

#[test]
fn a_long_word_is_shown_once_in_full() {
    let url = format!("https://example.com/{}", "long/".repeat(20));
    assert_snapshot!(parse(&format!("A={url} curl -o x {url} \"{url}\"")), @r#"
      0..376  command  A=https://example.com/long/long/long/long/… curl -o x
                  https://example.com/long/long/long/long/… "https://example.com/lon
                  g/long/long/long…
      2..122    https://example.com/long/long/long/long/long/long/long/long/long/lon
                    g/long/long/long/long/long/long/long/long/long/long/
    133..253    https://example.com/long/long/long/long/long/long/long/long/long/lon
                    g/long/long/long/long/long/long/long/long/long/long/
    254..376    "https://example.com/long/long/long/long…  =
                    "https://example.com/long/long/long/long/long/long/long/long/lon
                    g/long/long/long/long/long/long/long/long/long/long/long/"

    programs  curl
    opaque    nothing
    [exit 0]
    "#);
}

#[test]
fn substitutions_in_odd_places() {
    assert_snapshot!(parse("a[$(b)]=1; echo ${x:-`c`} $(( $(d) + 1 )) <(e) \"f $(g \"$(h)\")\""), @r#"
     0..9   assign  a[$(…)]=1
     2..6     $(…)
     4..5       command  b
    11..62  command  echo ${x:-`…`} $(( $(…) + 1 )) <(…) "f $(…)"
    16..25    ${x:-`…`}  = unknown (any number of fields)
    16..25      parameter  x  else a default, when unset or empty
    21..24        `…`
    22..23          command  c
    26..41    $(( $(…) + 1 ))  = a number
    29..39      arithmetic  $(…) + 1
    30..34        $(…)
    32..33          command  d
    42..46    <(…)  = unknown
    44..45      command  e
    47..62    "f $(…)"  = "f " + unknown
    50..61      $(…)
    52..60        command  g "$(…)"
    54..60          "$(…)"  = unknown
    57..58            command  h

    programs  b echo c d e g h
    opaque    2 places

    1:3: arithmetic on a value that is not known
      | a[$(b)]=1; echo ${x:-`c`} $(( $(d) + 1 )) <(e) "f $(g "$(h)")"
      |   ^~~~

    1:30: arithmetic on a value that is not known
      | a[$(b)]=1; echo ${x:-`c`} $(( $(d) + 1 )) <(e) "f $(g "$(h)")"
      |                              ^~~~~~~~~~
    [exit 0]
    "#);
}

#[test]
fn text_that_becomes_a_command() {
    assert_snapshot!(parse("eval 'rm -rf build'; bash -c 'cd x && ls'; command eval 'eval ls'"), @r#"
     0..19  command  eval 'rm -rf build'
     5..19    'rm -rf build'  = "rm -rf build"
     0..19    runs  rm -rf build
    21..41  command  bash -c 'cd x && ls'
    29..41    'cd x && ls'  = "cd x && ls"
    21..41    runs  cd x
    21..41    runs  ls
    43..65  command  command eval 'eval ls'
    56..65    'eval ls'  = "eval ls"
    43..65    runs  eval ls
    43..65    runs  ls

    programs  eval rm bash cd ls command eval eval ls
    opaque    nothing
    [exit 0]
    "#);
}

#[test]
fn what_is_not_understood_is_underlined() {
    assert_snapshot!(parse("echo one; echo 'two\nthree"), @r"
     0..8   command  echo one
    10..25  command  echo 'two\nthree

    programs  echo echo
    opaque    1 place

    1:16: a single quote is not closed
      | echo one; echo 'two
      |                ^~~~
    [exit 0]
    ");
    assert_snapshot!(parse("echo 日本 && ( ls"), @"
     0..11  command  echo 日本
    15..19  && subshell
    17..19    command  ls

    programs  echo ls
    opaque    1 place

    1:16: a subshell is not closed
      | echo 日本 && ( ls
      |                  ^
    [exit 0]
    ");
    assert_snapshot!(parse(""), @"
    programs  none
    opaque    nothing
    [exit 0]
    ");
}

#[test]
fn characters_that_do_not_show_are_shown() {
    let text = "echo 'a\u{202e}b\u{200b}' \u{1b}[2J\u{e0041}\u{a0}x\u{202e} # \r";
    assert_snapshot!(parse(text), @r#"
     0..30  command  echo 'a<U+202E>b<U+200B>' <U+001B>[2J<U+E0041><U+00A0>x<U+202E>
     5..15    'a<U+202E>b<U+200B>'  = "a\u{202e}b\u{200b}"

    programs  echo
    opaque    nothing

    warning: 7 characters that do not show: U+202E (changes the direction) 2 times,
        first at 1:8, U+200B (zero width) at 1:10, U+001B (control character) at
        1:13, U+E0041 (tag character) at 1:17, U+00A0 (unusual space) at 1:18,
        U+000D (control character) at 1:24
    [exit 0]
    "#);
}

#[test]
fn nothing_that_acts_on_a_terminal_comes_out() {
    let every: String = ('\u{1}'..=char::MAX).step_by(7).take(9000).collect();
    let hostile = "\u{1b}]0;x\u{7}\u{9b}31m\u{202e}\u{2066}\u{200b}\r\u{7f}\u{e0041}";
    for text in [
        every.as_str(),
        &format!("echo \"{hostile}\""),
        &format!("cat <<E\n{hostile}\nE\n"),
        &format!("{hostile} '{hostile}"),
        &format!("x='{hostile}' $x ${{y:-{hostile}}} > {hostile}"),
        &format!("case {hostile} in {hostile}) {hostile};; esac; {hostile}() {{ :; }}"),
    ] {
        for args in [&["parse", "-"][..], &["parse", "--json", "-"]] {
            let told = portcullis_with_input(args, text.as_bytes());
            let acts = |c: char| {
                c.is_control() && c != '\n' || "\u{202e}\u{2066}\u{200b}\u{e0041}".contains(c)
            };
            assert_eq!(told.stdout().chars().find(|&c| acts(c)), None, "{told}");
        }
    }
}

#[test]
fn several_arguments_are_exact_words() {
    assert_snapshot!(portcullis(["parse", "--", "git", "commit", "-m", "it's $HOME; ls"]), @r#"
     0..33  command  git commit -m 'it'\''s $HOME; ls'
    14..33    'it'\''s $HOME; ls'  = "it's $HOME; ls"

    programs  git
    opaque    nothing
    [exit 0]
    "#);
    assert_snapshot!(portcullis(["parse", "--", "A=1", "!", "if"]), @r#"
     0..12  command  'A=1' '!' if
     0..5     'A=1'  = "A=1"
     6..9     '!'  = "!"

    programs  A=1
    opaque    nothing
    [exit 0]
    "#);
}

#[test]
fn standard_input() {
    let expected = parse("ls | wc -l\n").to_string();
    assert_eq!(portcullis_with_input(["parse"], b"ls | wc -l\n").to_string(), expected);
    assert_eq!(portcullis_with_input(["parse", "-"], b"ls | wc -l\n").to_string(), expected);
}

#[test]
fn bytes_that_are_no_text() {
    let broken = OsStr::from_bytes(b"echo \xff");
    let parse = OsStr::new("parse");
    assert_snapshot!(portcullis([parse, broken]), @r"
    [stderr]
    error: the command is not UTF-8: byte 5 is 0xff
    hint: spell such a byte as $'\xff' in the text, or convert the text to UTF-8
    [exit 1]
    ");
    assert_snapshot!(portcullis([parse, OsStr::new("ls"), broken]), @r"
    [stderr]
    error: argument 2 is not UTF-8: byte 5 is 0xff
    hint: spell such a byte as $'\xff' in the text, or convert the text to UTF-8
    [exit 1]
    ");
    assert_snapshot!(portcullis_with_input(["parse"], b"a\x80"), @r"
    [stderr]
    error: standard input is not UTF-8: byte 1 is 0x80
    hint: spell such a byte as $'\xff' in the text, or convert the text to UTF-8
    [exit 1]
    ");
    assert_snapshot!(portcullis([parse, OsStr::new("--json"), broken]), @r#"
    {"schema":1,"text":"echo �","programs":[],"opaque":[{"start":0,"end":8,"reason":"the command is not UTF-8: byte 5 is 0xff"}],"invisible":[],"invisible_count":0,"invocations":[],"shells":[],"tree":{"kind":"script","start":0,"end":8,"items":[]}}
    [exit 0]
    "#);
}

#[test]
fn a_text_over_the_limit_is_opaque() {
    // From the command that the limit falls into: half of it is not known to be one.
    let text = format!("ls; echo {}", "a".repeat(70_000));
    assert_snapshot!(portcullis_with_input(["parse"], text.as_bytes()), @"
        0..2      command  ls

    programs  ls
    opaque    1 place

    1:5: the text is too long
      | ls; echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…
      |     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
    [exit 0]
    ");
    let told = portcullis_with_input(["parse", "--json"], text.as_bytes());
    let document: Value = serde_json::from_str(told.stdout()).expect("it is JSON");
    assert_snapshot!(document["opaque"], @r#"[{"start":4,"end":70009,"reason":"the text is too long"}]"#);
    assert_snapshot!(document["programs"], @r#"["ls"]"#);
}

#[test]
fn input_that_no_one_would_read_is_refused() {
    let told = portcullis_with_input(["parse"], &vec![b'a'; (16 << 20) + 1]);
    assert_snapshot!(told, @"
    [stderr]
    error: standard input is longer than 16 MiB
    hint: more than 64 KiB are never parsed; give the part you want to see
    [exit 1]
    ");
}

#[test]
fn deep_nesting_keeps_its_form() {
    let told = parse(&format!("{}ls{}", "( ".repeat(60), " )".repeat(60)));
    assert!(told.stdout().lines().all(|line| line.chars().count() <= 80), "{told}");
}
