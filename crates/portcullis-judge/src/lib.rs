//! The judgement: from what was asked to what it would do to whether it may.
//!
//! Pure: no disk, clock, environment, process or network, and no panic from any input. What the
//! machine is like comes in as [`Facts`].

mod args;
mod decide;
mod effect;
mod environment;
#[cfg(test)]
mod examples;
mod facts;
mod guarded;
mod place;
mod plan;
mod table;
mod tools;
pub mod url;
pub mod words;

pub use crate::decide::Decision;
pub use crate::decide::Posture;
pub use crate::decide::Reason;
pub use crate::decide::Verdict;
pub use crate::decide::decide;
pub use crate::effect::Effect;
pub use crate::effect::Kind;
pub use crate::effect::Object;
pub use crate::facts::Facts;
pub use crate::place::Place;
pub use crate::plan::Plan;
pub use crate::plan::plan;
pub use crate::table::programs_known;
pub use crate::tools::Argument;
pub use crate::tools::ToolPlan;
pub use crate::tools::plan_tool;
