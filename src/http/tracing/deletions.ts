// Routes of deletion jobs: create a job, follow its progress, read its receipt.
import { withExample } from '../examples.ts'
import { z } from 'zod'
import type { Clock } from '../../kernel/clock.ts'
import { AssayError, invalid } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json/value.ts'
import { optional, uuid } from '../../kernel/validation.ts'
import type { Deletion } from '../../storage/contract/contract.ts'
import { isEverything } from '../../tracing/filter/ast.ts'
import { filterToJson } from '../../tracing/filter/tree/to-json.ts'
import { readTraceQuery } from '../../tracing/query/request.ts'
import { leavesDiskBy, nothingErased } from '../../tracing/writes/deletions.ts'
import { freeObject } from '../record-fields.ts'
import { projectRoute, type Route } from '../route.ts'
import { identifier } from '../field-schemas.ts'
import { stated } from '../stated-rules.ts'
import { filtering, filterText } from './reads/span-reads.ts'

export interface DeletionRouteParts {
  readonly clock: Clock
  /** Called after a job was added. */
  readonly onDeletion: () => void
}

const listMax = 100

const newDeletion = z
  .object({
    user_id: optional(identifier),
    session_id: optional(identifier),
    filtering: optional(filtering),
    filter: optional(filterText),
    include_testset_rows: optional(z.boolean()).describe(
      'Also commit revisions of testsets without the rows that were copied from these traces.',
    ),
  })
  .meta({
    id: 'NewDeletion',
    ...stated(
      'Exactly one of user_id, session_id, and a filter: filtering or filter, which restricts something.',
    ),
  })

const erasedCounts = z
  .object({
    traces: z.int(),
    spans: z.int(),
    facts: z.int().describe('Facts of spans, one per span.'),
    log_events: z.int().describe('Log events that waited for their spans.'),
    rejections: z.int().describe('Rejected spans, which are stored separately.'),
  })
  .meta({ id: 'ErasedCounts' })

const testsetRows = z
  .object({
    testset_id: z.string(),
    rows: z.int().describe('Rows that were copied from the erased traces.'),
    revision_ids: z.array(z.string()).describe('Revisions that still have such rows.'),
    clean_revision_ids: z.array(z.string()).describe('Revisions that the job committed without them.'),
  })
  .meta({ id: 'ErasedTestsetRows', description: 'Rows of one testset that were copied from erased traces.' })

const receipt = z
  .object({
    inbox: z.string(),
    summaries: z.string(),
    disk: z.string(),
    testsets: z.string(),
    testset_rows: z
      .array(testsetRows)
      .describe('The testsets with rows that were copied from the erased traces.'),
    backups: z.string(),
  })
  .meta({ id: 'DeletionReceipt', description: 'Where the data was, and where it may still be.' })

const deletion = withExample(
  z
    .object({
      id: z.string(),
      status: z.enum(['waiting', 'running', 'done', 'failed']),
      created_at: z.string(),
      finished_at: z.string().optional(),
      created_by_id: z.string(),
      request: freeObject,
      erased: erasedCounts,
      error: z.string().optional(),
      receipt: receipt.optional(),
    })
    .meta({ id: 'Deletion' }),
  {
    id: '01a1e244-520d-7662-9dd4-56c18a0e6c2e',
    status: 'running',
    created_at: '2026-11-15T09:00:00.000000Z',
    created_by_id: '019cae00-0b1c-7a2d-8e3f-4a5b6c7d8e9f',
    request: { user_id: 'user-1' },
    erased: { traces: 12, spans: 96, facts: 96, log_events: 0, rejections: 1 },
  },
)
const answer = z.object({ count: z.int(), deletion }).meta({ id: 'DeletionResponse' })

const statusOf = ({ finishedAt, error, heldUntil }: Deletion) =>
  finishedAt === undefined
    ? heldUntil === undefined
      ? 'waiting'
      : 'running'
    : error === undefined
      ? 'done'
      : 'failed'

/** A sentence about the rows of testsets that were copied from these traces. */
function testsetsText({ erased: { testsets = [] }, request }: Deletion): string {
  if (testsets.length === 0) return 'No row of a testset was copied from these traces.'
  if (request['include_testset_rows'] !== true) {
    return 'Rows that were copied from these traces stay in the revisions that testset_rows names.'
  }
  return 'New revisions lack the rows that were copied from these traces; the earlier revisions that testset_rows names still have them.'
}

const receiptOf = (job: Deletion, finishedAt: string): z.output<typeof receipt> => ({
  inbox: `Requests that were accepted before ${job.createdAt} were stored first, and are included.`,
  summaries: 'The summary rows of the spans were deleted with them.',
  disk: `No query returns the data. Its bytes are removed from the disk of the trace store by ${leavesDiskBy(finishedAt)}.`,
  testsets: testsetsText(job),
  testset_rows: (job.erased.testsets ?? []).map((testset) => ({
    testset_id: testset.testsetId,
    rows: testset.rows,
    revision_ids: [...testset.revisionIds],
    clean_revision_ids: [...testset.cleanRevisionIds],
  })),
  backups: `Backups of the trace store and the database made before ${finishedAt} still have the data.`,
})

const wireDeletion = (job: Deletion): z.output<typeof deletion> => ({
  id: job.id,
  status: statusOf(job),
  created_at: job.createdAt,
  ...(job.finishedAt === undefined ? {} : { finished_at: job.finishedAt }),
  created_by_id: job.actorId,
  request: job.request,
  erased: {
    traces: job.erased.traces,
    spans: job.erased.spans,
    facts: job.erased.spans,
    log_events: job.erased.logEvents,
    rejections: job.erased.rejections,
  },
  ...(job.error === undefined ? {} : { error: job.error }),
  ...(statusOf(job) === 'done' && job.finishedAt !== undefined
    ? { receipt: receiptOf(job, job.finishedAt) }
    : {}),
})

const refusal = (msg: string) => invalid([{ type: 'value_error', loc: ['body', 'deletion'], msg }])

/** The request as it is stored, with the filter as a tree. */
function requestOf({ include_testset_rows, ...target }: z.output<typeof newDeletion>): JsonObject {
  return { ...targetOf(target), ...(include_testset_rows === true ? { include_testset_rows } : {}) }
}

function targetOf({
  user_id,
  session_id,
  ...filters
}: Omit<z.output<typeof newDeletion>, 'include_testset_rows'>): JsonObject {
  const hasFilter = filters.filter !== undefined || filters.filtering !== undefined
  const count = [user_id, session_id].filter((id) => id !== undefined).length + (hasFilter ? 1 : 0)
  if (count !== 1) throw refusal('Send exactly one of user_id, session_id and a filter.')
  if (user_id !== undefined) return { user_id }
  if (session_id !== undefined) return { session_id }
  const { filter } = readTraceQuery(filters, 'trace')
  if (isEverything(filter)) throw refusal('The filter matches every trace; restrict it.')
  return { filtering: filterToJson(filter) }
}

const createRoute = ({ clock, onDeletion }: DeletionRouteParts): Route =>
  projectRoute({
    method: 'POST',
    path: '/deletions/',
    operationId: 'create_deletion',
    examples: { body: { deletion: { user_id: 'user-1' } } },
    sdkName: 'deletions.create',
    errors: ['filter_invalid'],
    summary: 'Start a job that erases all traces of a user, of a session, or that a filter matches.',
    description:
      'The job continues after a restart. `erased` counts while it runs; when it is done, `receipt` names the places where the data was and may still be.',
    access: 'editor',
    writes: true,
    body: z.object({ deletion: newDeletion }),
    answer,
    handle: async ({ body }, { scope }) => {
      const { projectId, actorId } = scope
      const job: Deletion = {
        id: clock.id(),
        projectId,
        actorId,
        createdAt: clock.now(),
        finishedAt: undefined,
        request: requestOf(body.deletion),
        erased: nothingErased,
        error: undefined,
        heldUntil: undefined,
      }
      scope.recordResource('deletion', job.id)
      await scope.store.write((tx) => tx.insertDeletion(job))
      onDeletion()
      return { count: 1, deletion: wireDeletion(job) }
    },
  })

const readRoutes: readonly Route[] = [
  projectRoute({
    method: 'GET',
    path: '/deletions/',
    operationId: 'list_deletions',
    sdkName: 'deletions.list',
    summary: `The last ${listMax} deletion jobs, newest first.`,
    access: 'viewer',
    answer: z.object({ count: z.int(), deletions: z.array(deletion) }).meta({ id: 'DeletionsResponse' }),
    handle: async (_, { scope }) => {
      const jobs = await scope.store.read.deletions(scope.projectId, listMax)
      return { count: jobs.length, deletions: jobs.map(wireDeletion) }
    },
  }),
  projectRoute({
    method: 'GET',
    path: '/deletions/{deletion_id}',
    operationId: 'fetch_deletion',
    sdkName: 'deletions.fetch',
    errors: ['not_found'],
    summary: 'A deletion job: its progress, and its receipt when it is done.',
    access: 'viewer',
    params: z.object({ deletion_id: uuid }),
    answer,
    handle: async ({ params }, { scope }) => {
      const job = await scope.store.read.deletion(scope.projectId, params.deletion_id)
      if (job === undefined) throw new AssayError('not_found', 'Deletion not found.')
      return { count: 1, deletion: wireDeletion(job) }
    },
  }),
]

export const deletionRoutes = (parts: DeletionRouteParts): readonly Route[] => [
  createRoute(parts),
  ...readRoutes,
]
