// cli/commands: the commands of the program `assay`, one file per noun; cli/table.ts lists them.
// shared.ts has the options that several commands take.
// Imports the SDK and cli/. Start with trace.ts for a short one.
//
// Commands for evaluation runs: start, watch and list them.
import type { EvaluationRun } from '../../sdk/generated/schemas.ts'
import { Refusal, UsageError, type Command, type Context, type Outcome } from '../command.ts'
import { exitCodes } from '../failures.ts'
import { startRun } from '../../sdk/shared/start-run.ts'
import { formatTime } from '../terminal/format.ts'
import { listOutcome } from './shared.ts'
import { failedStatuses, failuresText, followRun, progressLine, showCommand } from './run-report.ts'
import { compareCommand, gateCommand, verifyCommand } from './run-verdicts.ts'

const finalStatuses: ReadonlySet<string> = new Set(['success', 'failure', 'errors', 'cancelled'])

async function watchRun(context: Context, runId: string): Promise<Outcome> {
  const progress = await followRun(context, {
    runId,
    onProgress: (state) => {
      if (context.json) context.printLine({ event: 'progress', ...state }, () => '')
    },
  })
  const code = failedStatuses.has(progress.status) ? exitCodes.negative : exitCodes.success
  if (context.json) {
    // The last of the streamed lines.
    context.printLine({ event: 'end', ...progress }, () => '')
    return { json: undefined, text: '', code }
  }
  const failures = await failuresText(context, runId)
  return {
    json: undefined,
    text: `${progressLine(context, progress)}${failures === '' ? '' : `\n${failures}`}`,
    code,
  }
}

const startCommand: Command = {
  words: 'run start',
  help: 'Run applications over a testset, evaluate the outputs, and print the id of the run.',
  options: {
    '--testset': { value: 'testset', help: 'The testset: slug, slug@version or an id.' },
    '--app': { value: 'app', help: 'An application to run.', many: true },
    '--evaluator': { value: 'evaluator', help: 'An evaluator of the outputs.', many: true },
    '--repeats': { value: 'times', help: 'How often each row is run (default: 1).' },
    '--name': { value: 'name', help: 'The name of the run.' },
    '--watch': { help: 'Wait until the run ends; exit code 1 when it failed.' },
  },
  run: async (context, args) => {
    const assay = context.connect()
    const testset = args.option('--testset')
    if (testset === undefined) throw new UsageError('The testset is missing: --testset <testset>.')
    if (args.optionValues('--app').length + args.optionValues('--evaluator').length === 0) {
      throw new UsageError('The application or evaluator is missing: --app <app>, --evaluator <evaluator>.')
    }
    const evaluation = await startRun(assay, {
      testset,
      applications: args.optionValues('--app'),
      evaluators: args.optionValues('--evaluator'),
      repeats: args.number('--repeats', 1),
      name: args.option('--name'),
    })
    if (evaluation === undefined) throw new Refusal('The server created no run.')
    if (!args.has('--watch')) return { json: evaluation, text: evaluation.id }
    if (!context.json) context.terminal.note(`Run ${evaluation.id}`)
    return watchRun(context, evaluation.id)
  },
}

const watchCommand: Command = {
  words: 'run watch <run>',
  help: 'Follow a run until it ends, and print why rows failed; exit code 1 when it failed.',
  run: (context, args) => watchRun(context, args.arg('run')),
}

const listCommand: Command = {
  words: 'run list',
  help: 'Evaluation runs, newest first.',
  options: { '--limit': { value: 'runs', help: 'The maximum number (default: 20).' } },
  run: async (context, args) => {
    const { style } = context.terminal
    const { runs } = await context.connect().runs.query({ windowing: { limit: args.number('--limit', 20) } })
    return listOutcome<EvaluationRun>(context, {
      json: runs,
      rows: runs,
      none: 'No runs. Start one: assay run start --testset <testset> --app <app> --evaluator <evaluator>',
      columns: [
        { name: 'CREATED', isFixedWidth: true, hideOrder: 1, of: ({ created_at }) => formatTime(created_at) },
        { name: 'NAME', of: ({ name }) => name },
        {
          name: 'STATUS',
          of: ({ status }) => status,
          paint: (text, { status = '' }) =>
            failedStatuses.has(status)
              ? style.red(text)
              : finalStatuses.has(status)
                ? style.green(text)
                : text,
        },
        { name: 'ID', isFixedWidth: true, of: ({ id }) => id, paint: (text) => style.dim(text) },
      ],
    })
  },
}

export const runCommands: readonly Command[] = [
  listCommand,
  startCommand,
  showCommand,
  watchCommand,
  compareCommand,
  gateCommand,
  verifyCommand,
]
