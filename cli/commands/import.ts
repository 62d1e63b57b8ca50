// Imports data of other tools. --dry-run prints the report without writing.
import { agentaAt } from '../../importers/sources/agenta.ts'
import type { DeliveryResult } from '../../importers/delivery.ts'
import type { Importer } from '../../importers/importer.ts'
import type { Report } from '../../importers/report.ts'
import { runImport, type ImportResult } from '../../importers/run.ts'
import { sources } from '../../importers/sources.ts'
import { allSources } from '../../importers/texts.ts'
import { UsageError, type Command, type Context, type Arguments } from '../command.ts'
import { exitCodes } from '../failures.ts'
import { importArchive } from './archive/project-archive.ts'
import { inputsAt } from '../imports/files.ts'
import { diskSpool } from '../imports/spool.ts'
import { sanitizeLine } from '../terminal/style.ts'
import { formatCount, plural } from '../terminal/format.ts'

/** `assay` is the file of `assay export`. */
const names = [...allSources.map(({ source }) => source), 'assay']

function importerOf(args: Arguments): Importer {
  const name = args.arg('source')
  const [address = ''] = args.rest
  if (name === 'agenta') {
    const key = args.option('--from-key')
    if (key === undefined || !URL.canParse(address)) {
      throw new UsageError(
        'The address or the key is missing: assay import agenta <address> --from-key <key>.',
      )
    }
    return agentaAt(address.replace(/\/+$/, '').replace(/\/api$/, ''), key)
  }
  const importer = sources.get(name)
  if (importer === undefined) throw new UsageError(`There is no source '${name}': ${names.join(', ')}.`)
  return importer
}

const countsText = (report: Report): string =>
  [
    report.spans > 0 ? plural(report.spans, 'span') : '',
    report.annotations > 0 ? plural(report.annotations, 'annotation') : '',
    report.rows > 0
      ? `${plural(report.rows, 'row')} of ${plural(report.testsets.length, 'testset')} (${report.testsets.join(', ')})`
      : '',
    report.prompts > 0
      ? `${plural(report.prompts, 'version')} of ${plural(report.applications.length, 'application')} (${report.applications.join(', ')})`
      : '',
    report.evaluators.length > 0 ? plural(report.evaluators.length, 'evaluator') : '',
    report.runs.length > 0 ? plural(report.runs.length, 'run') : '',
  ]
    .filter((words) => words !== '')
    .join(', ') || 'nothing'

/** Left-out fields that are printed; `--json` has all. */
const fieldsMax = 10

/** Every record and field is accounted for. Left-out fields of records that are left out as a whole are not repeated. */
function accountingLines({ records, fields, unmapped, complete }: Report): readonly string[] {
  const reasons = new Set(unmapped.map(({ reason }) => reason))
  const leftOutFields = fields.flatMap((fieldReport) =>
    'reason' in fieldReport && !reasons.has(fieldReport.reason) ? [fieldReport] : [],
  )
  const importedFields = new Set(
    fields.flatMap((fieldReport) => ('to' in fieldReport ? [fieldReport.field] : [])),
  )
  const parts = [
    `${plural(records.read, 'record')} read, ${formatCount(records.imported)} imported`,
    ...(records.left_out > 0 ? [`${formatCount(records.left_out)} left out`] : []),
    ...(records.unreadable > 0 ? [`${formatCount(records.unreadable)} unreadable`] : []),
  ].join(', ')
  return [
    `${parts}; ${plural(importedFields.size, 'field')} imported${complete ? '. Nothing is left out' : ''}.`,
    ...leftOutFields
      .slice(0, fieldsMax)
      .map(
        ({ field, reason, count }) =>
          `Left out field ${sanitizeLine(field)} (${formatCount(count)}): ${sanitizeLine(reason)}`,
      ),
    ...(leftOutFields.length > fieldsMax
      ? [`… and ${formatCount(leftOutFields.length - fieldsMax)} more fields (--json)`]
      : []),
  ]
}

function problemLines(
  { terminal: { style } }: Context,
  { unmapped, faults, faults_total }: Report,
): readonly string[] {
  return [
    ...unmapped.map(({ reason, count, file, line }) =>
      style.yellow(`Left out ${formatCount(count)}: ${sanitizeLine(reason)} (first at ${file}:${line})`),
    ),
    ...faults.map(({ file, line, fault }) => style.red(`${file}:${line}: ${sanitizeLine(fault)}`)),
    ...(faults_total > faults.length
      ? [style.red(`… and ${formatCount(faults_total - faults.length)} more errors`)]
      : []),
  ]
}

function deliveredLines({
  receipts,
  testsets,
  revisions,
  deployments,
  evaluators,
  runs,
}: DeliveryResult): readonly string[] {
  return [
    ...(receipts.ids.length === 0
      ? []
      : [
          `${plural(receipts.stored, 'span')} stored${receipts.known === 0 ? '' : ` (${formatCount(receipts.known)} existed before)`}, ${formatCount(receipts.rejected)} rejected, by ${plural(receipts.ids.length, 'receipt')}.`,
          ...receipts.reasons.map((reason) => `  rejected: ${sanitizeLine(reason)}`),
        ]),
    ...testsets.map(({ slug, rows, status }) => `Testset ${slug}: ${plural(rows, 'row')}, ${status}.`),
    ...(revisions + deployments > 0
      ? [`${plural(revisions, 'revision')} created, ${plural(deployments, 'deployment')}.`]
      : []),
    ...(evaluators.length > 0 ? [`Evaluators created: ${evaluators.join(', ')}.`] : []),
    ...runs.map(({ id, name, status }) => `Run ${sanitizeLine(name)} (${id}): ${status}.`),
  ]
}

async function runWithProgress(
  context: Context,
  { importer, args }: { readonly importer: Importer; readonly args: Arguments },
): Promise<ImportResult> {
  const bar = context.terminal.progress()
  try {
    return await runImport({
      importer,
      // agenta takes the address of a server instead of paths.
      inputs:
        importer.source === 'agenta' ? [] : inputsAt(args.rest, { followsLinks: args.has('--follow-links') }),
      to: args.has('--dry-run') ? undefined : { assay: context.connect(), spool: diskSpool() },
      signal: context.signal,
      onProgress: ({ itemCount }) => bar.update(0, 0, `${formatCount(itemCount)} read`),
    })
  } finally {
    bar.end()
  }
}

export const importCommand: Command = {
  words: 'import <source> <path…>',
  help: `Import data of another tool, or a project of another server (assay): ${names.join(', ')}. --json lists what happens to every field. Exit code 1 when a record could not be read.`,
  choices: { source: names },
  options: {
    '--name': {
      value: 'name',
      help: 'For assay: the name of the new project; otherwise the name in the file.',
    },
    '--dry-run': { help: 'Print the report without writing anything.' },
    '--follow-links': { help: 'Also read files outside a given folder that links in it point to.' },
    '--from-key': { value: 'key', help: 'For agenta: the API key of the source server.' },
  },
  run: async (context, args) => {
    if (args.arg('source') === 'assay') return importArchive(context, args)
    const { report, delivered } = await runWithProgress(context, { importer: importerOf(args), args })
    const hasFailed = report.faults_total > 0 || (delivered?.receipts.rejected ?? 0) > 0
    const text = [
      `${delivered === undefined ? 'Would import' : 'Read'} ${countsText(report)}.`,
      ...accountingLines(report),
      ...problemLines(context, report),
      ...(delivered === undefined ? ['Nothing was written.'] : deliveredLines(delivered)),
    ].join('\n')
    return {
      json: {
        ...report,
        dry_run: delivered === undefined,
        ...(delivered === undefined ? {} : { delivered }),
      },
      text,
      code: hasFailed ? exitCodes.negative : exitCodes.success,
    }
  },
}
