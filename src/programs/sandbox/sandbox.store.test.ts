import { afterAll, describe, expect, test } from 'vitest'
import type { Json } from '../../kernel/json/value.ts'
import { StepFailure } from '../failure.ts'
import { eventually, until } from '../../../test/support/eventually.ts'
import { pythonDirectory } from '../../../test/support/children.ts'
import { amount } from '../../../test/support/tier.ts'
import { childPeaksMb, childPids, isolation } from '../../../test/support/work.ts'
import { ceilingMs, stallMs } from '../../../test/support/patience.ts'
import { WorkProcess } from '../../kernel/work/process.ts'
import { createReaper } from '../../kernel/work/reaper.ts'
import { createSandbox, sandboxProgram, type SandboxJob } from './sandbox.ts'

const sandbox = createSandbox({ isolation, directory: pythonDirectory, processesMax: 2 })
afterAll(() => sandbox.close())

const job = (code: string, overrides: Partial<SandboxJob> = {}): SandboxJob => ({
  project: 'test',
  code,
  language: 'javascript',
  functions: ['evaluate'],
  argument: {},
  timeoutMs: stallMs,
  memoryMb: 64,
  ...overrides,
})

const run = (code: string, overrides: Partial<SandboxJob> = {}): Promise<Json | undefined> =>
  sandbox.run(job(code, overrides))

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
  test('may return many bytes, but not many values', async () => {
    expect(await run('const evaluate = () => "x".repeat(3e6)')).toHaveLength(3_000_000)
    expect(await run('const evaluate = () => Array(99998).fill(1)')).toHaveLength(99_998)
    const failure = await failureOf(run('const evaluate = () => Array(2e6).fill(1)'))
    expect(failure.message).toBe('The code returned more than 100000 values.')
  })

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

  test('a function without a return value returns undefined', async () => {
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
    ['that cannot be parsed', 'function evaluate( {', /SyntaxError/],
    ['without the function', 'const other = 1', /defines no function evaluate/],
    ['that waits forever', 'function evaluate() { return new Promise(() => {}) }', /never returns/],
    ['that returns a circular value', 'function evaluate() { const a = {}; a.a = a; return a }', /circular/],
    ['that rejects', 'async function evaluate() { throw new Error("late") }', /Error: late/],
    [
      'that forges the response',
      'JSON.stringify = () => ({}); function evaluate() { return { toJSON() { throw 1 } } }',
      /thrown: 1/,
    ],
  ])('code %s fails with a reason', async (_, code, reason) => {
    const failure = await failureOf(run(code))
    expect(failure.code).toBe('sandbox')
    expect(failure.message).toMatch(reason)
  })
})

describe('limits', () => {
  test('an endless loop is stopped, and the next run works', async () => {
    const failure = await failureOf(run('function evaluate() { for (;;); }', { timeoutMs: 200 }))
    expect(failure.message).toBe('The code ran longer than 200 ms (timeout_ms).')
    expect(await run('function evaluate() { return 1 }')).toBe(1)
  })

  const loops = [
    ['of promises', 'async function evaluate() { for (;;) await null }'],
    ['of a pattern', 'function evaluate() { return /^(a+)+$/.test("a".repeat(60) + "b") }'],
    [
      'of a generator',
      'function* forever() { for (;;) yield 1 }\nfunction evaluate() { return [...forever()].length }',
    ],
    ['in toJSON', 'function evaluate() { return { toJSON() { for (;;); } } }'],
    ['in a getter', 'function evaluate() { return { get score() { for (;;); } } }'],
    ['when it is loaded', 'for (;;);'],
  ] as const
  test.each(loops.slice(0, amount(2, 6)))('a loop %s ends at a limit', async (_, code) => {
    expect((await failureOf(run(code, { timeoutMs: 500, memoryMb: 512 }))).message).toMatch(
      /longer than|memory/,
    )
  })

  test('an aborted run is killed', async () => {
    const stop = new AbortController()
    const runPromise = run('function evaluate() { for (;;); }', { signal: stop.signal })
    stop.abort(new Error('not wanted'))
    await expect(runPromise).rejects.toThrow('not wanted')
  })

  const fillers = [
    ['texts', 'const all = []; for (;;) all.push("x".repeat(1000) + all.length)'],
    ['buffers', 'const all = []; for (;;) all.push(new Uint8Array(1_000_000).fill(1))'],
    ['one buffer', 'new ArrayBuffer(1_000_000_000)'],
    ['one text', '"ab".repeat(1e8)'],
    ['a list', 'new Array(1e9).fill(0)'],
    ['a map', 'const all = new Map(); for (let i = 0; ; i++) all.set(i, [i])'],
    ['a large number', 'let n = 2n; for (;;) n *= n'],
    ['a list in lists', 'let all = []; for (;;) all = [all]'],
  ] as const
  test.each(fillers.slice(0, amount(3, 8)))(
    'memory for %s is bounded, also outside of the heap, and the next run works',
    async (_, body) => {
      const ownSandbox = createSandbox({ isolation, directory: pythonDirectory, processesMax: 1 })
      const firstRun = ownSandbox.run(job('function evaluate() { return 1 }', { memoryMb: 16 }))
      expect(await firstRun).toBe(1)
      const before = Math.max(...childPeaksMb())
      const code = `function evaluate() { ${body}; return 1 }`
      const failure = await failureOf(ownSandbox.run(job(code, { memoryMb: 16 })))
      expect(failure.message).toMatch(/16 MB|too large/)
      expect(Math.max(...childPeaksMb(), before) - before).toBeLessThan(120)
      expect(await ownSandbox.run(job('function evaluate() { return 1 }', { memoryMb: 16 }))).toBe(1)
      await ownSandbox.close()
    },
  )

  test.each([
    ['calls', 'const deeper = () => deeper() + 1; return deeper()'],
    ['an answer', 'let all = []; for (let i = 0; i < 100_000; i++) all = [all]; return all'],
    ['a parsed text', 'return JSON.parse("[".repeat(1e6) + "]".repeat(1e6)).length'],
    ['a proxy of proxies', 'let p = {}; for (let i = 0; i < 1e5; i++) p = new Proxy(p, {}); return p.x ?? 1'],
    ['a pattern', 'return new RegExp("(".repeat(1e5) + ")".repeat(1e5)).test("")'],
  ])('%s that nests without end is a failure, and the next run works', async (_, body) => {
    expect((await failureOf(run(`function evaluate() { ${body} }`))).code).toBe('sandbox')
    expect(await run('function evaluate() { return 1 }')).toBe(1)
  })

  test('a response that is too long is refused', async () => {
    const failure = await failureOf(run('function evaluate() { return "x".repeat(5_000_000) }'))
    expect(failure.message).toMatch(/more than 4194304 bytes/)
  })

  test('endless loops of one project do not block another one', async () => {
    const ownSandbox = createSandbox({ isolation, directory: pythonDirectory, processesMax: 2 })
    const stop = new AbortController()
    const endless = { project: 'loops', timeoutMs: ceilingMs, signal: stop.signal }
    const loops = Array.from({ length: 10 }, () =>
      ownSandbox.run(job('function evaluate() { for (;;); }', endless)),
    )
    expect(await ownSandbox.run(job('function evaluate() { return 1 }', { project: 'other' }))).toBe(1)
    stop.abort(new Error('enough'))
    await Promise.allSettled(loops)
    await ownSandbox.close()
  })
})

describe('the pool', () => {
  test('all runs complete with fewer processes, and projects never share one', async () => {
    const countingCode = 'function evaluate({ n }) { return n }'
    const runs = Array.from({ length: 12 }, (_, n) =>
      run(countingCode, { project: `project ${n % 3}`, argument: { n } }),
    )
    expect(await Promise.all(runs)).toEqual(Array.from({ length: 12 }, (_, n) => n))
  })

  test('an idle process is stopped, and another one replaces it', async () => {
    const otherPids = new Set(childPids())
    const ownSandbox = createSandbox({ isolation, directory: pythonDirectory, processesMax: 1, idleMsMax: 1 })
    const runPromise = ownSandbox.run(job('function evaluate() { return 1 }'))
    const pid = await eventually(() => childPids().find((pid) => !otherPids.has(pid)), 'a process')
    expect(await runPromise).toBe(1)
    await until(() => !childPids().includes(pid), 'the process ends')
    expect(await ownSandbox.run(job('function evaluate() { return 2 }'))).toBe(2)
    await ownSandbox.close()
  })

  test('an active run fails when the sandbox is closed', async () => {
    const ownSandbox = createSandbox({ isolation, directory: pythonDirectory, processesMax: 1 })
    const runFailure = failureOf(ownSandbox.run(job('function evaluate() { for (;;); }')))
    await ownSandbox.close()
    expect((await runFailure).code).toBe('sandbox')
  })

  test('after it is closed, runs are refused', async () => {
    const ownSandbox = createSandbox({ isolation, directory: pythonDirectory, processesMax: 1 })
    expect(await ownSandbox.run(job('function evaluate() { return 1 }'))).toBe(1)
    await ownSandbox.close()
    expect((await failureOf(ownSandbox.run(job('function evaluate() {}')))).message).toBe(
      'The server is stopping.',
    )
  })
})

test('a process without its parent ends a loop by itself', async () => {
  const child = new WorkProcess(sandboxProgram, { isolation, memoryMb: 64, reaper: createReaper() })
  await child.ready()
  const request = {
    code: 'function evaluate() { for (;;); }',
    language: 'javascript',
    functions: ['evaluate'],
    argument: '{}',
    memoryMb: 64,
    timeoutMs: 100,
  }
  expect(await child.ask(JSON.stringify(request), stallMs)).toMatch(/interrupted/)
  await child.kill()
})
