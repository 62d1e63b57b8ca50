// A testset for page tests: two versions, and two variants with conflicts.
import { request } from '../../test/support/api.ts'

export async function seedTestsets(url: string, key: string): Promise<void> {
  const post = async (path: string, body: object) =>
    (await request(`${url}/api${path}`, { method: 'POST', authorization: `ApiKey ${key}`, body })).body
  const { testset } = await post('/simple/testsets/', {
    testset: {
      slug: 'capitals',
      name: 'Capitals',
      data: {
        testcases: [
          { data: { country: 'France', capital: 'Paris', rivers: ['Seine'], people: 2_100_000 } },
          { data: { country: 'Italy', capital: 'Rome', rivers: ['Tiber'], people: 2_800_000 } },
        ],
      },
    },
  })
  const [, italy] = testset.data.testcases
  const commit = (variantId: string | undefined, capital: string) =>
    post('/testsets/revisions/commit', {
      testset_revision_commit: {
        testset_id: testset.id,
        ...(variantId === undefined ? {} : { testset_variant_id: variantId }),
        message: `Rome is ${capital}`,
        delta: { rows: { replace: [{ id: italy.id, data: { ...italy.data, capital } }] } },
      },
    })
  for (const [name, capital] of [
    ['anna', 'Roma'],
    ['bert', 'Rom'],
  ] as const) {
    const forkResponse = await post('/testsets/variants/fork', {
      testset_ref: { slug: 'capitals' },
      testset_variant: { slug: `capitals-${name}`, name },
    })
    await commit(forkResponse.testset_variant.id, capital)
  }
  await commit(undefined, 'Rome, the city')
}
