// Opens the stores of the target. All checks come first: a refused target is not changed.
import { messageOf } from '../../kernel/errors.ts'
import type { Resources } from '../../kernel/resources.ts'
import { UsageError, type Config } from '../../config.ts'
import {
  beginTarget,
  claimedTraceStore,
  claimTraceStore,
  requireEmptyTraces,
  requireTarget,
} from '../../move/target.ts'
import { StoreError, type RecordTables, type SpanStore } from '../../storage/contract/contract.ts'
import type { Program } from '../command.ts'
import type { MovePlan } from './plan.ts'

export interface MoveParts {
  readonly program: Program
  readonly config: Config
  readonly plan: MovePlan
  readonly resources: Resources
  readonly source: RecordTables
  readonly sourceId: string
  readonly isVerification: boolean
}

/** The open stores of the target. Undefined: the move does not include this store. */
export interface Targets {
  readonly records: RecordTables | undefined
  readonly traces: SpanStore | undefined
  /** The id of the trace store after the move. */
  readonly traceStore: string
}

/** Opens a store at the address of a flag; errors name the flag. */
async function asTarget<T>(flag: string, open: () => Promise<T>): Promise<T> {
  try {
    return await open()
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new StoreError(`The target of ${flag}: ${messageOf(error)}`, { cause: error })
  }
}

const recordsFlag = ({ databaseUrl }: Config): string =>
  databaseUrl === undefined ? '--data' : '--database-url'
const tracesFlag = ({ clickhouseUrl }: Config): string =>
  clickhouseUrl === undefined ? '--data' : '--clickhouse-url'

async function openRecords(
  config: Config,
  { program, resources, sourceId, isVerification }: MoveParts,
): Promise<RecordTables> {
  const name = `The target of ${recordsFlag(config)}`
  const target = await asTarget(recordsFlag(config), () => program.openTables(config, 'target'))
  resources.add(target, () => target.close())
  const state = await requireTarget(target, { sourceId, name })
  if (isVerification && state === 'new') throw new UsageError(`${name} has no records of a move to compare.`)
  if (!isVerification && state === 'finished') {
    throw new UsageError(
      `${name} already has all data of this source, and servers may have written to it since. Compare both with assay move --verify.`,
    )
  }
  return target
}

async function openTraces(config: Config, { program, resources }: MoveParts): Promise<SpanStore> {
  const store = await asTarget(tracesFlag(config), () => program.openColumnar(config))
  return resources.add(store, () => store.close())
}

/** Refuses a trace store with data of another installation, unless this move has already claimed it. */
async function requireTraces(
  { program, sourceId }: MoveParts,
  { config, owner }: { readonly config: Config; readonly owner: RecordTables },
): Promise<void> {
  const isNew = (await owner.schema()) === 0
  if (!isNew && (await claimedTraceStore(owner)) !== undefined) return
  const flag = tracesFlag(config)
  const peek = await asTarget(flag, () => program.peekColumnar(config))
  requireEmptyTraces(peek, { sourceId, name: `The target of ${flag}` })
}

/**
 * Gives the trace store an id. The owner records the id first, so that an interrupted move continues with the same one.
 */
async function claimTraces(store: SpanStore, owner: RecordTables): Promise<string> {
  const id = (await claimedTraceStore(owner)) ?? crypto.randomUUID()
  await claimTraceStore(owner, id)
  if ((await store.identify(id)).includes(id)) return id
  throw new StoreError(
    'The trace store of the target belongs to another installation or move. Use an empty one.',
  )
}

export async function openTargets(parts: MoveParts): Promise<Targets> {
  const { program, plan, source, sourceId, isVerification } = parts
  const { records: toRecords, traces: toTraces } = plan
  const records = toRecords === undefined ? undefined : await openRecords(toRecords, parts)
  const owner = records ?? source
  if (!isVerification) {
    if (toTraces !== undefined) await requireTraces(parts, { config: toTraces, owner })
    if (toRecords !== undefined)
      await asTarget(recordsFlag(toRecords), () => program.migrateTables(toRecords))
    if (records !== undefined) {
      if (!(await records.lock()))
        throw new StoreError('Another move writes to the target. Wait until it has ended.')
      await beginTarget(records, sourceId)
    }
  }
  const traces = toTraces === undefined ? undefined : await openTraces(toTraces, parts)
  const traceStore = traces === undefined || isVerification ? sourceId : await claimTraces(traces, owner)
  return { records, traces, traceStore }
}
