// The records of evaluations: runs, scenarios, results, metrics, queues, and the two simple forms over them.
//   engine       what every operation works with, and the refusals they share (start here)
//   run-state    changes of a run by the status machine; what a closed run refuses
//   runs, scenarios, results, metrics, queues   create, edit, delete, one file each; query lists all of them
//   default-queue, work-list                    the queue that a run with human steps has; whose turn a scenario is
//   simple-evaluations, simple-steps, simple-queues
//   jobs, dispatch, advance   what the runner has to do; cells put into its queue; what follows when cells change
// Nothing here computes cells: that is ../runner.
import type { Clock } from '../../kernel/clock.ts'
import { AssayError, invalid, type Fault } from '../../kernel/errors.ts'
import type { Scope } from '../../access/scope.ts'
import type {
  EvaluationKind,
  EvaluationRecords,
  RelationalReads,
  RelationalTx,
  SpanStore,
} from '../../storage/contract/contract.ts'
import type { Engine } from '../../versioning/engine.ts'

export interface EvaluationEngine {
  readonly clock: Clock
  readonly versioning: Engine
  readonly spans: SpanStore
  /** Most steps of a run. */
  readonly stepsMax: number
  /** Whether a run that is started now would be taken up at once. */
  readonly slotFree: () => boolean
  /** Tells the runner of this process that records have changed. */
  readonly wake: () => void
}

/** What an operation knows while its transaction is open. */
export interface InTransaction {
  readonly engine: EvaluationEngine
  readonly scope: Scope
  readonly tx: RelationalTx
}

const labels: Readonly<Record<EvaluationKind, string>> = {
  run: 'Evaluation run',
  scenario: 'Evaluation scenario',
  result: 'Evaluation result',
  metrics: 'Evaluation metrics',
  queue: 'Evaluation queue',
}

export const notFound = (kind: EvaluationKind, id: string): AssayError =>
  new AssayError('not_found', `${labels[kind]} '${id}' not found.`)

/** A 422 about what was sent at one place, in one sentence. */
export const unfit = (msg: string, loc: Fault['loc']): AssayError =>
  invalid([{ type: 'value_error', loc, msg }])

/** Where the record of a request stands: alone, or the i-th of several. */
export type LocOf = (i: number) => Fault['loc']

/** The record; undefined when there is none. Archived ones are found. */
export async function recordOf<K extends EvaluationKind>(
  reads: RelationalReads,
  projectId: string,
  kind: K,
  id: string,
): Promise<EvaluationRecords[K] | undefined> {
  const [record] = await reads.evaluationRecords(kind, projectId, { ids: [id], includeArchived: true })
  return record
}

/** All of these records by id; one that is not there is refused by name. */
export async function knownRecords<K extends EvaluationKind>(
  { tx, scope }: InTransaction,
  kind: K,
  ids: readonly string[],
): Promise<ReadonlyMap<string, EvaluationRecords[K]>> {
  if (ids.length === 0) return new Map()
  const found = await tx.evaluationRecords(kind, scope.projectId, {
    ids: [...new Set(ids)],
    includeArchived: true,
  })
  const byId = new Map(found.map((record) => [record.id, record]))
  for (const id of ids) if (!byId.has(id)) throw notFound(kind, id)
  return byId
}

/** The record of an id that `knownRecords` answered for. */
export function known<T>(records: ReadonlyMap<string, T>, id: string): T {
  const record = records.get(id)
  if (record === undefined) throw new Error(`${id} was not looked up`)
  return record
}

/** The lifecycle of a record that is made now. */
export const madeNow = ({ engine, scope }: Pick<InTransaction, 'engine' | 'scope'>) => ({
  id: engine.clock.id(),
  createdAt: engine.clock.now(),
  createdById: scope.actorId,
  updatedAt: undefined,
  updatedById: undefined,
  deletedAt: undefined,
  deletedById: undefined,
})

export const changedNow = ({ engine, scope }: Pick<InTransaction, 'engine' | 'scope'>) => ({
  updatedAt: engine.clock.now(),
  updatedById: scope.actorId,
})

/** What an edit leaves out is kept, null clears it. */
export const edited = <T>(sent: T | null | undefined, before: T | undefined): T | undefined =>
  sent === undefined ? before : (sent ?? undefined)

/** Stores records, new or changed, and names them to the audit log. */
export async function putRecords<K extends EvaluationKind>(
  { tx, scope }: InTransaction,
  kind: K,
  records: readonly EvaluationRecords[K][],
): Promise<void> {
  await tx.putEvaluationRecords(kind, scope.projectId, records)
  for (const { id } of records) scope.touched(`evaluation_${kind}`, id)
}

/** Stores records by their keys: what is stored under a key is updated in place. One record for each input, in order. */
export async function putByKey<K extends 'result' | 'metrics', Input>(
  at: InTransaction,
  kind: K,
  rows: {
    readonly inputs: readonly Input[]
    /** Those that may have the keys of the inputs. */
    readonly stored: readonly EvaluationRecords[K][]
    readonly keyOf: (row: Input | EvaluationRecords[K]) => string
    readonly merged: (input: Input, before: EvaluationRecords[K] | undefined) => EvaluationRecords[K]
  },
): Promise<readonly EvaluationRecords[K][]> {
  const { inputs, stored, keyOf, merged } = rows
  const byKey = new Map(stored.map((record) => [keyOf(record), record]))
  for (const input of inputs) byKey.set(keyOf(input), merged(input, byKey.get(keyOf(input))))
  const written = inputs.map((input) => known(byKey, keyOf(input)))
  await putRecords(at, kind, [...new Set(written)])
  return written
}

/** Opens a transaction for an operation; the runner looks at what it changed. */
export async function inTransaction<T>(
  engine: EvaluationEngine,
  scope: Scope,
  work: (at: InTransaction) => Promise<T>,
): Promise<T> {
  const value = await scope.store.write((tx) => work({ engine, scope, tx }))
  engine.wake()
  return value
}
