"""The engine side of a SageMath session.

Started as `sage -python -c BOOTSTRAP SIZE`: the bootstrap reads SIZE bytes of JSON from standard input, the files
[{name, text}], and runs the first, which is this one. Then one request a line, {"id", "function", "arguments"}, and one
answer a line, {"id", "value"} or {"id", "error", "message"}. Each operation's file defines one function of its own
namespace; a caller's text is only ever data.
"""

import json
import os
import sys


def protect_output():
    """Keeps the answer stream for answers: whatever Sage prints goes to standard error."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    os.dup2(2, 1)
    return answers


def load(files):
    import sage.all

    functions = {}
    for file in files:
        namespace = dict(vars(sage.all))
        exec(compile(file["text"], file["name"], "exec"), namespace)
        name = file["name"].rsplit("/", 1)[-1][: -len(".py")].replace("-", "_")
        functions[name] = namespace[name]
    return functions


def answer(functions, request):
    try:
        value = functions[request["function"]](*request["arguments"])
        return {"id": request["id"], "value": value}
    except MemoryError:
        return {"id": request["id"], "error": "MemoryError", "message": "out of memory"}
    except Exception as error:  # every error of the engine is an answer; the session lives on
        return {"id": request["id"], "error": type(error).__name__, "message": str(error)[:2000]}


def serve(files):
    answers = protect_output()
    if hasattr(sys, "set_int_max_str_digits"):
        sys.set_int_max_str_digits(0)
    functions = load(files)
    answers.write('{"ready": true}\n')
    answers.flush()
    for line in sys.stdin:
        answers.write(json.dumps(answer(functions, json.loads(line))) + "\n")
        answers.flush()


serve(FILES[1:])  # noqa: F821 (set by the bootstrap)
