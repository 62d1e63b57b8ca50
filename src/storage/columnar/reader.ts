// Runs the statements of client queries within the budget of their query, and stops them when the client
// disconnects.
import { randomUUID } from 'node:crypto'
import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client'
import { abortError, AssayError } from '../../kernel/errors.ts'
import { createFairSemaphore, type FairSemaphore, type SlotUsage } from '../../kernel/fair-semaphore.ts'
import type { QueryBudget, QueryScope } from '../contract/contract.ts'
import { ownMember } from '../../kernel/own.ts'
import { engineCode, unavailable } from './span-store.ts'

export type Params = Readonly<Record<string, unknown>>

/**
 * The analyzer of the engine that plans a statement. The current one resolves all computed columns of a table, read or
 * not, and those of `spans` are long: a small statement takes 3 to 4 ms longer
 * (docs/adr/088-constant-cost-of-reads.md). `former` is for statements over one table without related spans; on a
 * cluster it has no effect.
 */
export type Analyzer = 'former' | 'current'

export interface Run {
  <Row>(query: string, params: Params, analyzer?: Analyzer): Promise<readonly Row[]>
  /** Counts the characters that results need beyond the rows read. Throws above the budget. */
  readonly spend: (characters: number) => void
  /** Whether a partial search must end, because it has used its part of the time budget. */
  readonly isLate: () => boolean
}

export interface Reader {
  /** All statements of one query share its budget; `project` is bound for all of them. */
  readonly within: (scope: QueryScope) => Run
  /** The usage of the slots for statements. */
  readonly slots: () => SlotUsage
}

/**
 * Limits of the parser for large filters, which are long texts with many parts. Filters are bounded before this point.
 */
export const filterParserLimits = {
  max_query_size: String(64 * 1024 * 1024),
  max_ast_elements: '5000000',
  max_expanded_ast_elements: '50000000',
  max_parser_backtracks: '0',
  max_parser_depth: '100000',
} as const satisfies ClickHouseSettings

/** Settings of all statements of client queries. */
export const readSettings = ({ memoryBytesMax, resultBytesMax }: QueryBudget): ClickHouseSettings => ({
  ...filterParserLimits,
  output_format_json_quote_64bit_integers: 0,
  // The key contains the time, so the versions of a row are in one partition, and FINAL need not merge across
  // partitions.
  do_not_merge_across_partitions_select_final: 1,
  max_memory_usage: String(memoryBytesMax),
  max_result_bytes: String(resultBytesMax),
})

const budgetErrors: Readonly<Record<string, 'time' | 'memory'>> = {
  '158': 'memory', // TOO_MANY_ROWS
  '159': 'time', // TIMEOUT_EXCEEDED
  '160': 'time', // TOO_SLOW
  '241': 'memory', // MEMORY_LIMIT_EXCEEDED
  '307': 'memory', // TOO_MANY_BYTES
  '396': 'memory', // TOO_MANY_ROWS_OR_BYTES
}
const cancelledCode = '394'

const budgetSettings = { time: 'query_seconds_max', memory: 'query_memory_bytes_max' } as const

const budgetError = (resource: string, setting: string, cause?: unknown): AssayError =>
  new AssayError(
    'budget_exceeded',
    `The query took more ${resource} than ${setting} allows. Narrow it: a shorter window, a lower limit, a stricter filter.`,
    { cause },
  )

const cancelledError = (cause: unknown): AssayError =>
  new AssayError('budget_exceeded', 'The query was cancelled.', { cause })

function asQueryFailure(error: unknown): unknown {
  if (error instanceof AssayError) return error
  const code = engineCode(error) ?? ''
  const resource = ownMember(budgetErrors, code)
  if (resource !== undefined) return budgetError(resource, budgetSettings[resource], error)
  if (code === cancelledCode) return cancelledError(error)
  return unavailable(error)
}

/** The minimum memory of a row besides its text. */
const rowBytes = 128

/** A partial search ends after this time, or after half of the time budget if that is less. */
const searchMsMax = 3_000

/** How often a cancelled statement is stopped again: it may not have started at the first attempt. */
const stopAgainMs = 250

export interface ReaderParts {
  /** Opens another connection. A connection runs one statement at a time. */
  readonly connect: () => ClickHouseClient | Promise<ClickHouseClient>
  /** The number of parallel statements of all projects. One slot is always reserved for other projects. */
  readonly statementsMax: number
  /** Sent with every statement: settings that the connections do not have themselves. */
  readonly statementSettings: ClickHouseSettings
  /** Stops statements, so it is never busy with one. */
  readonly control: ClickHouseClient
  readonly budget: QueryBudget
  /** See `Placement.onCluster`: a statement may run on any server of a cluster. */
  readonly onCluster: string
}

interface Statement {
  readonly query: string
  readonly params: Record<string, unknown>
  readonly analyzer: Analyzer
}

/** The context of a statement: its project, its time limit, and the signal that ends it earlier. */
interface Limits {
  readonly projectId: string
  readonly seconds: number
  readonly signal: AbortSignal
}

/** Rejects with the reason of the signal when it is aborted. */
function whenAborted(
  signal: AbortSignal,
  onAbort: () => void,
): { promise: Promise<never>; removeListener: () => void } {
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = (): void => {
    onAbort()
    reject(abortError(signal))
  }
  signal.addEventListener('abort', abort, { once: true })
  return { promise, removeListener: () => signal.removeEventListener('abort', abort) }
}

/** The mark is in the settings of the statement, because the embedded engine assigns its own query ids. */
const stopStatement = ({ control, onCluster }: ReaderParts, mark: string): void => {
  control
    .query({
      // Our own text: this statement has no parameters.
      query: `KILL QUERY${onCluster} WHERE Settings['log_comment'] = '${mark}' ASYNC`,
      format: 'JSONEachRow',
    })
    .then((result) => result.text())
    // The statement then ends at its budget.
    .catch(() => undefined)
}

/** Runs `work` with a signal that aborts when the client disconnects or the time is over. */
async function withTimeLimit<T>(
  { signal }: QueryScope,
  remainingMs: number,
  work: (timeSignal: AbortSignal) => Promise<T>,
): Promise<T> {
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(budgetError('time', 'query_seconds_max')), remainingMs)
  try {
    return await work(signal === undefined ? timeout.signal : AbortSignal.any([signal, timeout.signal]))
  } catch (error) {
    if (timeout.signal.aborted) throw timeout.signal.reason
    throw signal?.aborted === true ? cancelledError(error) : asQueryFailure(error)
  } finally {
    clearTimeout(timer)
  }
}

interface StatementOptions {
  readonly mark: string
  readonly seconds: number
  readonly onCluster: string
}

/**
 * Turns off an optimization that adds a condition on the time, with which the engine reads the texts instead of the
 * index of words: two common words took 31 ms of processor time instead of 26, a rare one 16 instead of 13. A page is
 * read in the order of the table and ends by itself (docs/adr/088-constant-cost-of-reads.md).
 */
const wordsFromIndex = ', use_top_k_dynamic_filtering = 0'

/** The text of a statement with its mark, its time limit and the settings that suit it. */
function markedQuery({ query, analyzer }: Statement, { mark, seconds, onCluster }: StatementOptions): string {
  const analyzerSetting = analyzer === 'former' && onCluster === '' ? ', enable_analyzer = 0' : ''
  const indexSetting = query.includes('content_words') ? wordsFromIndex : ''
  return `${query} SETTINGS log_comment = '${mark}', max_execution_time = ${seconds}, output_format_json_array_of_rows = 1${analyzerSetting}${indexSetting}`
}

interface Statements {
  readonly text: (statement: Statement, limits: Limits) => Promise<string>
  readonly slots: () => SlotUsage
}

const statementSlots = ({ statementsMax, budget }: ReaderParts): FairSemaphore =>
  createFairSemaphore({
    count: statementsMax,
    reserve: 1,
    writtenOffMax: statementsMax,
    partyOf: budget.partyOf,
  })

/** Runs statements, each on its own connection and in its own slot. */
function createStatements(parts: ReaderParts): Statements {
  const semaphore = statementSlots(parts)
  const idle: ClickHouseClient[] = []

  /**
   * The caller is answered at its time limit or when the client disconnects. The engine stops by then, unless
   * it is still parsing the statement, which cannot be interrupted: such a statement keeps its connection and
   * its slot of the project until it ends, while others get a replacement.
   */
  async function text(statement: Statement, { projectId, seconds, signal }: Limits): Promise<string> {
    const slot = await semaphore.acquire(projectId, signal)
    let client: ClickHouseClient
    try {
      client = idle.pop() ?? (await parts.connect())
    } catch (error) {
      slot.release()
      throw error
    }
    const mark = `assay ${randomUUID()}`
    let stopTimer: NodeJS.Timeout | undefined
    const { promise, removeListener } = whenAborted(signal, () => {
      slot.writeOff()
      stopStatement(parts, mark)
      stopTimer = setInterval(() => stopStatement(parts, mark), stopAgainMs)
    })
    const answer = client
      .query({
        query: markedQuery(statement, { mark, seconds, onCluster: parts.onCluster }),
        query_params: statement.params,
        format: 'JSONEachRow',
        clickhouse_settings: parts.statementSettings,
        abort_signal: signal,
      })
      .then((result) => result.text())
    const finish = (): void => {
      removeListener()
      clearInterval(stopTimer)
      idle.push(client)
      slot.release()
    }
    answer.then(finish, finish)
    return Promise.race([answer, promise])
  }

  return { text, slots: () => semaphore.usage() }
}

export function createReader(parts: ReaderParts): Reader {
  const { budget } = parts
  const statements = createStatements(parts)
  return {
    slots: statements.slots,
    within(scope) {
      const { projectId, arrivedAt = performance.now() } = scope
      const endsAt = arrivedAt + budget.secondsMax * 1000
      const lateAt = arrivedAt + Math.min(searchMsMax, (budget.secondsMax * 1000) / 2)
      let bytes = 0
      const spend = (characters: number): void => {
        bytes += characters
        if (bytes > budget.resultBytesMax) throw budgetError('memory', 'query_result_bytes_max')
      }
      const run = async <Row>(query: string, params: Params, analyzer: Analyzer = 'current') => {
        const remainingMs = endsAt - performance.now()
        if (remainingMs <= 0) throw budgetError('time', 'query_seconds_max')
        const rowsText = await withTimeLimit(scope, remainingMs, (signal) =>
          statements.text(
            { query, params: { project: projectId, ...params }, analyzer },
            { projectId, seconds: Math.ceil(remainingMs / 1000), signal },
          ),
        )
        spend(rowsText.length)
        // The engine returns an empty text for a statement without rows.
        const rows = rowsText === '' ? [] : (JSON.parse(rowsText) as readonly Row[])
        spend(rows.length * rowBytes)
        return rows
      }
      return Object.assign(run, { spend, isLate: () => performance.now() > lateAt })
    },
  }
}
