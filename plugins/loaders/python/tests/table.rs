//! The library from the viewpoint of the host, through its C tables. It has its own test file because a process loads
//! only one game.

use plyd_plugin::Want;
use plyd_plugin::abi::{Buffer, LOADER_EXTENSION, LoadedText, LoaderExtension, Opened, PluginTable, STEP_ERROR, Str};
use plyd_plugin::export::loader_table;
use python_loader::PythonGame;
use std::ptr::null;

static TABLE: PluginTable = loader_table::<PythonGame>();

fn text(text: Str) -> &'static str {
    // SAFETY: texts in a table are static.
    std::str::from_utf8(unsafe { std::slice::from_raw_parts(text.data, text.len) }).unwrap()
}

#[test]
fn a_game_is_loaded_and_played_through_the_tables() {
    assert_eq!((text(TABLE.id), TABLE.open.is_none()), ("python", true));
    let mut said = [0_u8; 200];
    // SAFETY: the extension has the structure of its id; all structures have the right size, and the buffers and states
    // are local.
    unsafe {
        let error = Buffer { data: said.as_mut_ptr(), capacity: said.len() };
        let loader = TABLE.extension.unwrap()(Str::new(LOADER_EXTENSION)).cast::<LoaderExtension>();
        assert_eq!(text((*loader).suffixes), "py");
        let load = |text: &str| {
            let size = size_of::<LoadedText>() as u32;
            let mut loaded = LoadedText { size, line: 0, column: 0, reserved: 0, table: null() };
            let result = (*loader).load.unwrap()(Str::new(text), &raw mut loaded, error);
            (result, loaded)
        };
        let (result, other) = load("print('no game')");
        assert!(result == 0 && other.table.is_null());
        let (result, wrong) = load("from plyd_game import Game\n1 / 0\n");
        assert!(result > 0 && wrong.line == 2 && wrong.table.is_null());
        let (result, loaded) = load(include_str!("../games/domineering.py"));
        assert_eq!(result, 0);
        let table = &*loaded.table;
        assert_eq!((text(table.id), text(table.name)), ("domineering-py", "Domineering in Python"));
        let mut opened: Opened = std::mem::zeroed();
        opened.size = size_of::<Opened>() as u32;
        assert_eq!(table.open.unwrap()(Str::new(""), Str::new(""), &raw mut opened, error), 0);
        assert_eq!((opened.max_moves, opened.win, opened.state_size), (30, 100, 1024));
        let (mut child, mut moves) = (vec![0_u64; 128], [0_u32; 30]);
        let want = Want::MOVES.0;
        let step = table.step.unwrap()(
            opened.instance,
            opened.root,
            0,
            child.as_mut_ptr().cast(),
            want,
            moves.as_mut_ptr(),
            30,
        );
        assert_eq!((step.bits & STEP_ERROR, step.count(), moves[0]), (0, 28, 1));
        let step = table.examine.unwrap()(opened.instance, child.as_ptr().cast(), want, moves.as_mut_ptr(), 5);
        assert_ne!(step.bits & STEP_ERROR, 0, "there is room for five moves");
        let length = table.format_state.unwrap()(opened.instance, child.as_ptr().cast(), error);
        assert!(String::from_utf8_lossy(&said[..length.cast_unsigned()]).ends_with("#...../#..... h"));
        table.close.unwrap()(opened.instance);
        let length = table.open.unwrap()(Str::new("x"), Str::new(""), &raw mut opened, error);
        assert!(String::from_utf8_lossy(&said[..length.cast_unsigned()]).starts_with("write 6 ranks"));
    }
}
