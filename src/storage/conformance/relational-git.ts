// The promises of a relational store about Git objects, pushed commits and the commits of projects. Part of the suite
// in relational.ts.
import { expect, test } from 'vitest'
import { systemClock } from '../../kernel/clock.ts'
import type { StoredGitObject } from '../contract/contract.ts'
import { records } from './records.ts'
import type { Subject } from './subject.ts'

const clock = systemClock()
const owner = () => ({ projectId: clock.id(), artifactId: clock.id() })
const allBytes = Uint8Array.from({ length: 256 }, (_, i) => i)

export function gitConformance({ store }: Subject): void {
  test('a pushed commit is read back byte for byte, by its revision and within its artifact', async () => {
    const [artifact, revisionId, otherId] = [owner(), clock.id(), clock.id()]
    const commit = { revisionId, commitId: 'a'.repeat(40), bytes: allBytes }
    const copy = { ...commit, revisionId: otherId }
    await store().write((tx) => tx.putPushedCommit(artifact, commit))
    await store().write((tx) => tx.putPushedCommit(artifact, copy))
    const read = async (at: ReturnType<typeof owner>, ids: readonly string[]) =>
      (await store().read.pushedCommits(at, ids)).map((pushedCommit) => ({
        ...pushedCommit,
        bytes: [...pushedCommit.bytes],
      }))
    const expected = { ...commit, bytes: [...allBytes] }
    expect(await read(artifact, [revisionId, clock.id()])).toEqual([expected])
    expect(await read(artifact, [revisionId, otherId])).toHaveLength(2)
    expect(await read(artifact, [])).toEqual([])
    expect(await read({ ...artifact, projectId: clock.id() }, [revisionId])).toEqual([])
    expect(await read({ ...artifact, artifactId: clock.id() }, [revisionId])).toEqual([])
  })

  test('an object is stored once per artifact and stays as it is', async () => {
    const artifact = owner()
    const id = 'b'.repeat(40)
    const blob: StoredGitObject = { id, type: 'blob', bytes: allBytes }
    const emptyObject: StoredGitObject = { id: 'c'.repeat(40), type: 'tree', bytes: new Uint8Array() }
    await store().write((tx) => tx.putGitObjects(artifact, [blob, emptyObject, blob]))
    await store().write((tx) => tx.putGitObjects(artifact, [{ ...blob, bytes: new Uint8Array([1]) }]))
    const read = async (at: ReturnType<typeof owner>, object: string) => {
      const storedObject = await store().read.gitObject(at, object)
      return storedObject && { ...storedObject, bytes: [...storedObject.bytes] }
    }
    expect(await read(artifact, id)).toEqual({ ...blob, bytes: [...allBytes] })
    expect(await read(artifact, emptyObject.id)).toEqual({ ...emptyObject, bytes: [] })
    expect(await read(artifact, 'd'.repeat(40))).toBeUndefined()
    expect(await read({ ...artifact, artifactId: clock.id() }, id)).toBeUndefined()
  })

  test('an object is found by its project alone', async () => {
    const artifact = owner()
    const id = 'e'.repeat(40)
    await store().write((tx) => tx.putGitObjects(artifact, [{ id, type: 'blob', bytes: allBytes }]))
    expect(await store().read.gitObjectOwner(artifact.projectId, id)).toBe(artifact.artifactId)
    expect(await store().read.gitObjectOwner(artifact.projectId, 'f'.repeat(40))).toBeUndefined()
    expect(await store().read.gitObjectOwner(clock.id(), id)).toBeUndefined()
  })

  const commitOf = (seq: number) => ({
    seq,
    commitId: `${seq}`.padStart(40, '0'),
    bytes: allBytes,
    changes: `{"seq":${seq}}`,
  })

  test('the commits of a project are read in order, page by page, byte for byte', async () => {
    const projectId = clock.id()
    const append = (seqs: readonly number[]) =>
      store().write((tx) => tx.appendProjectCommits(projectId, seqs.map(commitOf)))
    expect(await append([1, 2])).toBe(true)
    expect(await append([3])).toBe(true)
    const page = async (after: number, limit: number) =>
      (await store().read.projectCommits(projectId, { after, limit })).map((projectCommit) => ({
        ...projectCommit,
        bytes: [...projectCommit.bytes],
      }))
    expect(await page(0, 2)).toEqual([1, 2].map((seq) => ({ ...commitOf(seq), bytes: [...allBytes] })))
    expect(await page(2, 2)).toMatchObject([{ seq: 3 }])
    expect(await page(3, 2)).toEqual([])
    expect(await store().read.projectCommits(clock.id(), { after: 0, limit: 9 })).toEqual([])
  })

  test('of two writers that continue a project at the same commit, one is refused', async () => {
    const projectId = clock.id()
    const append = (commitId: string) =>
      store().write((tx) => tx.appendProjectCommits(projectId, [{ ...commitOf(1), commitId }]))
    const outcomes = await Promise.all(['a', 'b'].map((digit) => append(digit.repeat(40))))
    expect(outcomes.filter(Boolean)).toEqual([true])
    expect(await store().read.projectCommits(projectId, { after: 0, limit: 9 })).toHaveLength(1)
  })

  test('the heads of a project are the newest revisions of default variants, archived ones included', async () => {
    const { projectId, actorId, history, artifact, variant } = records(clock)
    const [firstHistory, secondHistory] = [await history(store(), 3), await history(store(), 1)]
    const at = clock.now()
    await store().write(async (tx) => {
      const emptyArtifact = artifact()
      await tx.insertArtifact(projectId, emptyArtifact)
      await tx.insertVariant(projectId, variant(emptyArtifact.id))
      await tx.insertVariant(projectId, variant(firstHistory.artifact.id))
      await tx.setArchived('artifact', projectId, secondHistory.artifact.id, {
        archived: true,
        at,
        by: actorId,
      })
    })
    const headOf = ({
      artifact: { id, slug },
      variant: { id: variantId },
      revisions,
    }: typeof firstHistory) => ({
      artifactId: id,
      slug,
      variantId,
      version: revisions.length - 1,
      revisionId: revisions.at(-1)?.id,
    })
    const heads = await store().read.artifactHeads(projectId)
    expect(heads.toSorted((a, b) => b.version - a.version)).toMatchObject([
      { ...headOf(firstHistory), deletedAt: undefined },
      { ...headOf(secondHistory), deletedAt: at, deletedById: actorId },
    ])
    expect(await store().read.artifactHeads(clock.id())).toEqual([])
  })
}
