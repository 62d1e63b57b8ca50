// Bound values: a filter's values reach the engine as parameters, never as SQL text.
import { setOwn } from '../../../kernel/own.ts'
import { SqlBudget } from './budget.ts'

/** Of `query_params`. Numbers and their lists go as text, which keeps large and fractional ones exact. */
export type SqlParams = Readonly<Record<string, string | readonly string[]>>

/** SQL with `{name:Type}` places, and the values for them. */
export interface Sql {
  readonly sql: string
  readonly params: SqlParams
  /** The same, for rows that are looked at one by one: there where many rows may be found soon. */
  readonly near?: Pick<Sql, 'sql' | 'params'>
}

export interface Binder {
  readonly text: (value: string) => string
  readonly texts: (values: readonly string[]) => string
  /** As `texts`, for what the index of words is asked. */
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
  /** All words that were bound. */
  readonly allWords: () => readonly string[]
  /** Whether tests are wanted that say nothing new, but are answered by an index. */
  readonly asksIndex: boolean
  readonly budget: SqlBudget
}

const int64Max = 2n ** 63n - 1n

/** Stored times lie within the range; one asked for beyond it compares like the end of the range. */
const clamped = (value: bigint): string =>
  String(value > int64Max ? int64Max : value < -int64Max ? -int64Max : value)

export function createBinder(prefix: string, { asksIndex = true } = {}): Binder {
  const budget = new SqlBudget()
  const params: Record<string, string | readonly string[]> = {}
  const words: string[] = []
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
    allWords: () => words,
    asksIndex,
    budget,
  }
}
