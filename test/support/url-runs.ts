// Runs of a program behind a URL, for tests in which processes crash, stop and share the work.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Api } from './api.ts'
import {
  auto,
  waitForEnd,
  makeApplication,
  makeEvaluator,
  makeTestset,
  metricsOf,
  numberedRows,
  resultsOf,
  scenariosOf,
  startEvaluation,
  statuses,
} from './runs.ts'
import type { Call, Reply, Subject } from './subject.ts'

export const inputOf = ({ body }: Call): string => String(body.data.inputs.correct_answer)
export const answerSlowly = async ({ body }: Call): Promise<Reply> => {
  // time: each call takes some time, so that the process is killed during some calls.
  await sleep(20)
  return { outputs: body.data.inputs.correct_answer }
}

export async function startRun(
  api: Api,
  subject: Subject,
  { rows, batchSize }: { readonly rows: number; readonly batchSize: number },
): Promise<string> {
  const { id } = await startEvaluation(api, {
    data: {
      testset_steps: [await makeTestset(api, numberedRows(rows))],
      application_steps: auto(await makeApplication(api, { url: subject.url })),
      evaluator_steps: auto(await makeEvaluator(api, 'auto_exact_match')),
      concurrency: { batch_size: batchSize },
    },
  })
  return id as string
}

/** Checks that every row succeeded, with one trace per call and the metrics of all rows. */
export async function expectComplete(api: Api, id: string, rows: number): Promise<void> {
  const { status, meta } = await waitForEnd(api, id)
  const results = await resultsOf(api, id)
  const errors = results.flatMap(({ error }) => error ?? [])
  expect({ status, failure: meta?.failure, errors }).toEqual({
    status: 'success',
    failure: undefined,
    errors: [],
  })
  expect(statuses(await scenariosOf(api, id))).toEqual({ success: rows })
  expect(statuses(results)).toEqual({ success: 3 * rows })
  const traces = results.flatMap(({ trace_id }) => trace_id ?? [])
  expect(new Set(traces).size).toBe(2 * rows)
  expect((await metricsOf(api, id)).length).toBe(rows + 1)
}
