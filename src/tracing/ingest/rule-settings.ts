// The settings of a project for ingest: model prices and redaction rules, as routes write them, as archives have them,
// and as the store has them. Members are snake_case in requests and camelCase in the store.
import { z } from 'zod'
import { AssayError, invalid, type FieldError } from '../../kernel/errors.ts'
import { optional, textOf } from '../../kernel/validation.ts'
import type { Price } from '../prices/price.ts'
import { builtInNames } from '../redaction/built-in.ts'
import { Redactor } from '../redaction/redact.ts'
import type { RedactionRule } from '../redaction/text-rules.ts'

const amount = z.number().nonnegative()

/** US dollars per million tokens. */
const newPrice = z
  .object({
    provider: optional(textOf(1000)).transform((input) => input ?? ''),
    model: textOf(1000, z.string().min(1)),
    input: amount,
    output: amount,
    cache_read: optional(amount),
    cache_write: optional(amount),
    reasoning: optional(amount),
    audio_input: optional(amount),
    audio_output: optional(amount),
  })
  .meta({ id: 'NewPrice', description: 'US dollars per million tokens.' })

/** Also for stored rules: one that is too long hides every text of its project. */
const ruleCharactersMax = 100_000
const ruleText = textOf(ruleCharactersMax, z.string().min(1))
const replacement = optional(textOf(ruleCharactersMax))

const newRule = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('path'), path: ruleText, replacement }).meta({ id: 'PathRedaction' }),
    z
      .object({
        kind: z.literal('pattern'),
        pattern: ruleText,
        ignore_case: optional(z.boolean()),
        replacement,
      })
      .meta({ id: 'PatternRedaction' }),
    z
      .object({ kind: z.literal('built_in'), name: z.enum(builtInNames), replacement })
      .meta({ id: 'BuiltInRedaction' }),
  ])
  .meta({ id: 'NewRedactionRule' })
type WireRule = z.output<typeof newRule>

/** Converts members to camelCase and drops undefined ones: the stored format. */
const camelMembers = (object: object): object =>
  Object.fromEntries(
    Object.entries(object)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name.replaceAll(/_([a-z])/g, (_, c: string) => c.toUpperCase()), value]),
  )

export const snakeMembers = (object: object): object =>
  Object.fromEntries(
    Object.entries(object).map(([name, value]) => [
      name.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`),
      value,
    ]),
  )

/** Refuses patterns that the redactor cannot use, with their location in the body. */
export function refuseBadPatterns(rules: readonly WireRule[]): void {
  try {
    void new Redactor(rules.map(camelMembers) as readonly RedactionRule[])
  } catch (error) {
    if (!(error instanceof AssayError) || error.code !== 'validation_failed') throw error
    const fieldErrors = error.detail as readonly FieldError[]
    throw invalid(
      fieldErrors.map((fieldError) => ({ ...fieldError, loc: ['body', 'rules', ...fieldError.loc] })),
    )
  }
}

export const newPrices = z.array(newPrice).max(10_000)
export const newRules = z.array(newRule).max(1_000)

/** The stored text of prices or rules. */
export const storedItems = (items: readonly object[]): string => JSON.stringify(items.map(camelMembers))

/** Stored items with the members of a request. Anything but a list of objects stays as it is. */
export function sentItems(text: string): unknown {
  const items: unknown = JSON.parse(text)
  const isObject = (item: unknown): item is object => typeof item === 'object' && item !== null
  return Array.isArray(items) ? items.map((item) => (isObject(item) ? snakeMembers(item) : item)) : items
}

/** Stored prices by the schema of the route that sets them. Throws if they are invalid. */
export const pricesOf = (text: string): readonly Price[] =>
  newPrices.parse(sentItems(text)).map(camelMembers) as readonly Price[]

/** Stored rules by the schema of the route that sets them. Throws if they are invalid. */
export function redactionOf(text: string): readonly RedactionRule[] {
  const rules = newRules.parse(sentItems(text))
  refuseBadPatterns(rules)
  return rules.map(camelMembers) as readonly RedactionRule[]
}
