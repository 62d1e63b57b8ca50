// Runs executed by a client: rows, invocations and annotations as after a real run.
import type { Api, Body } from './api.ts'
import { expect } from 'vitest'

export interface EvaluatedRow {
  readonly testcaseId: string
  /** The outputs of the evaluator in each repeat. If the list is empty, the cell of the evaluator fails. */
  readonly outputs: readonly object[]
}

export interface EvaluatedRun {
  readonly id: string
  readonly scenarios: readonly Body[]
  readonly keys: { readonly input: string; readonly application: string; readonly evaluator: string }
}

/** Creates a testset with these rows and returns the ids of its testcases in order. */
export async function makeRows(api: Api, slug: string, rows: readonly object[]) {
  const answer = await api.post('/simple/testsets/', {
    testset: { slug, data: { testcases: rows.map((data) => ({ data })) } },
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  const { testset } = answer.body
  const ids: readonly string[] = testset.data.testcases.map(({ id }: Body) => id)
  return { revisionId: testset.revision_id as string, id: testset.id as string, ids }
}

async function createTrace(api: Api, trace: object): Promise<string> {
  const { body, status } = await api.post('/simple/traces/', {
    trace: { origin: 'auto', kind: 'eval', channel: 'api', references: {}, links: {}, ...trace },
  })
  expect(status, JSON.stringify(body)).toBe(202)
  return body.trace.trace_id
}

/** Creates the application and the evaluator that the steps of a run reference, unless the project has them. */
async function makeStepRecords(api: Api, evaluator: string): Promise<void> {
  const data = { parameters: {} }
  const answers = [
    await api.post('/simple/applications/', { application: { slug: 'app', data } }),
    await api.post('/simple/evaluators/', { evaluator: { slug: evaluator, data } }),
  ]
  for (const { status, body } of answers) expect([200, 409], JSON.stringify(body)).toContain(status)
}

/** Creates a run over rows of a testset revision, writes its results as a client would, and sets its final status. */
export async function makeEvaluatedRun(
  api: Api,
  fixture: {
    readonly testsetRevisionId: string
    readonly rows: readonly EvaluatedRow[]
    readonly evaluator?: string
    readonly status?: string
  },
): Promise<EvaluatedRun> {
  const evaluator = fixture.evaluator ?? 'exact'
  const keys = { input: 'testset-a', application: 'application-a', evaluator: `evaluator-${evaluator}` }
  const repeats = Math.max(1, ...fixture.rows.map(({ outputs }) => outputs.length))
  const steps = [
    {
      key: keys.input,
      type: 'input',
      origin: 'custom',
      references: { testset_revision: { id: fixture.testsetRevisionId } },
    },
    {
      key: keys.application,
      type: 'invocation',
      origin: 'custom',
      references: { application: { slug: 'app' } },
    },
    {
      key: keys.evaluator,
      type: 'annotation',
      origin: 'custom',
      references: { evaluator: { slug: evaluator } },
    },
  ]
  await makeStepRecords(api, evaluator)
  const run = await api.post('/evaluations/runs/', {
    runs: [{ name: 'evaluated', data: { steps, repeats } }],
  })
  const run_id: string = run.body.runs[0].id
  const { scenarios } = (
    await api.post('/evaluations/scenarios/', {
      scenarios: fixture.rows.map(() => ({ run_id, status: 'success' })),
    })
  ).body
  // Sent together: the server stores traces in batches, and each request waits for its batch.
  const traceIds = await Promise.all(
    fixture.rows.map(({ outputs }) =>
      Promise.all(['answer', ...outputs].map((answer) => createTrace(api, { data: { outputs: answer } }))),
    ),
  )
  for (const [i, { testcaseId }] of fixture.rows.entries()) {
    const cell = { run_id, scenario_id: scenarios[i].id, status: 'success' }
    const [trace_id, ...evaluatorTraceIds] = traceIds[i] ?? []
    const evaluatorResults = evaluatorTraceIds.map((trace, repeat_idx) => ({
      ...cell,
      step_key: keys.evaluator,
      repeat_idx,
      trace_id: trace,
    }))
    const answer = await api.post('/evaluations/results/', {
      results: [
        { ...cell, step_key: keys.input, testcase_id: testcaseId },
        { ...cell, step_key: keys.application, trace_id },
        ...(evaluatorResults.length > 0
          ? evaluatorResults
          : [{ ...cell, step_key: keys.evaluator, status: 'failure' }]),
      ],
    })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  }
  await api.call('PATCH', `/evaluations/runs/${run_id}`, {
    run: { id: run_id, status: fixture.status ?? 'success' },
  })
  return { id: run_id, scenarios, keys }
}
