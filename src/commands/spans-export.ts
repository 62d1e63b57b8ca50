// `assay spans export`: writes spans as Parquet files. With embedded stores it reads a snapshot of hard links while the
// server runs.
import { join } from 'node:path'
import { UsageError, type Config } from '../config.ts'
import { makeDataDir, spanExportCommandPath } from '../machine.ts'
import { isExpiredDay } from '../span-export/expired-day.ts'
import { exportSpans } from '../span-export/export-days.ts'
import type { RelationalStore } from '../storage/contract/contract.ts'
import { directoryAt } from './backup/archive-at.ts'
import { projectId, withScratch, withStore, type Command, type Options, type Program } from './command.ts'
import { openSourceSpans } from './move/source-spans.ts'

function dayOption(options: Options, flag: string): string | undefined {
  const text = options.get(flag)
  if (text === undefined || /^\d{4}-\d\d-\d\d$/.test(text)) return text
  throw new UsageError(`${flag} must be a day such as 2026-11-18, not '${text}'.`)
}

/** The scratch folder that all exports of a data directory share. */
function scratchOf(config: Config) {
  const path = spanExportCommandPath(config)
  const busyMessage = 'Another assay spans export is running. Wait until it has ended.'
  return { path, lockPath: `${path}.lock`, busyMessage }
}

async function exportRange(
  program: Program,
  {
    config,
    store,
    target,
    options,
  }: {
    readonly config: Config
    readonly store: RelationalStore
    readonly target: string
    readonly options: Options
  },
): Promise<void> {
  const from = dayOption(options, '--from')
  const through = dayOption(options, '--through') ?? program.clock.now().slice(0, 10)
  const projectName = options.get('--project')
  const project = projectName === undefined ? undefined : await projectId(store, projectName)
  const nowMs = (): number => Date.parse(program.clock.now())
  const isExpired = isExpiredDay({ store, retentionDays: config.retentionDays, nowMs })
  makeDataDir(config)
  await withScratch(scratchOf(config), async (scratch) => {
    const spans = await openSourceSpans(program, { config, scratch: join(scratch, 'traces') })
    try {
      const { written, removed } = await exportSpans(
        {
          days: spans.days,
          target: directoryAt(config, { target, spool: scratch }),
          scratch,
          onFile: (file) => console.log(file),
        },
        { from, through, projectId: project, isForced: true, isExpired },
      )
      console.log(`${written} file(s) written, ${removed} removed.`)
    } finally {
      await spans.close()
    }
  })
}

export const spansExportCommand = (program: Program): Command => ({
  words: 'spans export <target>',
  help: 'Write spans as Parquet files, one per project and day, into a folder or s3://bucket/prefix; files of these days are replaced.',
  options: {
    '--from': 'First day (UTC), such as 2026-11-01; the first one with spans when absent.',
    '--through': 'Last day (UTC); today when absent.',
    '--project': 'Slug or id of the project; all when absent.',
  },
  run: async (config, { args: [target], options }) => {
    if (target === undefined) {
      throw new UsageError(
        'Pass the target of the files: a folder such as /export/spans, or s3://bucket/prefix.',
      )
    }
    await withStore(program, config, (store) => exportRange(program, { config, store, target, options }))
  },
})
