//! The dynamic library that loads games in Python.

plyd_plugin::export_loader!(python_loader::PythonGame);
