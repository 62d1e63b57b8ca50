// Routes for grids: the columns of a revision with their types, and the search for texts and values.
import { withExample } from '../examples.ts'
import { z } from 'zod'
import type { Scope } from '../../access/scope.ts'
import { createFairSemaphore } from '../../kernel/fair-semaphore.ts'
import { int, json, optional, fieldIssue } from '../../kernel/validation.ts'
import type { Revision } from '../../storage/contract/contract.ts'
import { columnTypes, isColumnType } from '../../testsets/conversion.ts'
import { columnsOfRevision, valueTypes } from '../../testsets/reading/columns.ts'
import {
  columnOperators,
  searchRows,
  type RowSearch,
  type SearchStep,
} from '../../testsets/reading/search.ts'
import { notFound } from '../../versioning/engine.ts'
import { kinds } from '../../versioning/kinds.ts'
import { projectRoute, type Route } from '../route.ts'
import { eventStreamType, eventText, sendEvents } from '../server/streams/event-stream.ts'
import { idParams } from '../field-schemas.ts'

const matchesDefault = 1_000
const matchesMax = 10_000
const conditionsMax = 20
/** Concurrent searches. One project never gets all slots. */
const searchesMax = 4

const sourceOf = (scope: Scope) => ({ reads: scope.store.read, projectId: scope.projectId })

async function revisionOf(scope: Scope, id: string): Promise<Revision> {
  const revision = await scope.store.read.revision(scope.projectId, kinds.testset.family, { id })
  if (revision === undefined) throw notFound(kinds.testset, 'revision')
  return revision
}

const column = withExample(
  z
    .object({ name: z.string(), types: z.partialRecord(z.enum(valueTypes), z.int()) })
    .meta({ id: 'TestsetColumn', description: 'The number of sampled rows with a value of each type.' }),
  { name: 'empty', types: { null: 1 } },
)

const columnsRoute = projectRoute({
  method: 'GET',
  path: '/testsets/revisions/{id}/columns',
  operationId: 'fetch_testset_revision_columns',
  sdkName: 'testsets.fetchColumns',
  errors: ['not_found'],
  summary: 'The columns of a revision with the types of their values, and its number of rows.',
  access: 'viewer',
  params: idParams,
  answer: z.object({
    count: z.int(),
    total: z.int().meta({ description: 'Rows of the revision.' }),
    sampled: z.int().meta({ description: 'Rows that were sampled for the types.' }),
    columns: z.array(column),
  }),
  handle: async ({ params }, { scope }) => {
    const columns = await columnsOfRevision(sourceOf(scope), await revisionOf(scope, params.id))
    return { count: columns.columns.length, ...columns }
  },
})

const condition = z
  .object({
    column: z.string().max(1_000),
    operator: z.enum(columnOperators),
    value: optional(json),
  })
  .superRefine(({ operator, value }, ctx) => {
    if (operator !== 'not_converts_to' || isColumnType(value)) return
    ctx.addIssue(
      fieldIssue('value_error', `The value must be one of ${columnTypes.join(', ')}.`, { path: ['value'] }),
    )
  })
  .meta({ id: 'ColumnCondition' })

const searchBody = z
  .object({
    content: optional(z.string().min(1).max(1_000)),
    conditions: optional(z.array(condition).max(conditionsMax)),
    offset: optional(int(0)),
    limit: optional(int(1, matchesMax)),
  })
  .meta({ id: 'RowSearch' })

const wireStep = ({ matches, searchedRows, total }: SearchStep) => ({
  searched: searchedRows,
  total,
  matches: matches.map(({ position, testcaseId, columns }) => ({
    position,
    testcase_id: testcaseId,
    ...(columns.length === 0 ? {} : { columns }),
  })),
})

const searchRoute = (): Route => {
  const searchSlots = createFairSemaphore({ count: searchesMax, reserve: 1 })
  return projectRoute({
    method: 'POST',
    path: '/testsets/revisions/{id}/search',
    operationId: 'search_testset_revision',
    examples: { body: { conditions: [{ column: 'number', operator: 'gte', value: 12.5 }] } },
    sdkName: 'testsets.search',
    errors: ['not_found'],
    summary: 'Search rows by text or by conditions on columns. Matches are streamed with their positions.',
    description:
      'Server-sent events: `rows` with matches and progress, `end` when all rows are searched or the limit is reached. `end` has the offset to continue from, if there is more.',
    access: 'viewer',
    params: idParams,
    body: searchBody,
    answer: z.string().meta({ description: 'A stream of events.' }),
    answerTypes: [eventStreamType],
    handle: async (call, caller) => {
      const { content, conditions = [], offset = 0, limit = matchesDefault } = call.body
      const revision = await revisionOf(caller.scope, call.params.id)
      const search: RowSearch = { content, conditions, offset, limit }
      return sendEvents(call, {
        caller,
        events: async function* (signal) {
          const slot = await searchSlots.acquire(caller.scope.projectId, signal)
          try {
            let last: SearchStep | undefined
            for await (const step of searchRows(sourceOf(caller.scope), { revision, search })) {
              if (signal.aborted) return
              last = step
              yield eventText('rows', { data: wireStep(step) })
            }
            const hasMore = last !== undefined && last.searchedRows < last.total
            yield eventText('end', { data: hasMore ? { next_offset: last?.searchedRows } : {} })
          } finally {
            slot.release()
          }
        },
      })
    },
  })
}

export const rowRoutes = (): readonly Route[] => [columnsRoute, searchRoute()]
