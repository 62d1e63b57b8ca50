# Runs inside the interpreter of the sandbox: reads a request from descriptor 0, calls a function of the client's code,
# and writes the response to descriptor 9. It is part of the snapshot, so its imports cost the client's code nothing.
import collections, dataclasses, datetime, decimal, difflib, enum, fractions, functools, inspect, itertools, json  # noqa
import linecache, math, os, random, re, statistics, string, sys, textwrap, traceback, types, typing, unicodedata  # noqa

FILE = 'code.py'
MODULE = 'user_code'
ANSWER = 9
FRAMES_MAX = 20
REASON_CHARACTERS_MAX = 4000
# Names of the same values in evaluators of older clients.
ALIASES = {'output': 'outputs', 'app_params': 'parameters'}


class Refused(Exception):
    """An error before or after the call of the client's function; its text is the full reason."""


def arguments_of(function, values):
    """The arguments of the call, by the names of the function's parameters."""
    offered = {**{old: values[new] for old, new in ALIASES.items() if new in values}, **values}
    positional, named = [], {}
    parameters = inspect.signature(function).parameters
    for name, parameter in parameters.items():
        if parameter.kind is parameter.VAR_KEYWORD:
            named.update((key, value) for key, value in values.items() if key not in parameters)
        elif parameter.kind is parameter.POSITIONAL_ONLY and name in offered:
            positional.append(offered[name])
        elif name in offered and parameter.kind is not parameter.VAR_POSITIONAL:
            named[name] = offered[name]
        elif parameter.default is parameter.empty and parameter.kind is not parameter.VAR_POSITIONAL:
            known = ', '.join(sorted(offered))
            raise Refused(f"{function.__name__}() has a parameter '{name}'; it can have: {known}.")
    return positional, named


def awaited(name, coroutine):
    """The result of a coroutine that waits for nothing from outside: there is no event loop."""
    try:
        while coroutine.send(None) is None:
            pass
    except StopIteration as stop:
        return stop.value
    raise Refused(f'{name}() never returns.')


def called(request):
    module = types.ModuleType(MODULE)
    sys.modules[MODULE] = module
    code = request['code']
    linecache.cache[FILE] = (len(code), None, code.splitlines(True), FILE)
    exec(compile(code, FILE, 'exec', dont_inherit=True), module.__dict__)
    names = request['functions']
    function = next((module.__dict__[name] for name in names if callable(module.__dict__.get(name))), None)
    if function is None:
        raise Refused(f'The code defines no function {names[0]}.')
    positional, named = arguments_of(function, json.loads(request['argument']))
    value = function(*positional, **named)
    return awaited(names[0], value) if inspect.iscoroutine(value) else value


def reason_of(error):
    """The error, then its location in the client's code."""
    if isinstance(error, Refused):
        return str(error)
    only = ''.join(traceback.format_exception_only(error)).strip()
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == FILE]
    where = ''.join(traceback.format_list(frames[-FRAMES_MAX:])).rstrip()
    return f'{only}\n{where}'.strip()


def text_of(value):
    try:
        return json.dumps(value, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise Refused(f'The return value of the code is not JSON: {error}.') from None


def outcome(request):
    # Each response is separate JSON, built before the client's code could change json.
    try:
        return {'ok': True, 'value': text_of(called(request))}
    except MemoryError:
        return {'ok': False, 'isFull': True}
    except BaseException as error:
        try:
            return {'ok': False, 'reason': reason_of(error)[:REASON_CHARACTERS_MAX]}
        except BaseException:
            return {'ok': False, 'reason': 'an error that cannot be shown'}


def read_all():
    parts = []
    while part := os.read(0, 1 << 20):
        parts.append(part)
    return b''.join(parts)


def answer():
    random.seed()
    answered = json.dumps(outcome(json.loads(read_all()))).encode()
    while answered:
        answered = answered[os.write(ANSWER, answered):]
