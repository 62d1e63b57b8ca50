// The promises of a relational store about transactions. Part of the suite in relational.ts.
import { expect, test } from 'vitest'
import { systemClock } from '../../kernel/clock.ts'
import { AssayError } from '../../kernel/errors.ts'
import { family, records } from './records.ts'
import type { Subject } from './subject.ts'

const clock = systemClock()

export function transactionConformance({ store, database }: Subject): void {
  test('are atomic', async () => {
    const { projectId, artifact, variant } = records(clock)
    const top = artifact()
    const refusal = new AssayError('not_found', 'Variant not found.')
    const failingWrite = store().write(async (tx) => {
      await tx.insertArtifact(projectId, top)
      await tx.insertVariant(projectId, variant(top.id))
      throw refusal
    })
    // The same error object is thrown: the caller's errors are not failures of the store.
    await expect(failingWrite).rejects.toBe(refusal)
    expect(await store().read.artifact(projectId, family, { id: top.id })).toBeUndefined()
    expect(await store().read.defaultVariant(projectId, top.id)).toBeUndefined()
  })

  test('that fail in the database leave nothing and can be tried again', async () => {
    const { projectId, artifact, variant } = records(clock)
    const top = artifact()
    const attempt = (artifactId: string) =>
      store().write(async (tx) => {
        await tx.insertArtifact(projectId, top)
        return tx.insertVariant(projectId, variant(artifactId))
      })
    await expect(attempt(clock.id())).rejects.toThrow()
    expect(await store().read.artifact(projectId, family, { id: top.id })).toBeUndefined()
    expect(await attempt(top.id)).toBe('inserted')
  })

  test('that fail do not affect concurrent ones', async () => {
    const { projectId, artifact, variant } = records(clock)
    const manyWrites = Array.from({ length: 60 }, (_, i) => ({ top: artifact(), failure: i % 3 }))
    const outcomes = await Promise.allSettled(
      manyWrites.map(({ top, failure }) =>
        store().write(async (tx) => {
          await tx.insertArtifact(projectId, top)
          if (failure === 1) throw new Error('refused')
          if (failure === 2) await tx.insertVariant(projectId, variant('no such artifact'))
          return top.id
        }),
      ),
    )
    expect(outcomes.map(({ status }) => status)).toEqual(
      manyWrites.map(({ failure }) => (failure === 0 ? 'fulfilled' : 'rejected')),
    )
    const storedArtifacts = await Promise.all(
      manyWrites.map(({ top }) => store().read.artifact(projectId, family, { id: top.id })),
    )
    expect(storedArtifacts.map((storedArtifact) => storedArtifact !== undefined)).toEqual(
      manyWrites.map(({ failure }) => failure === 0),
    )
  })

  test('see their own writes, which are invisible to others before they are acknowledged', async () => {
    const { projectId, artifact } = records(clock)
    const otherStore = await database().open()
    const top = artifact()
    const visible = async () => [
      await store().read.artifact(projectId, family, { id: top.id }),
      await otherStore.read.artifact(projectId, family, { id: top.id }),
    ]
    let before: unknown
    await store().write(async (tx) => {
      await tx.insertArtifact(projectId, top)
      expect((await tx.artifact(projectId, family, { id: top.id }))?.slug).toBe(top.slug)
      before = await visible()
    })
    expect(before).toEqual([undefined, undefined])
    expect((await visible()).map((storedArtifact) => storedArtifact?.id)).toEqual([top.id, top.id])
    await otherStore.close()
  })

  test('are visible to every read that starts after they were acknowledged', async () => {
    const { projectId, artifact } = records(clock)
    const otherStore = await database().open()
    const areMissing = await Promise.all(
      Array.from({ length: 40 }, async (_, i) => {
        const top = artifact()
        await store().write((tx) => tx.insertArtifact(projectId, top))
        const reader = i % 2 === 0 ? store() : otherStore
        return (await reader.read.artifact(projectId, family, { id: top.id })) === undefined
      }),
    )
    await otherStore.close()
    expect(areMissing).not.toContain(true)
  })

  test('of several stores on one database wait for each other', async () => {
    const { projectId, revision, history } = records(clock)
    const { variant } = await history(store(), 0)
    const otherStores = [await database().open(), await database().open()]
    const stores = [store(), ...otherStores]
    await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        (stores[i % stores.length] ?? store()).write(async (tx) => {
          const lockedVariant = await tx.lockVariant(projectId, family, { id: variant.id })
          const next = revision(variant, (lockedVariant?.headVersion ?? -1) + 1)
          expect(await tx.insertRevision(projectId, next)).toBe('inserted')
        }),
      ),
    )
    for (const otherStore of otherStores) await otherStore.close()
    const log = await store().read.log(projectId, variant.id, {
      fromVersion: undefined,
      depth: undefined,
      withData: false,
    })
    expect(log.map(({ version }) => version)).toEqual(Array.from({ length: 30 }, (_, i) => 29 - i))
  })

  test('that lock in opposite orders both complete', async () => {
    const { projectId, artifact } = records(clock)
    const [artifactA, artifactB] = [artifact(), artifact()]
    await store().write(async (tx) => {
      await tx.insertArtifact(projectId, artifactA)
      await tx.insertArtifact(projectId, artifactB)
    })
    const lockBoth = (first: string, second: string) =>
      store().write(async (tx) => {
        await tx.lockArtifact(projectId, family, { id: first })
        await tx.lockArtifact(projectId, family, { id: second })
        const edit = { patch: { name: first }, at: clock.now(), by: clock.id() }
        await tx.editHeader('artifact', projectId, second, edit)
        return 'done'
      })
    const edits = [
      lockBoth(artifactA.id, artifactB.id),
      lockBoth(artifactB.id, artifactA.id),
      lockBoth(artifactA.id, artifactB.id),
    ]
    expect(await Promise.all(edits)).toEqual(['done', 'done', 'done'])
  })
}
