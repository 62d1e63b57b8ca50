// cli/commands/testset: push, pull, compare and merge testsets; formats.ts detects the format of a file.
// This file compares two revisions.
// Imports the SDK and cli/.
import type { TestsetDiff, TestsetDiffRow } from '../../../sdk/generated/schemas.ts'
import { requireRevision } from '../../../sdk/shared/names.ts'
import type { Command, Context } from '../../command.ts'
import { tableOf } from '../../terminal/table.ts'
import { formatCount } from '../../terminal/format.ts'
import { jsonCell } from '../shared.ts'

/** The number of added, removed, edited and moved rows; empty when nothing changed. */
export const formatCounts = ({ counts }: Pick<TestsetDiff, 'counts'>): string =>
  (['added', 'removed', 'edited', 'moved'] as const)
    .flatMap((kind) => ((counts[kind] ?? 0) > 0 ? `${formatCount(counts[kind])} ${kind}` : []))
    .join(', ')

export const countsOrNone = (diff: TestsetDiff): string => formatCounts(diff) || 'nothing changed'

type CellChange = {
  readonly path: readonly string[]
  readonly kind: string
  readonly base?: unknown
  readonly target?: unknown
}

/** The change of one row, on one line. */
function rowText({ kind, base, target, changes }: TestsetDiffRow): string {
  if (kind === 'added') return jsonCell(target?.data)
  if (kind === 'removed') return jsonCell(base?.data)
  if (kind === 'moved') return `row ${(base?.index ?? 0) + 1} is row ${(target?.index ?? 0) + 1}`
  return ((changes ?? []) as readonly CellChange[])
    .map((change) => `${change.path.join('.')}: ${jsonCell(change.base)} → ${jsonCell(change.target)}`)
    .join('; ')
}

function diffText(
  { terminal }: Context,
  { diff, rows }: { readonly diff: TestsetDiff; readonly rows: readonly TestsetDiffRow[] },
): string {
  const { style, width } = terminal
  const marks = new Map([
    ['added', style.green],
    ['removed', style.red],
    ['edited', style.yellow],
    ['moved', style.cyan],
  ])
  const from = diff.base === undefined ? 'nothing' : `version ${diff.base.version}`
  const columns = [
    ...diff.columns.added.map((name) => `+${name}`),
    ...diff.columns.removed.map((name) => `-${name}`),
  ]
  const head = `From ${from} to version ${diff.target.version}: ${countsOrNone(diff)}${columns.length === 0 ? '' : `; columns ${columns.join(', ')}`}`
  if (rows.length === 0) return head
  const table = tableOf<TestsetDiffRow>(
    [
      {
        name: 'KIND',
        of: ({ kind }) => kind,
        paint: (text, { kind }) => (marks.get(kind) ?? style.dim)(text),
      },
      { name: 'ROW', of: ({ testcase_dedup_id }) => testcase_dedup_id },
      { name: 'CHANGE', of: rowText },
    ],
    rows,
    { width, head: style.dim },
  )
  return `${head}\n\n${table}`
}

export const diffCommand: Command = {
  words: 'testset diff <testset> [other]',
  help: 'Compare two revisions, or one revision with the previous one.',
  options: { '--limit': { value: 'rows', help: 'The maximum number of rows (default: 100).' } },
  run: async (context, args) => {
    const assay = context.connect()
    const revision = await requireRevision(assay, { kind: 'testset', text: args.arg('testset') })
    const otherName = args.optionalArg('other')
    const otherRevision =
      otherName === undefined ? undefined : await requireRevision(assay, { kind: 'testset', text: otherName })
    const { diff } = await assay.testsets.diff({
      testset_revision_ref: { id: (otherRevision ?? revision).id },
      ...(otherRevision === undefined ? {} : { base_testset_revision_ref: { id: revision.id } }),
      windowing: { limit: args.number('--limit', 100) },
    })
    return { json: diff, text: diffText(context, { diff, rows: diff.rows ?? [] }) }
  },
}
