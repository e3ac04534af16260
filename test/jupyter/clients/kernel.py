"""Drives our kernel with jupyter_client, as every Jupyter front end does: one row of output per behaviour, exit code 1 if one fails.

Usage: python kernel.py (JUPYTER_PATH leads to the kernel "ssdml").
"""

import os
import queue
import re
import sys
import time

from jupyter_client.manager import start_new_kernel

ANSI = re.compile(r"\x1b\[[0-9;]*m")
failures = 0


def row(name, good, seen=""):
    global failures
    failures += not good
    print(("ok      " if good else "FAILED  ") + name + ("" if good else f": {str(seen)[:600]}"), flush=True)


def collect(client, request, seconds=60, answer=None):
    """What the kernel published about a request until it is idle, and its reply."""
    outputs, deadline = [], time.time() + seconds
    while True:
        if answer is not None:
            try:
                client.get_stdin_msg(timeout=0.05)
                client.input(answer)
            except queue.Empty:
                pass
        try:
            message = client.get_iopub_msg(timeout=0.2)
        except queue.Empty:
            if time.time() > deadline:
                raise TimeoutError(f"no idle within {seconds} s")
            continue
        if message["parent_header"].get("msg_id") != request:
            continue
        if message["msg_type"] == "status" and message["content"]["execution_state"] == "idle":
            return outputs, reply(client, request)
        if message["msg_type"] not in ("status", "execute_input"):
            outputs.append(message)


def reply(client, request):
    while True:
        message = client.get_shell_msg(timeout=30)
        if message["parent_header"].get("msg_id") == request:
            return message["content"]


def run(client, code, seconds=60, answer=None):
    return collect(client, client.execute(code, allow_stdin=answer is not None), seconds, answer)


def text(outputs, name="stdout"):
    return "".join(m["content"]["text"] for m in outputs if m["msg_type"] == "stream" and m["content"]["name"] == name)


def value(outputs):
    return [m["content"]["data"]["text/plain"] for m in outputs if m["msg_type"] == "execute_result"]


def alive(pid):
    try:
        os.kill(pid, 0)
        return True
    except ProcessLookupError:
        return False


def gone(pids, seconds=10):
    deadline = time.time() + seconds
    while any(map(alive, pids)) and time.time() < deadline:
        time.sleep(0.1)
    return not any(map(alive, pids))


def executing(client):
    outputs, answer = run(client, "const kept = 41; kept + 1")
    row("a cell's last value is a result", value(outputs) == ["42"] and answer["status"] == "ok", outputs)
    outputs, _ = run(client, "await Promise.resolve(kept)")
    row("top-level await, state between cells", value(outputs) == ["41"], outputs)
    outputs, answer = run(client, 'const before = 1;\nthrow new RangeError("boom")')
    error = next((m["content"] for m in outputs if m["msg_type"] == "error"), {})
    trace = ANSI.sub("", "\n".join(error.get("traceback", [])))
    row("errors are protocol errors", error.get("ename") == "RangeError" and error.get("evalue") == "boom", outputs)
    row("errors name the cell's line", re.search(r"\b2\b.*throw|:2:", trace) is not None, trace)
    outputs, answer = run(client, 'const n: number = "one";')
    error = next((m["content"] for m in outputs if m["msg_type"] == "error"), {})
    row("type errors are shown", "not assignable" in "\n".join(error.get("traceback", [])), outputs)
    began = time.time()
    outputs, _ = run(client, "for (let i = 0; i < 100000; i++) console.log(i)")
    lines = text(outputs).split("\n")
    row("100,000 lines arrive, in order", lines[:-1] == [str(i) for i in range(100000)], len(lines))
    print(f"        in {time.time() - began:.1f} s", flush=True)
    outputs, _ = run(client, 'import { execSync } from "node:child_process"; execSync("echo child", { stdio: "inherit" });')
    row("output of child processes", "child" in text(outputs), outputs)
    outputs, _ = run(client, 'console.log("out"); console.error("err")')
    row("both streams", text(outputs) == "out\n" and text(outputs, "stderr") == "err\n", outputs)
    outputs, _ = run(client, "const handle = await display(1); handle.update(2);")
    kinds = [m["msg_type"] for m in outputs]
    row("displays are updated in place", kinds == ["display_data", "update_display_data"], kinds)
    outputs, _ = run(client, 'await input("name? ")', answer="Ada")
    row("input is answered", "Ada" in "".join(value(outputs)), outputs)


ENDLESS = {
    "a synchronous loop": "while (true) {}",
    "an awaiting cell": "await new Promise(() => undefined)",
    "a timer loop": "while (true) await new Promise((next) => setTimeout(next, 5))",
    "a microtask loop": "while (true) await null",
    "a loop behind an await": "await null; while (true) {}",
}


def interrupting(manager, client):
    for name, code in ENDLESS.items():
        request = client.execute(code)
        time.sleep(1)
        beats = client.hb_channel.is_beating()
        manager.interrupt_kernel()
        began = time.time()
        try:
            outputs, answer = collect(client, request, 20)
            row(f"interrupts {name}", answer["status"] == "error", answer)
            print(f"        in {time.time() - began:.1f} s", flush=True)
        except TimeoutError as error:
            row(f"interrupts {name}", False, error)
        row("    its heart beats meanwhile", beats)
        outputs, _ = run(client, "kept")
        row("    state is kept", value(outputs) == ["41"], outputs)


def tooling(client):
    def ask(request):
        return collect(client, request)[1]

    matches = ask(client.complete("process.vers", 12))["matches"]
    row("completes", "versions" in matches, matches)
    matches = ask(client.complete("kep", 3))["matches"]
    row("completes a cell's names", "kept" in matches, matches)
    found = ask(client.inspect("kept", 2))
    row("inspects", found["found"] and "const kept: 41" in str(found["data"]), found)
    states = [ask(client.is_complete(code))["status"] for code in ("1", "if (1) {", "let = = 1")]
    row("tells complete from incomplete from invalid", states == ["complete", "incomplete", "invalid"], states)
    history = ask(client.history(hist_access_type="tail", n=3))["history"]
    row("remembers", len(history) == 3, history)
    row("tells comms", ask(client.comm_info()).get("comms") == {})
    info = ask(client.kernel_info())
    row("describes itself", info["language_info"]["name"] == "typescript", info)


def main():
    manager, client = start_new_kernel(kernel_name="ssdml")
    try:
        executing(client)
        interrupting(manager, client)
        tooling(client)
        child = '(await import("node:child_process")).spawn("sleep", ["600"]).pid'
        pids = [int(word) for word in re.findall(r"\d+", value(run(client, f"[process.pid, {child}]")[0])[0])]
        manager.restart_kernel()
        client.wait_for_ready(timeout=60)
        row("restart ends what there was", gone(pids), pids)
        outputs, answer = run(client, "typeof kept")
        row("restart forgets", answer["status"] == "error" and "kept" in answer["evalue"], answer)
        pids = [int(word) for word in re.findall(r"\d+", value(run(client, f"[process.pid, {child}]")[0])[0])]
        pids.append(manager.provisioner.pid)
        client.execute("while (true) {}")
        time.sleep(0.5)
    finally:
        client.stop_channels()
        manager.shutdown_kernel()
    row("shutdown leaves no process, even in a busy cell", gone(pids), pids)
    sys.exit(1 if failures else 0)


main()
