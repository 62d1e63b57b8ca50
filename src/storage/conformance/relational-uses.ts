// The promises of a relational store about uses of revisions. Part of the suite in relational.ts.
import { expect, test } from 'vitest'
import { systemClock } from '../../kernel/clock.ts'
import type { UsedRecord } from '../contract/contract.ts'
import type { Subject } from './subject.ts'

const clock = systemClock()
const artifact = (id: string): UsedRecord => ({ level: 'artifact', id })
const revision = (id: string): UsedRecord => ({ level: 'revision', id })

export function useConformance({ store }: Subject): void {
  const put = (projectId: string, userId: string, targets: readonly UsedRecord[]) =>
    store().write((tx) => tx.putUses(projectId, 'run', userId, targets))
  const users = (projectId: string, targets: readonly UsedRecord[], limit = 10) =>
    store().read.usersOf(projectId, 'run', targets, limit)

  test('the users of several names are listed newest first, each once', async () => {
    const [projectId, firstUser, secondUser, thirdUser] = [clock.id(), clock.id(), clock.id(), clock.id()]
    const [target, unusedTarget] = [clock.id(), clock.id()]
    await put(projectId, firstUser, [artifact(target)])
    await put(projectId, secondUser, [artifact(target), revision(target)])
    await put(projectId, thirdUser, [revision(target)])
    expect(await users(projectId, [artifact(target), revision(target)])).toEqual([
      thirdUser,
      secondUser,
      firstUser,
    ])
    expect(await users(projectId, [artifact(target), revision(target)], 2)).toEqual([thirdUser, secondUser])
    expect(await users(projectId, [revision(target)])).toEqual([thirdUser, secondUser])
    expect(await users(projectId, [artifact(unusedTarget)])).toEqual([])
    expect(await users(clock.id(), [artifact(target)])).toEqual([])
    expect(await store().read.usersOf(projectId, 'revision', [artifact(target)], 10)).toEqual([])
  })

  test('the uses of a user are replaced, and deleted with it', async () => {
    const [projectId, user, before, after] = [clock.id(), clock.id(), clock.id(), clock.id()]
    await put(projectId, user, [artifact(before)])
    await put(projectId, user, [artifact(after)])
    expect(await users(projectId, [artifact(before)])).toEqual([])
    expect(await users(projectId, [artifact(after)])).toEqual([user])
    await store().write((tx) => tx.deleteUses(clock.id(), [user]))
    expect(await users(projectId, [artifact(after)])).toEqual([user])
    await store().write((tx) => tx.deleteUses(projectId, [user]))
    expect(await users(projectId, [artifact(after)])).toEqual([])
  })

  test('a copy has the uses of its source', async () => {
    const [projectId, source, copy, target] = [clock.id(), clock.id(), clock.id(), clock.id()]
    await put(projectId, source, [artifact(target)])
    await store().write((tx) => tx.copyUses(projectId, source, copy))
    expect(await users(projectId, [artifact(target)])).toEqual([copy, source])
  })
}
