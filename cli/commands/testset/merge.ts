// Merges one variant into another.
import { MergeConflictError } from '../../../sdk/client.ts'
import type {
  MergeReport,
  MergeResponse,
  MergeTestsetVariantsRequest,
} from '../../../sdk/generated/schemas.ts'
import { requireRevision } from '../../../sdk/shared/names.ts'
import type { Command, Context } from '../../command.ts'
import { exitCodes } from '../../failures.ts'
import { tableOf } from '../../terminal/table.ts'
import { plural } from '../../terminal/format.ts'
import { jsonCell, messageOption } from '../shared.ts'
import { formatCounts } from './diff.ts'

type Conflict = {
  readonly testcase_dedup_id: string
  readonly path?: readonly string[]
  readonly base?: unknown
  readonly ours?: unknown
  readonly theirs?: unknown
}

function mergeText({ terminal }: Context, merge: MergeReport): string {
  const counts = formatCounts(merge)
  const messages = new Map([
    ['merged', `Merged as a new revision: ${counts || 'nothing changed'}.`],
    ['up_to_date', 'There is nothing to merge.'],
    ['mergeable', `Would merge: ${counts || 'nothing'}. Nothing was written.`],
    [
      'conflicts',
      `${plural(merge.counts['conflicts'] ?? 0, 'conflict')}; nothing was written. Decide with --strategy ours|theirs, or on the page of the testset.`,
    ],
  ]).get(merge.status)
  const conflicts = (merge.conflicts ?? []) as readonly Conflict[]
  if (conflicts.length === 0) return messages ?? merge.status
  const table = tableOf<Conflict>(
    [
      { name: 'ROW', of: ({ testcase_dedup_id }) => testcase_dedup_id },
      { name: 'FIELD', of: ({ path }) => path?.join('.') ?? '(whole row)' },
      { name: 'BASE', of: ({ base }) => jsonCell(base) },
      { name: 'OURS', of: ({ ours }) => jsonCell(ours) },
      { name: 'THEIRS', of: ({ theirs }) => jsonCell(theirs) },
    ],
    conflicts,
    { width: terminal.width, head: terminal.style.dim },
  )
  return `${messages ?? merge.status}\n\n${table}`
}

export const mergeCommand: Command = {
  words: 'testset merge <from> <into>',
  help: 'Merge the rows of one variant into another (slug/variant). Exit code 1 when there are conflicts.',
  options: {
    '--message': messageOption,
    '--dry-run': { help: 'Print the result without writing it.' },
    '--strategy': {
      value: 'side',
      help: 'Which side wins when both changed a value.',
      choices: ['ours', 'theirs'],
    },
  },
  run: async (context, args) => {
    const assay = context.connect()
    const source = await requireRevision(assay, { kind: 'testset', text: args.arg('from') })
    const target = await requireRevision(assay, { kind: 'testset', text: args.arg('into') })
    const side = args.option('--strategy')
    const strategy = side === 'ours' || side === 'theirs' ? side : undefined
    const request: MergeTestsetVariantsRequest = {
      testset_variant_ref: { id: target.variant_id },
      source_testset_revision_ref: { id: source.id },
      message: args.option('--message') ?? null,
      include_testcases: false,
      include_testcase_ids: false,
      ...(strategy === undefined ? {} : { strategy }),
    }
    const answer = await assay.testsets
      .merge(args.has('--dry-run') ? { ...request, dry_run: true } : request)
      .catch((error: unknown): MergeResponse => {
        // A conflict error has the report of the merge.
        if (!(error instanceof MergeConflictError)) throw error
        return { count: 0, ...(error.extra as Pick<MergeResponse, 'merge' | 'windowing'>) }
      })
    return {
      json: answer,
      text: mergeText(context, answer.merge),
      code: answer.merge.status === 'conflicts' ? exitCodes.negative : exitCodes.success,
    }
  },
}
