// One variant into another.
import { MergeConflictError } from '../../../sdk/client.ts'
import type {
  MergeReport,
  MergeResponse,
  MergeTestsetVariantsRequest,
} from '../../../sdk/generated/schemas.ts'
import { foundRevision } from '../../../sdk/asking/names.ts'
import type { Command, Context } from '../../command.ts'
import { exitCodes } from '../../failures.ts'
import { tableOf } from '../../terminal/table.ts'
import { plural } from '../../terminal/words.ts'
import { jsonCut, messageOption } from '../shared.ts'
import { countsWords } from './diff.ts'

type Conflict = {
  readonly testcase_dedup_id: string
  readonly path?: readonly string[]
  readonly base?: unknown
  readonly ours?: unknown
  readonly theirs?: unknown
}

function mergeText({ terminal }: Context, merge: MergeReport): string {
  const counts = countsWords(merge)
  const said = new Map([
    ['merged', `Merged as a new revision: ${counts || 'nothing changed'}.`],
    ['up_to_date', 'There is nothing to merge.'],
    ['mergeable', `Would merge: ${counts || 'nothing'}. Nothing was written.`],
    [
      'conflicts',
      `${plural(merge.counts['conflicts'] ?? 0, 'conflict')}; nothing was written. Decide with --strategy ours|theirs, or on the page of the testset.`,
    ],
  ]).get(merge.status)
  const conflicts = (merge.conflicts ?? []) as readonly Conflict[]
  if (conflicts.length === 0) return said ?? merge.status
  const table = tableOf<Conflict>(
    [
      { name: 'ROW', of: ({ testcase_dedup_id }) => testcase_dedup_id },
      { name: 'FIELD', of: ({ path }) => path?.join('.') ?? '(whole row)' },
      { name: 'BASE', of: ({ base }) => jsonCut(base) },
      { name: 'OURS', of: ({ ours }) => jsonCut(ours) },
      { name: 'THEIRS', of: ({ theirs }) => jsonCut(theirs) },
    ],
    conflicts,
    { width: terminal.width, head: terminal.style.dim },
  )
  return `${said ?? merge.status}\n\n${table}`
}

export const mergeCommand: Command = {
  words: 'testset merge <from> <into>',
  help: 'Merge the rows of one variant into another (slug/variant). Exit code 1 when there are conflicts.',
  options: {
    '--message': messageOption,
    '--dry-run': { help: 'Say what would happen; write nothing.' },
    '--strategy': {
      value: 'side',
      help: 'Whose value is taken where both changed one.',
      choices: ['ours', 'theirs'],
    },
  },
  run: async (context, given) => {
    const assay = context.connect()
    const theirs = await foundRevision(assay, 'testset', given.arg('from'))
    const ours = await foundRevision(assay, 'testset', given.arg('into'))
    const side = given.option('--strategy')
    const strategy = side === 'ours' || side === 'theirs' ? side : undefined
    const asked: MergeTestsetVariantsRequest = {
      testset_variant_ref: { id: ours.variant_id },
      source_testset_revision_ref: { id: theirs.id },
      message: given.option('--message') ?? null,
      include_testcases: false,
      include_testcase_ids: false,
      ...(strategy === undefined ? {} : { strategy }),
    }
    const answer = await assay.testsets
      .merge(given.has('--dry-run') ? { ...asked, dry_run: true } : asked)
      .catch((error: unknown): MergeResponse => {
        // A refusal that has its conflicts with it is the answer.
        if (!(error instanceof MergeConflictError)) throw error
        return { count: 0, ...(error.extra as Pick<MergeResponse, 'merge' | 'windowing'>) }
      })
    return {
      json: answer,
      text: mergeText(context, answer.merge),
      code: answer.merge.status === 'conflicts' ? exitCodes.no : exitCodes.done,
    }
  },
}
