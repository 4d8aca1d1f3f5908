"""The engine side of a SageMath session.

The driver's bootstrap reads one line of JSON from standard input, the files [{name, text}], and runs the first, which is
this one. Then one request a line, {"id", "function", "arguments"}, and one answer a line, {"id", "value"} or {"id",
"error", "message"}. Each operation's file defines one function of its own namespace; a caller's text is only ever data.

This process loads Sage and never computes for a request: each is served by a child that was forked before it came and
ends after it, so nothing a request does to the engine outlives it. A child that ends without an answer is told as
{"id", "crash"}. Why it is so, and what it costs: docs/decisions/0004-sage-forks.md.
"""

import ctypes
import gc
import json
import os
import random
import re
import signal
import sys
import tempfile

# By name: a child has to come to its end even where a request has replaced something in the modules.
from os import _exit as leave, getpid, write

# The status of a child that has answered; any other end is a crash, also one with status 0.
ANSWERED = 113
PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
LINUX = sys.platform == "linux"


def serve(files):
    requests, answers = take_streams()
    folders = own_folders()
    if hasattr(sys, "set_int_max_str_digits"):
        sys.set_int_max_str_digits(0)
    functions = load(files)
    preload()
    # Processes that a request leaves behind become children of this one, also those that made a session of their own.
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    skeleton = {folder: inner_folders(folder) for folder in folders}
    empty(skeleton)
    gc.collect()
    # What is here by now is looked at by no collection of a child: its pages stay shared.
    gc.freeze()
    waiting = fork_child(functions, requests, answers)
    write_all(answers, b'{"ready": true}\n')
    while line := requests.readline():
        number = request_id(line)
        pid = hand_over(line, waiting) or hand_over(line, fork_child(functions, requests, answers))
        # The next child is forked while this one works, of a process that knows nothing of the request any more. First
        # this one gets the processor: it was woken on ours, and a fork takes longer than a small request.
        del line
        os.sched_yield()
        waiting = fork_if_possible(functions, requests, answers)
        _, status = os.waitpid(pid, 0)
        kill_others(waiting)
        empty(skeleton)
        if not (os.WIFEXITED(status) and os.WEXITSTATUS(status) == ANSWERED):
            write_all(answers, line_of({"id": number, "crash": describe(status)}))
        waiting = waiting or fork_child(functions, requests, answers)


def take_streams():
    """The streams of the protocol. What Sage prints goes to standard error, and what it reads is empty."""
    requests = os.fdopen(os.dup(0), "rb")
    answers = os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return requests, answers


def own_folders():
    """The folders of this session alone, which are emptied after each request: HOME, and in a sandbox shared memory."""
    home = os.environ.get("HOME", "")
    if not is_empty(home):
        home = tempfile.mkdtemp()
    os.environ.update(HOME=home, TMPDIR=home, DOT_SAGE=os.path.join(home, ".sage"))
    os.chdir(home)
    sandboxed = home == "/tmp" and is_empty("/dev/shm")
    return [home, "/dev/shm"] if sandboxed else [home]


def is_empty(folder):
    return os.path.isdir(folder) and not os.listdir(folder)


def load(files):
    import sage.all

    functions = {}
    for file in files:
        namespace = dict(vars(sage.all))
        exec(compile(file["text"], file["name"], "exec"), namespace)
        name = file["name"].rsplit("/", 1)[-1][: -len(".py")].replace("-", "_")
        functions[name] = namespace[name]
    return functions


def preload():
    """Has Sage load what it loads at first use: each child would have to do it again."""
    from sage.all import GF, QQ, ZZ, DiGraph, NumberField, matrix

    x, p, m = QQ["x"].gen(), GF(7)["x"].gen(), [[1, 2], [3, 5]]
    y, z = QQ["y, z"].gens()
    first_uses = [
        lambda: __import__("numpy.random"),
        lambda: [matrix(ring, m).det() for ring in (ZZ, QQ, GF(7))],
        lambda: (matrix(ZZ, m).LLL(transformation=True), matrix(QQ, m).solve_right(matrix(QQ, m))),
        lambda: matrix(ZZ, m).elementary_divisors(),
        lambda: [(f**6 - 1).factor() for f in (x, p, y * z)],
        lambda: [f.gcd(f**2) for f in (x, p, y)] + [y.resultant(y - z, y)],
        lambda: NumberField(x**2 + 5, "a").class_group(proof=True).gens(),
        lambda: DiGraph({0: [1]}).automorphism_group(order=True, edge_labels=True),
        lambda: GF(7)(2).log(GF(7)(3)),
    ]
    for use in first_uses:
        try:
            use()
        except Exception as error:  # it is only slower then
            print(f"not preloaded: {type(error).__name__}", file=sys.stderr)


def fork_child(functions, requests, answers):
    """A child that waits for its request: (its process, the pipe that the request goes into)."""
    parent = getpid()
    source, target = os.pipe()
    pid = os.fork()
    if pid:
        os.close(source)
        return pid, target
    try:
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        os.close(target)
        requests.close()
        if os.getppid() == parent:
            serve_one(functions, source, answers)
    finally:
        leave(1)


def fork_if_possible(functions, requests, answers):
    """A request at work may have used up the processes or the memory that there are."""
    try:
        return fork_child(functions, requests, answers)
    except OSError:
        return None


def serve_one(functions, source, answers):
    prepare()
    with os.fdopen(source, "rb") as stream:
        line = stream.read()
    if not line:
        return
    me = getpid()
    text = answer(functions, json.loads(line))
    # A process that the request forked and that came back here is not the one to answer.
    if getpid() == me:
        write_all(answers, text)
        leave(ANSWERED)


def prepare():
    """
    Every request draws what a fresh Sage draws after set_random_seed(0). The small computation is made for its effect on
    memory: pages that every request touches are copied before it comes, which is most of the time of a small one.
    """
    from sage.all import ZZ, pari, set_random_seed

    answer({"": lambda n: str(ZZ(n).next_prime(proof=True))}, json.loads('{"id": 0, "function": "", "arguments": ["9"]}'))
    set_random_seed(0)
    pari.setrand(1)
    # Python reseeds its own generator in a fork, from the system.
    random.seed(0)
    if "numpy.random" in sys.modules:
        sys.modules["numpy.random"].seed(0)


def answer(functions, request):
    try:
        return line_of({"id": request["id"], "value": functions[request["function"]](*request["arguments"])})
    except MemoryError:
        error = {"error": "MemoryError", "message": "out of memory"}
    except BaseException as raised:  # also what would end the process: the request has failed, and that is the answer
        error = {"error": type(raised).__name__, "message": str(raised)[:2000]}
    return line_of({"id": request["id"], **error})


def line_of(message):
    return (json.dumps(message) + "\n").encode()


def hand_over(line, child):
    """Gives the request to a child; returns its process, or None where there is none or it was gone before."""
    if child is None:
        return None
    pid, target = child
    gone = os.waitpid(pid, os.WNOHANG) != (0, 0)
    if not gone:
        try:
            write_all(target, line)
        except BrokenPipeError:
            pass  # It ended meanwhile, and how is told by its status.
    os.close(target)
    return None if gone else pid


def write_all(descriptor, data):
    rest = memoryview(data)
    while rest:
        rest = rest[write(descriptor, rest) :]


def kill_others(waiting):
    """Ends every process that the last request left behind: what is not the child that waits for the next one."""
    kept = waiting and waiting[0]
    while others := [pid for pid in children() if pid != kept]:
        for pid in others:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)


def children():
    if not LINUX:
        return []
    found = []
    for thread in os.listdir("/proc/self/task"):
        with open(f"/proc/self/task/{thread}/children") as names:
            found += map(int, names.read().split())
    return found


def inner_folders(folder):
    """The folders in a folder, outer ones first: Sage makes some when it starts, and expects them later."""
    return [os.path.join(path, name) for path, names, _ in os.walk(folder) for name in names]


def empty(skeleton):
    """Removes whatever is in the folders and puts back what they held first. An error ends the session: it is not clean."""
    for folder, inner in skeleton.items():
        for entry in list(os.scandir(folder)):
            remove(entry)
        for path in inner:
            os.mkdir(path)


def remove(entry):
    if not entry.is_dir(follow_symlinks=False):
        return os.unlink(entry.path)
    # Folders can be closed even to their owner.
    os.chmod(entry.path, 0o700)
    for inner in list(os.scandir(entry.path)):
        remove(inner)
    os.rmdir(entry.path)


def request_id(line):
    return int(re.match(rb'\{"id": ?([0-9]+)', line)[1])


def describe(status):
    if os.WIFSIGNALED(status):
        return signal.Signals(os.WTERMSIG(status)).name
    return f"status {os.WEXITSTATUS(status)}"


def prctl(option, value):
    if LINUX:
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


serve(FILES[1:])  # noqa: F821 (set by the bootstrap)
