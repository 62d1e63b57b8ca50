// Slugs: validation, and generation when the client sends none.
import type { Clock } from '../kernel/clock.ts'
import { AssayError } from '../kernel/errors.ts'
import type { InsertOutcome } from '../storage/contract/contract.ts'
import { reservedSlugPrefix, type Kind } from './kinds.ts'

export const slugPattern = /^[a-zA-Z0-9_-][a-zA-Z0-9_.-]*$/
export const slugCharactersMax = 255

/** Lower case; runs of invalid characters become `-`; trimmed. May be empty. */
export const slugFromName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9_.]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, slugCharactersMax - 13)

const isReserved = (kind: Kind, slug: string): boolean => {
  const prefix = reservedSlugPrefix[kind.family]
  return prefix !== undefined && slug.startsWith(prefix)
}

export function refuseReservedSlug(kind: Kind, slug: string | undefined): void {
  if (slug === undefined || !isReserved(kind, slug)) return
  throw new AssayError(
    'slug_reserved',
    `The slug '${slug}' is reserved: it starts with '${reservedSlugPrefix[kind.family]}'.`,
  )
}

export const slugConflict = (slug: string): AssayError =>
  new AssayError('slug_conflict', {
    message: `A resource with slug '${slug}' already exists in this project.`,
    conflict: { slug },
  })

/** Inserts with the sent slug, or with one derived from the name; a derived slug that exists gets a random suffix. */
export async function insertWithSlug(
  options: {
    readonly clock: Clock
    readonly kind: Kind
    readonly id: string
    readonly slug: string | undefined
    readonly name: string | undefined
  },
  insert: (slug: string) => Promise<InsertOutcome>,
): Promise<string> {
  const { clock, kind, slug: requestedSlug } = options
  refuseReservedSlug(kind, requestedSlug)
  const slugBase = options.name === undefined ? '' : slugFromName(options.name)
  let slug = requestedSlug ?? (slugBase === '' || isReserved(kind, slugBase) ? clock.hex(12) : slugBase)
  for (;;) {
    const outcome = await insert(slug)
    if (outcome === 'inserted') return slug
    if (outcome === 'id_taken') {
      throw new AssayError('id_conflict', {
        message: `A resource with id '${options.id}' already exists.`,
        conflict: { id: options.id },
      })
    }
    if (requestedSlug !== undefined) throw slugConflict(requestedSlug)
    slug = slugBase === '' ? clock.hex(12) : `${slugBase}-${clock.hex(12)}`
  }
}
