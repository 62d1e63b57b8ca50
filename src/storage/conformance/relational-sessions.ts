// The promises of a relational store about browser sessions. Part of the suite in relational.ts.
import { expect, test } from 'vitest'
import { systemClock } from '../../kernel/clock.ts'
import type { Session } from '../contract/contract.ts'
import { records } from './records.ts'
import type { Subject } from './subject.ts'

const clock = systemClock()
const noBounds = { createdBefore: '', usedBefore: '' }

/** A session of a new key of the project. */
async function newSession({ store }: Subject, projectId: string, overrides: Partial<Session> = {}) {
  const keyId = clock.id()
  const now = clock.now()
  const [prefix, hash] = [clock.hex(8), clock.hex(64)]
  const session = { id: clock.id(), projectId, keyId, createdAt: now, lastUsedAt: now, ...overrides }
  await store().write(async (tx) => {
    await tx.insertKey({
      id: keyId,
      projectId,
      prefix,
      hash: clock.hex(64),
      name: 'Ada',
      role: 'viewer',
      createdAt: now,
      expiresAt: undefined,
    })
    await tx.insertSession({ ...session, hash })
  })
  return { session, hash, prefix }
}

export function sessionConformance(subject: Subject): void {
  const { store } = subject
  const createProject = async (): Promise<string> => {
    const { projectId, insertProject } = records(clock)
    await store().write((tx) => insertProject(tx))
    return projectId
  }
  const sessionOf = async (hash: string) => (await store().read.sessionByHash(hash))?.session

  test('a session is found by its hash, with its key and project', async () => {
    const projectId = await createProject()
    const { session, hash } = await newSession(subject, projectId)
    const storedSession = await store().read.sessionByHash(hash)
    expect(storedSession).toMatchObject({
      session,
      key: { id: session.keyId, role: 'viewer' },
      project: { id: projectId },
    })
  })

  test('the session of a revoked key is not found', async () => {
    const projectId = await createProject()
    const { hash, prefix } = await newSession(subject, projectId)
    await store().write((tx) => tx.revokeKey(projectId, prefix, clock.now()))
    expect(await sessionOf(hash)).toBeUndefined()
  })

  test('sessions are listed oldest first, without those of other projects', async () => {
    const projectId = await createProject()
    await newSession(subject, await createProject())
    const ownSessions = [await newSession(subject, projectId), await newSession(subject, projectId)]
    const listedSessions = await store().read.sessions(projectId)
    expect(listedSessions.map(({ id }) => id)).toEqual(ownSessions.map(({ session }) => session.id))
    expect(listedSessions[0]?.key.name).toBe('Ada')
  })

  test('a session is deleted in its own project only', async () => {
    const { session, hash } = await newSession(subject, await createProject())
    const otherProject = await createProject()
    expect(await store().write((tx) => tx.deleteSession(otherProject, session.id))).toBe(false)
    expect(await store().write((tx) => tx.deleteSession(session.projectId, session.id))).toBe(true)
    expect(await sessionOf(hash)).toBeUndefined()
  })

  test('a use updates the time of last use', async () => {
    const { session, hash } = await newSession(subject, await createProject())
    const at = clock.now()
    await store().write((tx) => tx.touchSessions([{ id: session.id, at }]))
    expect((await sessionOf(hash))?.lastUsedAt).toBe(at)
  })

  test('sessions that are too old or idle for too long are deleted', async () => {
    const projectId = await createProject()
    const longAgo = '2020-01-01T00:00:00.000000Z'
    const [agedSession, idleSession, activeSession] = [
      await newSession(subject, projectId, { createdAt: longAgo }),
      await newSession(subject, projectId, { lastUsedAt: longAgo }),
      await newSession(subject, projectId),
    ]
    const remove = (bounds: object) =>
      store().write((tx) => tx.deleteEndedSessions({ ...noBounds, ...bounds }))
    await remove({ createdBefore: '2021' })
    expect(await sessionOf(agedSession.hash)).toBeUndefined()
    await remove({ usedBefore: '2021' })
    expect(await sessionOf(idleSession.hash)).toBeUndefined()
    expect(await sessionOf(activeSession.hash)).toBeDefined()
  })
}
