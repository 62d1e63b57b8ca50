// Statements of clients' queries: each is run within the budget of its query, and stopped when nobody waits for it.
import { randomUUID } from 'node:crypto'
import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client'
import { AssayError } from '../../kernel/errors.ts'
import type { QueryBudget, QueryScope } from '../contract/contract.ts'

export type Params = Readonly<Record<string, unknown>>
/** `settings` are our own SQL: what the statement sets beside its budget. */
export type Run = <Row>(query: string, params: Params, settings?: string) => Promise<readonly Row[]>

export interface Reader {
  /** The statements that run for one query share its budget; `project` is bound for all of them. */
  readonly within: (scope: QueryScope) => Run
}

/** Large filters are long texts with many parts; what clients may send is bounded before it comes here. */
export const roomForFilters = {
  max_query_size: String(64 * 1024 * 1024),
  max_ast_elements: '5000000',
  max_expanded_ast_elements: '50000000',
  max_parser_backtracks: '0',
  max_parser_depth: '100000',
} as const satisfies ClickHouseSettings

/** Of all statements of clients' queries. */
export const readSettings = ({ memoryBytesMax, resultBytesMax }: QueryBudget): ClickHouseSettings => ({
  ...roomForFilters,
  output_format_json_quote_64bit_integers: 0,
  // The key holds the time, so rows of one key lie in one partition, and FINAL need not look across partitions.
  do_not_merge_across_partitions_select_final: 1,
  max_memory_usage: String(memoryBytesMax),
  max_result_bytes: String(resultBytesMax),
})

const budgetFaults: Readonly<Record<string, 'time' | 'memory'>> = {
  '158': 'memory', // TOO_MANY_ROWS
  '159': 'time', // TIMEOUT_EXCEEDED
  '160': 'time', // TOO_SLOW
  '241': 'memory', // MEMORY_LIMIT_EXCEEDED
  '307': 'memory', // TOO_MANY_BYTES
  '396': 'memory', // TOO_MANY_ROWS_OR_BYTES
}
const cancelled = '394'

const settingsOf = { time: 'query_seconds_max', memory: 'query_memory_bytes_max' } as const

const exceeded = (what: string, setting: string, cause?: unknown): AssayError =>
  new AssayError(
    'budget_exceeded',
    `The query took more ${what} than ${setting} allows. Narrow it: a shorter window, a lower limit, a stricter filter.`,
    { cause },
  )

/** The engine's number stands in the message or beside it, depending on the connection. */
const engineCode = (error: unknown): string =>
  error instanceof Error
    ? (/^Code: (\d+)/.exec(error.message)?.[1] ?? ('code' in error ? String(error.code) : ''))
    : ''

function asQueryFailure(error: unknown): unknown {
  if (error instanceof AssayError) return error
  const code = engineCode(error)
  const what = budgetFaults[code]
  if (what !== undefined) return exceeded(what, settingsOf[what], error)
  if (code === cancelled)
    return new AssayError('budget_exceeded', 'The query was given up.', { cause: error })
  return new AssayError('unavailable', 'The trace store does not answer.', {
    cause: error,
    headers: { 'Retry-After': '2' },
  })
}

/** Hands out connections, each to one statement at a time; who comes first is served first. */
function poolOf<T>(items: readonly T[]): { take: () => Promise<T>; give: (item: T) => void } {
  const free = [...items]
  const waiting: ((item: T) => void)[] = []
  return {
    take: () => {
      const item = free.pop()
      return item === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(item)
    },
    give: (item) => {
      const next = waiting.shift()
      if (next === undefined) free.push(item)
      else next(item)
    },
  }
}

/** How often a statement that nobody waits for is stopped anew: it may not have begun when it was stopped first. */
const stopAgainMs = 250

/** `clients`: as many statements run at once. `control` stops them, so it is never busy with one. */
export function createReader(parts: {
  readonly clients: readonly ClickHouseClient[]
  /** Sent with every statement: the settings that the clients' connections do not hold themselves. */
  readonly sent: ClickHouseSettings
  readonly control: ClickHouseClient
  readonly budget: QueryBudget
  /** The statement may run on any server of it. */
  readonly onCluster: string
}): Reader {
  const { clients, sent, control, budget, onCluster } = parts
  const pool = poolOf(clients)

  /** The mark is in the settings of the statement: the embedded engine gives statements ids of its own. */
  const stop = (mark: string): void => {
    control
      .query({
        // Our own text: this statement takes no parameters.
        query: `KILL QUERY${onCluster} WHERE Settings['log_comment'] = '${mark}' ASYNC`,
        format: 'JSONEachRow',
      })
      .then((result) => result.text())
      // Then it ends with its budget.
      .catch(() => undefined)
  }

  async function text(
    query: string,
    params: Params,
    options: {
      readonly seconds: number
      readonly settings: string | undefined
      readonly signal: AbortSignal | undefined
    },
  ): Promise<string> {
    const client = await pool.take()
    const mark = `assay ${randomUUID()}`
    let stopping: NodeJS.Timeout | undefined
    const onAbort = (): void => {
      stop(mark)
      stopping = setInterval(() => stop(mark), stopAgainMs)
    }
    try {
      options.signal?.throwIfAborted()
      options.signal?.addEventListener('abort', onAbort)
      const own = `log_comment = '${mark}', max_execution_time = ${options.seconds}`
      const result = await client.query({
        query: `${query} SETTINGS ${options.settings === undefined ? own : `${own}, ${options.settings}`}`,
        query_params: { ...params },
        format: 'JSONEachRow',
        clickhouse_settings: sent,
      })
      return await result.text()
    } finally {
      options.signal?.removeEventListener('abort', onAbort)
      clearInterval(stopping)
      pool.give(client)
    }
  }

  return {
    within({ projectId, signal }) {
      const endsAt = performance.now() + budget.secondsMax * 1000
      let bytes = 0
      return async <Row>(query: string, params: Params, settings?: string) => {
        const seconds = Math.ceil((endsAt - performance.now()) / 1000)
        if (seconds <= 0) throw exceeded('time', 'query_seconds_max')
        try {
          const lines = await text(query, { project: projectId, ...params }, { seconds, settings, signal })
          bytes += lines.length
          if (bytes > budget.resultBytesMax) throw exceeded('memory', 'query_result_bytes_max')
          return lines
            .split('\n')
            .filter((line) => line !== '')
            .map((line) => JSON.parse(line) as Row)
        } catch (error) {
          throw asQueryFailure(error)
        }
      }
    },
  }
}
