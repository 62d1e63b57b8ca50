// The plans of SQLite: lists and lookups use the index of their condition. Without statistics SQLite prefers the index
// of the project by time, and then reads every record until a page is full.
import { mkdtempSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ListFilter, RelationalReads, RelationalTx } from '../../contract/contract.ts'
import { noFilter } from '../../conformance/records.ts'
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
const anyRecord: ListFilter = { ...noFilter, family: 'workflow' }
const oneRef = [{ id: 'a' }]
const twoRefs = [{ id: 'a' }, { id: 'b' }]
const slugRef = [{ slug: 'a' }]
const run = { projectId: project, runId: 'r' }
const nextPage = { ...page, after: { createdAt: '2026', id: 'a' } } as const
const noOne = { resourceId: undefined, actorId: undefined } as const
const nextEntries = { ...page, after: { timestamp: '2026', id: 'a' } } as const
/** More than a statement has as separate parameters. */
const manyIds = Array.from({ length: 200 }, (_, i) => String(i))

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
  [
    'audit entries of a kind',
    'audit_of_kind (project_id=? AND resource_kind=? AND (timestamp,id)<(?,?))',
    (read) => read.audit(project, { ...entries, ...noOne, resourceKind: 'key' }, nextEntries),
  ],
  [
    'audit entries of a method',
    'audit_of_method (project_id=? AND method=? AND (timestamp,id)<(?,?))',
    (read) => read.audit(project, { ...entries, ...noOne, method: 'DELETE' }, nextEntries),
  ],
  [
    'audit entries of a path',
    'audit_of_path (project_id=? AND path=? AND (timestamp,id)<(?,?))',
    (read) => read.audit(project, { ...entries, ...noOne, path: '/api/keys' }, nextEntries),
  ],
  [
    'audit entries of a path with a method and an author',
    'audit_of_path',
    (read) =>
      read.audit(
        project,
        { ...entries, resourceId: undefined, actorId: 'b', path: '/api/keys', method: 'POST' },
        page,
      ),
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
    (read) => read.listVariants(project, { ...anyRecord, artifactRefs: oneRef }, page),
  ],
  [
    'variants of two artifacts',
    'variants_of_artifact',
    (read) => read.listVariants(project, { ...anyRecord, artifactRefs: twoRefs }, page),
  ],
  [
    'variants of evaluators',
    'artifacts_evaluator',
    (read) => read.listVariants(project, { ...anyRecord, roleMask: 2 }, page),
  ],
  [
    'revisions of an artifact',
    'revisions_of_artifact',
    (read) => read.listRevisions(project, { ...anyRecord, artifactRefs: oneRef }, page),
  ],
  [
    'revisions of an artifact by slug',
    'revisions_of_artifact',
    (read) => read.listRevisions(project, { ...anyRecord, artifactRefs: slugRef }, page),
  ],
  [
    'revisions of a variant',
    'revisions_3 (variant_id=?)',
    (read) => read.listRevisions(project, { ...anyRecord, variantRefs: oneRef }, page),
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
  ...(['run', 'scenario', 'result', 'metrics', 'queue'] as const).map((kind): (typeof reads)[number] => [
    `failed records (${kind}) of all runs`,
    `_by_status (project_id=? AND status=? AND (created_at,id)<(?,?))`,
    (read) => read.evaluationRecords(kind, project, { statuses: ['failure', 'errors'] }, nextPage),
  ]),
  [
    'failed results of a run',
    'evaluation_results_of_run',
    (read) => read.evaluationRecords('result', project, { runIds: ['a'], statuses: ['failure'] }, page),
  ],
  [
    'results of many testcases',
    'evaluation_results_by_testcase',
    (read) => read.evaluationRecords('result', project, { testcaseIds: manyIds }, page),
  ],
  [
    'many artifacts by slug',
    'artifacts_2 (project_id=? AND family=? AND slug=?)',
    (read) => read.listArtifacts(project, { ...anyRecord, slugs: manyIds }, page),
  ],
  [
    'two artifacts by reference',
    'artifacts_2 (project_id=? AND family=? AND slug=?)',
    (read) => read.listArtifacts(project, { ...anyRecord, artifactRefs: [...slugRef, { slug: 'b' }] }, page),
  ],
  [
    'two variants by reference',
    'variants_2 (project_id=? AND family=? AND slug=?)',
    (read) => read.listVariants(project, { ...anyRecord, variantRefs: [...slugRef, { slug: 'b' }] }, page),
  ],
  [
    'two revisions by reference',
    'revisions_2 (project_id=? AND family=? AND slug=?)',
    (read) => read.listRevisions(project, { ...anyRecord, revisionRefs: [...slugRef, { slug: 'b' }] }, page),
  ],
  [
    'evaluators among applications',
    'artifacts_evaluators',
    (read) => read.listArtifacts(project, { ...anyRecord, roleMask: 2 }, page),
  ],
  [
    'applications among evaluators',
    'artifacts_applications',
    (read) => read.listArtifacts(project, { ...anyRecord, roleMask: 1 }, page),
  ],
  [
    'revisions of an author',
    'revisions_of_author',
    (read) => read.listRevisions(project, { ...anyRecord, authors: ['a'] }, page),
  ],
  ['many revisions by id', 'revisions_1 (id=?)', (read) => read.revisions(project, manyIds)],
  [
    'first variants of many artifacts',
    'variants_of_artifact (artifact_id=?)',
    (read) => read.defaultVariants(project, manyIds),
  ],
  ['the owner of a Git object', 'git_objects_by_id', (read) => read.gitObjectOwner(project, 'a')],
  ['sessions of a project', 'sessions_by_project', (read) => read.sessions(project)],
  [
    'usage of a project',
    'usage_days_1 (project_id=? AND day>? AND day<?)',
    (read) => read.usageDays({ projectId: project, from: '2026', to: '2027' }),
  ],
  [
    'uses of an artifact',
    'PRIMARY KEY (project_id=? AND name=? AND used_by=?)',
    (read) => read.usersOf(project, 'run', [{ level: 'artifact', id: 'a' }], 5),
  ],
  ['items that people hold', 'queue_turns_1 (queue_id=?)', (read) => read.queueAssignments(project, manyIds)],
  ['scenarios of a run', 'evaluation_scenarios_of_run', (read) => read.runScenarios(project, 'r')],
  [
    'authors of the results of a run',
    'evaluation_results_by_change (run_id=?)',
    (read) => read.cellCountsByAuthor(run, { stepKeys: ['a'], scenarioIds: manyIds }),
  ],
  [
    'log events that wait in a project',
    'waiting_logs_by_size (project_id=?)',
    (read) => read.waitingLogSize(project),
  ],
  ['minutes of ingest', 'receipts_of_project', (read) => read.ingestMinutes(project, '2026')],
  [
    'testcases by id',
    'testcase_index USING PRIMARY KEY (id_start=?)',
    (read) => read.testcases(project, ['a', 'b']),
  ],
  ['pages of a testset', 'pages_1 (project_id=? AND hash=?)', (read) => read.pageTexts(project, ['a', 'b'])],
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
  ['many rejections', 'rejections_1 (id=?)', (tx) => tx.deleteRejections(project, manyIds)],
  ['many locked runs', 'evaluation_runs_1 (id=?)', (tx) => tx.lockEvaluationRuns(project, manyIds)],
  ['forgotten uses', 'uses_of_user (user_id=?', (tx) => tx.deleteUses(project, manyIds)],
  [
    'audit entries that are too old',
    'audit_of_project (project_id=? AND timestamp<?)',
    (tx) => tx.expireAudit(project, { before: '2026', limit: 5 }),
  ],
  [
    'the next deletion job',
    'deletions_unfinished',
    (tx) => tx.takeDeletion({ holder: 'h', now: '2026', until: '2027' }),
  ],
  ['rejections that are too old', 'rejections_by_time', (tx) => tx.expireReceipts('2020')],
]

/** Rows of a subquery, of a list of values, or of an index that has few rows. */
const fewRows = String.raw`\d|CONSTANT|json_each|\(|part_|ranked$|[it]$|.*(_held|_unfinished)$`

/** A step that reads a table in full, or all records of a project. */
const isScan = (step: string): boolean =>
  new RegExp(
    String.raw`^SCAN (?!${fewRows})|_by_time \(project_id=\? AND family=\?\)|_(by_time|of_project) \(project_id=\?\)`,
  ).test(step)

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
