// The promises of a relational store about projects, keys, secrets, the audit log and settings of the store. Part of
// the suite in relational.ts.
import { expect, test } from 'vitest'
import { systemClock } from '../../kernel/clock.ts'
import type { AuditBounds, AuditEntry, AuditFilter, NewKey, SealedSecret } from '../contract/contract.ts'
import { records } from './records.ts'
import type { Subject } from './subject.ts'

const clock = systemClock()

const noFilter: AuditFilter = {
  actorId: undefined,
  method: undefined,
  path: undefined,
  resourceKind: undefined,
  resourceId: undefined,
}
const oldestFirst: AuditBounds = {
  order: 'ascending',
  limit: 1000,
  after: undefined,
  from: undefined,
  to: undefined,
}

const newKey = (projectId: string, overrides: Partial<NewKey> = {}): NewKey => ({
  id: clock.id(),
  projectId,
  prefix: clock.hex(8),
  hash: clock.hex(64),
  name: 'ci',
  role: 'editor',
  createdAt: clock.now(),
  expiresAt: undefined,
  ...overrides,
})

const newSecret = (overrides: Partial<SealedSecret> = {}): SealedSecret => ({
  id: clock.id(),
  slug: `s-${clock.hex(8)}`,
  kind: 'provider',
  name: 'a provider',
  description: undefined,
  sealed: clock.hex(64),
  createdAt: clock.now(),
  updatedAt: undefined,
  ...overrides,
})

const newEntry = (overrides: Partial<AuditEntry> = {}): AuditEntry => ({
  id: clock.id(),
  timestamp: clock.now(),
  actorId: clock.id(),
  actorPrefix: clock.hex(8),
  method: 'POST',
  path: '/api/testsets/',
  operation: 'create_testset',
  resourceKind: undefined,
  resourceId: undefined,
  statusCode: 200,
  remoteAddress: '127.0.0.1',
  requestId: 'r-1',
  ...overrides,
})

export function accessConformance({ store, database }: Subject): void {
  test('only the first project is the default one, even when several are created at once', async () => {
    // No other test of this suite creates a project before this one.
    const otherStore = await database().open()
    const fixtures = Array.from({ length: 6 }, () => records(clock))
    await Promise.all(
      fixtures.map(({ insertProject }, i) =>
        (i % 2 === 0 ? store() : otherStore).write((tx) => insertProject(tx)),
      ),
    )
    await otherStore.close()
    const projects = await store().read.projects({ includeArchived: true })
    expect(projects.filter(({ isDefault }) => isDefault)).toHaveLength(1)
    expect(projects).toHaveLength(fixtures.length)
  })

  test('projects are found by id and slug, and a slug in use creates none', async () => {
    const [recordsA, recordsB] = [records(clock), records(clock)]
    const slug = `p-${clock.hex(12)}`
    expect(await store().write((tx) => recordsA.insertProject(tx, slug))).toBe(true)
    expect(await store().write((tx) => recordsB.insertProject(tx, slug))).toBe(false)
    expect((await store().read.projectBySlug(slug))?.id).toBe(recordsA.projectId)
    expect((await store().read.project(recordsA.projectId))?.slug).toBe(slug)
    expect(await store().read.project(recordsB.projectId)).toBeUndefined()
  })

  test('the records of a project are counted by family', async () => {
    const projectRecords = records(clock)
    expect(await store().read.recordCounts(projectRecords.projectId)).toEqual([])
    await projectRecords.history(store(), 3)
    await projectRecords.history(store(), 1)
    expect(await store().read.recordCounts(projectRecords.projectId)).toEqual([
      { family: 'testset', artifacts: 2, revisions: 4 },
    ])
  })

  test('projects are listed oldest first, archived ones on request', async () => {
    const { projectId, insertProject } = records(clock)
    await store().write((tx) => insertProject(tx))
    const at = clock.now()
    await store().write((tx) => tx.setProjectArchived(projectId, at))
    expect((await store().read.project(projectId))?.archivedAt).toBe(at)
    const allProjects = await store().read.projects({ includeArchived: true })
    expect(allProjects.map(({ createdAt }) => createdAt)).toEqual(
      allProjects.map(({ createdAt }) => createdAt).toSorted(),
    )
    expect(allProjects.map(({ id }) => id)).toContain(projectId)
    const active = await store().read.projects({ includeArchived: false })
    expect(active.map(({ id }) => id)).not.toContain(projectId)
    await store().write((tx) => tx.setProjectArchived(projectId, undefined))
    expect((await store().read.project(projectId))?.archivedAt).toBeUndefined()
  })

  test('a renamed project keeps its slug, and no other project is renamed', async () => {
    const [ownRecords, otherRecords] = [records(clock), records(clock)]
    await store().write(async (tx) => {
      await ownRecords.insertProject(tx)
      await otherRecords.insertProject(tx)
    })
    const [before, otherProject] = [
      await store().read.project(ownRecords.projectId),
      await store().read.project(otherRecords.projectId),
    ]
    await store().write((tx) => tx.renameProject(ownRecords.projectId, 'Another name'))
    expect(await store().read.project(ownRecords.projectId)).toEqual({ ...before, name: 'Another name' })
    expect(await store().read.project(otherRecords.projectId)).toEqual(otherProject)
  })

  test('a key is found by its hash together with its project, until it is revoked', async () => {
    const { projectId, insertProject } = records(clock)
    const key = newKey(projectId, { expiresAt: clock.now() })
    await store().write(async (tx) => {
      await insertProject(tx)
      expect(await tx.insertKey(key)).toBe(true)
    })
    const { hash, ...visibleKey } = key
    const result = await store().read.keyByHash(hash)
    expect(result?.key).toEqual({ ...visibleKey, lastUsedAt: undefined, readsSecrets: true })
    expect(result?.project).toEqual(await store().read.project(projectId))
    const otherProjectId = clock.id()
    expect(await store().write((tx) => tx.revokeKey(otherProjectId, key.prefix, clock.now()))).toBeUndefined()
    const revokedKey = await store().write((tx) => tx.revokeKey(projectId, key.prefix, clock.now()))
    expect(revokedKey?.id).toBe(key.id)
    expect(await store().read.keyByHash(hash)).toBeUndefined()
    expect(await store().write((tx) => tx.revokeKey(projectId, key.prefix, clock.now()))).toBeUndefined()
  })

  test('keys are listed oldest first without the revoked ones', async () => {
    const { projectId, insertProject } = records(clock)
    const keys = [newKey(projectId), newKey(projectId), newKey(projectId)]
    await store().write(async (tx) => {
      await insertProject(tx)
      for (const key of keys.toReversed()) await tx.insertKey(key)
      await tx.revokeKey(projectId, keys[1]?.prefix ?? '', clock.now())
    })
    const listedKeys = await store().read.keys(projectId)
    expect(listedKeys.map(({ id }) => id)).toEqual([keys[0]?.id, keys[2]?.id])
    expect(await store().read.keys(clock.id())).toEqual([])
  })

  test('a prefix in use creates no key, and the last use of keys is stored', async () => {
    const { projectId, insertProject } = records(clock)
    const key = newKey(projectId)
    const at = clock.now()
    await store().write(async (tx) => {
      await insertProject(tx)
      await tx.insertKey(key)
      expect(await tx.insertKey(newKey(projectId, { prefix: key.prefix }))).toBe(false)
      await tx.touchKeys([
        { id: key.id, at },
        { id: clock.id(), at },
      ])
    })
    expect((await store().read.keys(projectId)).map(({ lastUsedAt }) => lastUsedAt)).toEqual([at])
  })

  test('secrets are returned as sealed and belong to their project', async () => {
    const { projectId, insertProject } = records(clock)
    const otherRecords = records(clock)
    const secret = newSecret()
    await store().write(async (tx) => {
      await insertProject(tx)
      await otherRecords.insertProject(tx)
      expect(await tx.insertSecret(projectId, secret)).toBe(true)
      expect(await tx.insertSecret(projectId, newSecret({ slug: secret.slug }))).toBe(false)
      expect(await tx.insertSecret(otherRecords.projectId, newSecret({ slug: secret.slug }))).toBe(true)
    })
    expect(await store().read.secret(projectId, { slug: secret.slug })).toEqual(secret)
    expect(await store().read.secret(otherRecords.projectId, { id: secret.id })).toBeUndefined()
    const changedSecret = { ...secret, sealed: clock.hex(64), name: undefined, updatedAt: clock.now() }
    await store().write((tx) => tx.updateSecret(otherRecords.projectId, changedSecret))
    expect(await store().read.secrets(projectId)).toEqual([secret])
    await store().write((tx) => tx.updateSecret(projectId, changedSecret))
    expect(await store().read.secrets(projectId)).toEqual([changedSecret])
    const reseal = { id: secret.id, from: changedSecret.sealed, to: clock.hex(64) }
    expect(await store().write((tx) => tx.resealSecret(otherRecords.projectId, reseal))).toBe(false)
    expect(await store().write((tx) => tx.resealSecret(projectId, reseal))).toBe(true)
    expect(await store().write((tx) => tx.resealSecret(projectId, reseal))).toBe(false)
    expect(await store().read.secrets(projectId)).toEqual([{ ...changedSecret, sealed: reseal.to }])
    expect(await store().write((tx) => tx.deleteSecret(otherRecords.projectId, secret.id))).toBe(false)
    expect(await store().write((tx) => tx.deleteSecret(projectId, secret.id))).toBe(true)
    expect(await store().write((tx) => tx.deleteSecret(projectId, secret.id))).toBe(false)
    expect(await store().read.secrets(projectId)).toEqual([])
  })

  test('audit entries are listed by time with filters, bounds and pagination', async () => {
    const projectId = clock.id()
    const actorId = clock.id()
    const entries = Array.from({ length: 7 }, (_, i) =>
      newEntry({
        method: i % 2 === 0 ? 'POST' : 'PUT',
        ...(i === 3 ? { actorId, resourceKind: 'testset', resourceId: clock.id() } : {}),
        ...(i === 5 ? { path: '/api/keys', resourceKind: 'testset' } : {}),
      }),
    )
    await store().write(async (tx) => {
      for (const entry of entries) await tx.insertAudit(projectId, entry)
    })
    const ids = async (filter: Partial<AuditFilter>, bounds: Partial<AuditBounds> = {}) =>
      (await store().read.audit(projectId, { ...noFilter, ...filter }, { ...oldestFirst, ...bounds })).map(
        ({ id }) => id,
      )
    const idsAt = (...places: number[]) => places.map((i) => entries[i]?.id)
    expect(await store().read.audit(projectId, noFilter, oldestFirst)).toEqual(entries)
    expect(await ids({}, { order: 'descending', limit: 2 })).toEqual(idsAt(6, 5))
    expect(await ids({ method: 'PUT' })).toEqual(idsAt(1, 3, 5))
    expect(await ids({ actorId, resourceKind: 'testset' })).toEqual(idsAt(3))
    expect(await ids({ resourceKind: 'testset' }, { order: 'descending' })).toEqual(idsAt(5, 3))
    expect(await ids({ path: '/api/keys' })).toEqual(idsAt(5))
    expect(await ids({ path: '/api/keys', method: 'POST' })).toEqual([])
    expect(await ids({ resourceKind: 'testset', method: 'PUT', actorId })).toEqual(idsAt(3))
    const time = entries[2]?.timestamp ?? ''
    expect(await ids({}, { to: { time, inclusive: false } })).toEqual(idsAt(0, 1))
    expect(await ids({}, { from: { time, inclusive: true }, limit: 2 })).toEqual(idsAt(2, 3))
    const after = { timestamp: time, id: entries[2]?.id ?? '' }
    expect(await ids({}, { after })).toEqual(idsAt(3, 4, 5, 6))
    expect(await ids({}, { after, order: 'descending' })).toEqual(idsAt(1, 0))
    expect(await store().read.audit(clock.id(), noFilter, oldestFirst)).toEqual([])
  })

  test('the status of an audit entry can be corrected, in its own project only', async () => {
    const projectId = clock.id()
    const entry = newEntry()
    await store().write((tx) => tx.insertAudit(projectId, entry))
    await store().write((tx) => tx.setAuditStatus(clock.id(), entry.id, 500))
    expect(await store().read.auditEntry(projectId, entry.id)).toEqual(entry)
    await store().write((tx) => tx.setAuditStatus(projectId, entry.id, 503))
    expect(await store().read.auditEntry(projectId, entry.id)).toEqual({ ...entry, statusCode: 503 })
    expect(await store().read.auditEntry(clock.id(), entry.id)).toBeUndefined()
  })

  test('the first writer initializes a setting of the store', async () => {
    const name = clock.hex(8)
    expect(await store().read.storeSetting(name)).toBeUndefined()
    const values = await Promise.all(
      ['a', 'b', 'c'].map((value) => store().write((tx) => tx.initStoreSetting(name, value))),
    )
    expect(new Set(values).size).toBe(1)
    expect(await store().read.storeSetting(name)).toBe(values[0])
  })

  test('setting a store setting replaces its value', async () => {
    const name = clock.hex(8)
    await store().write((tx) => tx.setStoreSetting(name, 'a'))
    await store().write((tx) => tx.setStoreSetting(name, 'b'))
    expect(await store().write((tx) => tx.initStoreSetting(name, 'c'))).toBe('b')
  })
}
