// Runs a promptfoo file on the server: writes its records, starts a run, waits for it and prints a matrix.
import { writeFileSync } from 'node:fs'
import type { Assay } from '../../../sdk/client.ts'
import { revisionName } from '../../../sdk/shared/names.ts'
import { requireRun, rowsOfRun, stepsOfRun, type RunRow } from '../../../sdk/shared/run-rows.ts'
import { startRun } from '../../../sdk/shared/start-run.ts'
import { Refusal, type Command } from '../../command.ts'
import { exitCodes } from '../../failures.ts'
import { readConfig } from './config.ts'
import { expectedColumnOf, matrixOf, matrixText, summaryOf } from './matrix.ts'
import { writeRecords } from './records.ts'
import { followRun, runAddress } from '../run-report.ts'

const pageRows = 50

async function allRows(assay: Assay, runId: string): Promise<readonly RunRow[]> {
  const rows: RunRow[] = []
  let windowing: object | undefined = { limit: pageRows }
  while (windowing !== undefined) {
    const page = await rowsOfRun(assay, { runId, windowing })
    rows.push(...page.rows)
    windowing = page.next
  }
  return rows
}

export const evalCommand: Command = {
  words: 'eval <file>',
  help: 'Run a promptfoo file on the server; exit code 1 when an assertion fails. Writes its prompts as applications with a variant for each provider, its tests as a testset and its assertions as evaluators, waits for the run, and prints a matrix.',
  options: { '--output': { value: 'file', help: 'Also write the results as JSON.', short: '-o' } },
  run: async (context, args) => {
    const assay = context.connect()
    const config = await readConfig(args.arg('file'))
    for (const part of config.skippedParts) context.terminal.note(`Left out: ${part}`)
    const records = await writeRecords(assay, config)
    const run = await startRun(assay, {
      testset: records.testset,
      applications: records.applications.map(({ id }) => id),
      evaluators: records.evaluators.map(({ id }) => id),
      repeats: 1,
      name: `eval ${config.testset}`,
    })
    if (run === undefined) throw new Refusal('The server created no run.')
    const progress = await followRun(context, { runId: run.id })
    const steps = stepsOfRun(await requireRun(assay, run.id))
    const names = new Map(records.applications.map((revision) => [revision.id, revisionName(revision)]))
    const matrix = matrixOf({
      rows: await allRows(assay, run.id),
      steps,
      columns: new Map(config.evaluators.map((evaluator) => [evaluator.slug, expectedColumnOf(evaluator)])),
      nameOf: ({ name, revision_id }) => names.get(revision_id ?? '') ?? name,
    })
    const address = await runAddress(context, run.id)
    const json = {
      run_id: run.id,
      status: progress.status,
      address,
      summary: summaryOf(matrix),
      rows: matrix,
    }
    const output = args.option('--output')
    if (output !== undefined) writeFileSync(output, `${JSON.stringify(json, null, 2)}\n`)
    const isPassed = matrix.every(({ results }) => results.every(({ passed }) => passed))
    return {
      json,
      text: `${matrixText(matrix, context.terminal)}\n${context.terminal.style.dim(address)}`,
      code: isPassed && matrix.length > 0 ? exitCodes.success : exitCodes.negative,
    }
  },
}
