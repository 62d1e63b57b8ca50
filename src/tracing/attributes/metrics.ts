// Token and cost buckets that a span states itself, parsed from the attributes as sent.
import { isObject, plainNumber, type OpenObject, type Value, type ValueObject } from '../value.ts'
import type { WriteTree } from './write-tree.ts'
import { ownMember, setOwn } from '../../kernel/own.ts'

export type Buckets = { readonly [bucket: string]: number }

/** The `ag.metrics` of a client. Parts of a wrong type are moved to `unsupported`. */
export interface SentMetrics {
  readonly tokens: { readonly incremental: Buckets; readonly cumulative: Buckets }
  readonly costs: {
    readonly incremental: Buckets
    readonly cumulative: Buckets
    readonly source?: 'client' | 'computed'
    readonly price?: ValueObject
  }
}

const numberText = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/

/** A number, or a text that is a plain number. */
export function numberOf(input: Value | undefined): number | undefined {
  const value = plainNumber(input)
  // JSON text may have numbers that overflow to Infinity.
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value === 'bigint') return Number(value)
  if (typeof value !== 'string' || value.length > 64 || !numberText.test(value)) return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}

const tokenAliases: ReadonlyMap<string, string> = new Map([
  ['cached', 'cache_read'],
  ['cache_write', 'cache_creation'],
])

type SetAside = (path: readonly string[], value: Value) => void

function bucketsOf(value: Value | undefined, path: readonly string[], setAside: SetAside): Buckets {
  if (value === undefined) return {}
  if (!isObject(value)) {
    setAside(path, value)
    return {}
  }
  const buckets: Record<string, number> = {}
  for (const [name, count] of Object.entries(value)) {
    const number = numberOf(count)
    const alias = tokenAliases.get(name)
    const bucket = path[0] === 'tokens' && alias !== undefined ? alias : name
    // The canonical name wins over its alias.
    if (number === undefined || (bucket !== name && Object.hasOwn(value, bucket)) || name === '__proto__') {
      setAside([...path, name], count)
    } else setOwn(buckets, bucket, number)
  }
  return withTotal(buckets)
}

/** Adds `total` as the sum of prompt and completion if the client did not send it. */
export function withTotal(buckets: Buckets): Buckets {
  const { prompt, completion, total } = buckets
  if (total !== undefined || (prompt === undefined && completion === undefined)) return buckets
  return { ...buckets, total: exactSum(prompt ?? 0, completion ?? 0) }
}

/** Sums of prices pick up noise in the last binary digits. Twelve significant digits are more than any price has. */
export function exactSum(...numbers: readonly number[]): number {
  let sum = 0
  for (const number of numbers) sum += number
  return Number.isInteger(sum) ? sum : Number(sum.toPrecision(12))
}

/** Returns the known members of one metric and sets the others aside. */
function membersOf(
  metrics: ValueObject,
  metric: string,
  knownNames: readonly string[],
  setAside: SetAside,
): OpenObject {
  const value = ownMember(metrics, metric)
  if (value === undefined) return {}
  if (!isObject(value)) {
    setAside([metric], value)
    return {}
  }
  const members: OpenObject = {}
  for (const [name, member] of Object.entries(value)) {
    if (knownNames.includes(name)) setOwn(members, name, member)
    else setAside([metric, name], member)
  }
  return members
}

/** The server always computes these metrics. Of the values sent, only those that are not numbers are set aside. */
function setIllTypedAside(metrics: ValueObject, metric: string, setAside: SetAside): void {
  const members = membersOf(metrics, metric, ['incremental', 'cumulative'], setAside)
  for (const [name, value] of Object.entries(members)) {
    if (numberOf(value) === undefined) setAside([metric, name], value)
  }
}

/** Parses `ag.metrics`. Values of a wrong type go to `unsupported` below `metrics`. */
export function sentMetrics(input: Value | undefined, unsupported: WriteTree): SentMetrics {
  const setAside: SetAside = (path, value) => unsupported.write(['metrics', ...path], value)
  if (input !== undefined && !isObject(input)) setAside([], input)
  const metrics = isObject(input) ? input : {}
  for (const [name, value] of Object.entries(metrics)) {
    if (!['tokens', 'costs', 'duration', 'errors'].includes(name)) setAside([name], value)
  }
  const tokens = membersOf(metrics, 'tokens', ['incremental', 'cumulative'], setAside)
  const costs = membersOf(metrics, 'costs', ['incremental', 'cumulative', 'source', 'price'], setAside)
  const { source, price } = costs
  const isComputed = source === 'computed'
  if (source !== undefined && source !== 'client' && !isComputed) setAside(['costs', 'source'], source)
  if (price !== undefined && !(isComputed && isObject(price))) setAside(['costs', 'price'], price)
  for (const metric of ['duration', 'errors']) setIllTypedAside(metrics, metric, setAside)
  return {
    tokens: {
      incremental: bucketsOf(tokens['incremental'], ['tokens', 'incremental'], setAside),
      cumulative: bucketsOf(tokens['cumulative'], ['tokens', 'cumulative'], setAside),
    },
    costs: {
      incremental: bucketsOf(costs['incremental'], ['costs', 'incremental'], setAside),
      cumulative: bucketsOf(costs['cumulative'], ['costs', 'cumulative'], setAside),
      ...(source === 'client' || source === 'computed' ? { source } : {}),
      ...(isComputed && isObject(price) ? { price } : {}),
    },
  }
}
