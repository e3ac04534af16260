"""Executes notebooks with nbclient in a working folder; any error ends it. Usage: python execute.py FOLDER NOTEBOOK..."""

import sys

import nbformat
from nbclient import NotebookClient

folder, *files = sys.argv[1:]
for file in files:
    notebook = nbformat.read(file, as_version=4)
    client = NotebookClient(notebook, kernel_name="ssdml", timeout=300, resources={"metadata": {"path": folder}})
    nbformat.validate(client.execute())
    print("ok", file, flush=True)
