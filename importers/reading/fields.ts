// Reads fields of records, by any of the names that a source uses for them, and accounts for each: imported to a field of
// Assay, or left out with a reason. A field that no rule of an importer reads is left out by default.
import { jsonOrText, jsonText } from './exact-json.ts'
import { isRecord, type DataRecord } from './record.ts'
import { timeOf } from './times.ts'

/** The outcome of a field. `to` names the field of Assay. */
export type FieldOutcome = { readonly field: string } & (
  | { readonly to: string }
  | { readonly reason: string }
)

type Outcome = { readonly to: string } | { readonly reason: string }

/** The first field that exists. Only own members are read, since records come from files. */
export function field(record: DataRecord, ...names: readonly string[]): unknown {
  for (const name of names) {
    const value = Object.hasOwn(record, name) ? record[name] : undefined
    if (value !== undefined && value !== null && value !== '') return value
  }
  return undefined
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : jsonText(value))

export function fieldText(record: DataRecord, ...names: readonly string[]): string | undefined {
  const value = field(record, ...names)
  return value === undefined ? undefined : asText(value)
}

/** A bigint if a double would round the integer. */
function asNumber(value: unknown): number | bigint | undefined {
  if (typeof value === 'bigint') return value
  const number = typeof value === 'string' ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number)) return undefined
  const isRounded = typeof value === 'string' && /^-?\d+$/.test(value) && !Number.isSafeInteger(number)
  return isRounded ? BigInt(value) : number
}

/** Objects and lists may be JSON text. */
const asJson = (value: unknown): unknown =>
  typeof value === 'string' && /^\s*[[{"]/.test(value) ? jsonOrText(value) : value

const asList = (value: unknown): readonly unknown[] | undefined => {
  const list = asJson(value)
  return Array.isArray(list) ? list : undefined
}

const readers = { text: asText, number: asNumber, json: asJson }

/** Whether a value has content: null, empty texts, lists and objects have none. */
function hasContent(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return false
  return typeof value !== 'object' || Object.values(value).some(hasContent)
}

export const noCounterpart = 'no counterpart in Assay'

interface FieldReader<T> {
  readonly names: readonly string[]
  /** Undefined for a value of another type. */
  readonly read: (value: unknown) => T | undefined
}

export class Fields {
  readonly record: DataRecord
  readonly #path: string
  readonly #outcomes = new Map<string, Outcome>()
  readonly #nested = new Map<string, readonly Fields[]>()

  constructor(record: DataRecord, path = '') {
    this.record = record
    this.#path = path
  }

  has(...names: readonly string[]): boolean {
    return field(this.record, ...names) !== undefined
  }

  /** The value of a field, without accounting for it. */
  peek(...names: readonly string[]): unknown {
    return asJson(field(this.record, ...names))
  }

  /** The value of the first field that can be read. Others stay unread. */
  #take<T>(to: string, { names, read }: FieldReader<T>): T | undefined {
    for (const name of names) {
      const value = field(this.record, name)
      const result = value === undefined ? undefined : read(value)
      if (result === undefined) continue
      this.#outcomes.set(name, { to })
      return result
    }
    return undefined
  }

  value(to: string, ...names: readonly string[]): unknown {
    return this.#take(to, { names, read: (value) => value })
  }

  text(to: string, ...names: readonly string[]): string | undefined {
    return this.#take(to, { names, read: asText })
  }

  number(to: string, ...names: readonly string[]): number | bigint | undefined {
    return this.#take(to, { names, read: asNumber })
  }

  json(to: string, ...names: readonly string[]): unknown {
    return this.#take(to, { names, read: asJson })
  }

  list(to: string, ...names: readonly string[]): readonly unknown[] {
    return this.#take(to, { names, read: asList }) ?? []
  }

  /** Nanoseconds since 1970. */
  time(to: string, ...names: readonly string[]): bigint | undefined {
    return this.#take(to, { names, read: timeOf })
  }

  /** Values by the field of Assay: `{'ag.user.id': ['text', 'user_id', 'userId']}`. */
  mapped(rules: { readonly [to: string]: readonly [keyof typeof readers, ...string[]] }): DataRecord {
    return Object.fromEntries(
      Object.entries(rules).map(([to, [reader, ...names]]) => [
        to,
        this.#take<unknown>(to, { names, read: readers[reader] }),
      ]),
    )
  }

  /** The fields of a nested record, which may be JSON text. Empty if there is none. */
  nested(...names: readonly string[]): Fields {
    for (const name of names) {
      const [existing] = this.#nested.get(name) ?? []
      if (existing !== undefined) return existing
      const value = asJson(field(this.record, name))
      if (!isRecord(value)) continue
      const fields = new Fields(value, `${this.#path}${name}.`)
      this.#nested.set(name, [fields])
      return fields
    }
    return new Fields({})
  }

  /** The members of the first list that has records; see `members`. */
  each(...names: readonly string[]): readonly Fields[] {
    const name = names.find((candidate) => asList(field(this.record, candidate))?.some(isRecord))
    return name === undefined ? [] : this.members(name)
  }

  /** The members of a list, or a single value. A member that is no record is a record with the field ''. */
  members(name: string): readonly Fields[] {
    const existing = this.#nested.get(name)
    if (existing !== undefined) return existing
    const value = asJson(field(this.record, name))
    if (value === undefined) return []
    const fields = (Array.isArray(value) ? value : [value]).map((member: unknown) =>
      isRecord(member)
        ? new Fields(member, `${this.#path}${name}[].`)
        : new Fields({ '': member }, `${this.#path}${name}[]`),
    )
    this.#nested.set(name, fields)
    return fields
  }

  /** The complete record. */
  takeAll(to: string): DataRecord {
    for (const name of Object.keys(this.record)) this.#outcomes.set(name, { to })
    return this.record
  }

  /** Reports fields as left out for a reason; without names all of them. */
  leaveOut(reason: string, ...names: readonly string[]): void {
    if (names.length === 0) this.#nested.clear()
    for (const name of names.length === 0 ? Object.keys(this.record) : names)
      this.#outcomes.set(name, { reason })
  }

  /** All fields that were not read, to be stored below `to`. */
  rest(to: string): DataRecord | undefined {
    const rest: [string, unknown][] = []
    for (const [name, value] of Object.entries(this.record)) {
      const [firstNested, ...otherNested] = this.#nested.get(name) ?? []
      if (this.#outcomes.has(name) || !hasContent(value)) continue
      if (firstNested === undefined) {
        rest.push([name, value])
        this.#outcomes.set(name, { to: `${to}.${name}` })
      } else if (otherNested.length === 0 && isRecord(asJson(value))) {
        const members = firstNested.rest(`${to}.${name}`)
        if (members !== undefined) rest.push([name, members])
      }
    }
    return rest.length === 0 ? undefined : Object.fromEntries(rest)
  }

  /** The outcome of each field with content. */
  *outcomes(): Generator<FieldOutcome> {
    for (const [name, value] of Object.entries(this.record)) {
      if (!hasContent(value)) continue
      const nestedFields = this.#outcomes.has(name) ? undefined : this.#nested.get(name)
      if (nestedFields === undefined)
        yield { field: `${this.#path}${name}`, ...(this.#outcomes.get(name) ?? { reason: noCounterpart }) }
      else for (const fields of nestedFields) yield* fields.outcomes()
    }
  }
}
