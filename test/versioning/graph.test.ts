// The revision graph: all variants of an artifact with all their revisions, without payloads.
import { describe, expect, test } from 'vitest'
import { backends, newProject, serverOf, type Body } from '../support/api.ts'
import { commitTo, kindNamed, makeVariant } from '../support/kinds.ts'

describe.each(backends)('the revision graph on %s', (backend) => {
  test('contains forks, copies and archived revisions of every variant, page by page', async () => {
    const api = await newProject(serverOf(backend))
    const kind = kindNamed('application')
    const { artifact, variant } = await makeVariant(api, kind, 'graph')
    const commit = (variantId: string, n: number): Promise<Body> =>
      commitTo(api, kind, variantId, { data: { parameters: { n } }, message: `n is ${n}` })
    const first = await commit(variant.id, 1)
    const second = await commit(variant.id, 2)
    const { body: forkBody } = await api.post('/applications/variants/fork', {
      application_variant: { slug: 'graph.other' },
      application_revision_ref: { id: first.id },
    })
    const forkedVariant = forkBody.application_variant
    const third = await commit(forkedVariant.id, 3)
    await api.post(`/applications/revisions/${second.id}/archive`)
    const fetchGraph = async (windowing?: object): Promise<Body> =>
      (
        await api.post('/revisions/graph', {
          kind: 'application',
          artifact_ref: { id: artifact.id },
          windowing,
        })
      ).body
    const graph = await fetchGraph()
    expect(graph.variants).toMatchObject([
      { id: variant.id, slug: variant.slug },
      { id: forkedVariant.id, slug: 'graph.other', forked_from_revision_id: first.id },
    ])
    expect(graph.revisions).toMatchObject([
      { id: third.id, variant_id: forkedVariant.id, version: '1', message: 'n is 3' },
      { variant_id: forkedVariant.id, version: '0', copied_from_revision_id: first.id },
      { id: second.id, variant_id: variant.id, deleted_at: expect.any(String) },
      { id: first.id, content_hash: first.content_hash },
    ])
    expect(graph.revisions.every((one: Body) => one.data === undefined)).toBe(true)
    const page = await fetchGraph({ limit: 3 })
    const rest = await fetchGraph(page.windowing)
    expect([...page.revisions, ...rest.revisions]).toEqual(graph.revisions)
  })

  test('of a testset contains merges', async () => {
    const api = await newProject(serverOf(backend))
    const kind = kindNamed('testset')
    const { artifact, variant } = await makeVariant(api, kind, 'merged')
    const rows = (...values: readonly number[]) => ({
      testcases: values.map((a) => ({ data: { a } })),
    })
    await commitTo(api, kind, variant.id, { data: rows(1) })
    const { body: forkBody } = await api.post('/testsets/variants/fork', {
      testset_variant: { slug: 'merged.other' },
      testset_variant_ref: { id: variant.id },
    })
    const theirs = await commitTo(api, kind, forkBody.testset_variant.id, { data: rows(1, 2) })
    await commitTo(api, kind, variant.id, { data: rows(1, 3) })
    const mergeAnswer = await api.post('/testsets/variants/merge', {
      testset_variant_ref: { id: variant.id },
      source_testset_revision_ref: { id: theirs.id },
    })
    const { body } = await api.post('/revisions/graph', {
      kind: 'testset',
      artifact_ref: { slug: artifact.slug },
    })
    expect(mergeAnswer.status).toBe(200)
    expect(body.revisions[0]).toMatchObject({ variant_id: variant.id, merged_revision_id: theirs.id })
  })

  test('is refused for an unknown artifact', async () => {
    const api = await newProject(serverOf(backend))
    const { status, body } = await api.post('/revisions/graph', {
      kind: 'query',
      artifact_ref: { slug: 'nobody' },
    })
    expect([status, body.code]).toEqual([404, 'not_found'])
  })
})
