// `assay move`: copies all data from the stores in the settings to other stores, in several runs. While a server uses
// the source, a run only copies. Without a server the final run copies the difference, compares both sides and ends the
// move.
import { join } from 'node:path'
import { createResources } from '../../kernel/resources.ts'
import { makeDataDir, moveScratchPath, moveSourceLockPath } from '../../machine.ts'
import { compareRecords, copyRecords, isEqual, type Comparison } from '../../move/copy-records.ts'
import { compareSpans, copySpans } from '../../move/copy-spans.ts'
import { adoptTraceStore, finishTarget, requireSource } from '../../move/target.ts'
import { withScratch, type Command, type Program } from '../command.ts'
import type { Config } from '../../config.ts'
import { moveOptions, planOf } from './plan.ts'
import { comparisonLines, finishedLines, printProgress } from './report.ts'
import { openSourceSpans } from './source-spans.ts'
import { openTargets, type MoveParts, type Targets } from './targets.ts'

/** Copies or compares both stores. A copy before the final run returns no comparisons. */
async function moveAll(
  { program, config, resources, source, isVerification }: MoveParts,
  { targets, isFinal }: { readonly targets: Targets; readonly isFinal: boolean },
): Promise<readonly Comparison[]> {
  const comparisons: Comparison[] = []
  const onProgress = printProgress()
  if (targets.records !== undefined) {
    const sides = { source, target: targets.records }
    comparisons.push(
      ...(isVerification
        ? await compareRecords(sides, onProgress)
        : await copyRecords(sides, { isFinal, onProgress })),
    )
  }
  if (targets.traces !== undefined) {
    const spans = await openSourceSpans(program, { config, scratch: moveScratchPath(config) })
    resources.add(spans, () => spans.close())
    const sides = { source: spans.transfer, target: targets.traces.transfer }
    const path = join(moveScratchPath(config), 'rows.native')
    comparisons.push(
      ...(isVerification ? await compareSpans(sides) : await copySpans(sides, { path, isFinal, onProgress })),
    )
  }
  return comparisons
}

/** Whether each span of the target has its facts, which are derived when spans are written. */
async function hasAllFacts({ traces }: Targets): Promise<boolean> {
  if (traces === undefined) return true
  const { spansWithoutFacts, factsWithoutSpans } = await traces.integrity()
  if (spansWithoutFacts + factsWithoutSpans === 0) return true
  console.log(
    `${spansWithoutFacts} span(s) of the target have no facts, ${factsWithoutSpans} have only facts.`,
  )
  return false
}

/** Ends the move: from now on servers start on the target. */
async function finish({ source, sourceId }: MoveParts, { records, traceStore }: Targets): Promise<void> {
  if (records === undefined) await adoptTraceStore(source, traceStore)
  else await finishTarget(records, { sourceId, traceStore })
}

async function run(parts: MoveParts): Promise<void> {
  const { config, source, plan, isVerification } = parts
  const isFinal = await source.isAlone()
  const startedAt = parts.program.clock.now()
  const targets = await openTargets(parts)
  const comparisons = await moveAll(parts, { targets, isFinal })
  if (comparisons.length > 0) console.log(comparisonLines(comparisons).join('\n'))
  const isComplete = comparisons.every(isEqual) && (await hasAllFacts(targets))
  if (isVerification) {
    console.log(isComplete ? 'Source and target are equal.' : 'Source and target differ.')
  } else if (!isFinal || !(await source.isAlone())) {
    console.log(
      `Copied everything as of ${startedAt}. A server or another client still has the source open: stop it and run this command again. It then copies the difference, compares both sides and ends the move.`,
    )
  } else if (isComplete) {
    await finish(parts, targets)
    console.log(finishedLines(config, plan).join('\n'))
    return
  } else {
    console.log(
      'The move has not ended: the parts marked DIFFERENT differ from the source. Run this command again.',
    )
  }
  if (!isVerification || !isComplete) process.exitCode = 1
}

/** The scratch folder that all moves of a data directory share. */
const scratchOf = (config: Config) => ({
  path: moveScratchPath(config),
  lockPath: moveSourceLockPath(config),
  busyMessage: `Another assay move reads '${config.dataDir}'. Wait until it has ended.`,
})

export const moveCommand = (program: Program): Command => ({
  isForAnyDirectory: true,
  words: 'move',
  help: 'Copy everything from the stores of the settings to other stores: first while the server runs, then the rest without it.',
  options: moveOptions,
  switches: ['--verify'],
  run: async (config, { options }) => {
    const plan = planOf(config, options)
    makeDataDir(config)
    await withScratch(scratchOf(config), async () => {
      const resources = createResources()
      try {
        const source = await program.openTables(config, 'source')
        resources.add(source, () => source.close())
        const sourceId = await requireSource(source)
        const isVerification = options.has('--verify')
        await run({ program, config, plan, resources, source, sourceId, isVerification })
      } finally {
        await resources.close()
      }
    })
  },
})
