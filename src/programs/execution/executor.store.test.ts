import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backends } from '../../../test/support/api.ts'
import { openExecution, instantRetries, type ExecutionStores } from '../../../test/support/execution.ts'
import { amount, inDeep } from '../../../test/support/tier.ts'
import type { Json, JsonObject } from '../../kernel/json/value.ts'
import { startTestServer, type Reply, type TestServer } from '../clients/clients.fixture.ts'
import type { CellOutcome, CellWork, Executor } from './contract.ts'
import { writeAndWait, writeDurably } from './durable-traces.ts'
import { createExecutor } from './executor.ts'

const testcase = {
  id: '01a1e1d4-0000-7000-8000-000000000001',
  data: { country: 'France', correct_answer: 'Paris' },
}
const exactMatch = { uri: 'assay:builtin:auto_exact_match:v0' }
const neverSignal = new AbortController().signal

const requireSuccess = (outcome: CellOutcome) => {
  if (outcome.status !== 'success') throw new Error(JSON.stringify(outcome))
  return outcome
}
const requireFailure = (outcome: CellOutcome) => {
  if (outcome.status !== 'failure') throw new Error(JSON.stringify(outcome))
  return outcome
}

describe.each(backends)('executing a cell on %s', (backend) => {
  let stores: ExecutionStores
  let executor: Executor
  let program: TestServer
  beforeAll(async () => {
    stores = await openExecution(backend)
    executor = createExecutor(stores.parts())
    program = await startTestServer()
  })
  afterAll(async () => {
    await executor.close()
    await program.close()
    await stores.close()
  })

  const run = (work: CellWork, signal = neverSignal) => executor.execute(work, signal)
  const application = (data: JsonObject, overrides: Partial<CellWork> = {}) =>
    stores.cell('application', data, { testcase, ...overrides })
  const programReplying = (...replies: readonly Reply[]): JsonObject => {
    program.reply(...replies)
    return { url: program.url }
  }
  const outputs = (value: Json): Reply => ({ body: { data: { outputs: value } } })
  const evaluatorCell = async (data: JsonObject, evaluatedOutputs: Json) => {
    const invocation = requireSuccess(
      await run(await application(programReplying(outputs(evaluatedOutputs)))),
    )
    const { traceId, spanId } = invocation
    const trace = await stores.root(traceId)
    const evaluatedInvocation = { traceId, spanId, outputs: invocation.outputs, trace }
    return {
      evaluated: evaluatedInvocation,
      work: await stores.cell('evaluator', data, { testcase, evaluatedInvocation }),
    }
  }

  test('an application behind a url leaves an invocation trace that can be read at once', async () => {
    const work = await application({ ...programReplying(outputs('Paris')), parameters: { tone: 'calm' } })
    const outcome = requireSuccess(await run(work))
    expect(outcome).toMatchObject({ traceId: work.span.traceId, spanId: work.span.spanId, outputs: 'Paris' })
    expect(await stores.root(work.span.traceId)).toMatchObject({
      trace_type: 'invocation',
      span_type: 'workflow',
      span_name: work.revision.artifact.slug,
      status_code: 'STATUS_CODE_OK',
      hashes: [{ id: outcome.hashId }],
      attributes: {
        ag: {
          data: {
            inputs: { country: 'France', correct_answer: 'Paris' },
            outputs: 'Paris',
            parameters: { tone: 'calm' },
          },
          references: work.references,
          flags: { origin: 'auto', kind: 'eval', channel: 'api' },
          meta: {
            evaluation: {
              run_id: work.runId,
              scenario_id: work.scenarioId,
              step_key: work.stepKey,
              repeat_idx: 0,
            },
          },
          metrics: { duration: { cumulative: expect.any(Number) } },
        },
      },
    })
  })

  test('the program receives the trace, the references and the testcase, and a key for the call', async () => {
    const work = await application(programReplying(outputs(1)))
    await run(work)
    const [request] = program.requests
    expect(request).toMatchObject({
      path: '/invoke',
      headers: { traceparent: `00-${work.span.traceId}-${work.span.spanId}-01` },
      body: {
        version: '2025.07.14',
        references: work.references,
        data: { testcase, inputs: testcase.data, parameters: {}, revision: { url: program.url } },
      },
    })
    expect(request?.body).not.toHaveProperty('links')
    const secret = (request?.headers.authorization ?? '').replace('ApiKey ', '')
    expect(secret).toMatch(/^lent\./)
    expect(await stores.store.read.keys(stores.scope.projectId)).toEqual([])
  })

  test('headers of the revision are sent with the values of secrets, and its own authorization is kept', async () => {
    await stores.secrets.create(
      stores.scope,
      {
        slug: 'token',
        header: { name: 'token' },
        secret: { kind: 'custom_secret', data: { secret: { format: 'text', content: 'Bearer tok' } } },
      },
      (name) => name,
    )
    const headers = { 'x-team': 'a', Authorization: { slug: 'token' } }
    await run(await application({ ...programReplying(outputs(1)), headers }))
    expect(program.requests[0]?.headers).toMatchObject({ 'x-team': 'a', authorization: 'Bearer tok' })
    const brokenSecret = await application({
      ...programReplying(outputs(1)),
      headers: { a: { slug: 'nothing' } },
    })
    expect(requireFailure(await run(brokenSecret)).error).toMatchObject({ code: 'not_runnable' })
  })

  test('a server without call-scoped keys sends none', async () => {
    const executorWithoutKeys = createExecutor(stores.parts({ callKeys: undefined }))
    await executorWithoutKeys.execute(await application(programReplying(outputs(1))), neverSignal)
    expect(program.requests[0]?.headers.authorization).toBeUndefined()
    await executorWithoutKeys.close()
  })

  test('an annotation links to the root span it evaluates', async () => {
    const { evaluated, work } = await evaluatorCell(exactMatch, 'Paris')
    const outcome = requireSuccess(await run(work))
    expect(outcome.outputs).toEqual({ score: 1, success: true })
    expect(await stores.root(work.span.traceId)).toMatchObject({
      trace_type: 'annotation',
      span_type: 'task',
      links: [{ trace_id: evaluated.traceId, span_id: evaluated.spanId, attributes: { key: 'invocation' } }],
      hashes: [{ id: outcome.hashId }],
      attributes: {
        ag: {
          data: { inputs: { inputs: testcase.data, outputs: 'Paris' }, outputs: { score: 1, success: true } },
          references: work.references,
        },
      },
    })
  })

  test('an evaluator behind a url receives the outputs to evaluate', async () => {
    const { evaluated, work } = await evaluatorCell(programReplying(), 'Lima')
    program.reply(outputs({ score: 0.5 }))
    expect(requireSuccess(await run(work)).outputs).toEqual({ score: 0.5 })
    expect(program.requests[0]?.body).toMatchObject({
      links: { invocation: { trace_id: evaluated.traceId, span_id: evaluated.spanId } },
      data: { outputs: 'Lima', trace: { trace_id: evaluated.traceId }, testcase },
    })
  })

  test('a bare testcase is evaluated without links, as a declared annotation', async () => {
    const data = { ...exactMatch, parameters: { output_path: 'country' } }
    const work = await stores.cell('evaluator', data, { testcase })
    expect(requireSuccess(await run(work)).outputs).toEqual({ score: 0, success: false })
    const root = await stores.root(work.span.traceId)
    expect(root.trace_type).toBe('annotation')
    expect(root.links ?? []).toEqual([])
  })

  test('a trace gives its inputs to an application and its outputs to an evaluator', async () => {
    const { traceId } = requireSuccess(await run(await application(programReplying(outputs('Quito')))))
    const root = await stores.root(traceId)
    const sourceTrace = { traceId, spanId: root.span_id, root }
    const secondCell = await stores.cell('application', programReplying(outputs('Quito')), { sourceTrace })
    await run(secondCell)
    expect(program.requests[0]?.body).toMatchObject({ data: { inputs: testcase.data } })
    const echo = await stores.cell('evaluator', { uri: 'assay:builtin:echo:v0' }, { sourceTrace })
    expect(requireSuccess(await run(echo)).outputs).toEqual({ got: 'Quito' })
    const reflect = { uri: 'assay:custom:mock:v0', parameters: { key: 'reflect' } }
    expect(
      requireSuccess(await run(await stores.cell('evaluator', reflect, { sourceTrace }))).outputs,
    ).toEqual({
      score: 1,
      success: true,
    })
    const annotation = { ...echo.span, root: await stores.root(echo.span.traceId) }
    const evaluatorCell = await stores.cell('evaluator', reflect, { sourceTrace: annotation })
    expect(requireSuccess(await run(evaluatorCell)).outputs).toEqual({ score: 0, success: false })
  })

  test('executing a cell again overwrites its trace', async () => {
    const work = await application(programReplying(outputs('Rome')))
    await run(work)
    program.reply(outputs('Paris'))
    await run(work)
    const rows = await stores.spans.trace(stores.scope.projectId, work.span.traceId)
    expect(rows).toHaveLength(1)
    expect((await stores.root(work.span.traceId)).attributes.ag.data.outputs).toBe('Paris')
  })

  test('embeds are resolved before the run', async () => {
    const tone = await application({ parameters: { text: 'be kind' } })
    const slug = tone.revision.artifact.slug
    const embed = {
      '@ag.embed': { '@ag.references': { workflow: { slug } }, '@ag.selector': { path: 'parameters.text' } },
    }
    const work = await application({ ...programReplying(outputs(1)), parameters: { tone: embed } })
    await run(work)
    expect(program.requests[0]?.body).toMatchObject({ data: { parameters: { tone: 'be kind' } } })
    const brokenEmbed = { '@ag.embed': { '@ag.references': { workflow: { slug: 'nowhere' } } } }
    const brokenCell = await application({
      ...programReplying(outputs(1)),
      parameters: { tone: brokenEmbed },
    })
    expect(requireFailure(await run(brokenCell)).error.code).toBe('not_runnable')
    expect(program.requests).toEqual([])
  })

  test('a script runs in the sandbox', async () => {
    const script = 'function invoke({ inputs, parameters }) { return inputs.country + parameters.mark }'
    const data = { script, runtime: 'javascript', parameters: { mark: '!' } }
    expect(requireSuccess(await run(await application(data))).outputs).toBe('France!')
  })

  inDeep(() => {
    test('Python runs in the sandbox, as a program and as an evaluator', async () => {
      const script = 'def invoke(inputs, parameters):\n  return inputs["country"] + parameters["mark"]'
      const data = { script, runtime: 'python', parameters: { mark: '!' } }
      expect(requireSuccess(await run(await application(data))).outputs).toBe('France!')
      const code =
        'def evaluate(app_params, inputs, output, correct_answer):\n  return len(app_params["code"]) > 0'
      const evaluator = {
        uri: 'assay:builtin:auto_custom_code_run:v0',
        parameters: { code, runtime: 'python' },
      }
      const evaluatorOutcome = await run(await stores.cell('evaluator', evaluator, { testcase }))
      expect(requireSuccess(evaluatorOutcome).outputs).toEqual({ score: 1, success: true })
    })
  })

  const attacks = [
    ['reads a file', 'return process.getBuiltinModule("fs").readFileSync("/etc/passwd", "utf8")'],
    ['fills the memory', 'const all = []; for (;;) all.push(new Array(1e5).fill(all.length))'],
    ['reaches for the host', 'return this.constructor.constructor("return process")().env'],
    ['calls the network', 'return fetch("http://127.0.0.1")'],
    ['never ends', 'for (;;);'],
    ['answers without end', 'return "x".repeat(2 ** 23)'],
  ] as const
  // sandbox.store.test.ts and escapes.store.test.ts have all of them for the sandbox alone.
  test.each(attacks.slice(0, amount(2, 6)))(
    'code that %s ends in a failed result, and the next cell runs',
    async (_, body) => {
      const parameters = { code: `function evaluate() { ${body} }`, timeout_ms: 2000, memory_mb: 32 }
      const attack = { uri: 'assay:builtin:auto_custom_code_run:v0', parameters }
      const work = await stores.cell('evaluator', attack, { testcase })
      expect(requireFailure(await run(work)).error.code).toBe('sandbox')
      const root = await stores.root(work.span.traceId)
      expect(root).toMatchObject({ status_code: 'STATUS_CODE_ERROR' })
      const validEvaluator = { ...attack, parameters: { code: 'function evaluate() { return 1 }' } }
      expect(
        requireSuccess(await run(await stores.cell('evaluator', validEvaluator, { testcase }))).outputs,
      ).toMatchObject({
        score: 1,
      })
    },
  )

  test('a revision without a program fails, and its trace has the reason', async () => {
    const work = await application({ parameters: { a: 1 } })
    const outcome = requireFailure(await run(work))
    expect(outcome).toMatchObject({ traceId: work.span.traceId, error: { code: 'not_runnable' } })
    expect(outcome.hashId).toMatch(/^[0-9a-f-]{36}$/)
    expect(await stores.root(work.span.traceId)).toMatchObject({
      status_code: 'STATUS_CODE_ERROR',
      status_message: outcome.error.message,
      attributes: {
        ag: {
          exception: { type: 'not_runnable', message: outcome.error.message },
          metrics: { errors: { cumulative: 1 } },
        },
      },
    })
  })

  describe('errors of programs', () => {
    test.each<[string, Reply, string, number, RegExp, string?]>([
      [
        'an error of the server',
        { status: 500, body: { detail: 'broken' } },
        'http_status',
        3,
        /status 500/,
        'broken',
      ],
      ['a refusal', { status: 422, body: { detail: 'no' } }, 'http_status', 1, /status 422/, 'no'],
      ['too many calls', { status: 429 }, 'rate_limited', 3, /429/, '{}'],
      ['a cut connection', { isCut: true }, 'unreachable', 3, /cannot be reached/],
      ['text', { body: 'hello' }, 'malformed_answer', 1, /not JSON/],
      ['no outputs', { body: { data: {} } }, 'malformed_answer', 1, /no data.outputs/],
      [
        'a status inside',
        { body: { status: { code: 400, message: 'bad' } } },
        'http_status',
        1,
        /status 400/,
        'bad',
      ],
    ])('%s', async (_, reply, code, attempts, message, responseText) => {
      const work = await application(programReplying(reply), { retries: { retriesMax: 2, delayMs: 1000 } })
      const { error } = requireFailure(await run(work))
      expect(error).toMatchObject({ code, attempts })
      expect(error.message).toMatch(message)
      expect(error.said).toBe(responseText)
      expect(program.requests).toHaveLength(attempts)
    })

    test('a timeout', async () => {
      const parts = stores.parts({ timeoutMs: 50 })
      const executorWithTimeout = createExecutor(parts)
      const work = await application(programReplying({ isSilent: true }))
      expect(requireFailure(await executorWithTimeout.execute(work, neverSignal)).error).toMatchObject({
        code: 'timeout',
        attempts: 1,
      })
      await executorWithTimeout.close()
    })

    test('an unreachable server', async () => {
      const closedServer = await startTestServer()
      await closedServer.close()
      expect(requireFailure(await run(await application({ url: closedServer.url }))).error.code).toBe(
        'unreachable',
      )
    })
  })

  test('a transient failure is retried after the delay that the program requests', async () => {
    const retryEnvironment = instantRetries()
    const patientExecutor = createExecutor(stores.parts({ retryEnvironment }))
    const data = programReplying(
      { status: 503 },
      { status: 429, headers: { 'retry-after': '7' } },
      outputs('Paris'),
    )
    const work = await application(data, { retries: { retriesMax: 3, delayMs: 2000 } })
    expect(requireSuccess(await patientExecutor.execute(work, neverSignal)).outputs).toBe('Paris')
    expect(retryEnvironment.pauses).toEqual([2000, 7000])
    await patientExecutor.close()
  })

  test('a stop aborts the call and rejects with its reason', async () => {
    const stop = new AbortController()
    const work = await application(programReplying({ isSilent: true }))
    const stoppedRun = run(work, stop.signal)
    stop.abort(new Error('stopped'))
    await expect(stoppedRun).rejects.toThrow('stopped')
    await expect(run(work, stop.signal)).rejects.toThrow('stopped')
  })

  test('closing the executor aborts running cells', async () => {
    const ownExecutor = createExecutor(stores.parts())
    const work = await application(programReplying({ isSilent: true }))
    const [outcome] = await Promise.allSettled([ownExecutor.execute(work, neverSignal), ownExecutor.close()])
    expect(outcome).toMatchObject({ status: 'rejected', reason: { message: 'The server is stopping.' } })
  })

  describe('the trace that a program reports', () => {
    const otherTraceId = 'ab'.repeat(16)

    test('is referenced when it is stored, and no other trace is written', async () => {
      const span = {
        trace_id: otherTraceId,
        span_id: 'cd'.repeat(8),
        span_name: 'own',
        start_time: '2026-11-15T09:00:00.000000Z',
        end_time: '2026-11-15T09:00:01.000000Z',
      }
      await stores.traceWrites.write(stores.scope, async () => ({ records: [span] }))
      const reply = {
        body: { data: { outputs: 'own' }, trace_id: otherTraceId, span_id: 'ffffffffffffffff' },
      }
      const work = await application(programReplying(reply))
      expect(requireSuccess(await run(work))).toMatchObject({
        traceId: otherTraceId,
        spanId: 'cd'.repeat(8),
        outputs: 'own',
      })
      expect(await stores.root(work.span.traceId)).toBeUndefined()
    })

    test('is replaced by the trace of Assay when it never arrives', async () => {
      const reply = { body: { data: { outputs: 'own' }, trace_id: 'ef'.repeat(16) } }
      const work = await application(programReplying(reply))
      expect(requireSuccess(await run(work)).traceId).toBe(work.span.traceId)
      expect(await stores.root(work.span.traceId)).toBeDefined()
    })

    test('includes spans below the root of Assay, which sums them up', async () => {
      const work = await application(programReplying(outputs(1)))
      const span = {
        trace_id: work.span.traceId,
        span_id: 'aa'.repeat(8),
        parent_id: work.span.spanId,
        span_name: 'model',
        start_time: '2026-11-15T09:00:00.000000Z',
        end_time: '2026-11-15T09:00:01.000000Z',
        attributes: {
          ag: { type: { span: 'chat' }, metrics: { tokens: { incremental: { prompt: 3, completion: 4 } } } },
        },
      }
      await stores.traceWrites.write(stores.scope, async () => ({ records: [span] }))
      await run(work)
      expect((await stores.root(work.span.traceId)).attributes.ag.metrics.tokens.cumulative.total).toBe(7)
    })
  })

  describe('cached cells', () => {
    test('reuse the successful trace of their repeat', async () => {
      const firstCell = await application(programReplying(outputs('Paris')))
      const firstOutcome = requireSuccess(await run(firstCell))
      const repeatedCell = {
        ...firstCell,
        span: { traceId: 'b1'.repeat(16), spanId: 'b1'.repeat(8) },
        isCached: true,
      }
      program.reply(outputs('other'))
      expect(await run(repeatedCell)).toEqual(firstOutcome)
      expect(program.requests).toEqual([])
      const secondCell = { ...repeatedCell, repeatIdx: 1 }
      expect(requireSuccess(await run(secondCell))).toMatchObject({
        traceId: repeatedCell.span.traceId,
        outputs: 'other',
      })
      program.reply(outputs('a third'))
      expect(requireSuccess(await run(secondCell))).toMatchObject({
        traceId: repeatedCell.span.traceId,
        outputs: 'other',
      })
    })

    test('are computed when the previous one failed', async () => {
      const failingCell = await application(programReplying({ status: 400 }))
      requireFailure(await run(failingCell))
      program.reply(outputs('Paris'))
      const thirdCell = {
        ...failingCell,
        span: { ...failingCell.span, traceId: 'b2'.repeat(16) },
        isCached: true,
      }
      expect(requireSuccess(await run(thirdCell))).toMatchObject({
        traceId: thirdCell.span.traceId,
        outputs: 'Paris',
      })
    })
  })

  test('a trace is durable in the inbox while the trace store hangs', async () => {
    const record = { trace_id: 'c1'.repeat(16), span_id: 'c1'.repeat(8), start_time: '2026-11-15T09:00:00Z' }
    const group = { write: () => new Promise<void>(() => undefined) }
    const { scope } = stores
    const traces = { group, ingest: stores.parts().ingest, scope, writeMsMax: 1 }
    const { receiptId = '' } = await writeDurably(traces, [record])
    expect(await stores.store.read.receipt(scope.projectId, receiptId)).toMatchObject({ accepted: 1 })
  })

  test('a trace that a slow trace store has stored does not wait for the inbox', async () => {
    const { scope } = stores
    const writeEnd = Promise.withResolvers<void>()
    const isQueued = Promise.withResolvers<void>()
    const { ingest } = stores.parts()
    const accept: typeof ingest.accept = async (...request) => {
      const acceptance = await ingest.accept(...request)
      isQueued.resolve()
      return acceptance
    }
    const record = { trace_id: 'c2'.repeat(16), span_id: 'c2'.repeat(8), start_time: '2026-11-15T09:00:00Z' }
    const group = { write: () => writeEnd.promise }
    const writePromise = writeAndWait(
      { group, ingest: { accept }, scope, writeMsMax: 1, signal: neverSignal },
      [record],
    )
    await isQueued.promise
    writeEnd.resolve()
    // No worker of this test stores the inbox.
    await writePromise
  })

  test('cells that end together share a write, each with its own outcome', async () => {
    program.reply(outputs('Paris'))
    const works: CellWork[] = []
    for (let i = 0; i < 6; i += 1) works.push(await application({ url: program.url }))
    const outcomes = await Promise.all(works.map((work) => run(work)))
    expect(outcomes.map(({ traceId }) => traceId)).toEqual(works.map(({ span }) => span.traceId))
    for (const { span } of works) expect(await stores.root(span.traceId)).toBeDefined()
  })
})
