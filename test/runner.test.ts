// Evaluations that the server executes, over HTTP on both forms, with programs behind real urls.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forms, newProject, serverOf, type Api } from './support/api.ts'
import {
  auto,
  ended,
  makeApplication,
  makeEvaluator,
  makeTestset,
  numberedRows,
  resultsOf,
  scenariosOf,
  startEvaluation,
  statuses,
} from './support/runs.ts'
import { startSubject, type Subject } from './support/subject.ts'

describe.each(forms)('a run on %s', (form) => {
  let api: Api
  let subject: Subject
  beforeAll(async () => {
    api = await newProject(serverOf(form), { seedDefaults: false })
    subject = await startSubject(({ body }) => ({ outputs: body.data.inputs.correct_answer }))
  })
  afterAll(() => subject.stop())

  test('of a testset, an application and an evaluator is computed to its end', async () => {
    const testset = await makeTestset(api, numberedRows(3))
    const application = await makeApplication(api, { url: subject.url })
    const evaluator = await makeEvaluator(api, 'auto_exact_match')
    const made = await startEvaluation(api, {
      data: {
        testset_steps: [testset],
        application_steps: auto(application),
        evaluator_steps: auto(evaluator),
      },
    })
    const run = await ended(api, made.id)
    expect(run.status).toBe('success')
    expect(statuses(await scenariosOf(api, made.id))).toEqual({ success: 3 })
    expect(statuses(await resultsOf(api, made.id))).toEqual({ success: 9 })
  })
})
