// The uses of a record: environments, runs, embeds.
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, newProject, serverOf, type Api, type Body } from '../support/api.ts'
import { makeSubjects, runOf } from '../support/evaluations.ts'
import { commitTo, kindNamed, makeVariant, type NewVariant } from '../support/kinds.ts'

const workflow = kindNamed('workflow')

describe.each(backends)('uses on %s', (backend) => {
  let api: Api
  beforeAll(async () => {
    api = await newProject(serverOf(backend))
  })
  const uses = async (kind: string, body: object): Promise<Body> =>
    (await api.post('/revisions/uses', { kind, ...body })).body

  describe('by embeds', () => {
    let tone: NewVariant
    let first: Body
    let second: Body
    let user: NewVariant
    beforeAll(async () => {
      tone = await makeVariant(api, workflow, 'tone')
      first = await commitTo(api, workflow, tone.variant.id, { data: { parameters: { text: 'Plainly.' } } })
      second = await commitTo(api, workflow, tone.variant.id, { data: { parameters: { text: 'Warmly.' } } })
      user = await makeVariant(api, workflow, 'user-of-tone')
    })
    const commit = (text: string): Promise<Body> =>
      commitTo(api, workflow, user.variant.id, { data: { parameters: { text } } })
    const embeddingIds = ({ embeds }: Body): readonly string[] =>
      embeds.map((one: Body) => one.workflow_revision.id)

    test('an embed with a version is a use of that version, and one without is a use of the newest', async () => {
      const pinnedRevision = await commit('@{{workflow.slug=tone, workflow_revision.version=0, path=text}}')
      const followingRevision = await commit(
        '@{{workflow_variant.slug=tone.main, path=text}} and @{{no.embed}}',
      )
      const usesOfFirst = await uses('workflow', { revision_ref: { id: first.id } })
      const usesOfSecond = await uses('workflow', { revision_ref: { id: second.id } })
      const usesOfArtifact = await uses('workflow', { artifact_ref: { slug: 'tone' } })
      expect(embeddingIds(usesOfFirst)).toEqual([pinnedRevision.id])
      expect(embeddingIds(usesOfSecond)).toEqual([followingRevision.id])
      expect(embeddingIds(usesOfArtifact)).toEqual([followingRevision.id, pinnedRevision.id])
      expect(usesOfArtifact.embeds.map((one: Body) => one.is_head)).toEqual([true, false])
      expect(usesOfArtifact).toMatchObject({
        count: 2,
        more: { environments: false, runs: false, embeds: false },
      })
    })

    test('a fork has the embeds of its source, and a truncated list has `more`', async () => {
      const { body } = await api.post('/workflows/variants/fork', {
        workflow_variant: { slug: 'user-of-tone.fork' },
        workflow_variant_ref: { id: user.variant.id },
      })
      const { embeds, more } = await uses('workflow', { artifact_ref: { slug: 'tone' }, limit: 1 })
      expect(embeds.map((one: Body) => one.workflow_variant.id)).toEqual([body.workflow_variant.id])
      expect(more).toEqual({ environments: false, runs: false, embeds: true })
    })

    test('an embed of an unknown record is committed and is not a use', async () => {
      const embeddingRevision = await commit('@{{workflow.slug=nobody-yet, path=text}}')
      await makeVariant(api, workflow, 'nobody-yet')
      expect(embeddingRevision.version).toBeDefined()
      expect((await uses('workflow', { artifact_ref: { slug: 'nobody-yet' } })).count).toBe(0)
    })
  })

  test('environments are those where it is deployed now', async () => {
    const variant = await makeVariant(api, workflow, 'deployed')
    const oldRevision = await commitTo(api, workflow, variant.variant.id, { data: { parameters: { n: 1 } } })
    const nextRevision = await commitTo(api, workflow, variant.variant.id, { data: { parameters: { n: 2 } } })
    const deploy = (id: string, slug: string, message: string) =>
      api.post('/workflows/revisions/deploy', {
        workflow_revision_ref: { id },
        environment_ref: { slug },
        message,
      })
    await deploy(oldRevision.id, 'production', 'first')
    await deploy(oldRevision.id, 'staging', 'try')
    await deploy(nextRevision.id, 'staging', 'try the next')
    const otherWorkflow = await makeVariant(api, workflow, 'beside')
    const otherRevision = await commitTo(api, workflow, otherWorkflow.variant.id, {
      data: { parameters: {} },
    })
    await deploy(otherRevision.id, 'staging', 'something else')
    const usesOf = async (body: object): Promise<Body> =>
      (await uses('workflow', body)).environments.map((one: Body) => [
        one.environment.slug,
        one.key,
        one.revision.version,
        one.message,
      ])
    expect(await usesOf({ artifact_ref: { slug: 'deployed' } })).toEqual([
      ['staging', 'deployed.revision', '1', 'try the next'],
      ['production', 'deployed.revision', '0', 'first'],
    ])
    expect(await usesOf({ revision_ref: { id: oldRevision.id } })).toEqual([
      ['production', 'deployed.revision', '0', 'first'],
    ])
  })

  test('runs are found by every kind that their steps name, until they are changed or deleted', async () => {
    const { testset, application } = await makeSubjects(api, 'used')
    const step = (key: string, type: string, references: object) => ({
      key,
      type,
      origin: 'custom',
      references,
    })
    const { body } = await api.post('/evaluations/runs/', {
      runs: [
        {
          ...runOf(
            step('rows', 'input', { testset: { slug: testset.slug } }),
            step('calls', 'invocation', { application: { slug: application.slug } }),
          ),
          name: 'about both',
        },
      ],
    })
    const [run] = body.runs
    const usesOfRows = await uses('testset', { revision_ref: { id: testset.revision_id } })
    expect(usesOfRows.runs).toMatchObject([
      { id: run.id, name: 'about both', status: run.status, steps: ['rows'] },
    ])
    const usesOfCalls = await uses('application', { artifact_ref: { slug: application.slug } })
    expect(usesOfCalls.runs).toMatchObject([{ id: run.id, steps: ['calls'] }])
    await api.call('PATCH', `/evaluations/runs/${run.id}`, {
      run: { id: run.id, data: { steps: [run.data.steps[0]] } },
    })
    expect((await uses('application', { artifact_ref: { slug: application.slug } })).runs).toEqual([])
    await api.call('DELETE', `/evaluations/runs/${run.id}`)
    expect((await uses('testset', { artifact_ref: { slug: testset.slug } })).runs).toEqual([])
  })

  test('an unknown record is not found, and an empty reference is refused', async () => {
    expect((await uses('query', { artifact_ref: { slug: 'nobody' } })).code).toBe('not_found')
    expect((await uses('query', {})).code).toBe('reference_required')
  })
})
