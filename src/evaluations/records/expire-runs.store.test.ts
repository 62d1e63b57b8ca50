import { beforeAll, describe, expect, test } from 'vitest'
import { bothBackends } from '../../../test/support/api.ts'
import { openFreshStore } from '../../../test/support/databases.ts'
import { newProjectScope } from '../../../test/support/engine.ts'
import { expireAudit } from '../../access/retention.ts'
import { microsecondText, systemClock } from '../../kernel/clock.ts'
import { evaluationRecords } from '../../storage/conformance/relational-evaluations.ts'
import type { EvaluationRun, RelationalStore } from '../../storage/contract/contract.ts'
import { expireRuns } from './expire-runs.ts'

const clock = systemClock()
const dayMs = 86_400_000
const nowMs = Date.parse('2026-11-15T00:00:00Z')
const daysAgo = (days: number): string => microsecondText((nowMs - days * dayMs) * 1000)
const defaults = { days: 0, runs_days: 0, audit_days: 0, hold_days: 0 }

describe.each(bothBackends)('retention of records on %s', (backend) => {
  let store: RelationalStore
  beforeAll(async () => {
    const testStore = await openFreshStore(backend)
    store = testStore.store
    return testStore.close
  })

  const setDays = (projectId: string, days: object): Promise<void> =>
    store.write((tx) =>
      tx.setProjectSetting(projectId, 'retention', {
        value: JSON.stringify(days),
        updatedAt: clock.now(),
        updatedById: clock.id(),
      }),
    )
  const onProjectError = (_: string, error: unknown): void => {
    throw error
  }
  const expire = (): Promise<number> =>
    expireRuns({ reads: () => store.read, defaults, store, onProjectError }, { nowMs })

  /** A run with two scenarios, each with a result and metrics, and metrics of a minute, at their times. */
  async function storeRun(
    projectId: string,
    times: { readonly flags: EvaluationRun['flags']; readonly at: readonly [string, string] },
  ): Promise<string> {
    const fixture = evaluationRecords()
    const [old, last] = times.at
    const when = (time: string) => ({ createdAt: time, updatedAt: undefined })
    const run = fixture.run({ ...when(old), flags: times.flags })
    const scenarios = [fixture.scenario(run.id, when(old)), fixture.scenario(run.id, when(last))]
    await store.write(async (tx) => {
      await tx.putEvaluationRecords('run', projectId, [run])
      await tx.putEvaluationRecords('scenario', projectId, scenarios)
      await tx.putEvaluationRecords(
        'result',
        projectId,
        scenarios.map((scenario) => fixture.result(scenario, when(scenario.createdAt))),
      )
      await tx.putEvaluationRecords('metrics', projectId, [
        ...scenarios.map((scenario) =>
          fixture.metrics(run.id, { ...when(scenario.createdAt), scenarioId: scenario.id }),
        ),
        fixture.metrics(run.id, { ...when(old), timestamp: old }),
        fixture.metrics(run.id, { ...when(last), timestamp: last }),
      ])
    })
    return run.id
  }

  const counts = async (projectId: string): Promise<readonly number[]> =>
    Promise.all(
      (['run', 'scenario', 'result', 'metrics'] as const).map(
        async (kind) => (await store.read.evaluationRecords(kind, projectId, {})).length,
      ),
    )

  test('an unchanged run is deleted with its records; a changed run and those of other projects stay', async () => {
    const [first, other] = [await newProjectScope(store, 'first'), await newProjectScope(store, 'other')]
    await setDays(first.projectId, { days: null, runs_days: 30 })
    await storeRun(first.projectId, { flags: {}, at: [daysAgo(60), daysAgo(31)] })
    const changedRun = await storeRun(first.projectId, { flags: {}, at: [daysAgo(60), daysAgo(29)] })
    await storeRun(other.projectId, { flags: {}, at: [daysAgo(60), daysAgo(59)] })
    expect(await expire()).toBe(1)
    const runs = await store.read.evaluationRecords('run', first.projectId, {})
    expect(runs.map(({ id }) => id)).toEqual([changedRun])
    expect(await counts(first.projectId)).toEqual([1, 2, 2, 4])
    expect(await counts(other.projectId)).toEqual([1, 2, 2, 4])
    expect(await expire()).toBe(0)
  })

  test('a live run stays and loses its old scenarios; another active run loses nothing', async () => {
    const { projectId } = await newProjectScope(store, 'live')
    await setDays(projectId, { days: null, runs_days: 30 })
    const at = [daysAgo(60), daysAgo(1)] as const
    await storeRun(projectId, { flags: { is_active: true, is_live: true }, at })
    await storeRun(projectId, { flags: { is_active: true }, at: [daysAgo(60), daysAgo(59)] })
    expect(await expire()).toBe(0)
    expect(await counts(projectId)).toEqual([2, 3, 3, 6])
  })

  test('results hold their traces only for the days of the setting', async () => {
    const { projectId } = await newProjectScope(store, 'holds')
    await storeRun(projectId, { flags: {}, at: [daysAgo(60), daysAgo(1)] })
    const results = await store.read.evaluationRecords('result', projectId, {})
    const traceIds = results.map(({ traceId }) => traceId ?? '')
    const heldTraces = (since?: string) => store.read.tracesOfResults(projectId, { traceIds, since })
    expect(new Set(await heldTraces())).toEqual(new Set(traceIds))
    expect(await heldTraces(daysAgo(30))).toEqual([traceIds[1]])
  })

  test('old audit entries are deleted, page by page and in their project only', async () => {
    const [first, other] = [await newProjectScope(store, 'log'), await newProjectScope(store, 'other-log')]
    await setDays(first.projectId, { days: null, audit_days: 30 })
    const entry = (timestamp: string) => ({
      id: clock.id(),
      timestamp,
      actorId: clock.id(),
      actorPrefix: 'prefix',
      method: 'POST',
      path: '/x',
      operation: 'x',
      resourceKind: undefined,
      resourceId: undefined,
      statusCode: 200,
      remoteAddress: '::1',
      requestId: 'r',
    })
    await store.write(async (tx) => {
      for (let i = 0; i < 1_001; i++) await tx.insertAudit(first.projectId, entry(daysAgo(31)))
      await tx.insertAudit(first.projectId, entry(daysAgo(29)))
      await tx.insertAudit(other.projectId, entry(daysAgo(31)))
    })
    expect(await expireAudit({ reads: () => store.read, defaults, store, onProjectError }, { nowMs })).toBe(
      1_001,
    )
    const remaining = (projectId: string) =>
      store.read.audit(
        projectId,
        {
          actorId: undefined,
          method: undefined,
          path: undefined,
          resourceKind: undefined,
          resourceId: undefined,
        },
        { order: 'ascending', limit: 10, after: undefined, from: undefined, to: undefined },
      )
    expect((await remaining(first.projectId)).map(({ timestamp }) => timestamp)).toEqual([daysAgo(29)])
    expect(await remaining(other.projectId)).toHaveLength(1)
  })
})
