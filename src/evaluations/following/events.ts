// Streams the changes of a run. Events are read from the stored records, so any process may execute the run, and a
// client that reconnects resumes at its last event. A record that changed several times in between appears once, in its
// current state.
import { microsecondsOf, microsecondText } from '../../kernel/clock.ts'
import type { JsonObject } from '../../kernel/json/value.ts'
import { pause } from '../../kernel/pause.ts'
import type { Scope } from '../../access/scope.ts'
import {
  changedAt,
  type ChangeCursor,
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

export interface EventStreamOptions {
  readonly scope: Scope
  readonly runId: string
  /** The id of the last event that the client has seen: microseconds of a change. */
  readonly after: number | undefined
  readonly pollMs: number
  /** Ends the stream without an `end` event. */
  readonly signal: AbortSignal
}

const recordsPerRead = 500
/** Clocks of processes differ a little, so a change may become visible after one with a later time. */
const overlapUs = 2_000_000

/** Scenarios and results of a run in the order of their changes. */
async function* changesOf(
  { scope, runId }: EventStreamOptions,
  { kind, from }: { readonly kind: 'scenario' | 'result'; readonly from: ChangeCursor },
): AsyncGenerator<Change> {
  const run = { projectId: scope.projectId, runId }
  for (let after = from; ;) {
    const page = { after, limit: recordsPerRead }
    const records = await scope.store.read.changedRecords(kind, run, page)
    for (const record of records) yield { event: kind, record } as Change
    const last = records.at(-1)
    if (last === undefined || records.length < recordsPerRead) return
    after = { changedAt: changedAt(last), id: last.id }
  }
}

async function* singleChange(change: Change): AsyncGenerator<Change> {
  yield change
}

/** Merges ordered streams. */
async function* mergeStreams(streams: readonly AsyncGenerator<Change>[]): AsyncGenerator<Change> {
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

/** Changes that were sent. Those of the last two seconds are read again and must not be sent twice. */
class SentChanges {
  readonly #times = new Map<string, string>()

  isNew({ event, record }: Change): boolean {
    return this.#times.get(`${event} ${record.id}`) !== changedAt(record)
  }

  add({ event, record }: Change): void {
    this.#times.set(`${event} ${record.id}`, changedAt(record))
  }

  deleteBefore(time: string): void {
    for (const [name, sentAt] of this.#times) if (sentAt < time) this.#times.delete(name)
  }
}

const isOver = (run: EvaluationRun): boolean =>
  run.flags['is_closed'] === true || (isTerminal(run.status) && run.flags['is_active'] !== true)

/** The position of a stream: the id of the last event, and the recently sent changes. */
interface Position {
  id: number
  readonly sentChanges: SentChanges
}

/** Filters out sent changes. Changes with equal times share an id, which only the last of them carries. */
async function* newChanges(changes: AsyncGenerator<Change>, position: Position): AsyncGenerator<RunEvent> {
  let pending: Change | undefined
  const withId = (change: Change): RunEvent => {
    position.id = Math.max(position.id, microsecondsOf(changedAt(change.record)))
    return { ...change, id: position.id }
  }
  for await (const change of changes) {
    if (!position.sentChanges.isNew(change)) continue
    position.sentChanges.add(change)
    if (pending !== undefined) {
      yield changedAt(pending.record) < changedAt(change.record) ? withId(pending) : pending
    }
    pending = change
  }
  if (pending !== undefined) yield withId(pending)
}

/** Changes since the position of the stream, with an overlap of two seconds. */
function changesSince(
  options: EventStreamOptions,
  { run, position }: { readonly run: EvaluationRun | undefined; readonly position: Position },
): AsyncGenerator<RunEvent> {
  const fromUs = Math.max(options.after ?? 0, position.id - overlapUs)
  // This id sorts after every other one, so only records with a later time follow the cursor.
  const from: ChangeCursor = { changedAt: fromUs <= 0 ? '' : microsecondText(fromUs), id: '\uffff' }
  position.sentChanges.deleteBefore(from.changedAt)
  const isRunNew = run !== undefined && changedAt(run) > from.changedAt
  const streams = [
    changesOf(options, { kind: 'scenario', from }),
    changesOf(options, { kind: 'result', from }),
    ...(isRunNew ? [singleChange({ event: 'run', record: run })] : []),
  ]
  return newChanges(mergeStreams(streams), position)
}

/**
 * Yields all records (or those that changed after the last event of the client), then changes as they happen. A client
 * that resumes from an id has missed nothing before it.
 */
export async function* runEvents(options: EventStreamOptions): AsyncGenerator<RunEvent> {
  const { scope, runId, signal, pollMs } = options
  const position: Position = { id: options.after ?? 0, sentChanges: new SentChanges() }
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    // Read before the changes: if the run is over, all changes are visible.
    const run = await recordOf(
      { reads: scope.store.read, projectId: scope.projectId },
      { kind: 'run', id: runId },
    )
    let count = 0
    for await (const event of changesSince(options, { run, position })) {
      count += 1
      yield event
    }
    if (run !== undefined && (count > 0 || isFirst)) {
      yield { event: 'progress', id: position.id, progress: await runProgress(scope, { run }) }
    }
    if (run === undefined || isOver(run)) {
      yield { event: 'end', id: position.id, run }
      return
    }
    await pause(pollMs, signal)
  }
}
