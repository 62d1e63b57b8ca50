// The promises of a relational store about assignments of queue items. Part of the suite in relational.ts.
import { expect, test } from 'vitest'
import { systemClock } from '../../kernel/clock.ts'
import type { QueueAssignment } from '../contract/contract.ts'
import { evaluationRecords } from './relational-evaluations.ts'
import type { Subject } from './subject.ts'

const clock = systemClock()

export function queueAssignmentConformance({ store }: Subject): void {
  /** A queue over two scenarios of a run, and a maker of assignments. */
  async function createQueue() {
    const fixture = evaluationRecords()
    const run = fixture.run()
    const [first, second] = [fixture.scenario(run.id), fixture.scenario(run.id)]
    const queue = fixture.queue(run.id)
    await store().write(async (tx) => {
      await tx.putEvaluationRecords('run', fixture.projectId, [run])
      await tx.putEvaluationRecords('scenario', fixture.projectId, [first, second])
      await tx.putEvaluationRecords('queue', fixture.projectId, [queue])
    })
    const newAssignment = (overrides: Partial<QueueAssignment>): QueueAssignment => ({
      queueId: queue.id,
      scenarioId: first.id,
      repeatIdx: 0,
      userId: 'ann',
      state: 'held',
      at: clock.now(),
      ...overrides,
    })
    return { fixture, run, first, second, queue, newAssignment, projectId: fixture.projectId }
  }
  const put = (projectId: string, ...assignments: readonly QueueAssignment[]) =>
    store().write(async (tx) => {
      for (const assignment of assignments) await tx.putQueueAssignment(projectId, assignment)
    })
  const assignments = (projectId: string, queueId: string) =>
    store().read.queueAssignments(projectId, [queueId])

  test('a person has one assignment per item, the last one written', async () => {
    const { projectId, queue, newAssignment, second } = await createQueue()
    const [skippedAssignment, otherAssignment] = [
      newAssignment({ state: 'skipped' }),
      newAssignment({ userId: 'bob' }),
    ]
    const assignment = newAssignment({ scenarioId: second.id, repeatIdx: 1 })
    await put(projectId, newAssignment({}), skippedAssignment, otherAssignment, assignment)
    expect(await assignments(projectId, queue.id)).toEqual([skippedAssignment, otherAssignment, assignment])
    expect(await assignments(clock.id(), queue.id)).toEqual([])
    expect(await assignments(projectId, clock.id())).toEqual([])
  })

  test('ending all assignments of a person keeps skipped ones; ending that of one item deletes it', async () => {
    const { projectId, queue, newAssignment, first, second } = await createQueue()
    const [skippedAssignment, heldAssignment] = [
      newAssignment({ state: 'skipped' }),
      newAssignment({ scenarioId: second.id }),
    ]
    const otherAssignment = newAssignment({ scenarioId: second.id, userId: 'bob' })
    await put(projectId, skippedAssignment, heldAssignment, otherAssignment)
    const holder = { queueId: queue.id, userId: 'ann' }
    await store().write((tx) => tx.endQueueAssignments(clock.id(), holder))
    expect(await assignments(projectId, queue.id)).toHaveLength(3)
    await store().write((tx) => tx.endQueueAssignments(projectId, holder))
    expect(await assignments(projectId, queue.id)).toEqual([skippedAssignment, otherAssignment])
    const item = { scenarioId: first.id, repeatIdx: 0 }
    await store().write((tx) => tx.endQueueAssignments(projectId, { ...holder, item }))
    expect(await assignments(projectId, queue.id)).toEqual([otherAssignment])
  })

  test('assignments are deleted with their scenario and with their queue', async () => {
    const { projectId, queue, newAssignment, first, second } = await createQueue()
    await put(projectId, newAssignment({}), newAssignment({ scenarioId: second.id }))
    await store().write((tx) => tx.deleteEvaluationRecords('scenario', projectId, 'id', [first.id]))
    expect(await assignments(projectId, queue.id)).toHaveLength(1)
    await store().write((tx) => tx.deleteEvaluationRecords('queue', projectId, 'id', [queue.id]))
    expect(await assignments(projectId, queue.id)).toEqual([])
  })

  test('cells are counted by last author and status', async () => {
    const { fixture, projectId, run, first, second } = await createQueue()
    const authoredBy = (userId: string) => ({ updatedById: userId, stepKey: 'judge' })
    const results = [
      fixture.result(first, { ...authoredBy('ann'), status: 'success' }),
      fixture.result(second, { ...authoredBy('ann'), status: 'success' }),
      fixture.result(second, { ...authoredBy('ann'), status: 'pending', repeatIdx: 1 }),
      fixture.result(first, { stepKey: 'judge', repeatIdx: 1, createdById: 'bob', updatedById: undefined }),
      fixture.result(first, { stepKey: 'other' }),
    ]
    await store().write((tx) => tx.putEvaluationRecords('result', projectId, results))
    const lastAt = expect.any(String) as string
    const runKeys = { projectId, runId: run.id }
    expect(await store().read.cellCountsByAuthor(runKeys, { stepKeys: ['judge'] })).toEqual([
      { userId: 'ann', status: 'pending', count: 1, lastAt: results[2]?.updatedAt },
      { userId: 'ann', status: 'success', count: 2, lastAt: results[1]?.updatedAt },
      { userId: 'bob', status: 'running', count: 1, lastAt },
    ])
    const someFilter = { stepKeys: ['judge'], scenarioIds: [first.id] }
    expect(await store().read.cellCountsByAuthor(runKeys, someFilter)).toMatchObject([
      { userId: 'ann', count: 1 },
      { userId: 'bob', count: 1 },
    ])
    expect(await store().read.cellCountsByAuthor({ ...runKeys, projectId: clock.id() }, someFilter)).toEqual(
      [],
    )
  })
}
