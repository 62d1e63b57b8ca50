import { z } from 'zod'
import { foundRevision } from '../../sdk/asking/names.ts'
import { diffShape, madeShape } from '../shapes.ts'
import { tool, type Tool } from '../tool.ts'

const testset = z.string().describe('slug, slug@version, slug/variant, slug/variant@version, or an id.')
const row = z.record(z.string(), z.unknown()).describe('Values by column.')

/** Of a row: its id and what it says. */
const rowShape = ({ id, data }: { readonly id?: unknown; readonly data?: unknown }) => ({ id, data })

const queryRows = tool({
  name: 'query_rows',
  title: 'Read rows of a testset',
  description:
    'Rows of a revision in order, with their ids, by position; the answer says how many there are and which columns.',
  input: z.object({
    testset,
    offset: z.number().int().min(0).optional(),
    limit: z.number().int().min(1).max(500).optional().describe('20 when absent.'),
  }),
  call: async (assay, { testset: text, offset, limit }) => {
    const { id, version } = await foundRevision(assay, 'testset', text)
    const [{ testset_revision: revision }, columns] = await Promise.all([
      assay.testsets.retrieve({
        testset_revision_ref: { id },
        include_testcase_ids: false,
        windowing: { offset: offset ?? 0, limit: limit ?? 20 },
      }),
      assay.testsets.fetchColumns(id),
    ])
    const rows = revision?.data?.['testcases']
    return {
      revision_id: id,
      version,
      total: columns.total,
      columns: columns.columns,
      rows: Array.isArray(rows) ? rows.map(rowShape) : [],
    }
  },
})

const commitRows = tool({
  name: 'commit_rows',
  title: 'Change rows of a testset',
  description:
    'A new revision with rows added, removed (by testcase id) or replaced (by testcase id). Earlier revisions keep their rows.',
  role: 'editor',
  effect: 'adds',
  input: z.object({
    testset,
    message: z.string().describe('Why.'),
    add: z.array(row).max(1000).optional(),
    remove: z.array(z.string()).max(1000).optional(),
    replace: z
      .array(z.object({ id: z.string(), data: row }))
      .max(1000)
      .optional(),
  }),
  call: async (assay, { testset: text, message, add, remove, replace }) => {
    const head = await foundRevision(assay, 'testset', text)
    const { testset_revision: made, ...rest } = await assay.testsets.commit({
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
    return madeShape(made, rest)
  },
})

const diffTestset = tool({
  name: 'diff_testset',
  title: 'Compare testsets',
  description:
    'Rows that were added, removed, edited or moved between two revisions; without a base, since the revision before.',
  input: z.object({
    testset,
    base: testset.optional(),
    limit: z.number().int().min(1).max(1000).optional().describe('50 rows when absent.'),
  }),
  call: async (assay, { testset: text, base, limit }) => {
    const { id } = await foundRevision(assay, 'testset', text)
    const from = base === undefined ? undefined : await foundRevision(assay, 'testset', base)
    return diffShape(
      (
        await assay.testsets.diff({
          testset_revision_ref: { id },
          ...(from === undefined ? {} : { base_testset_revision_ref: { id: from.id } }),
          windowing: { limit: limit ?? 50 },
        })
      ).diff,
    )
  },
})

const mergeTestset = tool({
  name: 'merge_testset',
  title: 'Merge testset variants',
  description:
    'Merges the rows of one variant into another. Only says what would happen, with the conflicts, unless apply is true; then it is refused while conflicts are undecided (strategy decides them all).',
  role: 'editor',
  effect: 'changes',
  input: z.object({
    from: testset,
    into: testset,
    apply: z.boolean().optional().describe('false when absent.'),
    strategy: z.enum(['ours', 'theirs']).optional(),
    message: z.string().optional(),
  }),
  call: async (assay, { from, into, apply, strategy, message }) => {
    const theirs = await foundRevision(assay, 'testset', from)
    const ours = await foundRevision(assay, 'testset', into)
    const { testset_revision: made, merge } = await assay.testsets.merge({
      testset_variant_ref: { id: ours.variant_id },
      source_testset_revision_ref: { id: theirs.id },
      dry_run: apply !== true,
      ...(strategy === undefined ? {} : { strategy }),
      ...(message === undefined ? {} : { message }),
      include_testcases: false,
      include_testcase_ids: false,
    })
    return { ...merge, ...(merge.status === 'merged' ? { made: madeShape(made, {}).made } : {}) }
  },
})

const addSpans = tool({
  name: 'add_spans_to_testset',
  title: 'Add spans to a testset',
  description:
    'Inputs and outputs of chosen spans become rows of a testset, as one new revision. mapping names columns by paths of the span.',
  role: 'editor',
  effect: 'adds',
  input: z.object({
    testset,
    spans: z
      .array(
        z.object({ trace_id: z.string(), span_id: z.string().optional().describe('The root when absent.') }),
      )
      .min(1)
      .max(500),
    mapping: z
      .record(z.string(), z.string())
      .optional()
      .describe('{"question": "attributes.ag.data.inputs.question"}'),
    message: z.string().optional(),
  }),
  call: async (assay, { testset: text, spans, mapping, message }) => {
    const head = await foundRevision(assay, 'testset', text)
    const { testset_revision: made, ...rest } = await assay.testsets.addSpans({
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
    return madeShape(made, rest)
  },
})

export const testsetTools: readonly Tool[] = [queryRows, commitRows, diffTestset, mergeTestset, addSpans]
