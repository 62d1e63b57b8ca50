// Runs and their parts, for the tests of evaluations.
import type { Api, Body } from './api.ts'

/** All flags of a run; the given ones are set. */
export const allRunFlags = (...set: readonly string[]) =>
  Object.fromEntries(
    [
      'is_live',
      'is_active',
      'is_closed',
      'is_queue',
      'is_cached',
      'is_split',
      'has_queries',
      'has_testsets',
      'has_traces',
      'has_testcases',
      'has_evaluators',
      'has_custom',
      'has_human',
      'has_auto',
    ].map((name) => [name, set.includes(name)]),
  )

export const inputStep = { key: 'testset-a', type: 'input', origin: 'custom' }
export const appStep = { key: 'application-a', type: 'invocation', origin: 'custom' }
export const autoStep = { key: 'evaluator-auto', type: 'annotation', origin: 'auto' }
export const humanStep = { key: 'evaluator-human', type: 'annotation', origin: 'human' }

export const runOf = (...steps: readonly object[]) => ({ name: 'run', data: { steps, repeats: 1 } })

export async function makeRun(api: Api, run: object = runOf(inputStep, appStep, autoStep)): Promise<Body> {
  const { body } = await api.post('/evaluations/runs/', { runs: [run] })
  return body.runs[0]
}

export async function makeScenarios(api: Api, runId: string, count: number): Promise<readonly Body[]> {
  const scenarios = Array.from({ length: count }, () => ({ run_id: runId }))
  return (await api.post('/evaluations/scenarios/', { scenarios })).body.scenarios
}

export async function makeResults(api: Api, results: readonly object[]): Promise<readonly Body[]> {
  return (await api.post('/evaluations/results/', { results })).body.results
}

/** A testset, an application and an evaluator with one revision each. */
export async function makeSubjects(api: Api, name: string) {
  const testset = await api.post('/simple/testsets/', {
    testset: {
      slug: `${name}-cities`,
      data: {
        testcases: [
          { data: { country: 'France', correct_answer: 'Paris' } },
          { data: { country: 'Peru', correct_answer: 'Lima' } },
        ],
      },
    },
  })
  const application = await api.post('/simple/applications/', {
    application: { slug: `${name}-app`, data: { parameters: { tone: 'calm' } } },
  })
  const outputs = {
    type: 'object',
    properties: { score: { type: 'number' }, success: { type: 'boolean' } },
  }
  const evaluator = await api.post('/simple/evaluators/', {
    evaluator: { slug: `${name}-judge`, data: { schemas: { outputs } } },
  })
  return {
    testset: testset.body.testset,
    application: application.body.application,
    evaluator: evaluator.body.evaluator,
  }
}

/** The references of a step to this simple record: all three, complete. */
export async function completeReferences(
  api: Api,
  name: 'testset' | 'application' | 'evaluator',
  record: Body,
): Promise<Body> {
  const { body } = await api.post(`/${name}s/revisions/retrieve`, {
    [`${name}_revision_ref`]: { id: record.revision_id },
  })
  return body.retrieval_info.references
}
