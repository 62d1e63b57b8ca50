// Ingest rules of a project: model prices, and redaction before spans are stored.
import { withExample } from '../examples.ts'
import { z } from 'zod'
import type { Clock } from '../../kernel/clock.ts'
import type { ProjectSettingName } from '../../storage/contract/contract.ts'
import { builtInPrices } from '../../tracing/prices/price.ts'
import {
  newPrices,
  newRules,
  refuseBadPatterns,
  sentItems,
  snakeMembers,
  storedItems,
} from '../../tracing/ingest/rule-settings.ts'
import { AssayError } from '../../kernel/errors.ts'
import { projectRoute, type Caller, type Route } from '../route.ts'

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

async function readItems<S extends z.ZodType>(
  { scope }: Caller,
  { name, item }: { readonly name: ProjectSettingName; readonly item: S },
): Promise<z.output<S>[]> {
  const setting = await scope.store.read.projectSetting(scope.projectId, name)
  if (setting === undefined) return []
  const items = z.array(item).safeParse(sentItems(setting.value))
  if (items.success) return items.data
  const what = `The stored setting '${name}' of the project is invalid. Replace it.`
  throw new AssayError('unavailable', what, { cause: items.error })
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
      value: storedItems(items),
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
    body: z.object({ prices: newPrices }),
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
    body: z.object({ rules: newRules }),
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
