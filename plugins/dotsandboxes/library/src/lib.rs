//! The dynamic library of dots and boxes.

plyd_plugin::export!(dotsandboxes::DotsAndBoxes);
