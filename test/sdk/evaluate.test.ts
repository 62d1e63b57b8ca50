// evaluate() with a real server: its results, its continuation after a kill, and its gate.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { Assay } from '../../sdk/client.ts'
import { evaluate, type Evaluation } from '../../sdk/eval/eval.ts'
// oxlint-disable-next-line import/no-unassigned-import -- it adds a matcher
import '../../sdk/eval/vitest.ts'
import { commandLine } from '../cli/command-line.ts'
import { newProject, serverOf, type Api } from '../support/api.ts'
import { startModel, useModel } from '../support/model.ts'
import { amount } from '../support/tier.ts'

let project: Api
let assay: Assay
let env: Readonly<Record<string, string>>
beforeAll(async () => {
  project = await newProject(serverOf('sqlite'))
  const { url, key } = project
  assay = new Assay({ url, key })
  env = { ASSAY_URL: url, ASSAY_API_KEY: key }
  await assay.testsets.writeRows({ slug: 'sums' }, numbers(20))
})
beforeEach(() => {
  process.exitCode = undefined
})

function* numbers(count: number) {
  for (let n = 0; n < count; n++) yield { data: { n, correct_answer: String(n + 1) } }
}

const noOutput = { output: null } as const
const addOne = ({ n }: Readonly<Record<string, unknown>>): string => String(Number(n) + (n === 7 ? 2 : 1))
const exact = ({ inputs, outputs }: { inputs: Readonly<Record<string, unknown>>; outputs: string }) =>
  inputs['correct_answer'] === outputs

const cellsOf = async (runId: string) => {
  const cells: { readonly key: string; readonly trace: unknown; readonly status: unknown }[] = []
  for await (const result of assay.results.query({ result: { run_id: runId } })) {
    const { scenario_id: scenario, step_key: step, repeat_idx: repeat, trace_id: trace, status } = result
    cells.push({ key: `${scenario}/${step}/${repeat}`, trace, status })
  }
  return cells
}

test('a run with functions and an evaluator of the server creates scenarios, traces, links and metrics', async () => {
  await assay.simpleEvaluators.create({
    evaluator: { slug: 'matches', data: { uri: 'assay:builtin:auto_exact_match:v0', parameters: {} } },
  })
  const values: number[] = []
  const result = await evaluate({
    ...noOutput,
    assay,
    name: 'sums',
    testset: 'sums',
    task: addOne,
    evaluators: {
      exact,
      length: ({ outputs }) => outputs.length,
      both: ({ outputs }) => ({ score: 1, note: outputs }),
      matches: { evaluator: 'matches' },
    },
    onProgress: ({ done }) => values.push(done),
  })
  expect(result).toMatchObject({ status: 'success', computed: 100, failed: 0 })
  expect(values.at(-1)).toBe(100)
  expect(result.metrics).toContainEqual(
    expect.objectContaining({ evaluator: 'exact', path: 'success', count: 20, value: 0.95 }),
  )
  expect(result.metrics).toContainEqual(
    expect.objectContaining({ evaluator: 'matches', path: 'success', count: 20, value: 0.95 }),
  )
  expect(result.report).toContain('length')
  const { run } = await assay.runs.fetch(result.runId)
  expect(run).toMatchObject({ status: 'success', flags: { is_closed: true } })
  const [scenario] = (await assay.scenarios.query({ scenario: { run_id: result.runId } })).scenarios
  const links = scenario?.links as Readonly<
    Record<string, { readonly trace_id: string; readonly span_id: string }>
  >
  const invocation = Object.entries(links).find(([key]) => key.startsWith('application-'))?.[1]
  const { span } = await assay.spans.fetch(String(invocation?.trace_id), String(invocation?.span_id))
  expect(span).toMatchObject({
    trace_type: 'invocation',
    attributes: {
      ag: {
        data: { inputs: { n: 0, correct_answer: '1' }, outputs: '1' },
        references: {
          application: { slug: 'sums' },
          testset: { slug: 'sums' },
          testcase: { id: expect.any(String) },
        },
        meta: { evaluation: { run_id: result.runId, scenario_id: scenario?.id, repeat_idx: 0 } },
      },
    },
  })
  const annotationTrace = Object.entries(links).find(([key]) => key.startsWith('evaluator-'))?.[1]
  const { span: annotation } = await assay.spans.fetch(
    String(annotationTrace?.trace_id),
    String(annotationTrace?.span_id),
  )
  expect(annotation).toMatchObject({ trace_type: 'annotation', links: [{ trace_id: invocation?.trace_id }] })
})

test.each([
  ['nobody', /There is no evaluator nobody/],
  ['handmade', /The server cannot run the evaluator 'handmade'/],
])(
  'an evaluator %s that the server cannot run is reported before anything is computed',
  async (slug, reason) => {
    await assay.simpleEvaluators
      .create({ evaluator: { slug: 'handmade', data: { schemas: { outputs: { type: 'object' } } } } })
      .catch(() => undefined)
    let calls = 0
    const task = () => (calls += 1)
    await expect(
      evaluate({ ...noOutput, assay, testset: 'sums', task, evaluators: { other: { evaluator: slug } } }),
    ).rejects.toThrow(reason)
    expect(calls).toBe(0)
  },
)

test('evaluators of the server run as built-ins, as code or behind an address; one that cannot run is reported before the start', async () => {
  const inputs: unknown[] = []
  const program = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      inputs.push(JSON.parse(text))
      response.setHeader('Content-Type', 'application/json')
      response.end(JSON.stringify({ data: { outputs: { score: 0.5 } } }))
    })
  })
  await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve))
  const { port } = program.address() as AddressInfo
  const evaluators = [
    {
      slug: 'by-code',
      data: {
        script: 'function evaluate({ outputs }) { return { score: outputs.length } }',
        runtime: 'javascript' as const,
      },
    },
    { slug: 'by-address', data: { url: `http://127.0.0.1:${port}` } },
    { slug: 'by-people', data: {} },
  ]
  for (const evaluator of evaluators) await assay.simpleEvaluators.create({ evaluator })
  const parts = { ...noOutput, assay, name: 'any', testset: 'sums', task: addOne }
  const result = await evaluate({
    ...parts,
    evaluators: { code: { evaluator: 'by-code' }, address: { evaluator: 'by-address' } },
  })
  program.close()
  expect(result).toMatchObject({ status: 'success', failed: 0 })
  expect(result.metrics).toContainEqual(
    expect.objectContaining({ evaluator: 'by-address', path: 'score', count: 20, value: 0.5 }),
  )
  expect(result.metrics).toContainEqual(
    expect.objectContaining({ evaluator: 'by-code', path: 'score', count: 20 }),
  )
  expect(inputs).toHaveLength(20)
  await expect(evaluate({ ...parts, evaluators: { people: { evaluator: 'by-people' } } })).rejects.toThrow(
    "The server cannot run the evaluator 'by-people'",
  )
})

test('a model of the project evaluates, called by the server', async () => {
  const model = await startModel(() => '{"score": 0.75, "success": true}')
  onTestFinished(() => model.stop())
  await useModel(project, model)
  await assay.simpleEvaluators.create({
    evaluator: { slug: 'by-model', data: { uri: 'assay:builtin:auto_ai_critique:v0' } },
  })
  const result = await evaluate({
    ...noOutput,
    assay,
    name: 'by model',
    testset: 'sums',
    task: addOne,
    evaluators: { judge: { evaluator: 'by-model' } },
  })
  expect(result).toMatchObject({ status: 'success', failed: 0 })
  expect(result.metrics).toContainEqual(
    expect.objectContaining({ evaluator: 'by-model', path: 'score', count: 20, value: 0.75 }),
  )
  expect(model.requests).toHaveLength(20)
})

test('a task that throws fails only its own cells, and resume repeats them', async () => {
  let isBroken = true
  const flaky = (row: Readonly<Record<string, unknown>>): string => {
    if (isBroken && row['n'] === 3) throw new Error('three is too many')
    return addOne(row)
  }
  const options = { ...noOutput, assay, name: 'flaky', testset: 'sums', task: flaky, evaluators: { exact } }
  const first = await evaluate(options)
  expect(first).toMatchObject({ status: 'errors', computed: 40, failed: 2 })
  const failures = (await cellsOf(first.runId)).filter(({ status }) => status === 'failure')
  expect(failures).toHaveLength(2)
  isBroken = false
  const second = await evaluate({ ...options, resume: first.runId })
  expect(second).toMatchObject({ runId: first.runId, status: 'success', computed: 2, failed: 0 })
})

test('repeats call the task each time, and each result is evaluated', async () => {
  let calls = 0
  const result = await evaluate({
    ...noOutput,
    assay,
    testset: 'sums',
    application: 'repeated',
    repeats: 3,
    task: (row) => {
      calls += 1
      return addOne(row)
    },
    evaluators: { exact },
  })
  expect([calls, result.computed, result.metrics[0]?.count]).toEqual([60, 120, 60])
})

test('an abort stops immediately, and the run can be resumed', async () => {
  const controller = new AbortController()
  let runId = ''
  const options = {
    ...noOutput,
    assay,
    name: 'aborted',
    testset: 'sums',
    task: addOne,
    evaluators: { exact },
  }
  const call = evaluate({
    ...options,
    concurrency: 1,
    signal: controller.signal,
    onStart: (id) => (runId = id),
    onProgress: ({ done }) => done === 6 && controller.abort(new Error('enough')),
  })
  await expect(call).rejects.toThrow('enough')
  const resumedRun = await evaluate({ ...options, resume: runId })
  expect(resumedRun.status).toBe('success')
  expect(resumedRun.computed).toBeLessThan(40)
})

test('an abort marks the run as cancelled, and resume reopens it', async () => {
  const options = { ...noOutput, assay, data: [{ n: 1 }, { n: 2 }], name: 'cancelled', evaluators: { exact } }
  const controller = new AbortController()
  let runId = ''
  const call = evaluate({
    ...options,
    signal: controller.signal,
    onStart: (id) => (runId = id),
    // A task that ignores the signal is not waited for.
    task: async () => {
      controller.abort(new Error('enough'))
      return new Promise<string>(() => undefined)
    },
  })
  await expect(call).rejects.toThrow('enough')
  expect((await assay.runs.fetch(runId)).run).toMatchObject({
    status: 'cancelled',
    flags: { is_closed: true },
  })
  const statuses = new Set<unknown>()
  const resumedRun = await evaluate({
    ...options,
    resume: runId,
    task: async (row) => {
      statuses.add((await assay.runs.fetch(runId)).run?.status)
      return addOne(row)
    },
  })
  expect(resumedRun).toMatchObject({ runId, status: 'success', computed: 4 })
  expect([...statuses]).toEqual(['running'])
})

test.each(['SIGINT', 'SIGTERM'] as const)('%s ends the program, and the run is cancelled', async (signal) => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'interrupted-program.ts')], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const exit = new Promise((resolve) => child.once('close', (_, name) => resolve(name)))
  await expect.poll(() => stdout).toContain('hanging')
  child.kill(signal)
  expect(await exit).toBe(signal)
  const [runId = ''] = stdout.split('\n')
  expect(stderr).toContain(`run ${runId}: ${project.url}/p/${project.projectId}/runs/${runId}\n`)
  expect(stderr).toContain(`The run was interrupted by ${signal}. Continue with resume: '${runId}'.`)
  expect((await assay.runs.fetch(runId)).run?.status).toBe('cancelled')
  // The finished row was stored.
  expect((await cellsOf(runId)).filter(({ status }) => status === 'success').length).toBeGreaterThanOrEqual(3)
})

test('inline rows are stored once as a testset with the given name, so that runs can be compared row by row', async () => {
  const data = [
    { n: 1, correct_answer: '2' },
    { n: 2, correct_answer: '3' },
    { n: 7, correct_answer: '8' },
  ]
  const lines: string[] = []
  const output = { write: (text: string) => lines.push(text) }
  const options = { assay, name: 'Inline rows', data, evaluators: { exact }, output }
  const base = await evaluate({ ...options, task: addOne })
  const next = await evaluate({
    ...options,
    task: ({ n }) => (n === 2 ? 'no' : String(n + 1)),
    baseline: base.runId,
  })
  const { testset_revision: storedRevision } = await assay.testsets.retrieve({
    testset_ref: { slug: 'inline-rows' },
  })
  expect(storedRevision?.version).toBe('1')
  const idOf = (n: number): unknown => {
    const rows = storedRevision?.data?.['testcases'] as {
      readonly id: string
      readonly data: { readonly n: number }
    }[]
    return rows.find((row) => row.data.n === n)?.id
  }
  const change = { evaluator: 'exact', path: 'success' }
  expect(next.changes?.toSorted((a, b) => Number(a.before) - Number(b.before))).toEqual([
    { ...change, testcaseId: idOf(7), before: false, after: true },
    { ...change, testcaseId: idOf(2), before: true, after: false },
  ])
  expect(next.report).toContain(
    `changes since the baseline: 1 better, 1 worse\n▼ ${idOf(2)} exact success: true → false\n▲ ${idOf(7)}`,
  )
  expect(lines[0]).toBe(`run ${base.runId}: ${project.url}/p/${project.projectId}/runs/${base.runId}\n`)
})

test('scorers of autoevals are evaluators without a wrapper', async () => {
  const values: string[] = []
  function Levenshtein(args: { readonly output: string; readonly expected?: string }) {
    values.push(args.expected ?? '')
    return {
      name: 'Levenshtein',
      score: args.output === args.expected ? 1 : 0.5,
      metadata: { rationale: 'near' },
    }
  }
  async function Short({ input, output }: { readonly input: string; readonly output: string }) {
    return output.length / input.length
  }
  const result = await evaluate({
    ...noOutput,
    assay,
    name: 'autoevals',
    data: [
      { input: 'ab', expected: 'AB' },
      { input: 'cd', expected: 'C' },
    ],
    task: ({ input }) => input.toUpperCase(),
    evaluators: [Levenshtein, Short],
  })
  expect(result).toMatchObject({ status: 'success', errors: [] })
  expect(values.toSorted()).toEqual(['AB', 'C'])
  expect(result.metrics.map(({ evaluator, path, value }) => [evaluator, path, value])).toEqual(
    expect.arrayContaining([
      ['levenshtein', 'score', 0.75],
      ['short', 'score', 1],
    ]),
  )
})

test('an invalid result of an evaluator fails its row; failures are counted by reason and printed', async () => {
  const result = await evaluate({
    ...noOutput,
    assay,
    name: 'invalid results',
    data: [{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }],
    task: ({ n }) => {
      if (n === 4) throw new Error('four is too many')
      return n
    },
    evaluators: { half: ({ outputs }: { readonly outputs: number }) => (outputs < 3 ? Number.NaN : 1) },
  })
  expect(result).toMatchObject({ status: 'errors', computed: 8, failed: 4 })
  const message = 'An evaluator returns a number, true, false or an object, not NaN.'
  expect(result.errors).toEqual([
    { step: 'half', message, count: 2 },
    { step: 'task', message: 'four is too many', count: 1 },
  ])
  expect(result.report).toContain(`errors:\n2 × half: ${message}\n1 × task: four is too many\n`)
  const { results } = await assay.results.query({ result: { run_id: result.runId, status: 'failure' } })
  expect(results?.map(({ error }) => String(error?.['code'])).toSorted()).toEqual([
    'malformed_answer',
    'malformed_answer',
    'not_runnable',
    'upstream_failed',
  ])
  expect(process.exitCode).toBeUndefined()
})

test('when every task fails, the program ends with code 1', async () => {
  const task = (): string => {
    throw new Error('no key')
  }
  const result = await evaluate({
    ...noOutput,
    assay,
    name: 'all failed',
    data: [{ n: 1 }],
    task,
    evaluators: { exact },
  })
  expect([result.errors, process.exitCode]).toEqual([[{ step: 'task', message: 'no key', count: 1 }], 1])
  process.exitCode = undefined
})

test('the rules of the gate decide the exit code', async () => {
  const rule = { evaluator: 'exact', path: 'success', statistic: 'rate' } as const
  const run = (min: number): Promise<Evaluation> =>
    evaluate({
      ...noOutput,
      assay,
      name: 'gated',
      testset: 'sums',
      task: addOne,
      evaluators: { exact },
      gate: [{ ...rule, min }],
    })
  const passingRun = await run(0.9)
  expect([passingRun.gate?.verdict, process.exitCode]).toEqual(['pass', undefined])
  await expect(passingRun).toPassGate([{ ...rule, min: 0.9 }], { assay })
  await expect(expect(passingRun).toPassGate([{ ...rule, min: 0.99 }], { assay })).rejects.toThrow(
    'exact success rate',
  )
  const failingRun = await run(0.99)
  expect([failingRun.gate?.verdict, process.exitCode, failingRun.report]).toEqual([
    'fail',
    1,
    expect.stringContaining('gate: fail'),
  ])
  process.exitCode = undefined
})

/** Runs the program of `evaluate-program.ts`; resolves with its exit code. */
function program(log: string, resume = '') {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'evaluate-program.ts'), log, resume], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const exit = new Promise<number | string | null>((resolve) =>
    child.once('exit', (code, signal) => resolve(signal ?? code)),
  )
  return { child, ended: exit, stderr: () => stderr }
}

/** The output of `run show` after this time. */
async function showLater(runId: string, laterMs: number): Promise<string> {
  const line = commandLine(project)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + laterMs })
  try {
    return (await line.run('run', 'show', runId)).out
  } finally {
    vi.useRealTimers()
    line.remove()
  }
}

test('a run whose program ended without closing it is shown as probably interrupted', async () => {
  const parts = { ...noOutput, assay, name: 'killed', data: [{ n: 1 }], evaluators: { exact } }
  const { runId } = await evaluate({ ...parts, task: addOne })
  expect(await showLater(runId, 600_000)).not.toContain('interrupted')
  await assay.runs.open(runId)
  await assay.runs.edit(runId, { run: { id: runId, status: 'running' } })
  expect(await showLater(runId, 600_000)).toContain('Probably interrupted: no change since ')
  expect(await showLater(runId, 0)).not.toContain('interrupted')
})

test('many rows and 3 evaluators, killed in the middle and resumed: stored cells are not computed again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-evaluate-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const log = join(folder, 'calls')
  const rowCount = amount(150, 1_000)
  await assay.testsets.writeRows({ slug: 'many' }, numbers(rowCount))
  const first = program(log)
  const lines = (): readonly string[] => {
    try {
      return readFileSync(log, 'utf8').trim().split('\n')
    } catch {
      return []
    }
  }
  await expect.poll(() => lines().length, { interval: 20 }).toBeGreaterThan(amount(40, 300))
  first.child.kill('SIGKILL')
  expect(await first.ended).toBe('SIGKILL')
  const [runId = '', ...firstRows] = lines()
  const before = await cellsOf(runId)
  const invocationCount = before.filter(({ key }) => key.includes('/application-')).length
  const second = program(log, runId)
  expect([await second.ended, second.stderr()]).toEqual([1, expect.stringContaining('gate: fail')])
  const secondRows = lines().slice(1 + firstRows.length)
  expect(secondRows).toHaveLength(rowCount - invocationCount)
  expect(new Set([...firstRows, ...secondRows]).size).toBe(rowCount)
  const after = await cellsOf(runId)
  expect(after.filter(({ status }) => status === 'success')).toHaveLength(5 * rowCount)
  const traces = new Map(after.map(({ key, trace }) => [key, trace]))
  expect(before.filter(({ key, trace }) => traces.get(key) !== trace)).toEqual([])
})
