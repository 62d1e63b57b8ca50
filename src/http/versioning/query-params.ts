// Query routes accept the same fields in a JSON body and in the query string; the body overrides field by
// field.
import { z } from 'zod'
import type { Level } from '../../storage/contract/contract.ts'
import { recordKey, type Kind } from '../../versioning/kinds.ts'
import type { ListQuery, RecordFilter } from '../../versioning/query.ts'
import type { Reference } from '../../versioning/references/references.ts'
import type { PageLimits, Windowing } from '../../versioning/windowing.ts'
import {
  bool,
  int,
  jsonObject,
  optional,
  fieldIssue,
  documentedAs,
  time,
  uuid,
} from '../../kernel/validation.ts'
import { asJsonText } from '../openapi/parameters.ts'
import type { Sent } from './context.ts'
import { flags, existingSlug, listOf, reference, version, windowing } from '../field-schemas.ts'
import { ownMember } from '../../kernel/own.ts'

const levels: readonly Level[] = ['artifact', 'variant', 'revision']

/** A parameter that may occur several times. */
const repeated = <T extends z.ZodType>(item: T) =>
  z.preprocess((value) => (value === undefined || Array.isArray(value) ? value : [value]), listOf(item))

const jsonText = <T extends z.ZodType>(schema: T) =>
  documentedAs(
    z
      .string()
      .transform((text, ctx) => {
        try {
          return JSON.parse(text)
        } catch {
          ctx.addIssue(fieldIssue('json_invalid', 'Input should be JSON text.', { input: text }))
          return z.NEVER
        }
      })
      .pipe(schema)
      .meta(asJsonText),
    schema,
  )

const recordFields = {
  name: optional(z.string()),
  description: optional(z.string()),
  slug: optional(existingSlug),
  slugs: optional(listOf(existingSlug)),
  flags: optional(flags),
  tags: optional(jsonObject),
  meta: optional(jsonObject),
} as const

const revisionFields = {
  ...recordFields,
  message: optional(z.string()),
  author: optional(uuid),
  authors: optional(listOf(uuid)),
  date: optional(time),
  dates: optional(listOf(time)),
} as const

const recordFilter = z.object(recordFields).meta({ id: 'RecordFilter' })
const revisionFilter = z.object(revisionFields).meta({ id: 'RevisionFilter' })

/** The reference lists for a list of this level: its own level and those above. */
const refLevels = (level: Level): readonly Level[] => levels.slice(0, levels.indexOf(level) + 1)

const refsOf = (kind: Kind, level: Level) =>
  Object.fromEntries(
    refLevels(level).map((of) => [`${recordKey(kind, of)}_refs`, optional(listOf(reference.nullable()))]),
  )

/** Requires an id: a slug does not identify the kind. */
const referenceById = reference.superRefine((ref, ctx) => {
  if (ref !== undefined && ref.id === undefined) {
    ctx.addIssue(fieldIssue('missing', 'Here an artifact reference needs an id.', { path: ['id'] }))
  }
})

export const queryBody = (
  kind: Kind,
  { level, more = {} }: { readonly level: Level; readonly more?: z.ZodRawShape | undefined },
) =>
  z.object({
    [recordKey(kind, level)]: optional(level === 'revision' ? revisionFilter : recordFilter),
    ...refsOf(kind, level),
    ...(kind.name === 'environment' && level === 'revision'
      ? { references: optional(listOf(referenceById.nullable())) }
      : {}),
    include_archived: optional(bool),
    windowing: optional(windowing),
    ...more,
  })

export const queryString = (kind: Kind, level: Level) => {
  const references = refLevels(level).flatMap((of) => {
    const key = recordKey(kind, of)
    return [
      [`${key}_id`, optional(uuid)],
      [`${key}_slug`, optional(existingSlug)],
      [`${key}_ids`, optional(repeated(uuid))],
      [`${key}_slugs`, optional(repeated(existingSlug))],
      ...(of === 'revision'
        ? [
            [`${key}_version`, optional(version)],
            [`${key}_versions`, optional(repeated(version))],
          ]
        : []),
    ] as const
  })
  return z.object({
    ...(Object.fromEntries(references) as z.ZodRawShape),
    name: optional(z.string()),
    description: optional(z.string()),
    flags: optional(jsonText(flags)),
    tags: optional(jsonText(jsonObject)),
    meta: optional(jsonText(jsonObject)),
    include_archived: optional(bool),
    next: optional(uuid),
    newest: optional(time),
    oldest: optional(time),
    limit: optional(int(0)),
    order: optional(z.enum(['ascending', 'descending'])),
  })
}

/** Lists of equal length are pairs; otherwise each id and each slug is a separate reference. */
function referencesFromString(query: Sent, key: string): readonly Reference[] | undefined {
  const all = (one: string, several: string): readonly string[] => [
    ...(ownMember(query, one) === undefined ? [] : [ownMember(query, one) as string]),
    ...((ownMember(query, several) as readonly string[] | undefined) ?? []),
  ]
  const ids = all(`${key}_id`, `${key}_ids`)
  const slugs = all(`${key}_slug`, `${key}_slugs`)
  const versions = all(`${key}_version`, `${key}_versions`)
  if (ids.length + slugs.length + versions.length === 0) return undefined
  const columns = [ids, slugs, versions].filter((column) => column.length > 0)
  const length = columns[0]?.length ?? 0
  if (columns.every((column) => column.length === length)) {
    return Array.from({ length }, (_, i) => ({ id: ids[i], slug: slugs[i], version: versions[i] }))
  }
  return [
    ...ids.map((id) => ({ id })),
    ...slugs.map((slug) => ({ slug })),
    ...versions.map((version) => ({ version })),
  ]
}

const withoutUndefined = (value: Sent): Sent =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined))

/** A page size from the query string is refused with that location. */
export const pageLimits = (limits: PageLimits, body: Sent): PageLimits =>
  (body['windowing'] as Windowing | undefined)?.limit === undefined
    ? { ...limits, loc: ['query', 'limit'] }
    : limits

/** The body overrides the query string, field by field. */
export function listQuery(
  kind: Kind,
  { level, body, query }: { readonly level: Level; readonly body: Sent; readonly query: Sent },
): ListQuery {
  const refs = (of: Level): readonly Reference[] | undefined => {
    const bodyReferences = ownMember(body, `${recordKey(kind, of)}_refs`) as
      | readonly (Reference | null | undefined)[]
      | undefined
    return (
      bodyReferences?.filter((ref): ref is Reference => ref !== null && ref !== undefined) ??
      referencesFromString(query, recordKey(kind, of))
    )
  }
  const { name, description, flags, tags, meta, next, newest, oldest, limit, order } = query
  const filter = {
    ...withoutUndefined({ name, description, flags, tags, meta }),
    ...withoutUndefined((ownMember(body, recordKey(kind, level)) as Sent | undefined) ?? {}),
  } as RecordFilter
  const page = {
    ...withoutUndefined({ next, newest, oldest, limit, order }),
    ...withoutUndefined((body['windowing'] as Sent | undefined) ?? {}),
  } as Windowing
  const touched = (body['references'] as readonly (Reference | null)[] | undefined)?.flatMap(
    (ref) => ref?.id ?? [],
  )
  return {
    filter,
    artifactRefs: refs('artifact'),
    variantRefs: level === 'artifact' ? undefined : refs('variant'),
    revisionRefs: level === 'revision' ? refs('revision') : undefined,
    touchedArtifactIds: touched === undefined || touched.length === 0 ? undefined : touched,
    includeArchived: (body['include_archived'] ?? query['include_archived'] ?? false) as boolean,
    windowing: page,
  }
}
