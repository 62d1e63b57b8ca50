// Tests the promises of storage/contract/contract.ts about the relational store on any backend. A new driver
// calls relationalStoreConformance once.
//
// May import the contract, the kernel and vitest; only tests import this folder. records.ts builds the stored
// records, the other files are the chapters of the suite.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../kernel/clock.ts'
import type { RelationalStore } from '../contract/contract.ts'
import { accessConformance } from './relational-access.ts'
import { evaluationConformance } from './relational-evaluations.ts'
import { runFollowingConformance } from './relational-run-following.ts'
import { queueAssignmentConformance } from './relational-queue-assignments.ts'
import { gitConformance } from './relational-git.ts'
import { inboxConformance } from './relational-inbox.ts'
import { listConformance } from './relational-lists.ts'
import { sessionConformance } from './relational-sessions.ts'
import { taskConformance } from './relational-tasks.ts'
import { testsetConformance } from './relational-testsets.ts'
import { textConformance } from './relational-text.ts'
import { transactionConformance } from './relational-transactions.ts'
import { projectRowConformance } from './relational-project-rows.ts'
import { deletionConformance } from './relational-deletions.ts'
import { usageConformance } from './relational-usage.ts'
import { useConformance } from './relational-uses.ts'
import { versionConformance } from './relational-versions.ts'
import { waitingLogConformance } from './relational-waiting-logs.ts'
import { records } from './records.ts'
import type { Subject, TestDatabase } from './subject.ts'

export function relationalStoreConformance(backend: {
  readonly name: string
  readonly open: () => Promise<TestDatabase>
}): void {
  describe(`the relational store on ${backend.name}`, () => {
    let database: TestDatabase
    let store: RelationalStore
    beforeAll(async () => {
      database = await backend.open()
      store = await database.open()
    })
    afterAll(async () => {
      await store.close()
      await database.remove()
    })
    const subject: Subject = { store: () => store, database: () => database }

    test('answers a ping', async () => {
      await expect(store.check()).resolves.toBeUndefined()
    })

    test('reports its size on disk', async () => {
      const { bytes } = await store.size()
      expect(bytes).toBeGreaterThan(4096)
    })
    describe('projects, keys, audit, secrets and settings', () => {
      accessConformance(subject)
    })
    describe('sessions', () => {
      sessionConformance(subject)
    })
    describe('the ingest inbox', () => {
      inboxConformance(subject)
    })
    describe('log events that wait for their spans', () => {
      waitingLogConformance(subject)
    })
    describe('versioned records', () => {
      versionConformance(subject)
    })
    describe('pushed commits', () => {
      gitConformance(subject)
    })
    describe('deletion jobs', () => {
      deletionConformance(subject)
    })
    describe('the rows of a project', () => {
      projectRowConformance(subject)
    })
    describe('usage', () => {
      usageConformance(subject)
    })
    describe('uses of revisions', () => {
      useConformance(subject)
    })
    describe('lists', () => {
      listConformance(subject)
    })
    describe('testcases and pages', () => {
      testsetConformance(subject)
    })
    describe('evaluation records', () => {
      evaluationConformance(subject)
    })
    describe('evaluation jobs and tasks', () => {
      taskConformance(subject)
    })
    describe('followed runs', () => {
      runFollowingConformance(subject)
    })
    describe('assignments of people in queues', () => {
      queueAssignmentConformance(subject)
    })
    describe('text', () => {
      textConformance(subject)
    })
    describe('transactions', () => {
      transactionConformance(subject)
    })
    describe('a closed store', () => {
      closingConformance(backend.open)
    })
  })
}

function closingConformance(open: () => Promise<TestDatabase>): void {
  test('has completed every accepted write, which a store that is opened later reads', async () => {
    const database = await open()
    const store = await database.open()
    const { projectId, artifact } = records(systemClock())
    // More than any pool has connections and any group has slots.
    const acceptedArtifacts = Array.from({ length: 200 }, () => artifact())
    const writes = acceptedArtifacts.map((acceptedArtifact) =>
      store.write((tx) => tx.insertArtifact(projectId, acceptedArtifact)),
    )
    await store.close()
    const outcomes = await Promise.all(writes)
    const reopenedStore = await database.open()
    const storedArtifacts = await Promise.all(
      acceptedArtifacts.map(({ id }) => reopenedStore.read.artifact(projectId, 'testset', { id })),
    )
    await reopenedStore.close()
    await database.remove()
    expect(new Set(outcomes)).toEqual(new Set(['inserted']))
    expect(storedArtifacts.map((storedArtifact) => storedArtifact?.id)).toEqual(
      acceptedArtifacts.map(({ id }) => id),
    )
  })
}
