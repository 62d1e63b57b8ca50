// What the answers of all records share, versioned ones and those of evaluations: fields without a value are absent, and
// each says who made, changed and archived it, and when.
import { z } from 'zod'
import type { JsonObject } from '../kernel/json/value.ts'
import type { Lifecycle } from '../storage/contract/contract.ts'
import { ownMember, setOwn } from '../kernel/own.ts'

/**
 * The members that have a value, of all groups in turn. Member by member, without lists of entries or objects between:
 * this is on the way of every answer.
 */
export function present(...groups: readonly { readonly [key: string]: unknown }[]): JsonObject {
  const members: { [key: string]: unknown } = {}
  for (const group of groups) {
    for (const key in group) {
      const value = ownMember(group, key)
      if (value !== undefined) setOwn(members, key, value)
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

export const id = z.uuid()
export const freeObject = z.record(z.string(), z.unknown())

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
