// Tools for testsets: read, create, change, compare and merge their rows.
import { z } from 'zod'
import { requireRevision, type Revision } from '../../sdk/shared/names.ts'
import { diffShape, commitShape } from '../shapes.ts'
import { commitOutput, json } from '../outputs.ts'
import { cursorArgument, PagedAnswer, positionOf } from '../pages.ts'
import { tool, type Tool } from '../tool.ts'

const testset = z.string().describe('slug, slug@version, slug/variant, slug/variant@version, or an id.')
const row = z.record(z.string(), z.unknown()).describe('Values by column.')

/** A row as id and data. */
const rowShape = ({ id, data }: { readonly id?: unknown; readonly data?: unknown }) => ({ id, data })

const queryRows = tool({
  name: 'query_rows',
  title: 'Read rows of a testset',
  description:
    'Rows of a revision in order, with ids, by offset. The answer includes the total and the columns.',
  input: z.object({
    testset,
    offset: z.number().int().min(0).optional().describe('Default 0; a cursor replaces it.'),
    limit: z.number().int().min(1).max(500).optional().describe('Default 20.'),
    cursor: cursorArgument,
  }),
  output: z.object({
    revision_id: z.string(),
    version: z.string(),
    total: z.number(),
    columns: z.array(z.unknown()),
    rows: z.array(z.object({ id: z.string(), data: json })),
  }),
  call: async (assay, { testset: text, offset = 0, limit = 20, cursor }) => {
    const { id, version } = await requireRevision(assay, { kind: 'testset', text })
    const position = positionOf(cursor, { offset, limit })
    const [{ testset_revision: revision }, columns] = await Promise.all([
      assay.testsets.retrieve({
        testset_revision_ref: { id },
        include_testcase_ids: false,
        windowing: position.windowing,
      }),
      assay.testsets.fetchColumns(id),
    ])
    const testcases = revision?.data?.['testcases']
    const items = Array.isArray(testcases) ? testcases.map(rowShape) : []
    const end = Number(position.windowing['offset']) + items.length
    return new PagedAnswer('rows', {
      items,
      position,
      next: items.length > 0 && end < columns.total ? { ...position.windowing, offset: end } : undefined,
      rest: { revision_id: id, version, total: columns.total, columns: columns.columns },
    })
  },
})

const spansArgument = z
  .array(
    z.strictObject({
      trace_id: z.string(),
      span_id: z.string().optional().describe('Default: the root span.'),
    }),
  )
  .min(1)
  .max(500)
const mappingArgument = z
  .record(z.string(), z.string())
  .optional()
  .describe('{"question": "attributes.ag.data.inputs.question"}')

interface SpansAsRows {
  /** The revision to add to. */
  readonly head: Revision
  readonly spans: z.output<typeof spansArgument>
  readonly mapping?: z.output<typeof mappingArgument>
  readonly message?: string | undefined
}

/** Adds spans as rows, in one new revision on the latest one. */
async function addSpansTo(
  assay: Parameters<Tool['call']>[0],
  { head, spans, mapping, message }: SpansAsRows,
) {
  const { testset_revision: revision, ...rest } = await assay.testsets.addSpans({
    testset_variant_id: head.variant_id,
    base_revision_id: head.id,
    spans: spans.map(({ trace_id, span_id }) => ({
      trace_id,
      ...(span_id === undefined ? {} : { span_id }),
    })),
    ...(mapping === undefined ? {} : { mapping }),
    ...(message === undefined ? {} : { message }),
    include_testcases: false,
    include_testcase_ids: false,
  })
  return commitShape(revision, rest)
}

const createTestset = tool({
  name: 'create_testset',
  title: 'Create a testset',
  description:
    'Creates a testset with rows, or with the inputs and outputs of spans as rows (spans, mapping as in add_spans_to_testset). Refused if the slug exists.',
  role: 'editor',
  effect: 'adds',
  input: z.object({
    slug: z.string(),
    name: z.string().optional(),
    message: z.string().optional(),
    rows: z.array(row).max(1000).optional(),
    spans: spansArgument.optional(),
    mapping: mappingArgument,
  }),
  output: commitOutput,
  call: async (assay, { slug, name, message, rows, spans, mapping }) => {
    await assay.simpleTestsets.create({
      testset: {
        slug,
        ...(name === undefined ? {} : { name }),
        ...(message === undefined ? {} : { message }),
        data: { testcases: (rows ?? []).map((data) => ({ data })) },
      },
    })
    const head = await requireRevision(assay, { kind: 'testset', text: slug })
    return spans === undefined
      ? commitShape(head, { status: 'committed' })
      : addSpansTo(assay, { head, spans, mapping, message })
  },
})

const commitRows = tool({
  name: 'commit_rows',
  title: 'Change rows of a testset',
  description:
    'Commits a new revision with rows added, removed or replaced (by testcase id). Previous revisions do not change.',
  role: 'editor',
  effect: 'adds',
  input: z.object({
    testset,
    message: z.string().describe('Reason for the change.'),
    add: z.array(row).max(1000).optional(),
    remove: z.array(z.string()).max(1000).optional(),
    replace: z
      .array(z.strictObject({ id: z.string(), data: row }))
      .max(1000)
      .optional(),
  }),
  output: commitOutput,
  call: async (assay, { testset: text, message, add, remove, replace }) => {
    const head = await requireRevision(assay, { kind: 'testset', text })
    const { testset_revision: revision, ...rest } = await assay.testsets.commit({
      testset_revision: {
        testset_variant_id: head.variant_id,
        base_revision_id: head.id,
        message,
        delta: {
          rows: { add: (add ?? []).map((data) => ({ data })), remove: remove ?? [], replace: replace ?? [] },
        },
      },
      include_testcases: false,
      include_testcase_ids: false,
    })
    return commitShape(revision, rest)
  },
})

const diffTestset = tool({
  name: 'diff_testset',
  title: 'Compare testsets',
  description:
    'Rows added, removed, edited or moved between two revisions. The default base is the previous revision.',
  input: z.object({
    testset,
    base: testset.optional(),
    limit: z.number().int().min(1).max(1000).optional().describe('Number of rows; default 50.'),
    cursor: cursorArgument,
  }),
  output: z.looseObject({
    counts: z.record(z.string(), z.number()),
    columns: json,
    rows: z.array(z.looseObject({ kind: z.string(), testcase_dedup_id: z.string() })),
  }),
  call: async (assay, { testset: text, base, limit, cursor }) => {
    const { id } = await requireRevision(assay, { kind: 'testset', text })
    const baseRevision =
      base === undefined ? undefined : await requireRevision(assay, { kind: 'testset', text: base })
    const position = positionOf(cursor, { limit: limit ?? 50 })
    const { diff, windowing } = await assay.testsets.diff({
      testset_revision_ref: { id },
      ...(baseRevision === undefined ? {} : { base_testset_revision_ref: { id: baseRevision.id } }),
      windowing: position.windowing,
    })
    const { rows = [], ...rest } = diffShape(diff)
    return new PagedAnswer('rows', { items: rows, position, next: windowing, rest })
  },
})

const mergeTestset = tool({
  name: 'merge_testset',
  title: 'Merge testset variants',
  description:
    'Merges the rows of one variant into another. Without apply it is a dry run that lists conflicts. With apply it is refused while conflicts are unresolved; strategy resolves all of them.',
  role: 'editor',
  effect: 'changes',
  input: z.object({
    from: testset,
    into: testset,
    apply: z.boolean().optional().describe('Default false.'),
    strategy: z.enum(['ours', 'theirs']).optional(),
    message: z.string().optional(),
  }),
  output: z.looseObject({
    status: z.string(),
    counts: z.record(z.string(), z.number()),
    conflicts: z.array(json).optional(),
    made: commitOutput.shape.made,
  }),
  call: async (assay, { from, into, apply, strategy, message }) => {
    const source = await requireRevision(assay, { kind: 'testset', text: from })
    const target = await requireRevision(assay, { kind: 'testset', text: into })
    const { testset_revision: revision, merge } = await assay.testsets.merge({
      testset_variant_ref: { id: target.variant_id },
      source_testset_revision_ref: { id: source.id },
      dry_run: apply !== true,
      ...(strategy === undefined ? {} : { strategy }),
      ...(message === undefined ? {} : { message }),
      include_testcases: false,
      include_testcase_ids: false,
    })
    return { ...merge, ...(merge.status === 'merged' ? { made: commitShape(revision, {}).made } : {}) }
  },
})

const addSpans = tool({
  name: 'add_spans_to_testset',
  title: 'Add spans to a testset',
  description:
    'Adds inputs and outputs of spans as rows of a testset, in one new revision. mapping assigns a path of the span to each column.',
  role: 'editor',
  effect: 'adds',
  input: z.object({
    testset,
    spans: spansArgument,
    mapping: mappingArgument,
    message: z.string().optional(),
  }),
  output: commitOutput,
  call: async (assay, { testset: text, ...rows }) =>
    addSpansTo(assay, { ...rows, head: await requireRevision(assay, { kind: 'testset', text }) }),
})

export const testsetTools: readonly Tool[] = [
  queryRows,
  createTestset,
  commitRows,
  diffTestset,
  mergeTestset,
  addSpans,
]
