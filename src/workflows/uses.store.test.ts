// The uses of a revision with as many embeds as may be resolved.
import { expect, test } from 'vitest'
import { openFreshStore } from '../../test/support/databases.ts'
import { newProjectScope, realEngine } from '../../test/support/engine.ts'
import { commit } from '../versioning/commit.ts'
import { createArtifact, createVariant } from '../versioning/create.ts'
import { kinds } from '../versioning/kinds.ts'
import { embedUses } from './uses.ts'

test('embeds are listed up to the number that may be resolved', async () => {
  const { store, close } = await openFreshStore('sqlite')
  try {
    const scope = await newProjectScope(store, 'embeds')
    const target = { engine: realEngine(), scope, kind: kinds.workflow }
    const createWorkflow = async (slug: string): Promise<string> => {
      const { id } = await createArtifact(target, { header: { slug }, id: undefined })
      const variant = await createVariant(target, { header: {}, artifactId: id })
      const data = { parameters: { text: slug } }
      await commit(target, { variantId: variant.id, header: {}, data, loc: [] })
      return id
    }
    await createWorkflow('first')
    const lastId = await createWorkflow('last')
    const texts = ['first', 'first', 'last'].map((slug) => `@{{workflow.slug=${slug}, path=text}}`)
    const isLastUsed = async (embedsMax: number): Promise<boolean> => {
      const source = { reads: store.read, projectId: scope.projectId, embedsMax }
      const uses = await embedUses(source, { parameters: { texts } })
      return uses.some(({ id }) => id === lastId)
    }
    expect(await isLastUsed(3)).toBe(true)
    expect(await isLastUsed(2)).toBe(false)
  } finally {
    await close()
  }
})
