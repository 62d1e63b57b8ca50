// `assay verify`: verifies that the parts of an evaluation run are unchanged.
import { UsageError } from '../config.ts'
import { verifyManifest, type Verification } from '../evaluations/verdicts/manifests.ts'
import type { RelationalStore } from '../storage/contract/contract.ts'
import { readUuid } from '../testsets/identity.ts'
import { withStore, type Command, type Program } from './command.ts'

async function verifyRun(program: Program, store: RelationalStore, runId: string): Promise<Verification> {
  const id = readUuid(runId)
  for (const { id: projectId } of await store.read.projects({ includeArchived: true })) {
    const [run] = id === undefined ? [] : await store.read.evaluationRecords('run', projectId, { ids: [id] })
    if (run === undefined) continue
    const { version: programVersion, clock } = program
    return verifyManifest({ reads: store.read, projectId, run, programVersion, now: clock.now() })
  }
  throw new UsageError(`There is no run '${runId}'.`)
}

export const verifyCommand = (program: Program): Command => ({
  words: 'verify <run>',
  help: 'Verify that the parts of an evaluation run are unchanged; exit code 1 if not.',
  options: {},
  run: (config, { args: [runId] }) =>
    withStore(program, config, async (store) => {
      if (runId === undefined) throw new UsageError('Pass the id of the run.')
      const { ok, mismatches } = await verifyRun(program, store, runId)
      for (const { name, expected, actual } of mismatches) {
        console.log(`WRONG ${name}: expected ${expected ?? 'nothing'}, found ${actual ?? 'nothing'}`)
      }
      if (ok) console.log(`ok    run ${runId}`)
      else process.exitCode = 1
    }),
})
