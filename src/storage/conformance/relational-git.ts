import { expect, test } from 'vitest'
import { systemClock } from '../../kernel/clock.ts'
import type { StoredGitObject } from '../contract/contract.ts'
import type { Subject } from './subject.ts'

const clock = systemClock()
const owner = () => ({ projectId: clock.id(), artifactId: clock.id() })
const allBytes = Uint8Array.from({ length: 256 }, (_, i) => i)

export function gitConformance({ store }: Subject): void {
  test('a pushed commit is read back byte for byte, by its revision and within its artifact', async () => {
    const [artifact, revisionId, other] = [owner(), clock.id(), clock.id()]
    const commit = { revisionId, commitId: 'a'.repeat(40), bytes: allBytes }
    const copy = { ...commit, revisionId: other }
    await store().write((tx) => tx.putPushedCommit(artifact, commit))
    await store().write((tx) => tx.putPushedCommit(artifact, copy))
    const read = async (at: ReturnType<typeof owner>, ids: readonly string[]) =>
      (await store().read.pushedCommits(at, ids)).map((each) => ({ ...each, bytes: [...each.bytes] }))
    const expected = { ...commit, bytes: [...allBytes] }
    expect(await read(artifact, [revisionId, clock.id()])).toEqual([expected])
    expect(await read(artifact, [revisionId, other])).toHaveLength(2)
    expect(await read(artifact, [])).toEqual([])
    expect(await read({ ...artifact, projectId: clock.id() }, [revisionId])).toEqual([])
    expect(await read({ ...artifact, artifactId: clock.id() }, [revisionId])).toEqual([])
  })

  test('an object is stored once per artifact and stays as it is', async () => {
    const artifact = owner()
    const id = 'b'.repeat(40)
    const blob: StoredGitObject = { id, type: 'blob', bytes: allBytes }
    const empty: StoredGitObject = { id: 'c'.repeat(40), type: 'tree', bytes: new Uint8Array() }
    await store().write((tx) => tx.putGitObjects(artifact, [blob, empty, blob]))
    await store().write((tx) => tx.putGitObjects(artifact, [{ ...blob, bytes: new Uint8Array([1]) }]))
    const read = async (at: ReturnType<typeof owner>, object: string) => {
      const stored = await store().read.gitObject(at, object)
      return stored && { ...stored, bytes: [...stored.bytes] }
    }
    expect(await read(artifact, id)).toEqual({ ...blob, bytes: [...allBytes] })
    expect(await read(artifact, empty.id)).toEqual({ ...empty, bytes: [] })
    expect(await read(artifact, 'd'.repeat(40))).toBeUndefined()
    expect(await read({ ...artifact, artifactId: clock.id() }, id)).toBeUndefined()
  })
}
