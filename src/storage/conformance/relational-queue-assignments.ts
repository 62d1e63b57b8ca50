import { expect, test } from 'vitest'
import { systemClock } from '../../kernel/clock.ts'
import type { QueueAssignment } from '../contract/contract.ts'
import { evaluationRecords } from './relational-evaluations.ts'
import type { Subject } from './subject.ts'

const clock = systemClock()

export function queueAssignmentConformance({ store }: Subject): void {
  /** A queue over two scenarios of a run, and two people. */
  async function queued() {
    const fixture = evaluationRecords()
    const run = fixture.run()
    const [first, second] = [fixture.scenario(run.id), fixture.scenario(run.id)]
    const queue = fixture.queue(run.id)
    await store().write(async (tx) => {
      await tx.putEvaluationRecords('run', fixture.projectId, [run])
      await tx.putEvaluationRecords('scenario', fixture.projectId, [first, second])
      await tx.putEvaluationRecords('queue', fixture.projectId, [queue])
    })
    const turn = (over: Partial<QueueAssignment>): QueueAssignment => ({
      queueId: queue.id,
      scenarioId: first.id,
      repeatIdx: 0,
      userId: 'ann',
      state: 'held',
      at: clock.now(),
      ...over,
    })
    return { made: fixture, run, first, second, queue, turn, projectId: fixture.projectId }
  }
  const put = (projectId: string, ...turns: readonly QueueAssignment[]) =>
    store().write(async (tx) => {
      for (const turn of turns) await tx.putQueueAssignment(projectId, turn)
    })
  const turns = (projectId: string, queueId: string) => store().read.queueAssignments(projectId, [queueId])

  test('a person has one assignment per item, the last one written', async () => {
    const { projectId, queue, turn, second } = await queued()
    const [skipped, other] = [turn({ state: 'skipped' }), turn({ userId: 'bob' })]
    const assignment = turn({ scenarioId: second.id, repeatIdx: 1 })
    await put(projectId, turn({}), skipped, other, assignment)
    expect(await turns(projectId, queue.id)).toEqual([skipped, other, assignment])
    expect(await turns(clock.id(), queue.id)).toEqual([])
    expect(await turns(projectId, clock.id())).toEqual([])
  })

  test('ending the assignments of a person keeps skipped items, except the given one', async () => {
    const { projectId, queue, turn, first, second } = await queued()
    const [skipped, held] = [turn({ state: 'skipped' }), turn({ scenarioId: second.id })]
    const other = turn({ scenarioId: second.id, userId: 'bob' })
    await put(projectId, skipped, held, other)
    const of = { queueId: queue.id, userId: 'ann' }
    await store().write((tx) => tx.endQueueAssignments(clock.id(), of))
    expect(await turns(projectId, queue.id)).toHaveLength(3)
    await store().write((tx) => tx.endQueueAssignments(projectId, of))
    expect(await turns(projectId, queue.id)).toEqual([skipped, other])
    const item = { scenarioId: first.id, repeatIdx: 0 }
    await store().write((tx) => tx.endQueueAssignments(projectId, { ...of, item }))
    expect(await turns(projectId, queue.id)).toEqual([other])
  })

  test('assignments are deleted with their scenario and with their queue', async () => {
    const { projectId, queue, turn, first, second } = await queued()
    await put(projectId, turn({}), turn({ scenarioId: second.id }))
    await store().write((tx) => tx.deleteEvaluationRecords('scenario', projectId, 'id', [first.id]))
    expect(await turns(projectId, queue.id)).toHaveLength(1)
    await store().write((tx) => tx.deleteEvaluationRecords('queue', projectId, 'id', [queue.id]))
    expect(await turns(projectId, queue.id)).toEqual([])
  })

  test('cells are counted by last author and status', async () => {
    const { made, projectId, run, first, second } = await queued()
    const by = (userId: string) => ({ updatedById: userId, stepKey: 'judge' })
    const results = [
      made.result(first, { ...by('ann'), status: 'success' }),
      made.result(second, { ...by('ann'), status: 'success' }),
      made.result(second, { ...by('ann'), status: 'pending', repeatIdx: 1 }),
      made.result(first, { stepKey: 'judge', repeatIdx: 1, createdById: 'bob', updatedById: undefined }),
      made.result(first, { stepKey: 'other' }),
    ]
    await store().write((tx) => tx.putEvaluationRecords('result', projectId, results))
    const lastAt = expect.any(String) as string
    const of = { projectId, runId: run.id }
    expect(await store().read.cellCountsByAuthor(of, { stepKeys: ['judge'] })).toEqual([
      { userId: 'ann', status: 'pending', count: 1, lastAt: results[2]?.updatedAt },
      { userId: 'ann', status: 'success', count: 2, lastAt: results[1]?.updatedAt },
      { userId: 'bob', status: 'running', count: 1, lastAt },
    ])
    const some = { stepKeys: ['judge'], scenarioIds: [first.id] }
    expect(await store().read.cellCountsByAuthor(of, some)).toMatchObject([
      { userId: 'ann', count: 1 },
      { userId: 'bob', count: 1 },
    ])
    expect(await store().read.cellCountsByAuthor({ ...of, projectId: clock.id() }, some)).toEqual([])
  })
}
