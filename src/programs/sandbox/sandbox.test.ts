import { afterAll, describe, expect, test } from 'vitest'
import type { Json } from '../../kernel/json/value.ts'
import { StepFailure } from '../failure.ts'
import { matchesPattern } from './patterns.ts'
import { SandboxProcess } from './process.ts'
import { createSandbox, type SandboxJob } from './sandbox.ts'

const sandbox = createSandbox({ processesMax: 2 })
afterAll(() => sandbox.close())

const job = (code: string, more: Partial<SandboxJob> = {}): SandboxJob => ({
  scope: 'test',
  code,
  language: 'javascript',
  functions: ['evaluate'],
  argument: {},
  timeoutMs: 20_000,
  memoryMb: 64,
  ...more,
})

const run = (code: string, more: Partial<SandboxJob> = {}): Promise<Json | undefined> =>
  sandbox.run(job(code, more))

async function failureOf(work: Promise<unknown>): Promise<StepFailure> {
  try {
    await work
  } catch (error) {
    if (error instanceof StepFailure) return error
    throw error
  }
  throw new Error('it did not fail')
}

describe('code in the sandbox', () => {
  test.each<[string, string, Json]>([
    ['a function', 'function evaluate({ a }) { return a + 1 }', 2],
    ['an arrow', 'const evaluate = ({ a }) => ({ score: a })', { score: 1 }],
    ['an async function', 'async function evaluate({ a }) { await null; return [a] }', [1]],
    ['an exported function', 'export function evaluate({ a }) { return a === 1 }', true],
    ['helpers of its own', 'const one = () => 1\nfunction evaluate() { return one() }', 1],
  ])('%s is called with the argument', async (_, code, expected) => {
    expect(await run(code, { argument: { a: 1 } })).toEqual(expected)
  })

  test('types are removed from TypeScript', async () => {
    const code = 'interface In { a: number }\nfunction evaluate({ a }: In): number { return a as number }'
    expect(await run(code, { language: 'typescript', argument: { a: 7 } })).toBe(7)
  })

  test('the least memory is enough to run', async () => {
    expect(await run('function evaluate() { return 1 }', { memoryMb: 16 })).toBe(1)
  })

  test('an answer of nothing is undefined', async () => {
    expect(await run('function evaluate() {}')).toBeUndefined()
  })

  test('a run sees nothing of the run before it', async () => {
    await run('globalThis.left = 1; Object.prototype.left = 2; function evaluate() {}')
    expect(await run('function evaluate() { return [typeof left, ({}).left === undefined] }')).toEqual([
      'undefined',
      true,
    ])
  })

  test.each<[string, string, RegExp]>([
    ['that throws', 'function evaluate() { throw new TypeError("not today") }', /TypeError: not today/],
    ['that throws when loaded', 'throw { toString() { throw 1 } }', /cannot be shown/],
    ['that cannot be parsed', 'function evaluate( {', /cannot be run: /],
    ['without the function', 'const other = 1', /defines no function evaluate/],
    ['that waits forever', 'function evaluate() { return new Promise(() => {}) }', /never answers/],
    ['that answers a circle', 'function evaluate() { const a = {}; a.a = a; return a }', /circular/],
    ['that rejects', 'async function evaluate() { throw new Error("late") }', /Error: late/],
    [
      'that forges the answer',
      'JSON.stringify = () => ({}); function evaluate() { return { toJSON() { throw 1 } } }',
      /thrown: 1/,
    ],
  ])('code %s fails with a reason', async (_, code, reason) => {
    const failure = await failureOf(run(code))
    expect(failure.code).toBe('sandbox')
    expect(failure.message).toMatch(reason)
  })
})

/** Each attempt answers what it got hold of; anything but a failure or `nothing` is an escape. */
describe('attempts to get out', () => {
  const probe = (expression: string): string =>
    `async function evaluate() { const got = await (${expression}); return got === undefined ? 'nothing' : String(got) }`

  test.each([
    ['files by require', 'require("fs").readFileSync("/etc/passwd")'],
    ['files by import', 'import("node:fs").then((fs) => fs.readFileSync("/etc/passwd"))'],
    ['the environment', 'process.env.PATH'],
    ['the network', 'fetch("http://127.0.0.1:1")'],
    ['a socket', 'import("node:net").then((net) => net.connect(1))'],
    ['child processes', 'import("node:child_process").then((it) => it.execSync("id"))'],
    ['modules by process', 'globalThis.process.getBuiltinModule("fs")'],
    ['the constructor of a function', '(() => {}).constructor("return process")()'],
    ['the constructor of the global', 'this.constructor.constructor("return process")()'],
    ['eval', 'eval("process")'],
    [
      'the constructor of an error of the host',
      'import("fs").catch((error) => error.constructor.constructor("return process")())',
    ],
    ['an async constructor', '(async () => {}).constructor("return process")()'],
    ['a generator constructor', '(function* () {}).constructor("return process")().next().value'],
    ['timers', 'setTimeout(() => {}, 1)'],
    ['workers', 'new Worker("data:,")'],
    ['WebAssembly', 'WebAssembly.Module'],
    ['memory outside of the heap', 'new ArrayBuffer(1e9)'],
  ])('%s: fails', async (_, expression) => {
    expect((await failureOf(run(probe(expression)))).code).toBe('sandbox')
  })

  test('the frames of the host show no functions', async () => {
    const code = `function evaluate() {
      Error.prepareStackTrace = (_, frames) =>
        frames.filter((f) => f.getFileName() !== 'code.js').map((f) => typeof f.getFunction() + typeof f.getThis())
      return [...new Set(new Error('x').stack)]
    }`
    expect(await run(code)).toEqual(['undefinedundefined'])
  })

  test('an object of the host leads to no global of the host', async () => {
    const code = `async function evaluate() {
      const error = await import('fs').catch((error) => error)
      const found = []
      for (let at = error; at; at = Object.getPrototypeOf(at)) found.push(...Reflect.ownKeys(at).map(String))
      return found.filter((name) => ['process', 'require', 'global', 'mainModule'].includes(name))
    }`
    expect(await run(code)).toEqual([])
  })

  test('a loop without end is stopped, and the next run works', async () => {
    const failure = await failureOf(run('function evaluate() { for (;;); }', { timeoutMs: 200 }))
    expect(failure.message).toBe('The code ran longer than 200 ms.')
    expect(await run('function evaluate() { return 1 }')).toBe(1)
  })

  test('a loop of promises without end is stopped', async () => {
    const code = 'async function evaluate() { for (;;) await null }'
    expect((await failureOf(run(code, { timeoutMs: 200 }))).message).toMatch(/longer than/)
  })

  test('eating memory is stopped, and the next run works', async () => {
    const code = 'function evaluate() { const all = []; for (;;) all.push("x".repeat(1000) + all.length) }'
    expect((await failureOf(run(code))).message).toBe('The code used more than 64 MB of memory.')
    expect(await run('function evaluate() { return 1 }')).toBe(1)
  })

  test('an answer that is too long is refused', async () => {
    const failure = await failureOf(run('function evaluate() { return "x".repeat(5_000_000) }'))
    expect(failure.message).toMatch(/more than 4194304 bytes/)
  })
})

describe('the pool', () => {
  test('more runs than processes all get their turn, in scopes that never share', async () => {
    const counting = 'function evaluate({ n }) { return n }'
    const runs = Array.from({ length: 12 }, (_, n) =>
      run(counting, { scope: `project ${n % 3}`, argument: { n } }),
    )
    expect(await Promise.all(runs)).toEqual(Array.from({ length: 12 }, (_, n) => n))
  })

  test('a process that nobody needs is let go, and another one takes its place', async () => {
    const own = createSandbox({ processesMax: 1, idleMsMax: 1 })
    expect(await own.run(job('function evaluate() { return 1 }'))).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(await own.run(job('function evaluate() { return 2 }'))).toBe(2)
    await own.close()
  })

  test('a run that is under way when the sandbox is closed fails', async () => {
    const own = createSandbox({ processesMax: 1 })
    const running = failureOf(own.run(job('function evaluate() { for (;;); }')))
    await own.close()
    expect((await running).code).toBe('sandbox')
  })

  test('after it is closed, runs are refused', async () => {
    const own = createSandbox({ processesMax: 1 })
    expect(await own.run(job('function evaluate() { return 1 }'))).toBe(1)
    await own.close()
    expect((await failureOf(own.run(job('function evaluate() {}')))).message).toBe('The server is stopping.')
  })
})

describe('patterns', () => {
  test.each([
    ['^P', true, 'Paris', true],
    ['^p', true, 'Paris', false],
    ['^p', false, 'Paris', true],
    ['^.$', true, '😀', true],
    ['a\\-b', true, 'a-b', true],
  ])('%s, case sensitive %s, on %s: %s', async (pattern, caseSensitive, text, expected) => {
    expect(await matchesPattern(sandbox, { pattern, caseSensitive, text }, 20_000)).toBe(expected)
  })

  test('one that goes back forever is a timeout', async () => {
    const match = { pattern: '^(a+)+$', caseSensitive: true, text: `${'a'.repeat(60)}b` }
    expect((await failureOf(matchesPattern(sandbox, match))).code).toBe('timeout')
  })

  test('one that cannot be read is not runnable', async () => {
    const match = { pattern: '(', caseSensitive: true, text: '' }
    expect((await failureOf(matchesPattern(sandbox, match))).code).toBe('not_runnable')
  })
})

test('a process whose parent is gone ends a loop by itself', async () => {
  const child = new SandboxProcess(64)
  await child.ready()
  const request = {
    code: 'function evaluate() { for (;;); }',
    functions: ['evaluate'],
    argument: '{}',
    timeoutMs: 100,
  }
  expect(await child.ask(JSON.stringify(request), 20_000)).toMatch(/timed out after 100ms/)
  await child.kill()
})
