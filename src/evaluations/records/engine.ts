// The records of evaluations: runs, scenarios, results, metrics, queues. ../queues and ../simple build on them.
//   engine       the dependencies of every operation and the errors they share (start here)
//   run-state    transitions of a run by the status machine; refusals of closed runs
//   runs, scenarios, results, metrics   create, edit, delete, one file each; query lists all kinds
//   jobs/                               the runner's jobs and tasks; updates that follow from changed cells
//   steps/                              pinned steps of a run, and the records that depend on steps
// Nothing here computes cells: that is ../runner.
import type { Clock } from '../../kernel/clock.ts'
import { AssayError, invalid, type FieldError } from '../../kernel/errors.ts'
import type { Scope, ProjectReads } from '../../access/scope.ts'
import type {
  EvaluationKind,
  EvaluationRecords,
  RelationalTx,
  SpanStore,
} from '../../storage/contract/contract.ts'
import type { TraceWrites } from '../../tracing/writes/trace-writes.ts'
import type { Engine } from '../../versioning/engine.ts'

export interface EvaluationEngine {
  readonly clock: Clock
  readonly versioning: Engine
  readonly spans: SpanStore
  /** Resolves when the spans that were accepted before are stored. */
  readonly waitForIngest: TraceWrites['waitForIngest']
  /** Reserves a slot of the runner, so that a run starts at once. False: no slot is free. */
  readonly reserveSlot: () => boolean
  /** Notifies the runner of this process that records have changed. */
  readonly wake: () => void
}

/** The dependencies of an operation on the records of one project. */
export interface OperationContext {
  readonly engine: EvaluationEngine
  readonly scope: Scope
}

/** The dependencies of an operation while its transaction is open. */
export interface TransactionContext extends OperationContext {
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

/** A 422 about one value of the request. */
export const unprocessable = (msg: string, loc: FieldError['loc']): AssayError =>
  invalid([{ type: 'value_error', loc, msg }])

/** The location of a record in the request: alone, or the i-th of several. */
export type LocOf = (i: number) => FieldError['loc']

/** Returns the record, archived or not; undefined when it does not exist. */
export async function recordOf<K extends EvaluationKind>(
  { reads, projectId }: ProjectReads,
  { kind, id }: { readonly kind: K; readonly id: string },
): Promise<EvaluationRecords[K] | undefined> {
  const [record] = await reads.evaluationRecords(kind, projectId, { ids: [id], includeArchived: true })
  return record
}

/** Returns these records by id; throws `not_found` for a missing one. */
export async function requireRecords<K extends EvaluationKind>(
  { tx, scope }: TransactionContext,
  { kind, ids }: { readonly kind: K; readonly ids: readonly string[] },
): Promise<ReadonlyMap<string, EvaluationRecords[K]>> {
  if (ids.length === 0) return new Map()
  const records = await tx.evaluationRecords(kind, scope.projectId, {
    ids: [...new Set(ids)],
    includeArchived: true,
  })
  const byId = new Map(records.map((record) => [record.id, record]))
  for (const id of ids) if (!byId.has(id)) throw notFound(kind, id)
  return byId
}

/** The record of an id that `requireRecords` returned. */
export function requireRecord<T>(records: ReadonlyMap<string, T>, id: string): T {
  const record = records.get(id)
  if (record === undefined) throw new Error(`${id} was not looked up`)
  return record
}

/** The lifecycle fields of a record that is created now. */
export const createdNow = ({ engine, scope }: OperationContext) => ({
  id: engine.clock.id(),
  createdAt: engine.clock.now(),
  createdById: scope.actorId,
  updatedAt: undefined,
  updatedById: undefined,
  deletedAt: undefined,
  deletedById: undefined,
})

export const changedNow = ({ engine, scope }: OperationContext) => ({
  updatedAt: engine.clock.now(),
  updatedById: scope.actorId,
})

/** An omitted field keeps its value; null clears it. */
export const editedValue = <T>(edit: T | null | undefined, before: T | undefined): T | undefined =>
  edit === undefined ? before : (edit ?? undefined)

/** Stores new or changed records and adds them to the audit entry. */
export async function putRecords<K extends EvaluationKind>(
  { tx, scope }: TransactionContext,
  { kind, records }: { readonly kind: K; readonly records: readonly EvaluationRecords[K][] },
): Promise<void> {
  await tx.putEvaluationRecords(kind, scope.projectId, records)
  for (const { id } of records) scope.recordResource(`evaluation_${kind}`, id)
}

/** Upserts records by their keys. Returns one record for each input, in order. */
export async function putByKey<K extends 'result' | 'metrics', Input>(
  txContext: TransactionContext,
  kind: K,
  rows: {
    readonly inputs: readonly Input[]
    /** Records that may have the keys of the inputs. */
    readonly storedRecords: readonly EvaluationRecords[K][]
    readonly keyOf: (row: Input | EvaluationRecords[K]) => string
    readonly merge: (input: Input, before: EvaluationRecords[K] | undefined) => EvaluationRecords[K]
  },
): Promise<readonly EvaluationRecords[K][]> {
  const { inputs, storedRecords, keyOf, merge } = rows
  const byKey = new Map(storedRecords.map((record) => [keyOf(record), record]))
  for (const input of inputs) byKey.set(keyOf(input), merge(input, byKey.get(keyOf(input))))
  const records = inputs.map((input) => requireRecord(byKey, keyOf(input)))
  await putRecords(txContext, { kind, records: [...new Set(records)] })
  return records
}

/** Runs an operation in a transaction and wakes the runner afterwards. */
export async function inTransaction<T>(
  { engine, scope }: OperationContext,
  work: (txContext: TransactionContext) => Promise<T>,
): Promise<T> {
  const value = await scope.store.write((tx) => work({ engine, scope, tx }))
  engine.wake()
  return value
}
