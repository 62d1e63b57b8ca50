// Fields and schemas that the answers of all records share. Fields without a value are absent. The lifecycle has the
// times and the authors of the creation, the last change and the archiving of a record.
import { z } from 'zod'
import type { JsonObject } from '../kernel/json/value.ts'
import type { Lifecycle } from '../storage/contract/contract.ts'
import { windowingAnswer } from './field-schemas.ts'

/**
 * Merges the members that have a value. It copies member by member, without intermediate lists or objects,
 * because every answer passes through it.
 */
export function definedMembers(...groups: readonly { readonly [key: string]: unknown }[]): JsonObject {
  const members: { [key: string]: unknown } = {}
  for (const group of groups) {
    for (const key in group) {
      // own: the names come from our own records. Direct access here is twice as fast as a shared function.
      const value = group[key]
      // own: as above.
      if (value !== undefined) members[key] = value
    }
  }
  return members as JsonObject
}

export const lifecycle = (record: Lifecycle) => ({
  created_at: record.createdAt,
  created_by_id: record.createdById,
  updated_at: record.updatedAt,
  updated_by_id: record.updatedById,
  deleted_at: record.deletedAt,
  deleted_by_id: record.deletedById,
})

export const id = z.guid()
export const freeObject = z.record(z.string(), z.unknown())

/** `support_bot` becomes `SupportBot`, the format of schema names in the OpenAPI document. */
export const pascal = (word: string): string =>
  word.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())

const namedSchemas = new Map<string, z.ZodObject>()

/** The schema with this name, created once: the OpenAPI document refers to it. */
export function namedSchema(name: string, create: () => z.ZodObject): z.ZodObject {
  const schema = namedSchemas.get(name) ?? create().meta({ id: name })
  namedSchemas.set(name, schema)
  return schema
}

const nameOf = (record: z.ZodType): string => {
  const name = z.globalRegistry.get(record)?.id
  if (name === undefined) throw new Error('the schema of a record needs a name')
  return name
}

/** `{"count": 1, "<key>": …}`; the key is absent when there is no record. */
export const single = (key: string, record: z.ZodType): z.ZodObject =>
  namedSchema(`${nameOf(record)}Response`, () => singleWith(key, { record, extra: {} }))

/** A schema like `single` with further members. It has the name of its operation. */
export const singleWith = (
  key: string,
  { record, extra }: { readonly record: z.ZodType; readonly extra: z.ZodRawShape },
): z.ZodObject => z.object({ count: z.int(), [key]: record.optional(), ...extra })

/** `{"count": 2, "<key>": […], "windowing"?: …}`. */
export const list = (key: string, record: z.ZodType): z.ZodObject =>
  namedSchema(`${nameOf(record)}ListResponse`, () =>
    z.object({ count: z.int(), [key]: z.array(record), windowing: windowingAnswer.optional() }),
  )

/** Flags, tags, meta and the lifecycle. */
export const commonSchema = {
  flags: z.record(z.string(), z.boolean()).optional(),
  tags: freeObject.optional(),
  meta: freeObject.optional(),
  created_at: z.string(),
  created_by_id: id,
  updated_at: z.string().optional(),
  updated_by_id: id.optional(),
  deleted_at: z.string().optional(),
  deleted_by_id: id.optional(),
}
