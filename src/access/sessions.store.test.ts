import { beforeAll, describe, expect, test } from 'vitest'
import { createRunningWork } from '../kernel/running-work.ts'
import { bothBackends } from '../../test/support/api.ts'
import { openFreshStore } from '../../test/support/databases.ts'
import { movedClock } from '../../test/support/runner.ts'
import type { Key, RelationalStore } from '../storage/contract/contract.ts'
import { insertKey } from './keys.ts'
import { createProject } from './projects.ts'
import { createSessions, insertSession } from './sessions.ts'

const hour = 3_600_000

describe.each(bothBackends)('sessions on %s', (backend) => {
  let store: RelationalStore
  let key: Key
  beforeAll(async () => {
    const testStore = await openFreshStore(backend)
    store = testStore.store
    const clock = movedClock()
    const projectContext = { store, clock, seed: async () => undefined, slugFromName: (name: string) => name }
    const { id: projectId } = await createProject(projectContext, {
      request: { name: 'pages', seedDefaults: false },
    })
    key = (await store.write((tx) => insertKey(tx, { clock, request: { projectId, role: 'viewer' } }))).key
    return testStore.close
  })

  /** Creates a session. `isValidAfter` lets hours pass, then uses it. */
  async function openSession() {
    const clock = movedClock()
    const { token, session } = await store.write((tx) => insertSession(tx, { clock, key }))
    const failures: unknown[] = []
    const sessions = createSessions({
      store,
      clock,
      work: createRunningWork(),
      onError: (error) => failures.push(error),
    })
    const lastUse = async () =>
      (await store.read.sessions(key.projectId)).find(({ id }) => id === session.id)?.lastUsedAt ?? ''
    return {
      isValidAfter: async (hours: number): Promise<boolean> => {
        const lastUseBefore = await lastUse()
        clock.pass(hours * hour)
        const isValid = (await sessions.find({ projectId: key.projectId, token })) !== undefined
        if (isValid) await expect.poll(lastUse).not.toBe(lastUseBefore)
        expect(failures).toEqual([])
        return isValid
      },
    }
  }

  test('an unused session ends after twelve hours', async () => {
    expect(await (await openSession()).isValidAfter(12.1)).toBe(false)
  })

  test('a session in use ends after seven days', async () => {
    const session = await openSession()
    for (let hours = 0; hours < 16 * 10; hours += 10) expect(await session.isValidAfter(10)).toBe(true)
    expect(await session.isValidAfter(10)).toBe(false)
  })

  test('each request has the current role of the key', async () => {
    const clock = movedClock()
    const editor = { ...key, role: 'editor' as const }
    const { token } = await store.write((tx) => insertSession(tx, { clock, key: editor }))
    const sessions = createSessions({ store, clock, work: createRunningWork(), onError: () => undefined })
    expect((await sessions.find({ projectId: key.projectId, token }))?.key.role).toBe('viewer')
  })
})
