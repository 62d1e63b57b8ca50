// The promises of a relational store about reads of a run while it is executed. Part of the suite in relational.ts.
import { expect, test } from 'vitest'
import { systemClock } from '../../kernel/clock.ts'
import {
  changedAt,
  type ChangeCursor,
  type EvaluationResult,
  type EvaluationStatus,
} from '../contract/contract.ts'
import { evaluationRecords } from './relational-evaluations.ts'
import type { Subject } from './subject.ts'

const clock = systemClock()
const start: ChangeCursor = { changedAt: '', id: '' }

export function runFollowingConformance({ store }: Subject): void {
  /** A run with two scenarios and a result of each of two steps, written in this order. */
  async function createRun() {
    const fixture = evaluationRecords()
    const run = fixture.run()
    const neverUpdated = { updatedAt: undefined, updatedById: undefined }
    const scenarios = [
      fixture.scenario(run.id, { ...neverUpdated, status: 'pending' }),
      fixture.scenario(run.id, neverUpdated),
    ]
    const results = scenarios.flatMap((scenario) =>
      ['a', 'b'].map((stepKey) => fixture.result(scenario, { ...neverUpdated, stepKey, status: 'queued' })),
    )
    await store().write(async (tx) => {
      await tx.putEvaluationRecords('run', fixture.projectId, [run])
      await tx.putEvaluationRecords('scenario', fixture.projectId, scenarios)
      await tx.putEvaluationRecords('result', fixture.projectId, results)
    })
    return { runKeys: { projectId: fixture.projectId, runId: run.id }, scenarios, results }
  }
  const put = (projectId: string, results: readonly EvaluationResult[]) =>
    store().write((tx) => tx.putEvaluationRecords('result', projectId, results))

  test('records are listed in the order of their last change', async () => {
    const { runKeys, results } = await createRun()
    const [first, ...otherResults] = results
    if (first === undefined) throw new Error('the run has no results')
    const updatedResult = { ...first, status: 'success' as const, updatedAt: clock.now() }
    await put(runKeys.projectId, [updatedResult])
    expect(await store().read.changedRecords('result', runKeys, { after: start, limit: 10 })).toEqual([
      ...otherResults,
      updatedResult,
    ])
    const otherRun = { ...runKeys, projectId: clock.id() }
    expect(await store().read.changedRecords('result', otherRun, { after: start, limit: 10 })).toEqual([])
  })

  test('pages of changes continue at their cursor, even among records that changed at the same time', async () => {
    const { runKeys, results } = await createRun()
    const at = clock.now()
    await put(
      runKeys.projectId,
      results.map((result) => ({ ...result, updatedAt: at })),
    )
    const seenIds: string[] = []
    let after = start
    for (let page = 0; page < 4; page += 1) {
      const [record, ...laterRecords] = await store().read.changedRecords('result', runKeys, {
        after,
        limit: 1,
      })
      if (record === undefined) throw new Error('the page is empty')
      expect(laterRecords).toEqual([])
      seenIds.push(record.id)
      after = { changedAt: changedAt(record), id: record.id }
    }
    expect(seenIds.toSorted()).toEqual(results.map(({ id }) => id).toSorted())
    expect(await store().read.changedRecords('result', runKeys, { after, limit: 1 })).toEqual([])
  })

  test('records are counted by status and step', async () => {
    const { runKeys, scenarios, results } = await createRun()
    const [first] = results
    if (first === undefined) throw new Error('the run has no results')
    const updatedAt = clock.now()
    await put(runKeys.projectId, [{ ...first, status: 'failure', updatedAt }])
    const counts = await store().read.runCounts(runKeys.projectId, runKeys.runId)
    expect(counts.scenarios).toEqual({ pending: 1, running: 1 })
    expect(new Set(counts.results)).toEqual(
      new Set([
        { stepKey: 'a', status: 'failure', count: 1 },
        { stepKey: 'a', status: 'queued', count: 1 },
        { stepKey: 'b', status: 'queued', count: 2 },
      ]),
    )
    expect(counts).toMatchObject({ firstAt: scenarios[0]?.createdAt, lastAt: updatedAt })
    const before = results.at(-1)?.createdAt ?? ''
    const countChangedSince = (
      time: string,
      statuses: readonly EvaluationStatus[],
      stepKeys: readonly string[],
    ) => store().read.resultsChangedSince(runKeys, time, { statuses, stepKeys })
    expect(await countChangedSince(before, ['failure', 'success'], ['a', 'b'])).toBe(1)
    expect(await countChangedSince(before, ['failure'], ['b'])).toBe(0)
    expect(await countChangedSince(before, ['queued'], ['a'])).toBe(0)
    expect(await countChangedSince(updatedAt, ['failure'], ['a'])).toBe(0)
    expect(await countChangedSince(before, ['failure'], [])).toBe(0)
  })

  test('a run without records has no counts', async () => {
    const noProgress = { scenarios: {}, results: [], firstAt: undefined, lastAt: undefined }
    expect(await store().read.runCounts(clock.id(), clock.id())).toEqual(noProgress)
  })

  test('a manifest is stored with its run, replaced in full, and deleted with it', async () => {
    const { runKeys } = await createRun()
    expect(await store().read.runManifest(runKeys.projectId, runKeys.runId)).toBeUndefined()
    for (const manifest of [{ hash: 'a', list: [1] }, { hash: 'b' }]) {
      await store().write((tx) => tx.putRunManifest(runKeys.projectId, runKeys.runId, manifest))
      expect(await store().read.runManifest(runKeys.projectId, runKeys.runId)).toEqual(manifest)
    }
    expect(await store().read.runManifest(clock.id(), runKeys.runId)).toBeUndefined()
    await store().write(async (tx) => {
      for (const kind of ['result', 'scenario'] as const) {
        await tx.deleteEvaluationRecords(kind, runKeys.projectId, 'runId', [runKeys.runId])
      }
      await tx.deleteEvaluationRecords('run', runKeys.projectId, 'id', [runKeys.runId])
    })
    expect(await store().read.runManifest(runKeys.projectId, runKeys.runId)).toBeUndefined()
  })
}
