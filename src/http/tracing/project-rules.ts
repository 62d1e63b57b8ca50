// Ingest rules of a project: model prices, and redaction before spans are stored.
import { withExample } from '../examples.ts'
import { z } from 'zod'
import type { Clock } from '../../kernel/clock.ts'
import type { ProjectSettingName } from '../../storage/contract/contract.ts'
import { builtInPrices } from '../../tracing/prices/price.ts'
import { builtInNames } from '../../tracing/redaction/built-in.ts'
import { Redactor } from '../../tracing/redaction/redact.ts'
import type { RedactionRule } from '../../tracing/redaction/text-rules.ts'
import { AssayError, invalid, type FieldError } from '../../kernel/errors.ts'
import { json, optional, textOf } from '../../kernel/validation.ts'
import { projectRoute, type Caller, type Route } from '../route.ts'

const amount = z.number().nonnegative()

/** US dollars per million tokens. */
const price = z
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

const priceAnswer = withExample(
  z
    .object({
      provider: z.string(),
      model: z.string(),
      input: z.number(),
      output: z.number(),
      cache_read: z.number().optional(),
      cache_write: z.number().optional(),
      reasoning: z.number().optional(),
      audio_input: z.number().optional(),
      audio_output: z.number().optional(),
    })
    .meta({ id: 'Price', description: 'US dollars per million tokens.' }),
  { provider: 'own', model: 'house-model', input: 1000, output: 0 },
)

const ruleCharactersMax = 10_000
const replacement = optional(textOf(ruleCharactersMax))

const rule = z
  .discriminatedUnion('kind', [
    z
      .object({ kind: z.literal('path'), path: textOf(ruleCharactersMax, z.string().min(1)), replacement })
      .meta({ id: 'PathRedaction' }),
    z
      .object({
        kind: z.literal('pattern'),
        pattern: textOf(ruleCharactersMax, z.string().min(1)),
        ignore_case: optional(z.boolean()),
        replacement,
      })
      .meta({ id: 'PatternRedaction' }),
    z
      .object({ kind: z.literal('built_in'), name: z.enum(builtInNames), replacement })
      .meta({ id: 'BuiltInRedaction' }),
  ])
  .meta({ id: 'NewRedactionRule' })
type WireRule = z.output<typeof rule>

/** Converts members to camelCase and drops undefined ones: the stored format. */
const camelMembers = (object: object): object =>
  Object.fromEntries(
    Object.entries(object)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name.replaceAll(/_([a-z])/g, (_, c: string) => c.toUpperCase()), value]),
  )

const snakeMembers = (object: object): object =>
  Object.fromEntries(
    Object.entries(object).map(([name, value]) => [
      name.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`),
      value,
    ]),
  )

/** Refuses patterns that the redactor cannot use, with their location in the body. */
function refuseBadPatterns(rules: readonly WireRule[]): void {
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

const storedItems = z.array(z.record(z.string(), json))

async function readItems<S extends z.ZodType>(
  { scope }: Caller,
  { name, item }: { readonly name: ProjectSettingName; readonly item: S },
): Promise<z.output<S>[]> {
  const setting = await scope.store.read.projectSetting(scope.projectId, name)
  const items = setting === undefined ? [] : storedItems.parse(JSON.parse(setting.value))
  return items.map((storedItem) => item.parse(snakeMembers(storedItem)))
}

async function storeRules(
  clock: Clock,
  {
    caller: { scope },
    name,
    items,
  }: { readonly caller: Caller; readonly name: ProjectSettingName; readonly items: readonly object[] },
): Promise<void> {
  await scope.store.write(async (tx) => {
    scope.recordResource(name, scope.projectId)
    await tx.setProjectSetting(scope.projectId, name, {
      value: JSON.stringify(items.map(camelMembers)),
      updatedAt: clock.now(),
      updatedById: scope.actorId,
    })
  })
}

const pricesAnswer = z.object({ count: z.int(), prices: z.array(priceAnswer) }).meta({ id: 'PricesResponse' })
const ruleAnswer = withExample(
  z
    .looseObject({
      kind: z.enum(['path', 'pattern', 'built_in']),
      path: z.string().optional(),
      pattern: z.string().optional(),
      ignore_case: z.boolean().optional(),
      name: z.string().optional(),
      replacement: z.string().optional(),
    })
    .meta({ id: 'RedactionRule' }),
  { kind: 'built_in', name: 'email' },
)
const rulesAnswer = z
  .object({ count: z.int(), rules: z.array(ruleAnswer) })
  .meta({ id: 'RedactionRulesResponse' })

const listPricesRoute = (): Route =>
  projectRoute({
    method: 'GET',
    path: '/prices/',
    operationId: 'list_prices',
    sdkName: 'prices.list',
    summary: "The project's own prices of models, in US dollars per million tokens.",
    access: 'viewer',
    answer: pricesAnswer,
    handle: async (_, caller) => {
      const prices = await readItems(caller, { name: 'prices', item: priceAnswer })
      return { count: prices.length, prices }
    },
  })

const listBuiltInPricesRoute = (): Route =>
  projectRoute({
    method: 'GET',
    path: '/prices/built-in',
    operationId: 'list_built_in_prices',
    sdkName: 'prices.listBuiltIn',
    summary: 'The default prices of models without a price of the project, in US dollars per million tokens.',
    description:
      'A `*` in the name of a model matches any characters. An absent price for cached tokens is the input price; for reasoning, the output price.',
    access: 'viewer',
    answer: z
      .object({ count: z.int(), version: z.string(), prices: z.array(priceAnswer) })
      .meta({ id: 'BuiltInPricesResponse', description: 'version: the day of the table.' }),
    handle: async () => {
      const { version, prices } = builtInPrices
      return {
        count: prices.length,
        version,
        prices: prices.map((price) => priceAnswer.parse(snakeMembers(price))),
      }
    },
  })

const replacePricesRoute = (clock: Clock): Route =>
  projectRoute({
    method: 'PUT',
    path: '/prices/',
    operationId: 'replace_prices',
    examples: { body: { prices: [{ provider: 'own', model: 'house-model', input: 1000, output: 0 }] } },
    sdkName: 'prices.replace',
    summary:
      "Replace the project's own prices. They override the built-in table for spans that arrive from now on.",
    access: 'editor',
    writes: true,
    body: z.object({ prices: z.array(price).max(10_000) }),
    answer: pricesAnswer,
    handle: async ({ body }, caller) => {
      await storeRules(clock, { caller, name: 'prices', items: body.prices })
      const prices = await readItems(caller, { name: 'prices', item: priceAnswer })
      return { count: prices.length, prices }
    },
  })

const listRedactionRulesRoute = (): Route =>
  projectRoute({
    method: 'GET',
    path: '/redaction/rules/',
    operationId: 'list_redaction_rules',
    sdkName: 'redactionRules.list',
    summary: 'The redaction rules for spans before they are stored.',
    access: 'viewer',
    answer: rulesAnswer,
    handle: async (_, caller) => {
      const rules = await readItems(caller, { name: 'redaction', item: ruleAnswer })
      return { count: rules.length, rules }
    },
  })

const replaceRedactionRulesRoute = (clock: Clock): Route =>
  projectRoute({
    method: 'PUT',
    path: '/redaction/rules/',
    operationId: 'replace_redaction_rules',
    examples: {
      body: {
        rules: [
          { kind: 'path', path: 'ag.data.inputs.password' },
          { kind: 'pattern', pattern: 'secret-\\d+' },
        ],
      },
    },
    sdkName: 'redactionRules.replace',
    summary: 'Replace the redaction rules. They apply to spans stored from now on.',
    access: 'admin',
    writes: true,
    body: z.object({ rules: z.array(rule).max(1_000) }),
    answer: rulesAnswer,
    handle: async ({ body }, caller) => {
      refuseBadPatterns(body.rules)
      await storeRules(clock, { caller, name: 'redaction', items: body.rules })
      const rules = await readItems(caller, { name: 'redaction', item: ruleAnswer })
      return { count: rules.length, rules }
    },
  })

export const projectRuleRoutes = (clock: Clock): readonly Route[] => [
  listPricesRoute(),
  listBuiltInPricesRoute(),
  replacePricesRoute(clock),
  listRedactionRulesRoute(),
  replaceRedactionRulesRoute(clock),
]
