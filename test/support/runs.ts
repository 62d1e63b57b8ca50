// Evaluations that the server executes: their parts, and functions that wait for their end.
import type { Api, Body } from './api.ts'
import { eventually } from './eventually.ts'

let runCount = 0
const slug = (name: string): string => `${name}-${process.pid}-${runCount++}`

const revisionOf = async (api: Api, path: string, wrapper: string, data: object): Promise<string> => {
  const { status, body } = await api.post(path, { [wrapper]: { slug: slug(wrapper), data } })
  if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`)
  return body[wrapper].revision_id as string
}

/** Each function returns the id of a revision. */
export const makeTestset = (api: Api, rows: readonly object[]): Promise<string> =>
  revisionOf(api, '/simple/testsets/', 'testset', { testcases: rows.map((data) => ({ data })) })
export const makeApplication = (api: Api, data: object): Promise<string> =>
  revisionOf(api, '/simple/applications/', 'application', data)
export const makeEvaluator = (api: Api, key: string, parameters: object = {}): Promise<string> =>
  revisionOf(api, '/simple/evaluators/', 'evaluator', { uri: `assay:builtin:${key}:v0`, parameters })
export const makeQuery = (api: Api, data: object): Promise<string> =>
  revisionOf(api, '/simple/queries/', 'query', data)

/** Rows with a question; the correct answer is its number. */
export const numberedRows = (count: number): readonly object[] =>
  Array.from({ length: count }, (_, n) => ({ question: `what is ${n}?`, correct_answer: String(n) }))

export async function startEvaluation(api: Api, evaluation: object): Promise<Body> {
  const { status, body } = await api.post('/simple/evaluations/', { evaluation })
  if (status !== 200) throw new Error(`evaluation: ${status} ${JSON.stringify(body)}`)
  return body.evaluation
}

export const auto = (...ids: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(ids.map((id) => [id, 'auto']))

export const fetchRun = async (api: Api, id: string): Promise<Body> =>
  (await api.get(`/evaluations/runs/${id}`)).body.run

/** Resolves with the run after its end. */
export const waitForEnd = (api: Api, id: string): Promise<Body> =>
  eventually(async () => {
    const run = await fetchRun(api, id)
    return run.flags.is_active ? undefined : run
  }, `the end of run ${id}`)

/** All pages of a list. */
async function allPagesOf(api: Api, path: string, kind: string, filter: object): Promise<readonly Body[]> {
  const results: Body[] = []
  for (let windowing: Body = { limit: 1000 }; windowing !== undefined;) {
    const { body } = await api.post(path, { [kind]: filter, windowing })
    if (body.count === undefined) throw new Error(JSON.stringify([body, windowing]))
    results.push(...body[kind === 'metrics' ? kind : `${kind}s`])
    windowing = body.windowing
  }
  return results
}

export const scenariosOf = (api: Api, runId: string) =>
  allPagesOf(api, '/evaluations/scenarios/query', 'scenario', { run_id: runId })
export const resultsOf = (api: Api, runId: string) =>
  allPagesOf(api, '/evaluations/results/query', 'result', { run_id: runId })
export const metricsOf = (api: Api, runId: string) =>
  allPagesOf(api, '/evaluations/metrics/query', 'metrics', { run_id: runId })

/** How often each value occurs. */
export const countByValue = (values: readonly string[]): Readonly<Record<string, number>> =>
  Object.fromEntries(
    [...Map.groupBy(values, (value) => value)].map(([value, equalValues]) => [value, equalValues.length]),
  )

export const statuses = (records: readonly Body[]): Readonly<Record<string, number>> =>
  countByValue(records.map(({ status }) => status as string))
