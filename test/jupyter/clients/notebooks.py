"""Executes a small notebook with nbclient and with papermill, and a line with jupyter console. Usage: python notebooks.py FOLDER."""

import json
import os
import subprocess
import sys

import nbformat
import papermill
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbformat.v4 import new_code_cell, new_notebook
from papermill.translators import Translator, papermill_translators

folder = sys.argv[1]
SPEC = {"name": "ssdml", "display_name": "TypeScript (ssdml)", "language": "typescript"}


def notebook(*sources):
    return new_notebook(metadata={"kernelspec": SPEC}, cells=[new_code_cell(source) for source in sources])


executed = NotebookClient(
    notebook('console.log("one")', "const two = 2; two", "for (const i of progress([1, 2, 3])) await null;"),
    kernel_name="ssdml",
    resources={"metadata": {"path": folder}},
).execute()
nbformat.validate(executed)
assert executed.cells[0].outputs[0].text == "one\n", executed.cells[0].outputs
assert executed.cells[1].outputs[0].data["text/plain"] == "2", executed.cells[1].outputs
assert len(executed.cells[2].outputs) == 1, executed.cells[2].outputs
print("ok      nbclient", flush=True)

try:
    NotebookClient(notebook('throw new Error("boom")'), kernel_name="ssdml").execute()
    raise AssertionError("nbclient did not notice the error")
except CellExecutionError as error:
    assert "boom" in str(error)
print("ok      nbclient stops at an error", flush=True)


class TypeScript(Translator):
    """Papermill knows no TypeScript by itself."""

    @classmethod
    def codify(cls, parameters, comment="Parameters"):
        return "".join([f"// {comment}\n", *(f"let {name} = {json.dumps(v)};\n" for name, v in parameters.items())])


papermill_translators.register("typescript", TypeScript)
given = notebook("let count: number = 1;", "count * 2")
given.cells[0].metadata["tags"] = ["parameters"]
nbformat.write(given, os.path.join(folder, "given.ipynb"))
result = os.path.join(folder, "result.ipynb")
papermill.execute_notebook(
    os.path.join(folder, "given.ipynb"),
    result,
    parameters={"count": 21},
    kernel_name="ssdml",
    progress_bar=False,
)
nbformat.validate(nbformat.read(result, as_version=4))
assert nbformat.read(result, as_version=4).cells[-1].outputs[0].data["text/plain"] == "42"
print("ok      papermill with parameters", flush=True)

console = subprocess.run(
    [sys.executable, "-m", "jupyter_console", "--simple-prompt", "--kernel", "ssdml"],
    input="6 * 7\nexit\n",
    capture_output=True,
    text=True,
    timeout=120,
)
assert "42" in console.stdout, console.stdout + console.stderr
print("ok      jupyter console", flush=True)
