// Query routes accept the same fields in a JSON body and in the query string; the body overrides field by
// field.
import { z } from 'zod'
import type { Level } from '../../storage/contract/contract.ts'
import { recordKey, type Kind } from '../../versioning/kinds.ts'
import type { ListQuery } from '../../versioning/query.ts'
import type { Reference } from '../../versioning/references/references.ts'
import type { PageLimits } from '../../versioning/windowing.ts'
import {
  parsedBy,
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
import type { SentBody } from './context.ts'
import {
  flags,
  existingSlug,
  listOf,
  partOfLongText,
  partOfName,
  reference,
  version,
  windowing,
} from '../field-schemas.ts'
import { withoutUndefined, ownMember } from '../../kernel/own.ts'

const levels: readonly Level[] = ['artifact', 'variant', 'revision']

/** A parameter that may occur several times. */
const repeatable = <T extends z.ZodType>(item: T) =>
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

const optionalText = optional(z.string())
const optionalTexts = optional(listOf(z.string()))
const optionalBool = optional(bool)
const sentWindowing = optional(windowing)
const sentReferences = optional(listOf(reference.nullable()))

const recordFields = {
  name: partOfName,
  description: partOfLongText,
  slug: optional(existingSlug),
  slugs: optional(listOf(existingSlug)),
  flags: optional(flags),
  tags: optional(jsonObject),
  meta: optional(jsonObject),
} as const

const revisionFields = {
  ...recordFields,
  message: partOfLongText,
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
    refLevels(level).map((refLevel) => [`${recordKey(kind, refLevel)}_refs`, sentReferences]),
  )

/** Requires an id: a slug does not identify the kind. */
const referenceById = reference.superRefine((ref, ctx) => {
  if (ref !== undefined && ref.id === undefined) {
    ctx.addIssue(fieldIssue('missing', 'Here an artifact reference needs an id.', { path: ['id'] }))
  }
})

export const queryBody = (
  kind: Kind,
  { level, extra = {} }: { readonly level: Level; readonly extra?: z.ZodRawShape | undefined },
) =>
  z.object({
    [recordKey(kind, level)]: optional(level === 'revision' ? revisionFilter : recordFilter),
    ...refsOf(kind, level),
    ...(kind.name === 'environment' && level === 'revision'
      ? { references: optional(listOf(referenceById.nullable())) }
      : {}),
    include_archived: optional(bool),
    windowing: sentWindowing,
    ...extra,
  })

/** The parameters of every query besides its references. */
const parameters = z.object({
  name: partOfName,
  description: partOfLongText,
  flags: optional(jsonText(flags)),
  tags: optional(jsonText(jsonObject)),
  meta: optional(jsonText(jsonObject)),
  include_archived: optionalBool,
  next: optional(uuid),
  newest: optional(time),
  oldest: optional(time),
  limit: optional(int(0)),
  order: optional(z.enum(['ascending', 'descending'])),
})

export const queryString = (kind: Kind, level: Level) => {
  const references = refLevels(level).flatMap((refLevel): readonly (readonly [string, z.ZodType])[] => {
    const key = recordKey(kind, refLevel)
    return [
      [`${key}_id`, optional(uuid)],
      [`${key}_slug`, optional(existingSlug)],
      [`${key}_ids`, optional(repeatable(uuid))],
      [`${key}_slugs`, optional(repeatable(existingSlug))],
      ...(refLevel === 'revision'
        ? ([
            [`${key}_version`, optional(version)],
            [`${key}_versions`, optional(repeatable(version))],
          ] as const)
        : []),
    ]
  })
  return z.object({ ...Object.fromEntries<z.ZodType>(references), ...parameters.shape })
}

/** Lists of equal length are pairs; otherwise each id and each slug is a separate reference. */
function referencesFromString(query: SentBody, key: string): readonly Reference[] | undefined {
  const all = (single: string, plural: string): readonly string[] => [
    ...[parsedBy(optionalText, ownMember(query, single)) ?? []].flat(),
    ...(parsedBy(optionalTexts, ownMember(query, plural)) ?? []),
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

/** Page limits whose errors name the query string if the page size comes from there. */
export const pageLimits = (limits: PageLimits, body: SentBody): PageLimits =>
  parsedBy(sentWindowing, body['windowing'])?.limit === undefined
    ? { ...limits, loc: ['query', 'limit'] }
    : limits

/** The body overrides the query string, field by field. */
export function listQuery(
  kind: Kind,
  { level, body, query }: { readonly level: Level; readonly body: SentBody; readonly query: SentBody },
): ListQuery {
  const refs = (refLevel: Level): readonly Reference[] | undefined => {
    const bodyReferences = parsedBy(sentReferences, ownMember(body, `${recordKey(kind, refLevel)}_refs`))
    return (
      bodyReferences?.filter((ref): ref is Reference => ref !== null && ref !== undefined) ??
      referencesFromString(query, recordKey(kind, refLevel))
    )
  }
  const { name, description, flags, tags, meta, include_archived, ...page } = parsedBy(parameters, query)
  const { next, newest, oldest, limit, order } = page
  const filter = {
    ...withoutUndefined({ name, description, flags, tags, meta }),
    ...withoutUndefined(parsedBy(revisionFilter.optional(), ownMember(body, recordKey(kind, level))) ?? {}),
  }
  const windowing = {
    ...withoutUndefined({ next, newest, oldest, limit, order }),
    ...withoutUndefined(parsedBy(sentWindowing, body['windowing']) ?? {}),
  }
  const referencedIds = parsedBy(sentReferences, body['references'])?.flatMap((ref) => ref?.id ?? [])
  return {
    filter,
    artifactRefs: refs('artifact'),
    variantRefs: level === 'artifact' ? undefined : refs('variant'),
    revisionRefs: level === 'revision' ? refs('revision') : undefined,
    touchedArtifactIds: referencedIds === undefined || referencedIds.length === 0 ? undefined : referencedIds,
    includeArchived: parsedBy(optionalBool, body['include_archived']) ?? include_archived ?? false,
    windowing,
  }
}
