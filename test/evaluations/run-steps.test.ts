// References of steps: resolved when the run is created or edited, and stored completely.
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, newProject, serverOf, type Api, type Body } from '../support/api.ts'
import { completeReferences, makeRun, makeSubjects, runOf } from '../support/evaluations.ts'
import { waitForEnd } from '../support/runs.ts'
import { unknownId } from '../support/scenarios.ts'

const types = { testset: 'input', application: 'invocation', evaluator: 'annotation' } as const
type Name = keyof typeof types
const stepNames = Object.keys(types) as Name[]

describe.each(backends)('steps of a run on %s', (backend) => {
  let api: Api
  let subjects: Awaited<ReturnType<typeof makeSubjects>>
  let completeRefs: Readonly<Record<Name, Body>>
  beforeAll(async () => {
    api = await newProject(serverOf(backend), { seedDefaults: false })
    subjects = await makeSubjects(api, 'steps')
    completeRefs = {
      testset: await completeReferences(api, 'testset', subjects.testset),
      application: await completeReferences(api, 'application', subjects.application),
      evaluator: await completeReferences(api, 'evaluator', subjects.evaluator),
    }
  })

  const stepOf = (name: Name, references: object) => ({
    key: `step-${name}`,
    type: types[name],
    origin: name === 'testset' ? 'custom' : 'auto',
    references,
  })
  const create = (...steps: readonly object[]) => api.post('/evaluations/runs/', { runs: [runOf(...steps)] })

  describe.each(stepNames)('that name a %s', (name) => {
    const revision = (): Body => completeRefs[name][`${name}_revision`]
    const variant = (): Body => completeRefs[name][`${name}_variant`]
    const spellings: readonly (readonly [string, () => object])[] = [
      ['by id', () => ({ [`${name}_revision`]: { id: revision().id } })],
      ['by slug', () => ({ [`${name}_revision`]: { slug: revision().slug } })],
      ['by slug and version', () => ({ [`${name}_revision`]: { slug: revision().slug, version: 1 } })],
      [
        'by the slug of the artifact and a version',
        () => ({ [`${name}_revision`]: { slug: subjects[name].slug, version: 1 } }),
      ],
      ['by variant', () => ({ [`${name}_variant`]: { slug: variant().slug } })],
      [
        'by variant and version',
        () => ({ [`${name}_variant`]: { id: variant().id }, [`${name}_revision`]: { version: '1' } }),
      ],
      ['by artifact', () => ({ [name]: { slug: subjects[name].slug } })],
    ]

    test.each(spellings)('%s keep all three references', async (_, references) => {
      const { status, body } = await create(stepOf(name, references()))
      expect(status).toBe(200)
      expect(body.runs[0].data.steps[0].references).toEqual(completeRefs[name])
    })

    const refusals: readonly (readonly [string, () => object, number, string])[] = [
      ['an unknown id', () => ({ [`${name}_revision`]: { id: unknownId } }), 404, 'not_found'],
      ['an unknown slug', () => ({ [`${name}_revision`]: { slug: 'nobody' } }), 404, 'not_found'],
      [
        'an unknown version',
        () => ({ [`${name}_variant`]: { id: variant().id }, [`${name}_revision`]: { version: 9 } }),
        404,
        'not_found',
      ],
      [
        'members that contradict each other',
        () => ({ [`${name}_revision`]: { id: revision().id, version: 9 } }),
        400,
        'reference_mismatch',
      ],
      [
        'a variant of something else',
        () => ({ [`${name}_revision`]: { id: revision().id }, [`${name}_variant`]: { slug: 'other' } }),
        400,
        'reference_mismatch',
      ],
      [
        'an artifact of something else',
        () => ({ [`${name}_revision`]: { id: revision().id }, [name]: { slug: 'other' } }),
        400,
        'reference_mismatch',
      ],
      ['a version alone', () => ({ [`${name}_revision`]: { version: 1 } }), 400, 'reference_insufficient'],
    ]

    test.each(refusals)(
      'are refused with %s, and nothing is written',
      async (_, references, status, code) => {
        const runs = async () => (await api.post('/evaluations/runs/query', {})).body.count
        const before = await runs()
        const validStep = stepOf('testset', { testset_revision: { id: subjects.testset.revision_id } })
        const invalidStep = { ...stepOf(name, references()), key: 'wrong' }
        const answer = await create(validStep, invalidStep)
        expect([answer.status, answer.body.code]).toEqual([status, code])
        expect(answer.body.detail).toMatch(/^Step 'wrong': [^{]+$/)
        expect(await runs()).toBe(before)
        const run = await makeRun(api, runOf(validStep))
        const edit = { data: { steps: [validStep, invalidStep] } }
        for (const refusalAnswer of [
          await api.call('PATCH', `/evaluations/runs/${run.id}`, { run: edit }),
          await api.call('PATCH', '/evaluations/runs/', { runs: [{ id: run.id, ...edit }] }),
          await api.post(`/simple/evaluations/${run.id}/steps/add`, { steps: [invalidStep] }),
        ]) {
          expect([refusalAnswer.status, refusalAnswer.body.code]).toEqual([status, code])
        }
        expect((await api.get(`/evaluations/runs/${run.id}`)).body.run).toEqual(run)
      },
    )
  })

  test('references to another project are not found', async () => {
    const other = await newProject(serverOf(backend), { seedDefaults: false })
    const references = { testset_revision: { id: subjects.testset.revision_id } }
    const { status } = await other.post('/evaluations/runs/', {
      runs: [runOf(stepOf('testset', references))],
    })
    expect(status).toBe(404)
  })

  test('a step stays at the revision that was the newest at creation', async () => {
    const { application } = await makeSubjects(api, 'moving')
    const pinnedReferences = await completeReferences(api, 'application', application)
    const run = await makeRun(api, runOf(stepOf('application', { application: { id: application.id } })))
    await api.put(`/simple/applications/${application.id}`, {
      application: { data: { parameters: { tone: 'loud' } } },
    })
    const { body } = await api.get(`/evaluations/runs/${run.id}`)
    expect(body.run.data.steps[0].references).toEqual(pinnedReferences)
  })

  test('other references are stored unchanged', async () => {
    const references = { testcase: { id: unknownId }, colour: { slug: 'red' } }
    const run = await makeRun(api, runOf(stepOf('application', { ...references, application: null })))
    expect(run.data.steps[0].references).toEqual(references)
  })

  test('steps that are referenced by slug and version are executed', async () => {
    const echo = await api.post('/simple/applications/', {
      application: {
        slug: 'echo',
        data: {
          runtime: 'javascript',
          script: 'function invoke({ inputs }) { return inputs.correct_answer }',
        },
      },
    })
    const judge = await api.post('/simple/evaluators/', {
      evaluator: { slug: 'exact', data: { uri: 'assay:builtin:auto_exact_match:v0' } },
    })
    const newRun = await makeRun(
      api,
      runOf(
        stepOf('testset', { testset_revision: { slug: subjects.testset.slug, version: 1 } }),
        stepOf('application', { application_revision: { slug: echo.body.application.slug, version: '1' } }),
        stepOf('evaluator', { evaluator: { slug: judge.body.evaluator.slug } }),
      ),
    )
    await api.post(`/simple/evaluations/${newRun.id}/start`)
    const run = await waitForEnd(api, newRun.id)
    expect([run.status, run.meta?.failure]).toEqual(['success', undefined])
    expect(run.testset_revision_id).toBe(subjects.testset.revision_id)
  })

  test('steps that form no graph fail the run with a reason', async () => {
    const newRun = await makeRun(
      api,
      runOf(stepOf('application', { application: { id: subjects.application.id } })),
    )
    await api.post(`/simple/evaluations/${newRun.id}/start`)
    const run = await waitForEnd(api, newRun.id)
    expect([run.status, run.meta.failure]).toEqual([
      'failure',
      { code: 'validation_failed', message: 'There is no input step.' },
    ])
  })

  test('the number of steps is limited', async () => {
    const steps = Array.from({ length: 1001 }, (_, i) => ({ key: `s${i}`, type: 'input', origin: 'custom' }))
    const detail = [
      {
        type: 'too_long',
        loc: ['body', 'runs', 0, 'data', 'steps'],
        msg: 'A run has at most 1000 steps.',
        ctx: { limit: 1000 },
      },
    ]
    const { status, body } = await create(...steps)
    expect({ status, body }).toEqual({ status: 422, body: { code: 'limit_exceeded', detail } })
    const run = await makeRun(api, runOf(...steps.slice(0, 1000)))
    const addition = await api.post(`/simple/evaluations/${run.id}/steps/add`, { steps: steps.slice(1000) })
    expect([addition.status, addition.body.code]).toEqual([422, 'limit_exceeded'])
    const pairs = Object.fromEntries(Array.from({ length: 40 }, () => [crypto.randomUUID(), 'auto']))
    const simple = await api.post('/simple/evaluations/', {
      evaluation: { data: { testset_steps: pairs, application_steps: pairs, evaluator_steps: pairs } },
    })
    expect([simple.status, simple.body.code]).toEqual([422, 'limit_exceeded'])
  })

  test('a run over several testset revisions has no testset_revision_id', async () => {
    const { testset } = await makeSubjects(api, 'second')
    const run = await makeRun(
      api,
      runOf(stepOf('testset', { testset_revision: { id: subjects.testset.revision_id } }), {
        ...stepOf('testset', { testset_revision: { id: testset.revision_id } }),
        key: 'b',
      }),
    )
    expect(run).not.toHaveProperty('testset_revision_id')
  })
})
