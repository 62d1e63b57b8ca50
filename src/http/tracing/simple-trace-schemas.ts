// Request schemas of simple traces.
import { z } from 'zod'
import { checkMembers } from '../../kernel/bounded-field-errors.ts'
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json/value.ts'
import { spanIdOf, traceIdOf } from '../../tracing/canonical/record-input.ts'
import { referenceKeys } from '../../tracing/attributes/vocabularies.ts'
import { channels, kinds, origins, type SimpleLink, type SimpleLinks } from '../../tracing/simple/record.ts'
import { jsonObject, optional, fieldIssue, documentedAs } from '../../kernel/validation.ts'
import { meta, reference, tags } from '../field-schemas.ts'
import { sentSpanId, sentTraceId } from './shapes.ts'
import { setOwn } from '../../kernel/own.ts'

type Context = z.RefinementCtx
type Path = readonly (string | number)[]

const addFieldError = (
  ctx: Context,
  { path, input, msg }: { readonly path: Path; readonly input: Json | undefined; readonly msg: string },
): undefined => {
  ctx.addIssue(fieldIssue(input === undefined ? 'missing' : 'value_error', msg, { path, input }))
  return undefined
}

function linkOf(
  entry: Json,
  { path, ctx, requiresSpan }: { readonly path: Path; readonly ctx: Context; readonly requiresSpan: boolean },
): SimpleLink | undefined {
  if (!isJsonObject(entry)) {
    ctx.addIssue(fieldIssue('dict_type', 'Input should be an object.', { path, input: entry }))
    return undefined
  }
  const [sentTrace, sentSpan] = [entry['trace_id'] ?? undefined, entry['span_id'] ?? undefined]
  const traceId = traceIdOf(sentTrace)
  const spanId = sentSpan === undefined && !requiresSpan ? '' : spanIdOf(sentSpan)
  if (traceId === undefined)
    addFieldError(ctx, { path: [...path, 'trace_id'], input: sentTrace, msg: 'Input should be a trace id.' })
  if (spanId === undefined)
    addFieldError(ctx, { path: [...path, 'span_id'], input: sentSpan, msg: 'Input should be a span id.' })
  const { attributes } = entry
  if (attributes !== undefined && attributes !== null && !isJsonObject(attributes)) {
    const location = { path: [...path, 'attributes'], input: attributes }
    ctx.addIssue(fieldIssue('dict_type', 'Input should be an object.', location))
  }
  if (traceId === undefined || spanId === undefined) return undefined
  return { traceId, spanId, ...(isJsonObject(attributes) ? { attributes } : {}) }
}

/** Links by name, or as a list. */
const linksOf =
  (options: { readonly requiresSpan: boolean }) =>
  (input: unknown, ctx: Context): SimpleLinks => {
    const isList = Array.isArray(input)
    const items: SimpleLink[] = []
    checkMembers(input as Readonly<Record<string, Json>>, ctx, (name, link) => {
      const parsedLink = linkOf(link, {
        path: [isList ? Number(name) : name],
        ctx,
        requiresSpan: options.requiresSpan,
      })
      if (parsedLink === undefined) return
      items.push(isList ? parsedLink : { ...parsedLink, attributes: { ...parsedLink.attributes, key: name } })
    })
    return { form: isList ? 'list' : 'object', items }
  }

const linksShape = z.custom<JsonObject | readonly Json[]>(
  (value) => isJsonObject(value) || Array.isArray(value),
  {
    params: { type: 'dict_type' },
    message: 'Input should be an object or a list.',
  },
)

/** The documented schema: by name or as a list. */
const documentedLinks = (
  name: string,
  { link, lengthMin = 0 }: { readonly link: z.ZodType; readonly lengthMin?: number | undefined },
) =>
  z
    .union([
      z.record(z.string(), link).meta(lengthMin === 0 ? {} : { minProperties: lengthMin }),
      z.array(link).min(lengthMin),
    ])
    .meta({ id: name })

const attributes = optional(jsonObject)
const documentedLink = z
  .object({ trace_id: sentTraceId, span_id: sentSpanId, attributes })
  .meta({ id: 'NewSimpleLink', description: 'In a list, attributes.key has its name.' })
const linkFilter = z
  .object({ trace_id: sentTraceId, span_id: optional(sentSpanId), attributes })
  .meta({ id: 'SoughtSpan', description: 'Without span_id: any span of the trace.' })

const documentedNewLinks = documentedLinks('NewSimpleLinks', { link: documentedLink })
const documentedNonEmptyLinks = documentedLinks('NewAnnotationLinks', { link: documentedLink, lengthMin: 1 })
const linkFilters = documentedLinks('SoughtSpans', { link: linkFilter })

const links = documentedAs(linksShape.transform(linksOf({ requiresSpan: true })), documentedNewLinks)

const nonEmptyLinks = <T extends z.ZodType<JsonObject | readonly Json[]>>(shape: T) =>
  shape
    .refine((input) => Object.keys(input).length > 0, {
      params: { type: 'value_error' },
      message: 'An annotation needs at least one link.',
    })
    .transform(linksOf({ requiresSpan: true }))

/** Links to search for: a link without span_id matches any span of its trace. */
const linkSearch = documentedAs(
  linksShape
    .transform(linksOf({ requiresSpan: false }))
    .transform(({ items }) =>
      items.map(({ traceId, spanId }) => ({ traceId, ...(spanId === '' ? {} : { spanId }) })),
    ),
  linkFilters,
)

const knownKeys: ReadonlySet<string> = new Set(referenceKeys)

interface SentReferences {
  readonly references: Readonly<Record<string, Json>>
  readonly selector: JsonObject | undefined
}

/** References by key, and the selector. Other keys are stored unchanged. */
const readReferences = jsonObject.transform((input, ctx): SentReferences => {
  const parsedReferences: Record<string, Json> = {}
  let selector: JsonObject | undefined
  for (const [key, value] of Object.entries(input)) {
    if (value === null) continue
    if (key === 'selector' || knownKeys.has(key)) {
      if (!isJsonObject(value)) {
        ctx.addIssue(fieldIssue('dict_type', 'Input should be an object.', { path: [key], input: value }))
      } else if (key === 'selector') selector = value
      else setOwn(parsedReferences, key, referenceOf(value, { key, ctx }))
    } else setOwn(parsedReferences, key, value)
  }
  return { references: parsedReferences, selector }
})

const references = documentedAs(
  readReferences,
  z
    .object({
      ...Object.fromEntries(referenceKeys.map((key) => [key, optional(reference)])),
      selector: optional(jsonObject),
    })
    .meta({ id: 'NewSimpleReferences', description: 'Other keys are stored unchanged.' }),
)

function referenceOf(
  input: JsonObject,
  { key, ctx }: { readonly key: string; readonly ctx: Context },
): JsonObject {
  const result = reference.safeParse(input, { reportInput: true })
  for (const issue of result.error?.issues ?? []) ctx.addIssue({ ...issue, path: [key, ...issue.path] })
  const members = Object.entries(result.data ?? {}).filter(([, member]) => member !== undefined)
  return Object.fromEntries(members)
}

const commonFields = {
  origin: optional(z.enum(origins)),
  kind: optional(z.enum(kinds)),
  channel: optional(z.enum(channels)),
}

const noReferences: SentReferences = { references: {}, selector: undefined }
const noLinks: SimpleLinks = { form: 'object', items: [] }

/** Absent or null counts as `{}`. */
export const newTrace = {
  ...commonFields,
  data: jsonObject.nullish().transform((input) => input ?? {}),
  references: references.nullish().transform((input) => input ?? noReferences),
  links: links.nullish().transform((input) => input ?? noLinks),
  tags: optional(tags),
  meta: optional(meta),
} as const

export const newAnnotation = {
  ...newTrace,
  links: documentedAs(
    nonEmptyLinks(linksShape.nullish().transform((input) => input ?? {})),
    documentedNonEmptyLinks,
  ),
} as const

export const traceEdit = {
  data: jsonObject.nullish(),
  references: references.nullish(),
  links: links.nullish(),
  tags: tags.nullish(),
  meta: meta.nullish(),
} as const

export const annotationEdit = {
  ...traceEdit,
  links: documentedAs(nonEmptyLinks(linksShape), documentedNonEmptyLinks).optional(),
} as const

export const traceFilter = z
  .object({
    ...commonFields,
    tags: optional(tags),
    meta: optional(meta),
    references: optional(references),
    links: optional(linkSearch),
  })
  .meta({ id: 'SimpleTraceFilter' })

export const spanSearch = optional(linkSearch)
