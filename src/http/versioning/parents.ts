// The routes of versioned records: one loop over the six kinds, one file per level and verb. Start at
// routes.ts.
//
// This file reads parent ids. An id may have several names; two names with different values are refused.
import { AssayError } from '../../kernel/errors.ts'
import { kinds, type Kind } from '../../versioning/kinds.ts'
import { optional, uuid } from '../../kernel/validation.ts'
import { ownMember } from '../../kernel/own.ts'

const kindNames = (kind: Kind): readonly string[] => [
  ...new Set([kind.name, ...(kind.family === 'workflow' ? [kinds.workflow.name] : [])]),
]

export const artifactIdNames = (kind: Kind): readonly string[] => [
  ...kindNames(kind).map((word) => `${word}_id`),
  'artifact_id',
]
export const variantIdNames = (kind: Kind): readonly string[] => [
  ...kindNames(kind).map((word) => `${word}_variant_id`),
  'variant_id',
]
export const revisionIdNames = (kind: Kind): readonly string[] => [
  ...kindNames(kind).map((word) => `${word}_revision_id`),
  'revision_id',
]

/** Schema members for ids under all of their names. */
export const idFields = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, optional(uuid)]))

/** The id that a request has under one of these names. */
export function idUnder(
  parentIds: { readonly [name: string]: unknown },
  names: readonly string[],
): string | undefined {
  const sentIds = names.flatMap((name) => {
    const id = ownMember(parentIds, name)
    return typeof id === 'string' ? [[name, id] as const] : []
  })
  const [first] = sentIds
  for (const [name, value] of sentIds) {
    if (first !== undefined && value !== first[1]) {
      throw new AssayError(
        'reference_mismatch',
        `${first[0]}='${first[1]}' and ${name}='${value}' must be equal: both name the same record.`,
      )
    }
  }
  return first?.[1]
}
