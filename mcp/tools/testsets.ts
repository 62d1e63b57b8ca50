import { z } from 'zod'
import { requireRevision } from '../../sdk/shared/names.ts'
import { diffShape, commitShape } from '../shapes.ts'
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
    offset: z.number().int().min(0).optional(),
    limit: z.number().int().min(1).max(500).optional().describe('Default 20.'),
  }),
  call: async (assay, { testset: text, offset, limit }) => {
    const { id, version } = await requireRevision(assay, { kind: 'testset', text })
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
    'Commits a new revision with rows added, removed or replaced (by testcase id). Previous revisions do not change.',
  role: 'editor',
  effect: 'adds',
  input: z.object({
    testset,
    message: z.string().describe('Reason for the change.'),
    add: z.array(row).max(1000).optional(),
    remove: z.array(z.string()).max(1000).optional(),
    replace: z
      .array(z.object({ id: z.string(), data: row }))
      .max(1000)
      .optional(),
  }),
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
  }),
  call: async (assay, { testset: text, base, limit }) => {
    const { id } = await requireRevision(assay, { kind: 'testset', text })
    const from =
      base === undefined ? undefined : await requireRevision(assay, { kind: 'testset', text: base })
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
  call: async (assay, { from, into, apply, strategy, message }) => {
    const theirs = await requireRevision(assay, { kind: 'testset', text: from })
    const ours = await requireRevision(assay, { kind: 'testset', text: into })
    const { testset_revision: revision, merge } = await assay.testsets.merge({
      testset_variant_ref: { id: ours.variant_id },
      source_testset_revision_ref: { id: theirs.id },
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
    spans: z
      .array(
        z.object({
          trace_id: z.string(),
          span_id: z.string().optional().describe('Default: the root span.'),
        }),
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
    const head = await requireRevision(assay, { kind: 'testset', text })
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
  },
})

export const testsetTools: readonly Tool[] = [queryRows, commitRows, diffTestset, mergeTestset, addSpans]
