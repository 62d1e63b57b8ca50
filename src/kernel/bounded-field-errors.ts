// Limits the number of field errors that a schema collects. Zod creates an object for every wrong value: 1
// MiB of wrong values blocked the main thread for 430 ms, and 64 MiB would exhaust the memory. Bounded lists
// and records stop at `fieldErrorsMax`.
import { z } from 'zod'
import { ownMember } from './own.ts'

/** The most field errors of one list or record. Nobody reads more. */
export const fieldErrorsMax = 1000

/** The number of record members that are parsed together. */
const membersAtOnce = 16

type Schema = z.core.$ZodType
type Parse = Schema['_zod']['parse']
type Payload = z.core.ParsePayload

/** All schemas here are synchronous. */
const isReady = (result: ReturnType<Parse>): result is Payload => !(result instanceof Promise)

function readPart(parse: Parse, value: unknown, ctx: z.core.ParseContextInternal): Payload {
  const part = parse({ value, issues: [] }, ctx)
  if (!isReady(part)) throw new z.core.$ZodAsyncError()
  return part
}

function parseList(element: Schema, parse: Parse): Parse {
  const parseElement: Parse = (payload, ctx) => element._zod.run(payload, ctx)
  return (payload, ctx) => {
    const { value } = payload
    if (!Array.isArray(value)) return parse(payload, ctx)
    const output: unknown[] = []
    for (const [position, item] of value.entries()) {
      const part = readPart(parseElement, item, ctx)
      if (part.issues.length > 0) payload.issues.push(...z.core.util.prefixIssues(position, part.issues))
      if (payload.issues.length >= fieldErrorsMax) break
      output.push(part.value)
    }
    payload.value = output
    return payload
  }
}

function parseRecord(parse: Parse): Parse {
  return (payload, ctx) => {
    const { value } = payload
    if (!z.core.util.isPlainObject(value)) return parse(payload, ctx)
    const names = Object.keys(value)
    if (names.length <= membersAtOnce) return parse(payload, ctx)
    const output = {}
    for (
      let start = 0;
      start < names.length && payload.issues.length < fieldErrorsMax;
      start += membersAtOnce
    ) {
      const members = names.slice(start, start + membersAtOnce).map((name) => [name, ownMember(value, name)])
      const part = readPart(parse, Object.fromEntries(members), ctx)
      payload.issues.push(...part.issues)
      Object.assign(output, part.value)
    }
    payload.value = output
    return payload
  }
}

/** A record with fixed names is also checked for missing ones, so it is parsed in one piece. */
const hasGivenNames = ({ keyType }: z.core.$ZodRecordDef): boolean => keyType._zod.values !== undefined

function boundedParse(schema: Schema): Parse | undefined {
  const inner = schema._zod
  const before = inner.parse.bind(inner)
  if (schema instanceof z.core.$ZodArray) return parseList(schema._zod.def.element, before)
  if (schema instanceof z.core.$ZodRecord && !hasGivenNames(schema._zod.def)) return parseRecord(before)
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
    // own: the name is of the object.
    check(name, object[name] as T)
  }
}

const bounded = new WeakSet<Schema>()

/**
 * Returns the same schema. It parses valid values as before and stops at `fieldErrorsMax` field errors in a
 * list or record.
 */
export function boundFieldErrors<T extends Schema>(schema: T): T {
  const open: Schema[] = [schema]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (bounded.has(at)) continue
    bounded.add(at)
    const parse = boundedParse(at)
    if (parse !== undefined) {
      if (at._zod.run === at._zod.parse) at._zod.run = parse
      at._zod.parse = parse
    }
    open.push(...innerSchemas(at))
  }
  return schema
}
