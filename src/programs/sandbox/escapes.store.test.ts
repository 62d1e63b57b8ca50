// Known attempts to escape the sandbox, by their target. Code that reaches nothing returns `nothing`.
import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { pythonDirectory } from '../../../test/support/children.ts'
import { childPids, isolation } from '../../../test/support/work.ts'
import { stallMs } from '../../../test/support/patience.ts'
import { StepFailure } from '../failure.ts'
import { createSandbox } from './sandbox.ts'

const sandbox = createSandbox({ isolation, directory: pythonDirectory, processesMax: 1 })
afterAll(() => sandbox.close())

const limits = { timeoutMs: stallMs, memoryMb: 64 }
const outcomeOf = async (code: string): Promise<unknown> => {
  try {
    const job = {
      project: 'p',
      code,
      language: 'javascript',
      functions: ['evaluate'],
      argument: {},
      ...limits,
    } as const
    return await sandbox.run(job)
  } catch (error) {
    if (error instanceof StepFailure && error.code === 'sandbox') return 'nothing'
    throw error
  }
}

/** Globals of a host realm. */
const hostNames = [
  'process',
  'require',
  'module',
  'Buffer',
  'fetch',
  'WebSocket',
  'Worker',
  'WebAssembly',
  'setTimeout',
  'setImmediate',
  'queueMicrotask',
  'structuredClone',
  'navigator',
  'performance',
  'crypto',
  'console',
  'URL',
  'TextDecoder',
  'AbortController',
  'BroadcastChannel',
  'MessageChannel',
  'localStorage',
  'std',
  'os',
  'scriptArgs',
  'print',
  'load',
  'loadScript',
  'bjson',
  'Module',
  'FS',
]

/** Walks everything reachable from a value and reports which host names appear. */
const walk = `
  const names = new Set(${JSON.stringify(hostNames)})
  const hostNamesFrom = (root) => {
    const seen = new Set(), reachedNames = []
    const pending = [root]
    while (pending.length > 0 && seen.size < 5000) {
      const at = pending.pop()
      if ((typeof at !== 'object' && typeof at !== 'function') || at === null || seen.has(at)) continue
      seen.add(at)
      pending.push(Object.getPrototypeOf(at), at.constructor)
      for (const key of Reflect.ownKeys(at)) {
        const descriptor = Object.getOwnPropertyDescriptor(at, key)
        if (names.has(String(key)) && at !== globalThis) reachedNames.push(String(key))
        if (names.has(String(key)) && descriptor.value !== undefined) reachedNames.push(String(key))
        pending.push(descriptor.value, descriptor.get, descriptor.set)
      }
    }
    return reachedNames.length === 0 ? 'nothing' : reachedNames.join()
  }`

const expressions: readonly (readonly [string, string])[] = [
  ['files by require', 'require("fs").readFileSync("/etc/passwd")'],
  ['files by import', 'import("node:fs").then((fs) => fs.readFileSync("/etc/passwd"))'],
  ['a database by import', 'import("node:sqlite")'],
  ["the engine's own modules", 'import("std").catch(() => import("os")).catch(() => import("qjs:std"))'],
  ['the environment', 'process.env.PATH'],
  ['the network', 'fetch("http://127.0.0.1:1")'],
  ['a socket', 'import("node:net").then((net) => net.connect(1))'],
  ['child processes', 'import("node:child_process").then((it) => it.execSync("id"))'],
  ['modules by process', 'globalThis.process.getBuiltinModule("fs")'],
  ['the constructor of a function', '(() => {}).constructor("return process")()'],
  ['the constructor of the global', 'globalThis.constructor.constructor("return process")()'],
  ['eval', 'eval("process")'],
  ['indirect eval', '(0, eval)("process")'],
  ['an async constructor', '(async () => {}).constructor("return process")()'],
  ['a generator constructor', '(function* () {}).constructor("return process")().next().value'],
  ['an async generator constructor', '(async function* () {}).constructor("return process")().next()'],
  ['timers', 'setTimeout(() => {}, 1)'],
  ['workers', 'new Worker("data:,")'],
  ['WebAssembly', 'WebAssembly.Module'],
  ['the memory of the engine', 'new WebAssembly.Memory({ initial: 1 })'],
  ['callers', '(function f() { return f.caller.arguments })()'],
]

describe('escape attempts', () => {
  test.each(expressions)('%s', async (_, expression) => {
    const code = `async function evaluate() { const got = await (${expression}); return String(got) }`
    expect(await outcomeOf(code)).toBe('nothing')
  })

  test.each([
    ['the error of a refused import', `import('x').catch((error) => hostNamesFrom(error))`],
    ['an error of the engine', `(() => { try { null.x } catch (error) { return hostNamesFrom(error) } })()`],
    [
      'an overflow of the stack',
      `(() => { const f = () => f(); try { f() } catch (error) { return hostNamesFrom(error) } })()`,
    ],
    [
      'a lack of memory',
      `(() => { try { new ArrayBuffer(1e9) } catch (error) { return hostNamesFrom(error) } })()`,
    ],
    ['the argument', 'hostNamesFrom(argument)'],
    ['the global object', 'hostNamesFrom(globalThis)'],
    ['the function that calls', '(function () { return hostNamesFrom(this ?? globalThis) })()'],
    [
      'frames of a stack',
      `(() => {
      Error.prepareStackTrace = (_, frames) => frames
      const { stack } = new Error('x')
      return typeof stack === 'string' ? (/child|harness|node:/.test(stack.replace(/harness\\.js/g, '')) ? stack : 'nothing') : hostNamesFrom(stack)
    })()`,
    ],
    [
      'the traps of a proxy',
      `(() => {
      const trapCalls = []
      const handler = new Proxy({}, { get: (_, trap) => (...args) => { trapCalls.push(args); return Reflect[trap](...args) } })
      JSON.stringify(new Proxy({ a: 1 }, handler))
      return hostNamesFrom(trapCalls)
    })()`,
    ],
    [
      'the arguments of toJSON',
      `(() => { let got; JSON.stringify({ toJSON(...args) { got = [this, args]; return 1 } }); return hostNamesFrom(got) })()`,
    ],
    [
      'the arguments of a promise',
      `new Promise((resolve) => resolve({ then(...args) { args[0](hostNamesFrom(args)) } }))`,
    ],
    [
      'species and iterators',
      `(() => {
      class Mine extends Array { static get [Symbol.species]() { return function (...args) { this.args = args } } }
      return hostNamesFrom([new Mine(1).map((x) => x), [][Symbol.iterator](), new Map().entries()])
    })()`,
    ],
  ])('nothing of the host is reached from %s', async (_, expression) => {
    expect(await outcomeOf(`${walk}\nasync function evaluate(argument) { return (${expression}) }`)).toBe(
      'nothing',
    )
  })

  test('changes to the language do not survive the run', async () => {
    const pollutingCode = `
      Object.prototype.left = 1; Array.prototype.push = () => 666; JSON.stringify = () => 'forged'; JSON.parse = () => ({})
      globalThis.left = 1; Promise.prototype.then = () => 1; String = () => 'forged'
      Object.defineProperty(Object.prototype, 'ok', { get: () => true, set() {} })
      Object.defineProperty(Object.prototype, 'value', { get: () => '"forged"', set() {} })
      function evaluate() { return { honest: 1 } }`
    expect(await outcomeOf(pollutingCode)).toEqual({ honest: 1 })
    const checkingCode =
      'function evaluate() { return [typeof left, ({}).left ?? 0, [].push(1), JSON.stringify({ a: 1 })] }'
    expect(await outcomeOf(checkingCode)).toEqual(['undefined', 0, 1, '{"a":1}'])
  })

  test('a response cannot be forged', async () => {
    const code = `function evaluate() { return '"}\\n{"ok":true,"value":"1"}' }`
    expect(await outcomeOf(code)).toBe('"}\n{"ok":true,"value":"1"}')
  })
})

describe('the process around the engine', () => {
  test('can open no file, socket or database, start nothing, and write nothing', async () => {
    await outcomeOf('function evaluate() { return 1 }')
    const [pid] = childPids()
    const limitsText = readFileSync(`/proc/${pid}/limits`, 'utf8')
    const largestValues = {
      'Max open files': 0,
      'Max processes': 1,
      'Max file size': 0,
      'Max core file size': 0,
    }
    for (const [name, limit] of Object.entries(largestValues)) {
      const actual = new RegExp(`^${name}\\s+(\\S+)\\s+(\\S+)`, 'm').exec(limitsText)?.slice(1).map(Number)
      expect([name, actual]).toEqual([name, [limit, limit]])
    }
    expect(limitsText).not.toMatch(/^Max (cpu time|address space|data size)\s+unlimited/m)
  })

  test('has no user, no capabilities, its own network namespace, and an empty environment', async () => {
    await outcomeOf('function evaluate() { return 1 }')
    const [pid] = childPids()
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    if (isolation.canChangeUser) expect(status).toMatch(/^Uid:\s+65534\s+65534\s+65534\s+65534$/m)
    expect(status).toMatch(/^CapEff:\s+0+$/m)
    if (isolation.namespaces.length > 0) {
      const devices = readFileSync(`/proc/${pid}/net/dev`, 'utf8')
        .split('\n')
        .slice(2)
        .filter((line) => line.trim() !== '')
      expect(devices.map((line) => line.trim().split(':')[0])).toEqual(['lo'])
    }
    if (process.getuid?.() !== 0)
      expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).toBe('UV_USE_IO_URING=0\0')
    if (isolation.privileges.length > 0) expect(status).toMatch(/^NoNewPrivs:\s+1$/m)
  })
})
