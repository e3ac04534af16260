"""Jupyter's own conformance tests, jupyter_kernel_test, on our kernel: every message is checked against the protocol's schema.

Usage: python conformance.py (JUPYTER_PATH leads to the kernel "ssdml"). Left out: paging, which the protocol has deprecated.
"""

import unittest

import jupyter_kernel_test


class OurKernel(jupyter_kernel_test.KernelTests):
    kernel_name = "ssdml"
    language_name = "typescript"
    file_extension = ".ts"
    code_hello_world = 'console.log("hello, world")'
    code_stderr = 'console.error("to standard error")'
    completion_samples = [
        {"text": "Math.flo", "matches": {"floor"}},
        {"text": "notebook.mark", "matches": {"markdown"}},
    ]
    complete_code_samples = ["1", "const pair = [1, 2]", "function f() {\n  return 1;\n}", "// note", "await f()"]
    incomplete_code_samples = ["function f() {", "const list = [", "`text", "f(1,", "if (true)", "/* note"]
    invalid_code_samples = ["const = 1", "1 +* 2", "}", "'text"]
    code_generate_error = 'throw new Error("on purpose")'
    code_execute_result = [
        {"code": "6 * 7", "result": "42"},
        {"code": "[1, 2]", "result": "[ 1, 2 ]"},
        {"code": "6 * 7 + 1", "result": "43"},
        {"code": 'notebook.markdown("*so*")', "mime": "text/markdown"},
    ]
    code_display_data = [
        {"code": 'display(notebook.html("<b>1</b>"))', "mime": "text/html"},
        {"code": 'display({ "text/latex": "$x$" }, { raw: true })', "mime": "text/latex"},
    ]
    supported_history_operations = ("tail", "range", "search")
    code_history_pattern = "6 ? 7"
    code_inspect_sample = "Math.floor"
    code_clear_output = 'console.log("gone"); notebook.clear()'


if __name__ == "__main__":
    unittest.main(verbosity=2)
