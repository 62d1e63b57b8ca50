// The plans of SQLite: lists and lookups use the index of their condition. Without statistics SQLite prefers the index of the
// project by time, and then reads every record until a page is full.
import { mkdtempSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ListFilter, RelationalReads, RelationalTx } from '../../contract/contract.ts'
import { everything } from '../../conformance/records.ts'
import { openSqlite } from '../sqlite.ts'

const directory = mkdtempSync(join(tmpdir(), 'assay-plans-'))
const path = join(directory, 'assay.sqlite')
let store: Awaited<ReturnType<typeof openSqlite>>
beforeAll(async () => {
  store = await openSqlite(path)
})
afterAll(async () => {
  await store.close()
  rmSync(directory, { recursive: true })
})

/** The steps of the plans of all statements that a call prepares. */
async function plansOf(call: () => Promise<unknown>): Promise<readonly string[]> {
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare')
  await call()
  const texts = prepare.mock.calls.map(([text]) => text)
  prepare.mockRestore()
  const db = new DatabaseSync(path, { readOnly: true })
  const plans = texts.flatMap((text) =>
    db.prepare(`explain query plan ${text}`).all(...(text.match(/\?/g) ?? []).map(() => 'x')),
  )
  db.close()
  return plans.map(({ detail }) => String(detail))
}

const project = 'p'
const page = { order: 'descending', limit: 50, from: undefined, to: undefined, after: undefined } as const
const entries = { method: undefined, path: undefined, resourceKind: undefined } as const
const any: ListFilter = { ...everything, family: 'workflow' }
const one = [{ id: 'a' }]
const two = [{ id: 'a' }, { id: 'b' }]
const named = [{ slug: 'a' }]
const run = { projectId: project, runId: 'r' }

type Read = (read: RelationalReads) => Promise<unknown>
type Write = (tx: RelationalTx) => Promise<unknown>

const reads: readonly (readonly [name: string, index: string, read: Read])[] = [
  [
    'audit entries of a resource',
    'audit_of_resource',
    (read) => read.audit(project, { ...entries, resourceId: 'a', actorId: 'b' }, page),
  ],
  [
    'audit entries of an author',
    'audit_of_author',
    (read) => read.audit(project, { ...entries, resourceId: undefined, actorId: 'b' }, page),
  ],
  ['pending receipts', 'receipts_pending', (read) => read.receipts(project, { status: 'pending' }, page)],
  [
    'receipts with rejections',
    'receipts_rejected',
    (read) => read.receipts(project, { status: 'rejected' }, page),
  ],
  ['rejections of a receipt', 'rejections_of_receipt', (read) => read.rejections(project, 'a', page)],
  [
    'variants of an artifact',
    'variants_of_artifact',
    (read) => read.listVariants(project, { ...any, artifactRefs: one }, page),
  ],
  [
    'variants of two artifacts',
    'variants_of_artifact',
    (read) => read.listVariants(project, { ...any, artifactRefs: two }, page),
  ],
  [
    'revisions of an artifact',
    'revisions_of_artifact',
    (read) => read.listRevisions(project, { ...any, artifactRefs: one }, page),
  ],
  [
    'revisions of an artifact by slug',
    'revisions_of_artifact',
    (read) => read.listRevisions(project, { ...any, artifactRefs: named }, page),
  ],
  [
    'revisions of a variant',
    'revisions_3 (variant_id=?)',
    (read) => read.listRevisions(project, { ...any, variantRefs: one }, page),
  ],
  [
    'metrics of scenarios',
    'evaluation_metrics_of_scenario',
    (read) => read.evaluationRecords('metrics', project, { scenarioIds: ['a', 'b'] }, page),
  ],
  [
    'metrics of a run as a whole',
    'evaluation_metrics_2 (run_id=? AND scenario_id=?)',
    (read) => read.evaluationRecords('metrics', project, { runIds: ['a'], scenarioIds: false }, page),
  ],
  ['counts of a run', 'evaluation_scenarios_of_run', (read) => read.runCounts(project, 'r')],
  [
    'changes of a run',
    'evaluation_results_by_change',
    (read) => read.changedRecords('result', run, { after: { changedAt: '', id: '' }, limit: 5 }),
  ],
]

const lease = {
  holder: 'h',
  now: '2026',
  expiredBefore: '2026',
  until: '2027',
  untilMax: '2028',
  blameFrom: '2025',
}
const writes: readonly (readonly [name: string, index: string, write: Write])[] = [
  ['renewed leases', 'evaluation_jobs_held', (tx) => tx.renewLeases(lease)],
  [
    'metrics of removed scenarios',
    'evaluation_metrics_of_scenario',
    (tx) => tx.deleteEvaluationRecords('metrics', project, 'scenarioId', ['a']),
  ],
  ['rejections of erased traces', 'rejections_of_trace', (tx) => tx.deleteRejectionsOfTraces(project, ['a'])],
  ['rejections that are too old', 'rejections_by_time', (tx) => tx.expireReceipts('2020')],
]

/** A step that reads a table in full, or all records of a project. */
const isScan = (step: string): boolean =>
  /^SCAN (?!\d|CONSTANT|json_each)(?!.*_held)|_by_time \(project_id=\? AND family=\?\)|_(by_time|of_project) \(project_id=\?\)/.test(
    step,
  )

test.each(reads)('%s are read by their index', async (_, index, read) => {
  const plan = await plansOf(() => read(store.read))
  expect(plan.join('\n')).toContain(index)
  expect(plan.filter(isScan)).toEqual([])
})

test.each(writes)('%s are found by their index', async (_, index, write) => {
  const plan = await plansOf(() => store.write(write))
  expect(plan.join('\n')).toContain(index)
  expect(plan.filter(isScan)).toEqual([])
})
