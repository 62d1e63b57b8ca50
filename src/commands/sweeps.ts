// The commands `remap` and `reprice`, which process every stored span again.
import type { Config } from '../config.ts'
import type { Remapping } from '../tracing/ingest/remap-trace.ts'
import { sweepTraces, type SweepProgress } from '../tracing/ingest/sweep-traces.ts'
import { projectId, withStore, type Command, type Program } from './command.ts'

async function sweep(
  program: Program,
  config: Config,
  remapping: Remapping,
  project: string | undefined,
): Promise<void> {
  await withStore(program, config, async (store) => {
    const all = await store.read.projects({ includeArchived: true })
    const ids = project === undefined ? all.map(({ id }) => id) : [await projectId(store, project)]
    const spans = await program.openColumnar(config, store)
    try {
      for (const id of ids) {
        const printLine = ({ traces, spans: spanCount, changed }: SweepProgress): void =>
          console.log(`project ${id}: ${traces} traces, ${spanCount} spans, ${changed} changed`)
        printLine(
          await sweepTraces({ reads: store.read, spans }, { projectId: id, mode: remapping }, printLine),
        )
      }
    } finally {
      await spans.close()
    }
  })
}

const sweepCommand = (program: Program, remapping: Remapping, help: string): Command => ({
  words: remapping,
  help: `${help} Stop an embedded server first.`,
  options: { '--project': 'Slug or id of the project; all when absent.' },
  run: (config, { options }) => sweep(program, config, remapping, options.get('--project')),
})

export const remapCommand = (program: Program): Command =>
  sweepCommand(program, 'remap', 'Map the conventions of all stored spans again, after an adapter changed.')

export const repriceCommand = (program: Program): Command =>
  sweepCommand(program, 'reprice', 'Compute the costs of all stored spans again, after prices changed.')
