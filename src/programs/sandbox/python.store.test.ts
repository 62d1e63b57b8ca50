// Python in the sandbox: calling conventions, error messages, limits, and known escapes.
import { afterAll, describe, expect, test } from 'vitest'
import { pythonDirectory } from '../../../test/support/children.ts'
import { amount } from '../../../test/support/tier.ts'
import { isolation } from '../../../test/support/work.ts'
import { stallMs } from '../../../test/support/patience.ts'
import type { Json } from '../../kernel/json/value.ts'
import type { Isolation } from '../../kernel/work/isolation.ts'
import { StepFailure } from '../failure.ts'
import { createSandbox, type SandboxJob } from './sandbox.ts'

/** A process without isolation: the sealed interpreter must be safe by itself. */
const noIsolation: Isolation = { namespaces: [], privileges: [], prlimit: undefined, canChangeUser: false }
const bareSandbox = createSandbox({
  isolation: noIsolation,
  processesMax: 2,
  directory: pythonDirectory,
})
const sandbox = createSandbox({ isolation, processesMax: 2, directory: pythonDirectory })
afterAll(async () => {
  await sandbox.close()
  await bareSandbox.close()
})

const argument = {
  inputs: { city: 'Rome' },
  outputs: 'x',
  correct_answer: 'y',
  testcase: { data: {} },
  trace: null,
  parameters: { threshold: 0.5 },
}

const jobOf = (code: string): SandboxJob => ({
  project: 'p',
  code,
  language: 'python',
  functions: ['evaluate'],
  argument,
  timeoutMs: stallMs,
  memoryMb: 64,
})
const run = (code: string, overrides: Partial<SandboxJob> = {}): Promise<Json | undefined> =>
  sandbox.run({ ...jobOf(code), ...overrides })

async function reasonOf(work: Promise<unknown>): Promise<string> {
  try {
    return `answered ${JSON.stringify(await work)}`
  } catch (error) {
    if (error instanceof StepFailure && error.code === 'sandbox') return error.message
    throw error
  }
}

describe('a function', () => {
  test.each<[string, string, Json]>([
    [
      'of four parameters gets the settings, inputs, output and expected answer',
      'def evaluate(app_params, inputs, output, correct_answer):\n  return [app_params, inputs, output, correct_answer]',
      [{ threshold: 0.5 }, { city: 'Rome' }, 'x', 'y'],
    ],
    [
      'gets its parameters by name, and the rest as keywords',
      'def evaluate(inputs, outputs, trace=None, **kwargs):\n  return [inputs, outputs, trace, sorted(kwargs)]',
      [{ city: 'Rome' }, 'x', null, ['correct_answer', 'parameters', 'testcase']],
    ],
    [
      'gets parameters in any order',
      'def evaluate(outputs, /, *, inputs): return [outputs, len(inputs)]',
      ['x', 1],
    ],
    ['keeps defaults of unknown names', 'def evaluate(weight=2): return weight', 2],
    ['can be a lambda', 'evaluate = lambda outputs: outputs', 'x'],
    ['can be a coroutine', 'async def one(): return 1\nasync def evaluate(): return await one()', 1],
    ['can return a float', 'def evaluate(): return 0.5', 0.5],
    ['can return a bool', 'def evaluate(): return True', true],
    ['can return nothing', 'def evaluate(): pass', null],
    [
      'has the standard library',
      'import csv, statistics\nfrom dataclasses import dataclass, asdict\n@dataclass\nclass A:\n  a: int\n' +
        'def evaluate(): return [asdict(A(1)), statistics.mean([1, 3]), next(csv.reader(["a,b"]))]',
      [{ a: 1 }, 2, ['a', 'b']],
    ],
    [
      'can print, and the text is discarded',
      'import sys\ndef evaluate():\n  print("x" * 100_000, file=sys.stderr)\n  print("no line end", end="")\n  return 1',
      1,
    ],
    ['can return texts of any kind', 'def evaluate(): return "é\\U0001F600\\ud800"[:2]', 'é😀'],
  ])('%s', async (_, code, expected) => {
    expect(await run(code)).toEqual(expected)
  })

  test('of an application has other names', async () => {
    const job = { functions: ['invoke', 'main', 'evaluate'], argument: { inputs: { a: 1 }, parameters: {} } }
    expect(await run('def main(inputs): return inputs["a"]', job)).toBe(1)
  })

  test('does not see changes of the previous run, not even in modules', async () => {
    const modifyingCode = `
import builtins, json, sys, random
builtins.left = 1; json.dumps = lambda *a, **k: 'forged'; json.loads = None; sys.modules['left'] = json; len = None
builtins.open = builtins.print = None
def evaluate(): return 1`
    await reasonOf(run(modifyingCode))
    const inspectingCode = `
import builtins, json, sys
def evaluate(): return [hasattr(builtins, 'left'), 'left' in sys.modules, json.dumps([1]), len('ab'), callable(open)]`
    expect(await run(inspectingCode)).toEqual([false, false, '[1]', 2, true])
  })

  test('gets new random numbers each time, and the same order of sets', async () => {
    const code =
      'import random, os\ndef evaluate(): return [random.random(), os.urandom(8).hex(), list({"a", "b", "c", "d"})]'
    const [firstOutput, otherOutput] = [await run(code), await run(code, { project: 'other' })] as [
      Json[],
      Json[],
    ]
    expect(firstOutput[0]).not.toEqual(otherOutput[0])
    expect(firstOutput[1]).not.toEqual(otherOutput[1])
    expect(firstOutput[2]).toEqual(otherOutput[2])
  })
})

describe('the reason of a failure', () => {
  test('is the error with its traceback in the code of the client only', async () => {
    const code =
      'import json\ndef parse(text):\n  return json.loads(text)\ndef evaluate():\n  return parse("{")'
    expect(await reasonOf(run(code))).toBe(
      [
        'json.decoder.JSONDecodeError: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)',
        '  File "code.py", line 5, in evaluate',
        '    return parse("{")',
        '  File "code.py", line 3, in parse',
        '    return json.loads(text)',
        '           ~~~~~~~~~~^^^^^^',
      ].join('\n'),
    )
  })

  test.each([
    ['without the function', 'other = 1', /^The code defines no function evaluate\.$/],
    ['that cannot be parsed', 'def evaluate(:', /^File "code\.py", line 1\n[^]*SyntaxError: invalid syntax/],
    [
      'with an unknown parameter',
      'def evaluate(row): pass',
      /^evaluate\(\) has a parameter 'row'; it can have: app_params, correct_answer, /,
    ],
    [
      'that returns a set',
      'def evaluate(): return {1}',
      /^The return value of the code is not JSON: Object of type set /,
    ],
    [
      'that returns NaN',
      'def evaluate(): return float("nan")',
      /^The return value of the code is not JSON: Out of range float/,
    ],
    [
      'that returns a circular value',
      'def evaluate():\n  a = []\n  a.append(a)\n  return a',
      /Circular reference/,
    ],
    ['that exits', 'import sys\ndef evaluate(): sys.exit(3)', /^SystemExit: 3\n/],
    [
      'whose error cannot be shown',
      'class E(Exception):\n  def __str__(self): raise SystemExit\ndef evaluate(): raise E',
      /cannot be shown|E\b/,
    ],
    [
      'that waits forever',
      'class W:\n  def __await__(self): yield 1\nasync def evaluate(): await W()',
      /^evaluate\(\) never returns\.$/,
    ],
    ['that nests calls without end', 'def evaluate(): return evaluate()', /^RecursionError: /],
    [
      'that prints a number of many digits',
      'def evaluate(): return str(10 ** 5000)',
      /^ValueError: Exceeds the limit \(4300 digits\)/,
    ],
    ['with a null character', 'def evaluate():\n  return "\0"', /null byte/],
    ['with an error as long as memory', 'def evaluate(): raise ValueError("x" * 1_000_000)', /^.{1,4000}$/s],
  ])('code %s', async (_, code, reason) => {
    expect(await reasonOf(run(code))).toMatch(reason)
  })
})

describe('limits', () => {
  test('an endless loop is stopped, and the next run works', async () => {
    expect(await reasonOf(run('def evaluate():\n  while True: pass', { timeoutMs: 300 }))).toBe(
      'The code ran longer than 300 ms (timeout_ms).',
    )
    expect(await run('def evaluate(): return 1')).toBe(1)
  })

  const fillers = [
    ['texts', 'all = []\n  while True: all.append("x" * 1_000_000)'],
    ['one text', 'return len("ab" * 10 ** 9)'],
    ['a large number', 'n = 2\n  while True: n *= n'],
    ['a list in lists', 'all = []\n  while True: all = [all]'],
  ] as const
  test.each(fillers.slice(0, amount(2, 4)))(
    'memory for %s is bounded, and the next run works',
    async (_, body) => {
      expect(await reasonOf(run(`def evaluate():\n  ${body}`, { memoryMb: 16 }))).toMatch(
        /more than 16 MB of memory/,
      )
      expect(await run('def evaluate(): return 1', { memoryMb: 16 })).toBe(1)
    },
  )

  test('a response that is too long is refused', async () => {
    expect(await reasonOf(run('def evaluate(): return "x" * 5_000_000'))).toMatch(/more than 4194304 bytes/)
  })
})

/** By family. Code that finds nothing raises an error, or returns `nothing`. */
const escapes: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  'the host language': [
    ['JavaScript', 'import js; return js.globalThis'],
    ['the interface of Pyodide', 'import pyodide_js; return pyodide_js'],
    ['code in JavaScript', 'from pyodide.code import run_js; return run_js("process")'],
    ['requests of Pyodide', 'from pyodide.http import pyfetch; return pyfetch'],
    ['packages', 'import micropip; return micropip'],
  ],
  'removed modules': [
    [
      'removed modules',
      'import sys, importlib\n  del sys.modules["js"]; return importlib.import_module("js")',
    ],
    [
      'the base of Pyodide',
      'import sys\n  del sys.modules["_pyodide"]; import _pyodide._core_docs; return _pyodide._core_docs._instantiate_token and 1',
    ],
    [
      'the core of Pyodide',
      'import sys\n  del sys.modules["_pyodide_core"]; import _pyodide_core as core; return core.run_js("1")',
    ],
    [
      'removed finders',
      'import gc\n  f = next(o for o in gc.get_objects() if type(o).__name__ == "JsFinder"); return f.find_spec("js", None).loader.create_module(None).process',
    ],
  ],
  'objects left in memory': [
    [
      'proxies left in memory',
      'import gc\n  all = [o for o in gc.get_objects() if type(o).__name__ in ("JsProxy", "JsModule", "JsMethod")]\n  if not all: return "nothing"\n  return [repr(o) + str(dir(o)) for o in all]',
    ],
    [
      'functions of the core left in memory',
      'import gc\n  f = next(o for o in gc.get_objects() if type(o).__name__ == "builtin_function_or_method" and o.__name__ == "to_js"); return str(f([1]))',
    ],
    [
      'run_js left in memory',
      'import gc\n  f = next(o for o in gc.get_objects() if callable(o) and getattr(o, "__name__", "") == "run_js"); return str(f("1"))',
    ],
    [
      'callers',
      'import sys\n  names = []\n  f = sys._getframe()\n  while f: names += [k for k in [*f.f_globals, *f.f_locals] if k in ("js", "pyodide_js")]; f = f.f_back\n  return names or "nothing"',
    ],
  ],
  'native code': [
    ['memory by ctypes', 'import ctypes; return ctypes.CDLL(None).system(b"id")'],
    ['functions by ctypes', 'import ctypes; return ctypes.CFUNCTYPE(ctypes.c_int)(lambda: 1)()'],
    [
      'libraries',
      'import _imp, importlib.machinery as m; return _imp.create_dynamic(m.ModuleSpec("x", None, origin="/lib/x.so"))',
    ],
    ['code in a pickle', 'import pickle; return pickle.loads(b"cposix\\nsystem\\n(S\'id\'\\ntR.")'],
  ],
  'the network': [
    ['a socket', 'import socket; s = socket.socket(); s.connect(("127.0.0.1", 1)); return 1'],
    ['names of hosts', 'import socket; return socket.getaddrinfo("localhost", 80)'],
    ['a page', 'import urllib.request; return urllib.request.urlopen("http://127.0.0.1:1").read().decode()'],
    [
      'an event loop',
      'import asyncio; return asyncio.new_event_loop().run_until_complete(asyncio.sleep(0.01))',
    ],
  ],
  'files and descriptors': [
    ['files of the host', 'return open("/etc/passwd").read()'],
    ['files of the host by proc', 'return open("/proc/self/environ").read()'],
    ['the terminal', 'return open("/dev/tty").read(1)'],
    ['devices', 'import os; return [n for n in os.listdir("/dev") if n not in ("null", "shm")] or "nothing"'],
    ['closed streams', 'import os\n  for n in range(3): os.close(n)\n  return "nothing"'],
    ['other descriptors', 'import os; return [os.read(n, 1).decode() for n in range(3, 9)]'],
    ['the environment', 'import os; return dict(os.environ) or "nothing"'],
  ],
  'the next run': [
    ['files that stay', 'open("/tmp/left", "w").write("1"); return "left"'],
    ['directories that stay', 'import os; os.mkdir("/tmp/left"); return "left"'],
    ['changed files', 'import os; os.unlink("/lib/python314.zip"); return "left"'],
    ['links', 'import os; os.symlink("/", "/tmp/left"); return "left"'],
  ],
  processes: [
    ['processes', 'import subprocess; return subprocess.run(["id"]).returncode'],
    ['commands', 'import os; return os.system("id")'],
    ['forks', 'import os; return os.fork()'],
    ['threads', 'import threading; t = threading.Thread(target=print); t.start(); return 1'],
  ],
  'the end of the process': [
    ['an end of the process', 'import os; os._exit(0)'],
    ['an abort', 'import os; os.abort()'],
    ['signals', 'import signal, os; os.kill(os.getpid(), signal.SIGKILL); return "nothing"'],
  ],
}
/** In npm test the first of each family. */
const attempts = Object.values(escapes).flatMap((family) => family.slice(0, amount(1, Infinity)))

const sandboxes = [
  ['without isolation around the process', bareSandbox],
  ['with the isolation of this machine', sandbox],
] as const
describe.each(sandboxes.slice(0, amount(1, 2)))('escape attempts %s', (_, sandboxOf) => {
  const run = (code: string) => sandboxOf.run(jobOf(code))

  test.each(attempts)('%s', async (_, body) => {
    const reason = await reasonOf(run(`def evaluate():\n  ${body}`))
    expect(reason === 'answered "nothing"' || !reason.startsWith('answered'), reason).toBe(true)
  })

  test('leave nothing for the next project', async () => {
    const inspectingCode =
      'import os, colorsys\ndef evaluate(): return [os.path.exists("/tmp/left"), os.path.exists("/lib/python314.zip"), os.listdir("/tmp")]'
    expect(await run(inspectingCode)).toEqual([false, true, []])
  })

  test('cannot forge a response', async () => {
    const code = (text: string): string =>
      `import os\ndef evaluate():\n  os.write(9, ${JSON.stringify(text)}.encode())\n  return 1`
    expect(await reasonOf(run(code('x\n{"ok":true,"value":"2"}')))).toBe(
      'The code overwrote its own response.',
    )
    expect(await reasonOf(run(code('{"ok":true,"value":"2"}\n')))).toBe(
      'The code overwrote its own response.',
    )
  })
})
