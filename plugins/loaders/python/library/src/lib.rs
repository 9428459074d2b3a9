//! The dynamic library of games in Python.

plyd_plugin::export_loader!(python_loader::PythonGame);
