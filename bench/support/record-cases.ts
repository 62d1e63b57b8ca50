// The lists, lookups and polls of `npm run bench:records`.
import { noFilter } from '../../src/storage/conformance/records.ts'
import type { ListFilter, RelationalStore } from '../../src/storage/contract/contract.ts'
import { project } from './record-tables.ts'

export interface CaseStore extends Pick<RelationalStore, 'read' | 'write'> {
  readonly newestRun: string
}

export type Case = readonly [name: string, call: (store: CaseStore) => Promise<unknown>]

const noBounds = { from: undefined, to: undefined, after: undefined } as const
const page = { order: 'descending', limit: 50, ...noBounds } as const
const anyEntry = {
  actorId: undefined,
  method: undefined,
  path: undefined,
  resourceKind: undefined,
  resourceId: undefined,
}
const anyRecord: ListFilter = { ...noFilter, family: 'workflow' }
const failedStatuses = ['failure', 'errors'] as const
const otherProject = '01900000-0000-7000-8000-000000000007'
const idsOfRows = (table: number, count = 50): readonly string[] =>
  Array.from({ length: count }, (_, i) => `01900000-000${table}-7000-8000-${String(i + 1).padStart(12, '0')}`)
const oldestArtifact = '01900000-0005-7000-8000-000000000001'
const middle = '01900000-0001-7000-8000-000000000100'
const lease = {
  holder: 'me',
  now: '2026',
  expiredBefore: '2026',
  until: '2999',
  untilMax: '3000',
  blameFrom: '2026',
}

export const cases: readonly Case[] = [
  ['audit: newest 50', ({ read }) => read.audit(project, anyEntry, page)],
  [
    'audit: a resource without recent entries',
    ({ read }) => read.audit(project, { ...anyEntry, resourceId: 'rare' }, page),
  ],
  [
    'audit: an author without recent entries',
    ({ read }) => read.audit(project, { ...anyEntry, actorId: 'rare' }, page),
  ],
  [
    'audit: a kind without recent entries',
    ({ read }) => read.audit(project, { ...anyEntry, resourceKind: 'key' }, page),
  ],
  [
    'audit: a method without recent entries',
    ({ read }) => read.audit(project, { ...anyEntry, method: 'DELETE' }, page),
  ],
  [
    'audit: a path without recent entries',
    ({ read }) => read.audit(project, { ...anyEntry, path: '/api/keys' }, page),
  ],
  ['receipts: newest 50', ({ read }) => read.receipts(project, { status: undefined }, page)],
  ['receipts: rejected, none recent', ({ read }) => read.receipts(project, { status: 'rejected' }, page)],
  ['receipts: pending, none', ({ read }) => read.receipts(project, { status: 'pending' }, page)],
  ['runs: newest 50', ({ read }) => read.evaluationRecords('run', project, {}, page)],
  [
    'runs: failed, none recent',
    ({ read }) => read.evaluationRecords('run', project, { statuses: failedStatuses }, page),
  ],
  [
    'scenarios: failed, none recent',
    ({ read }) => read.evaluationRecords('scenario', project, { statuses: failedStatuses }, page),
  ],
  ['results of a run', ({ read }) => read.evaluationRecords('result', project, { runIds: [middle] }, page)],
  [
    'results: failed, none recent',
    ({ read }) => read.evaluationRecords('result', project, { statuses: failedStatuses }, page),
  ],
  [
    'results: a step without results',
    ({ read }) => read.evaluationRecords('result', project, { stepKeys: ['none'] }, page),
  ],
  [
    'results of a run: failed, none',
    ({ read }) =>
      read.evaluationRecords('result', project, { runIds: [middle], statuses: ['failure'] }, page),
  ],
  ['result of a trace', ({ read }) => read.tracesOfResults(project, { traceIds: ['f'.padStart(32, '0')] })],
  [
    'metrics of a scenario',
    ({ read }) =>
      read.evaluationRecords(
        'metrics',
        project,
        { runIds: [middle], scenarioIds: ['01900000-0002-7000-8000-000000009950'] },
        page,
      ),
  ],
  [
    'metrics of a scenario, without its run',
    ({ read }) =>
      read.evaluationRecords(
        'metrics',
        project,
        { scenarioIds: ['01900000-0002-7000-8000-000000009950'] },
        page,
      ),
  ],
  [
    'metrics of a scenario are deleted',
    ({ write }) => write((tx) => tx.deleteEvaluationRecords('metrics', project, 'scenarioId', ['none'])),
  ],
  [
    'results of a scenario are deleted',
    ({ write }) => write((tx) => tx.deleteEvaluationRecords('result', project, 'scenarioId', ['none'])),
  ],
  ['progress of the newest run', ({ read, newestRun }) => read.runCounts(project, newestRun)],
  ['projects: all', ({ read }) => read.projects({ includeArchived: false })],
  ['counts of records of a project', ({ read }) => read.recordCounts(project)],
  ['artifacts: newest 50', ({ read }) => read.listArtifacts(project, anyRecord, page)],
  [
    'artifacts: newest 50 of another project',
    ({ read }) => read.listArtifacts(otherProject, anyRecord, page),
  ],
  [
    'artifacts: evaluators, none recent',
    ({ read }) => read.listArtifacts(project, { ...anyRecord, roleMask: 2 }, page),
  ],
  [
    'artifacts: two by slug',
    ({ read }) =>
      read.listArtifacts(
        project,
        { ...anyRecord, artifactRefs: [{ slug: 'app-1' }, { slug: 'app-2' }] },
        page,
      ),
  ],
  ['first variants of 50 artifacts', ({ read }) => read.defaultVariants(project, idsOfRows(5))],
  [
    'variants: evaluators, none recent',
    ({ read }) => read.listVariants(project, { ...anyRecord, roleMask: 2 }, page),
  ],
  ['revisions: newest 50', ({ read }) => read.listRevisions(project, anyRecord, page, { withData: false })],
  [
    'revisions: evaluators, none recent',
    ({ read }) => read.listRevisions(project, { ...anyRecord, roleMask: 2 }, page, { withData: false }),
  ],
  [
    'revisions: an author without recent ones',
    ({ read }) => read.listRevisions(project, { ...anyRecord, authors: ['rare'] }, page, { withData: false }),
  ],
  ['revisions: 200 by id', ({ read }) => read.revisions(project, idsOfRows(9, 200))],
  [
    'variants of the oldest artifact',
    ({ read }) => read.listVariants(project, { ...anyRecord, artifactRefs: [{ id: oldestArtifact }] }, page),
  ],
  [
    'revisions of the oldest artifact',
    ({ read }) =>
      read.listRevisions(project, { ...anyRecord, artifactRefs: [{ id: oldestArtifact }] }, page, {
        withData: false,
      }),
  ],
  [
    'rejections of the first receipt',
    ({ read }) => read.rejections(project, '01900000-0009-7000-8000-000000000001', page),
  ],
  [
    'rejections of erased traces',
    ({ write }) => write((tx) => tx.deleteRejectionsOfTraces(project, ['none'])),
  ],
  ['200 runs are locked', ({ write }) => write((tx) => tx.lockEvaluationRuns(project, idsOfRows(1, 200)))],
  ['runner: due jobs', ({ read }) => read.evaluationJobsDue('2026')],
  ['runner: held tasks', ({ read }) => read.heldTasks('me')],
  [
    'runner: expired leases',
    ({ read }) =>
      read.hasExpiredLeases({ endedBefore: '2026', endingAfter: '3000', blameFrom: '2026', exceptOf: 'me' }),
  ],
  ['runner: renewed leases', ({ write }) => write((tx) => tx.renewLeases(lease))],
  [
    'runner: released leases of others',
    ({ write }) =>
      write((tx) =>
        tx.releaseTasks({ endedBefore: '2026', endingAfter: '3000', blameFrom: '2026', exceptOf: 'me' }),
      ),
  ],
  ['metrics of the server: backlog of tasks', ({ read }) => read.taskBacklog()],
]
