// The comparison of testset revisions: rows and columns instead of JSON Pointers.
import { z } from 'zod'
import type { JsonObject } from '../../kernel/json/value.ts'
import { compareRevisions } from '../../testsets/diff/compare.ts'
import { positionCursor, requirePosition } from '../../testsets/reading/cursor.ts'
import type { DiffKind, DiffRow, DiffSide } from '../../testsets/diff/diff.ts'
import type { TestsetSettings } from '../../testsets/stored/stored-list.ts'
import { bool, optional } from '../../kernel/validation.ts'
import { freeObject } from '../record-fields.ts'
import { exampleIds } from '../record-examples.ts'
import type { DiffFormat } from '../versioning/context.ts'
import { listWindowing } from './context.ts'

const diffKinds = ['added', 'removed', 'edited', 'moved'] as const satisfies readonly DiffKind[]
const limitDefault = 100
const limitMax = 10_000

const fields = {
  kinds: optional(z.array(z.enum(diffKinds))),
  include_rows: optional(bool),
  windowing: optional(listWindowing('DiffWindowing', limitMax)),
}
type Fields = z.output<z.ZodObject<typeof fields>>
type Window = Partial<z.output<ReturnType<typeof listWindowing>>>

const side = z
  .object({ index: z.int(), testcase_id: z.guid(), data: freeObject.optional() })
  .meta({ id: 'TestsetDiffSide' })

const change = z
  .looseObject({ path: z.array(z.string()), kind: z.enum(['added', 'removed', 'changed']) })
  .meta({ id: 'TestcaseChange' })

const row = z
  .object({
    kind: z.enum(diffKinds),
    testcase_dedup_id: z.string(),
    base: side.optional(),
    target: side.optional(),
    moved: z.boolean().optional(),
    changes: z.array(change).optional(),
  })
  .meta({ id: 'TestsetDiffRow' })

const answer = {
  counts: z
    .record(z.enum(['base', 'target', 'unchanged', ...diffKinds]), z.int())
    .meta({ id: 'TestsetDiffCounts' }),
  columns: z
    .object({ added: z.array(z.string()), removed: z.array(z.string()) })
    .meta({ id: 'TestsetDiffColumns' }),
  rows: z.array(row).optional(),
}

const wireSide = ({ index, testcaseId, data }: DiffSide): JsonObject => ({
  index,
  testcase_id: testcaseId,
  ...(data === undefined ? {} : { data }),
})

const wireRow = (row: DiffRow): JsonObject => ({
  kind: row.kind,
  testcase_dedup_id: row.dedupId,
  ...(row.base === undefined ? {} : { base: wireSide(row.base) }),
  ...(row.target === undefined ? {} : { target: wireSide(row.target) }),
  ...(row.moved === undefined ? {} : { moved: row.moved }),
  ...(row.changes === undefined ? {} : { changes: row.changes }),
})

export const testsetDiff = (settings: TestsetSettings): DiffFormat => ({
  name: 'TestsetDiff',
  fields,
  answer,
  example: {
    counts: { base: 0, target: 1, added: 1, removed: 0, edited: 0, moved: 0, unchanged: 0 },
    columns: { added: ['question', 'answer'], removed: [] },
    rows: [
      {
        kind: 'added',
        testcase_dedup_id: 'c27ce96f0831',
        target: {
          index: 0,
          testcase_id: exampleIds.testcase,
          data: { question: 'Capital of Peru?', answer: 'Lima', testcase_dedup_id: 'c27ce96f0831' },
        },
      },
    ],
  },
  compare: async (scope, sides, body) => {
    const { kinds = diffKinds, include_rows: includeRows = true } = body as Fields
    const windowing: Window = (body as Fields).windowing ?? {}
    const limit = windowing.limit === undefined || windowing.limit === 0 ? limitDefault : windowing.limit
    const source = { reads: scope.store.read, projectId: scope.projectId }
    const options = { kinds, includeRows, limit, next: windowing.next }
    const { counts, columns, rows, hasMore } = await compareRevisions(settings, { source, sides, ...options })
    const start = windowing.next === undefined ? 0 : requirePosition(windowing.next)
    return {
      count: rows?.length ?? 0,
      diff: {
        counts: { ...counts },
        columns,
        ...(rows === undefined ? {} : { rows: rows.map(wireRow) }),
      },
      ...(hasMore ? { windowing: { next: positionCursor(start + limit), limit } } : {}),
    }
  },
})
