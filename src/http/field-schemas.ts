// Field schemas that the requests of versioned records share.
import { z } from 'zod'
import { checkMembers } from '../kernel/bounded-field-errors.ts'
import { isJsonObject, type JsonObject } from '../kernel/json/value.ts'
import { slugCharactersMax, slugPattern } from '../versioning/slugs.ts'
import type { KindName } from '../versioning/kinds.ts'
import type { Reference } from '../versioning/references/references.ts'
import {
  bool,
  hasAtMost,
  int,
  jsonObject,
  optional,
  fieldIssue,
  textOf,
  time,
  uuid,
} from '../kernel/validation.ts'

/** Text that every store can hold: no NUL and no lone surrogate. */
const text = (charactersMax: number) =>
  textOf(charactersMax)
    .refine((value) => !value.includes('\u0000') && value.isWellFormed(), {
      params: { type: 'value_error' },
      message: 'Text must not contain NUL or a lone surrogate.',
    })
    .meta({ maxLength: charactersMax, pattern: '^[^\u0000]*$' })

const slugOf = (name: string, charactersMax: number) =>
  z
    .string()
    .superRefine((value, ctx) => {
      if (value.length > charactersMax) {
        ctx.addIssue(
          fieldIssue('too_long', `A slug has at most ${charactersMax} characters.`, { input: value }),
        )
      } else if (!slugPattern.test(value)) {
        ctx.addIssue(fieldIssue('value_error', "Value error, 'slug' must be URL-safe.", { input: value }))
      }
    })
    .meta({ id: name, maxLength: charactersMax, pattern: slugPattern.source })

/** The slug of a new record. */
export const slug = slugOf('NewSlug', slugCharactersMax)

/** The slug of an existing record. Copies made by a fork end with `_<32 hex>`. */
export const existingSlug = slugOf('Slug', slugCharactersMax + 33)

const nameCharactersMax = 1000
const longTextCharactersMax = 100_000

export const name = text(nameCharactersMax)
  .refine((value) => value.trim() !== '', {
    params: { type: 'value_error' },
    message: "Value error, 'name' must not be blank.",
  })
  .meta({ id: 'Name', maxLength: nameCharactersMax, pattern: '^[^\u0000]*[^\u0000\\s][^\u0000]*$' })
export const description = text(longTextCharactersMax).meta({
  id: 'LongText',
  maxLength: longTextCharactersMax,
  pattern: '^[^\u0000]*$',
})
export const message = text(longTextCharactersMax)

/** A part of a name, in a filter. */
export const partOfName = optional(textOf(nameCharactersMax))
/** A part of a description or message, in a filter. */
export const partOfLongText = optional(textOf(longTextCharactersMax))
/** The id of a user, session or resource, which programs choose. */
export const identifier = textOf(10_000, z.string().min(1))

/** If true, a payload equal to that of the head creates no revision, and the answer has the head. */
export const ifChanged = optional(bool)

/** Records have some tens of flags; 100,000 of them blocked the main thread for 294 ms. */
const flagsMax = 1000

/** Too many flags are refused before they are read. */
const flagRecord = z.preprocess(
  (input, ctx) => {
    if (!isJsonObject(input) || Object.keys(input).length <= flagsMax) return input
    ctx.addIssue(fieldIssue('too_long', `A record has at most ${flagsMax} flags.`))
    return z.NEVER
  },
  z.record(z.string(), bool.nullable()),
)

/** Null members count as absent. */
export const flags = flagRecord
  .transform((input) =>
    Object.fromEntries(Object.entries(input).filter((pair): pair is [string, boolean] => pair[1] !== null)),
  )
  .meta({ id: 'Flags', maxProperties: flagsMax })

const isTagValue = (value: unknown): boolean =>
  isJsonObject(value) ? Object.values(value).every(isTagValue) : !Array.isArray(value)

/** Values are strings, numbers, booleans or nested objects of these. */
export const tags = jsonObject
  .superRefine((value: JsonObject, ctx) =>
    checkMembers(value, ctx, (key, member) => {
      if (isTagValue(member)) return
      const text = 'Values of tags are strings, numbers, booleans or objects of these.'
      ctx.addIssue(fieldIssue('value_error', text, { path: [key], input: member }))
    }),
  )
  .meta({
    id: 'Tags',
    type: 'object',
    additionalProperties: {
      anyOf: [{ type: ['string', 'number', 'boolean', 'null'] }, { $ref: '#/components/schemas/Tags' }],
    },
  })
export const meta = jsonObject

const versionCharactersMax = 100

/** Accepted as integer or string, always read as string. */
export const version = z
  .union([textOf(versionCharactersMax), z.number().int().nonnegative()], {
    message: 'Input should be a string or an integer.',
  })
  .transform(String)
  .meta({ type: ['string', 'integer'], maxLength: versionCharactersMax })

/** Null, or an object without members, counts as absent. */
export const reference = z
  .object({ id: optional(uuid), slug: optional(existingSlug), version: optional(version) })
  .transform((ref): Reference | undefined =>
    ref.id === undefined && ref.slug === undefined && ref.version === undefined ? undefined : ref,
  )
  .meta({
    id: 'Reference',
    description: 'Identifies a record by id or slug, and a revision also by version.',
  })

export const optionalReference = optional(reference)

/** The kind of a record, for routes that all kinds share. */
export const kindName = z
  .enum([
    'workflow',
    'application',
    'evaluator',
    'testset',
    'query',
    'environment',
  ] satisfies readonly KindName[])
  .meta({ id: 'KindName' })

export const entryKeyCharactersMax = 255

/** A key of an environment. */
export const entryKey = z
  .string()
  .refine(
    (key) => key !== '' && hasAtMost(entryKeyCharactersMax, key),
    `A key has 1 to ${entryKeyCharactersMax} characters.`,
  )
  .meta({ minLength: 1, maxLength: entryKeyCharactersMax })

/** The longest list in a request, equal to the largest page. Clients split longer lists. */
export const listMax = 10_000
export const listOf = <T extends z.ZodType>(item: T) => z.array(item).max(listMax)

/** The header of a new record. */
export const newHeader = {
  slug: optional(slug),
  name: optional(name),
  description: optional(description),
  flags: optional(flags),
  tags: optional(tags),
  meta: optional(meta),
} as const

/** A slug in an edit is accepted, because clients send back the record they read, but it never changes the slug. */
export const ignoredSlug = optional(z.string()).meta({ 'x-undocumented': true })

/** A flag set to null is cleared. */
export const flagsEdit = flagRecord.meta({ id: 'FlagsEdit', maxProperties: flagsMax })

/** Absent members stay unchanged; null clears a member. */
export const headerEdit = {
  /** The slug is ignored; the answer has a warning if it differs. */
  slug: ignoredSlug,
  name: name.nullish(),
  description: description.nullish(),
  flags: flagsEdit.nullish(),
  tags: tags.nullish(),
  meta: meta.nullish(),
} as const

export const windowing = z
  .object({
    limit: optional(int(0)),
    order: optional(z.enum(['ascending', 'descending'])),
    next: optional(uuid),
    newest: optional(time),
    oldest: optional(time),
  })
  .meta({
    id: 'Windowing',
    description: 'A page of a list. Send back the windowing of an answer to read the next page.',
  })

/** The windowing of an answer. */
export const windowingAnswer = z
  .object({
    next: z.string().optional(),
    limit: z.int().optional(),
    order: z.string().optional(),
    newest: z.string().optional(),
    oldest: z.string().optional(),
  })
  .meta({ id: 'NextWindowing', description: 'Send it back unchanged to read the next page.' })

export const idParams = z.object({ id: uuid })
