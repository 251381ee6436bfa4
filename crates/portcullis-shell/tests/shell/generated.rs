//! Texts from the generator, judged by bash. The seed is a new one each time, unless it is given.
//!
//! `PORTCULLIS_SEED` repeats a run, `PORTCULLIS_GENERATED` says how many texts.

use crate::generator::generate;
use crate::judge::{Seen, portcullis, seed, setting, sweep};

#[test]
fn no_generated_text_loses_a_command() {
    let seed = seed();
    let count = setting("PORTCULLIS_GENERATED").unwrap_or(20_000);
    println!("generated: PORTCULLIS_SEED={seed} PORTCULLIS_GENERATED={count}");
    let tally = sweep(usize::try_from(count).unwrap_or(usize::MAX), portcullis, |at| {
        (format!("seed {seed}, text {at}"), generate(seed.wrapping_add(at as u64)))
    });
    println!("{}", tally.summary("generated"));
    tally.finish(&format!("generated texts, PORTCULLIS_SEED={seed}"), 5);
}

#[test]
fn the_generator_is_worth_its_time() {
    let seed = seed();
    let blind = |_: &str| Seen { opaque: vec!["all".to_owned()], ..Seen::default() };
    let tally = sweep(1_500, blind, |at| (String::new(), generate(seed.wrapping_add(at as u64))));
    let lengths: usize = (0..1_500).map(|at| generate(seed.wrapping_add(at)).len()).sum();
    println!("{}, {} bytes each", tally.summary("generator"), lengths / 1_500);
    assert_eq!(generate(seed), generate(seed), "a seed gives one text");
    assert!(tally.ran * 10 > tally.texts * 8, "bash runs something in most texts");
    assert!(tally.invalid * 10 < tally.texts, "most texts are valid");
    assert!(tally.timed_out * 50 < tally.texts, "few texts go on for ever");
    assert!(tally.forbidden * 50 < tally.texts, "few texts may not be run");
    assert!(lengths < 300 * 1_500, "texts are short");
}

#[test]
#[ignore = "prints texts for people to look at"]
fn show_generated_texts() {
    let seed = seed();
    for at in 0..setting("PORTCULLIS_GENERATED").unwrap_or(40) {
        println!("{:?}", generate(seed.wrapping_add(at)));
    }
}
