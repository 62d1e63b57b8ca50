// The report of a run: its parts, and why cells failed, with links to its page.
import type { EvaluationProgress } from '../../sdk/generated/schemas.ts'
import type { Reason } from '../../sdk/shared/failure-reasons.ts'
import { failuresOfRun, requireRun, stepsOfRun, type RunStep } from '../../sdk/shared/run-rows.ts'
import { silentMs, silentSince } from '../../sdk/shared/run-silence.ts'
import { Refusal, type Command, type Context, type Outcome } from '../command.ts'
import { sanitizeLine } from '../terminal/style.ts'
import { isRecord } from './shared.ts'
import { truncate } from '../terminal/table.ts'
import { formatTime, plural } from '../terminal/format.ts'

export const failedStatuses: ReadonlySet<string> = new Set(['failure', 'errors', 'cancelled'])

/** The number of finished cells, and of all cells. */
const cellsDone = ({ cells }: EvaluationProgress): { readonly done: number; readonly total: number } => ({
  done: (cells['done'] ?? 0) + (cells['failed'] ?? 0),
  total: cells['total'] ?? 0,
})

/** A sentence about a run whose program has probably ended; empty for others. */
function silenceText(progress: EvaluationProgress): string {
  const silence = silentSince(progress, Date.now())
  if (silence === undefined) return ''
  return `Probably interrupted: no change since ${formatTime(silence)}. The program that computes the run continues it with evaluate({ resume: '${progress.run_id}' }); the page of the run can stop it.`
}

/** Notes once that a run is silent, also when it becomes silent between two events. */
function silenceNotes({ terminal }: Context) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isNoted = false
  const note = (progress: EvaluationProgress): void => {
    const text = silenceText(progress)
    if (text !== '' && !isNoted) terminal.note(text)
    isNoted = text !== ''
  }
  const stop = (): void => clearTimeout(timer)
  return {
    stop,
    onProgress: (progress: EvaluationProgress): void => {
      stop()
      note(progress)
      timer = setTimeout(() => note(progress), silentMs)
    },
  }
}

/** Waits for the end of a run, with a progress bar. */
export async function followRun(
  context: Context,
  {
    runId,
    onProgress,
  }: { readonly runId: string; readonly onProgress?: (progress: EvaluationProgress) => void },
): Promise<EvaluationProgress> {
  const assay = context.connect()
  const bar = context.terminal.progress()
  const silence = silenceNotes(context)
  try {
    for await (const { event, data } of assay.runs.follow(runId, { timeoutMs: 0 })) {
      if (event !== 'progress' || !isRecord(data)) continue
      const progress = data as unknown as EvaluationProgress
      const { done, total } = cellsDone(progress)
      bar.update(done, total, `${done}/${total} cells, ${progress.status}`)
      silence.onProgress(progress)
      onProgress?.(progress)
    }
  } finally {
    silence.stop()
  }
  bar.end()
  const { progress } = await assay.runs.fetchProgress(runId)
  if (progress === undefined) throw new Refusal(`There is no run ${runId} in this project.`)
  return progress
}

/** One line: the status, and the numbers of scenarios and cells. */
export function progressLine({ terminal: { style } }: Context, progress: EvaluationProgress): string {
  const { done, total } = cellsDone(progress)
  const failedCount = progress.cells['failed'] ?? 0
  const paint = failedStatuses.has(progress.status)
    ? style.red
    : progress.status === 'success'
      ? style.green
      : style.yellow
  return `${paint(progress.status)}  ${plural(progress.scenarios['total'] ?? 0, 'scenario')}, ${done} of ${plural(total, 'cell')} done${failedCount > 0 ? `, ${failedCount} failed` : ''}`
}

export async function runAddress({ connect, url }: Context, runId: string): Promise<string> {
  const { project_id } = await connect().projects.current()
  return `${url}/p/${project_id}/runs/${encodeURIComponent(runId)}`
}

export interface Failures {
  readonly reasons: readonly Reason[]
  readonly steps: readonly RunStep[]
  /** The address of the run's page. */
  readonly address: string
}

/** Failures by reason, each with its steps, the message of one of them, and the page with its rows. */
export function failureLines(
  { terminal: { style, width } }: Context,
  { reasons, steps, address }: Failures,
): readonly string[] {
  const nameOf = (key: string): string => steps.find((step) => step.key === key)?.name ?? key
  return reasons.flatMap(({ code, total, steps: keys, example }) => [
    truncate(
      `  ${total} × ${code === '' ? 'unknown error' : code}  ${[...new Set(keys.map(nameOf))].join(', ')}`,
      width,
    ),
    ...(example === undefined ? [] : [truncate(`    ${sanitizeLine(example)}`, width)]),
    // A cut address opens nothing.
    style.dim(`    ${address}?failed=${encodeURIComponent(code)}`),
  ])
}

/** Why rows of a run failed; empty when none did. */
export async function failuresText(context: Context, runId: string): Promise<string> {
  const assay = context.connect()
  const reasons = await failuresOfRun(assay, runId)
  if (reasons.length === 0) return ''
  const steps = stepsOfRun(await requireRun(assay, runId))
  const lines = failureLines(context, { reasons, steps, address: await runAddress(context, runId) })
  return ['', 'Failures', ...lines].join('\n')
}

export const showCommand: Command = {
  words: 'run show <run>',
  help: 'A run: its status, its parts, and its failures by reason, with links to its page.',
  run: async (context, args): Promise<Outcome> => {
    const assay = context.connect()
    const runId = args.arg('run')
    const run = await requireRun(assay, runId)
    const { progress } = await assay.runs.fetchProgress(runId)
    if (progress === undefined) throw new Refusal(`There is no run ${runId} in this project.`)
    const [reasons, address] = [await failuresOfRun(assay, runId), await runAddress(context, runId)]
    const steps = stepsOfRun(run)
    const { style } = context.terminal
    const failures = failureLines(context, { reasons, steps, address })
    const silence = silenceText(progress)
    return {
      json: { ...progress, name: run.name, created_at: run.created_at, steps, failures: reasons, address },
      text: [
        `${sanitizeLine(run.name ?? runId)}  ${style.dim(formatTime(run.created_at))}`,
        progressLine(context, progress),
        ...(silence === '' ? [] : [style.yellow(silence)]),
        ...steps.map(({ type, name }) => `  ${style.dim(type.padEnd(10))}  ${sanitizeLine(name)}`),
        ...(failures.length === 0 ? [] : ['', 'Failures', ...failures]),
        '',
        style.dim(address),
      ].join('\n'),
    }
  },
}
