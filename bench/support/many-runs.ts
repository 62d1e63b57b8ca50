// Two executed runs over one testset of many rows, each with an application and two evaluators: records are created
// over the interface, traces are stored directly as rows of ingest. The pages are measured afterwards.
import { fillRecords } from './many-spans.ts'

export interface TargetServer {
  readonly url: string
  readonly key: string
}

/** The maximum number of records in a request. */
const listMax = 1_000

async function post<Answer>(
  { url, key }: TargetServer,
  path: string,
  body: object,
  method = 'POST',
): Promise<Answer> {
  const answer = await fetch(`${url}/api${path}`, {
    method,
    headers: { authorization: `ApiKey ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Answer
}

/** The trace of a cell: a number for the run, one for the step, one for the row. */
const traceIdOf = (run: number, step: number, row: number): string =>
  `bb${run.toString(16).padStart(2, '0')}${step.toString(16).padStart(4, '0')}${row.toString(16).padStart(24, '0')}`

const noise = (row: number, salt: number): number => {
  const hash = Math.imul(row * 7919 + salt * 104_729 + 1, 2_654_435_761) >>> 0
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32
}

const sentence = (row: number, run: number): string =>
  `The parcel with number ${row} is on its way and arrives on day ${(row % 28) + 1}. ${run === 0 || row % 3 > 0 ? 'Please keep the receipt' : 'You may throw the receipt away'}; the team for returns is glad to help with anything else about order ${row * 7}.`

const outputsOf = (run: number, step: number, row: number): unknown => {
  if (step === 0) return sentence(row, run)
  const score =
    Math.round(Math.min(1, noise(row, step) * 0.8 + noise(row, step * 17 + run) * 0.3) * 1000) / 1000
  return step === 1
    ? { score, success: score > 0.5 }
    : { score: Math.round(score * 5) / 5, success: score > 0.3 }
}

const spanOf = (run: number, step: number, row: number, base: number): object => ({
  trace_id: traceIdOf(run, step, row),
  span_id: (row + 1).toString(16).padStart(16, '0'),
  span_name: step === 0 ? 'answer' : `judge ${step}`,
  span_type: step === 0 ? 'workflow' : 'evaluator',
  start_time: new Date(base + (run * 3 + step) * 3_600_000 + row * 100).toISOString(),
  end_time: new Date(
    base + (run * 3 + step) * 3_600_000 + row * 100 + 200 + Math.round(noise(row, run) * 900),
  ).toISOString(),
  attributes: {
    ag: {
      type: { trace: step === 0 ? 'invocation' : 'annotation' },
      data: {
        inputs: { question: `Where is parcel ${row}? ${'I have waited for days. '.repeat(5)}` },
        outputs: outputsOf(run, step, row),
      },
      metrics: { costs: { incremental: { total: noise(row, run + 9) / 100 } } },
    },
  },
})

const runsOfMany = 2
const steps = ['application-many', 'evaluator-close', 'evaluator-polite'] as const

function* spanBatches(rows: number): Generator<readonly object[]> {
  const base = Date.now() - 12 * 3_600_000
  for (let run = 0; run < runsOfMany; run++) {
    for (const step of steps.keys()) {
      for (let from = 0; from < rows; from += 2_500) {
        yield Array.from({ length: Math.min(2_500, rows - from) }, (_, i) =>
          spanOf(run, step, from + i, base),
        )
      }
    }
  }
}

/** Stores the traces of the cells; the server must not run. */
export const fillRunTraces = (columnar: string, projectId: string, rows: number): Promise<void> =>
  fillRecords(columnar, projectId, spanBatches(rows))

interface Revision {
  readonly revision_id: string
  readonly id: string
}

const evaluatorOf = (server: TargetServer, slug: string): Promise<unknown> =>
  post(server, '/simple/evaluators/', { evaluator: { slug, data: { parameters: {} } } })

/** Creates the records of both runs; returns their ids. */
export async function fillRuns(server: TargetServer, rows: number): Promise<readonly string[]> {
  const existing = await post<{ readonly runs: readonly { readonly id: string; readonly name?: string }[] }>(
    server,
    '/evaluations/runs/query',
    { windowing: { order: 'ascending' } },
  )
  const previousRuns = existing.runs.filter(({ name }) => name?.startsWith('many rows, version ') === true)
  if (previousRuns.length === runsOfMany) return previousRuns.map(({ id }) => id)
  await post(server, '/simple/applications/', { application: { slug: 'many', data: { parameters: {} } } })
  await evaluatorOf(server, 'close')
  await evaluatorOf(server, 'polite')
  const testcases = Array.from({ length: rows }, (_, row) => ({
    data: { question: `Where is parcel ${row}?`, row },
  }))
  const { testset } = await post<{
    readonly testset: Revision & { readonly data: { readonly testcases: readonly { readonly id: string }[] } }
  }>(server, '/simple/testsets/', { testset: { slug: 'many-rows', data: { testcases } } })
  const ids: string[] = []
  for (let run = 0; run < runsOfMany; run++) ids.push(await fillRun(server, run, testset))
  return ids
}

async function fillRun(
  server: TargetServer,
  run: number,
  testset: Revision & { readonly data: { readonly testcases: readonly { readonly id: string }[] } },
): Promise<string> {
  const data = {
    steps: [
      {
        key: 'testset-many',
        type: 'input',
        origin: 'custom',
        references: { testset_revision: { id: testset.revision_id } },
      },
      { key: steps[0], type: 'invocation', origin: 'custom', references: { application: { slug: 'many' } } },
      { key: steps[1], type: 'annotation', origin: 'custom', references: { evaluator: { slug: 'close' } } },
      { key: steps[2], type: 'annotation', origin: 'custom', references: { evaluator: { slug: 'polite' } } },
    ],
    repeats: 1,
  }
  const { runs } = await post<{ readonly runs: readonly { readonly id: string }[] }>(
    server,
    '/evaluations/runs/',
    {
      runs: [{ name: `many rows, version ${run + 1}`, data }],
    },
  )
  const runId = runs[0]?.id ?? ''
  const { testcases } = testset.data
  for (let from = 0; from < testcases.length; from += listMax) {
    const chunk = testcases.slice(from, from + listMax)
    const { scenarios } = await post<{ readonly scenarios: readonly { readonly id: string }[] }>(
      server,
      '/evaluations/scenarios/',
      { scenarios: chunk.map(() => ({ run_id: runId, status: 'success' })) },
    )
    const cells = scenarios.map(({ id }, i) => ({
      run_id: runId,
      scenario_id: id,
      status: 'success',
      row: from + i,
    }))
    await post(server, '/evaluations/results/', {
      results: cells.map(({ row, ...cell }) => ({
        ...cell,
        step_key: 'testset-many',
        testcase_id: testcases[row]?.id,
      })),
    })
    for (const [step, step_key] of steps.entries()) {
      await post(server, '/evaluations/results/', {
        results: cells.map(({ row, ...cell }) => ({
          ...cell,
          step_key,
          trace_id: traceIdOf(run, step, row),
        })),
      })
    }
  }
  await post(server, `/evaluations/runs/${runId}`, { run: { id: runId, status: 'success' } }, 'PATCH')
  return runId
}
