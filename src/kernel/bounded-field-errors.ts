// Limits the number of field errors that a schema collects. Zod creates an object for every wrong value: 1
// MiB of wrong values blocked the main thread for 430 ms, and 64 MiB would exhaust the memory. Bounded lists
// and records stop at `fieldErrorsMax`.
import { z } from 'zod'
import { ownMember } from './own.ts'
import { createPauses } from './time-slices.ts'

/** The most field errors of one list or record. Nobody reads a longer report. */
export const fieldErrorsMax = 1000

/** The number of record members that are parsed together. */
const membersAtOnce = 16

type Schema = z.core.$ZodType
type Parse = Schema['_zod']['parse']
type Payload = z.core.ParsePayload

/** False for a part that is parsed in time slices. */
const isReady = (result: ReturnType<Parse>): result is Payload => !(result instanceof Promise)

/** Shorter lists are read without a pause. */
const slicedLengthMin = 64

/** A list or record that is read part by part: an element, or some members. */
interface Parts {
  readonly count: number
  readonly read: (index: number) => ReturnType<Parse>
  /** Adds a part that was read. False: the list of field errors is full, so skip the rest. */
  readonly take: (part: Payload) => boolean
}

function readAtOnce({ count, read, take }: Parts): void {
  for (let i = 0; i < count; i += 1) {
    const part = read(i)
    if (!isReady(part)) throw new z.core.$ZodAsyncError()
    if (!take(part)) return
  }
}

async function readInSlices({ count, read, take }: Parts): Promise<void> {
  const pauses = createPauses()
  for (let i = 0; i < count; i += 1) {
    const part = read(i)
    if (!take(isReady(part) ? part : await part)) return
    if (pauses.isDue()) await pauses.next()
  }
}

/** An asynchronous parse pauses after each time slice. */
function readParts(parts: Parts, payload: Payload, { async: isAsync }: z.core.ParseContextInternal) {
  if (isAsync === true) return readInSlices(parts).then(() => payload)
  readAtOnce(parts)
  return payload
}

type MaxLength = z.core.$ZodCheckMaxLength

const maxLengthOf = ({ _zod: { def } }: z.core.$ZodArray): MaxLength | undefined =>
  def.checks?.find((check): check is MaxLength => check instanceof z.core.$ZodCheckMaxLength)

/** A list that is too long is read only up to its limit. */
function parseList(schema: z.core.$ZodArray, parse: Parse): Parse {
  const { element } = schema._zod.def
  const maxLength = maxLengthOf(schema)
  const lengthMax = maxLength?._zod.def.maximum ?? Infinity
  return (payload, ctx) => {
    const { value } = payload
    if (!Array.isArray(value)) return parse(payload, ctx)
    const isTooLong = value.length > lengthMax
    if (ctx.async === true && value.length < slicedLengthMin && !isTooLong) return parse(payload, ctx)
    const output: unknown[] = []
    payload.value = output
    const parts: Parts = {
      count: Math.min(value.length, lengthMax),
      read: (index) => element._zod.run({ value: value[index], issues: [] }, ctx),
      take: ({ issues, value: item }) => {
        if (issues.length > 0) payload.issues.push(...z.core.util.prefixIssues(output.length, issues))
        output.push(item)
        return payload.issues.length < fieldErrorsMax
      },
    }
    if (isTooLong) {
      void maxLength?._zod.check({ ...payload, value })
      payload.aborted = true
    }
    return readParts(parts, payload, ctx)
  }
}

function parseRecord(parse: Parse): Parse {
  return (payload, ctx) => {
    const { value } = payload
    if (!z.core.util.isPlainObject(value)) return parse(payload, ctx)
    const names = Object.keys(value)
    if (names.length <= membersAtOnce) return parse(payload, ctx)
    const output = {}
    payload.value = output
    const parts: Parts = {
      count: Math.ceil(names.length / membersAtOnce),
      read: (index) => {
        const chunk = names.slice(index * membersAtOnce, (index + 1) * membersAtOnce)
        const members = Object.fromEntries(chunk.map((name) => [name, ownMember(value, name)]))
        return parse({ value: members, issues: [] }, ctx)
      },
      take: ({ issues, value: members }) => {
        payload.issues.push(...issues)
        Object.assign(output, members)
        return payload.issues.length < fieldErrorsMax
      },
    }
    return readParts(parts, payload, ctx)
  }
}

/** A record with fixed names is also checked for missing ones, so it is parsed in one piece. */
const hasFixedNames = ({ keyType }: z.core.$ZodRecordDef): boolean => keyType._zod.values !== undefined

function boundedParse(schema: Schema): Parse | undefined {
  const internals = schema._zod
  const originalParse = internals.parse.bind(internals)
  if (schema instanceof z.core.$ZodArray) return parseList(schema, originalParse)
  if (schema instanceof z.core.$ZodRecord && !hasFixedNames(schema._zod.def))
    return parseRecord(originalParse)
  return undefined
}

const isSchema = (value: unknown): value is Schema => value instanceof z.core.$ZodType

/** The direct child schemas: members of the definition, lists of schemas, and schemas by name. */
function innerSchemas(schema: Schema): readonly Schema[] {
  if (schema instanceof z.core.$ZodLazy) return [schema._zod.innerType]
  return Object.values(schema._zod.def).flatMap((member: unknown): readonly Schema[] => {
    if (isSchema(member)) return [member]
    return typeof member === 'object' && member !== null ? Object.values(member).filter(isSchema) : []
  })
}

/** Checks the members of an object one by one and stops at `fieldErrorsMax` issues. */
export function checkMembers<T>(
  object: Readonly<Record<string, T>>,
  { issues }: { readonly issues: readonly unknown[] },
  check: (name: string, value: T) => void,
): void {
  // `Object.entries` takes 30 ms for 69,000 members, `Object.keys` 12 ms.
  for (const name of Object.keys(object)) {
    if (issues.length >= fieldErrorsMax) return
    // own: Object.keys returned the name.
    check(name, object[name] as T)
  }
}

const boundedSchemas = new WeakSet<Schema>()

/**
 * Returns the same schema. It parses valid values as before and stops at `fieldErrorsMax` field errors in a
 * list or record.
 */
export function boundFieldErrors<T extends Schema>(schema: T): T {
  const pendingSchemas: Schema[] = [schema]
  for (let current = pendingSchemas.pop(); current !== undefined; current = pendingSchemas.pop()) {
    if (boundedSchemas.has(current)) continue
    boundedSchemas.add(current)
    const parse = boundedParse(current)
    if (parse !== undefined) {
      if (current._zod.run === current._zod.parse) current._zod.run = parse
      current._zod.parse = parse
    }
    pendingSchemas.push(...innerSchemas(current))
  }
  return schema
}
