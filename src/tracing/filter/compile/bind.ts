// Binds the values of a filter: they reach the engine as parameters, never as SQL text.
import { setOwn } from '../../../kernel/own.ts'
import { SqlBudget } from './budget.ts'

/** Type of `query_params`. Numbers and their lists are texts, which keeps large and fractional ones exact. */
export type SqlParams = Readonly<Record<string, string | readonly string[]>>

/** SQL with `{name:Type}` placeholders and their values. */
export interface Sql {
  readonly sql: string
  readonly params: SqlParams
  /** Whether only roots and heads of traces can match. */
  readonly isOfHeads?: boolean
  /** The columns of the tested span that the condition reads. */
  readonly columns?: readonly string[]
  /** Whether the condition also reads other spans than the tested one. */
  readonly readsOtherSpans?: boolean
  /** A variant without redundant tests, for a bounded number of rows, if many rows are expected to match soon. */
  readonly near?: Pick<Sql, 'sql' | 'params'>
}

export interface Binder {
  readonly text: (value: string) => string
  readonly texts: (values: readonly string[]) => string
  /** As `texts`, for lookups in the word index. */
  readonly words: (values: readonly string[]) => string
  readonly number: (value: number) => string
  readonly numbers: (values: readonly number[]) => string
  readonly uuid: (value: string) => string
  readonly uuids: (values: readonly string[]) => string
  readonly integers: (values: readonly number[]) => string
  /** Nanoseconds since 1970. */
  readonly time: (value: bigint) => string
  readonly times: (values: readonly bigint[]) => string
  readonly params: () => SqlParams
  /** Records that the SQL reads these columns of the tested span. */
  readonly reads: (...columns: readonly string[]) => void
  /** Runs `work`, whose SQL reads columns of other spans: they are not recorded. */
  readonly aside: <T>(work: () => T) => T
  /** All columns recorded so far. */
  readonly columns: () => readonly string[]
  /** All words bound so far. */
  readonly allWords: () => readonly string[]
  /** Whether to add redundant tests that an index can answer. */
  readonly usesIndex: boolean
  readonly budget: SqlBudget
}

const int64Max = 2n ** 63n - 1n

/** Stored times lie within the range. A time outside it compares like the end of the range. */
const clamped = (value: bigint): string =>
  String(value > int64Max ? int64Max : value < -int64Max ? -int64Max : value)

export function createBinder(prefix: string, { usesIndex = true } = {}): Binder {
  const budget = new SqlBudget()
  const params: Record<string, string | readonly string[]> = {}
  const words: string[] = []
  const columns = new Set<string>()
  let isRecordingPaused = false
  let count = 0
  const bind = (type: string, value: string | readonly string[]): string => {
    budget.addValue(value)
    const name = `${prefix}${count}`
    count += 1
    setOwn(params, name, value)
    return `{${name}:${type}}`
  }
  return {
    text: (value) => bind('String', value),
    texts: (values) => bind('Array(String)', values),
    words: (values) => {
      for (const value of values) words.push(value)
      return bind('Array(String)', values)
    },
    number: (value) => bind('Float64', String(value)),
    numbers: (values) => bind('Array(Float64)', `[${values.join(',')}]`),
    uuid: (value) => bind('UUID', value),
    uuids: (values) => bind('Array(UUID)', values),
    integers: (values) => bind('Array(Int64)', `[${values.join(',')}]`),
    time: (value) => `fromUnixTimestamp64Nano(${bind('Int64', clamped(value))}, 'UTC')`,
    times: (values) => bind('Array(Int64)', `[${values.map(clamped).join(',')}]`),
    params: () => params,
    reads: (...names) => {
      if (!isRecordingPaused) for (const name of names) columns.add(name)
    },
    aside: (work) => {
      const wasPaused = isRecordingPaused
      isRecordingPaused = true
      const result = work()
      isRecordingPaused = wasPaused
      return result
    },
    columns: () => [...columns],
    allWords: () => words,
    usesIndex,
    budget,
  }
}
