// What happens to a run, as a stream. Events are read off the stored records, so that it does not matter which process
// executes the run, and a client that was away goes on where it was. A record that changed several times in between is
// met once, as it is.
import { microsecondsOf, microsecondText } from '../../kernel/clock.ts'
import type { JsonObject } from '../../kernel/json/value.ts'
import type { Scope } from '../../access/scope.ts'
import {
  changedAt,
  type ChangePlace,
  type EvaluationResult,
  type EvaluationRun,
  type EvaluationScenario,
} from '../../storage/contract/contract.ts'
import { isTerminal } from '../plan/status.ts'
import { recordOf } from '../records/engine.ts'
import { runProgress } from './run-progress.ts'

type Change =
  | { readonly event: 'result'; readonly record: EvaluationResult }
  | { readonly event: 'scenario'; readonly record: EvaluationScenario }
  | { readonly event: 'run'; readonly record: EvaluationRun }

export type RunEvent =
  | (Change & { readonly id?: number })
  | { readonly event: 'progress'; readonly id: number; readonly progress: JsonObject }
  | { readonly event: 'end'; readonly id: number; readonly run: EvaluationRun | undefined }

export interface Following {
  readonly scope: Scope
  readonly runId: string
  /** The number of the last event that the client has seen: microseconds of a change. */
  readonly after: number | undefined
  readonly pollMs: number
  /** Ends the stream without an `end`. */
  readonly signal: AbortSignal
}

const recordsAtOnce = 500
/** Clocks of processes differ a little, and a change may be seen after one that is newer by its time. */
const overlapUs = 2_000_000

/** Scenarios and results of a run in the order of their changes. */
async function* changesOf(
  { scope, runId }: Following,
  kind: 'scenario' | 'result',
  from: ChangePlace,
): AsyncGenerator<Change> {
  const run = { projectId: scope.projectId, runId }
  for (let after = from; ;) {
    const page = { after, limit: recordsAtOnce }
    const records = await scope.store.read.changedRecords(kind, run, page)
    for (const record of records) yield { event: kind, record } as Change
    const last = records.at(-1)
    if (last === undefined || records.length < recordsAtOnce) return
    after = { changedAt: changedAt(last), id: last.id }
  }
}

async function* only(change: Change): AsyncGenerator<Change> {
  yield change
}

/** Several ordered streams as one. */
async function* merged(streams: readonly AsyncGenerator<Change>[]): AsyncGenerator<Change> {
  const heads = await Promise.all(streams.map(async (stream) => ({ stream, next: await stream.next() })))
  for (;;) {
    let first: (typeof heads)[number] | undefined
    for (const head of heads) {
      if (head.next.done === true) continue
      const isEarlier =
        first?.next.done !== false || changedAt(head.next.value.record) < changedAt(first.next.value.record)
      if (isEarlier) first = head
    }
    if (first === undefined || first.next.done === true) return
    yield first.next.value
    first.next = await first.stream.next()
  }
}

/** What was told already: changes of the last moments are read again. */
class Told {
  readonly #times = new Map<string, string>()

  isNew({ event, record }: Change): boolean {
    return this.#times.get(`${event} ${record.id}`) !== changedAt(record)
  }

  add({ event, record }: Change): void {
    this.#times.set(`${event} ${record.id}`, changedAt(record))
  }

  forgetBefore(time: string): void {
    for (const [name, told] of this.#times) if (told < time) this.#times.delete(name)
  }
}

const isOver = (run: EvaluationRun): boolean =>
  run.flags['is_closed'] === true || (isTerminal(run.status) && run.flags['is_active'] !== true)

/** Resolves after the pause, or as soon as the signal is aborted. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const wake = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', wake)
      resolve()
    }
    const timer = setTimeout(wake, ms)
    signal.addEventListener('abort', wake, { once: true })
  })

/** Where a stream is: the number of the last event, and what was told lately. */
interface Position {
  id: number
  readonly told: Told
}

/** Changes that were not told yet. Those of one moment share a number, which only the last of them carries. */
async function* newChanges(changes: AsyncGenerator<Change>, position: Position): AsyncGenerator<RunEvent> {
  let held: Change | undefined
  const numbered = (change: Change): RunEvent => {
    position.id = Math.max(position.id, microsecondsOf(changedAt(change.record)))
    return { ...change, id: position.id }
  }
  for await (const change of changes) {
    if (!position.told.isNew(change)) continue
    position.told.add(change)
    if (held !== undefined) {
      yield changedAt(held.record) < changedAt(change.record) ? numbered(held) : held
    }
    held = change
  }
  if (held !== undefined) yield numbered(held)
}

/** What changed since the stream was here; the last moments are looked at again. */
function changesSince(
  following: Following,
  run: EvaluationRun | undefined,
  position: Position,
): AsyncGenerator<RunEvent> {
  const fromUs = Math.max(following.after ?? 0, position.id - overlapUs)
  // Beyond every id: strictly later times only.
  const from: ChangePlace = { changedAt: fromUs <= 0 ? '' : microsecondText(fromUs), id: '\uffff' }
  position.told.forgetBefore(from.changedAt)
  const isRunNew = run !== undefined && changedAt(run) > from.changedAt
  const streams = [
    changesOf(following, 'scenario', from),
    changesOf(following, 'result', from),
    ...(isRunNew ? [only({ event: 'run', record: run })] : []),
  ]
  return newChanges(merged(streams), position)
}

/**
 * First everything there is (or all that changed after the event last seen), then what happens. A client that goes on
 * from a number has missed nothing before it.
 */
export async function* runEvents(following: Following): AsyncGenerator<RunEvent> {
  const { scope, runId, signal, pollMs } = following
  const position: Position = { id: following.after ?? 0, told: new Told() }
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    // Read before the changes: once it is over, all of them are there.
    const run = await recordOf(scope.store.read, scope.projectId, 'run', runId)
    let count = 0
    for await (const event of changesSince(following, run, position)) {
      count += 1
      yield event
    }
    if (run !== undefined && (count > 0 || isFirst)) {
      yield { event: 'progress', id: position.id, progress: await runProgress(scope, run) }
    }
    if (run === undefined || isOver(run)) {
      yield { event: 'end', id: position.id, run }
      return
    }
    await pause(pollMs, signal)
  }
}
