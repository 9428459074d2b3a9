//! Pictures: what SVG and TikZ have in common, which is all but the spelling.

mod canvas;
mod figures;
mod layout;
mod legend;
mod page;
mod placed;
mod plan;

pub(crate) use canvas::{Canvas, CanvasGroup, LineInk, Type};
pub(crate) use page::{PictureSize, compose};
