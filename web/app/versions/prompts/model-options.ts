// The models that a prompt or a judge can name: those of the stored providers, and those with a known price.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Api } from '../../api.ts'
import { useHasRole, useSession } from '../../session.tsx'
import { readLocal, writeLocal } from '../../../ui/browser/local-storage.ts'
import type { SettingSuggestion } from '../../../ui/forms/setting-fields.tsx'
import { shortCount } from '../../../ui/format.ts'
import { isRecord, membersOf } from '../../../ui/records.ts'
import { contextTokens } from './context-sizes.ts'

interface Price {
  readonly provider: string
  readonly model: string
  readonly input: number
  readonly output: number
}

const dollars = (amount: number): string => `$${amount}`
const noteOf = ({ provider, input, output }: Price, name: string): string => {
  const context = contextTokens(name)
  const size = context === undefined ? '' : `${shortCount(context)} context · `
  return `${provider} · ${size}${dollars(input)} in, ${dollars(output)} out per million tokens`
}

/** `*` in the name of a price matches any characters. */
const matches = (pattern: string, model: string): boolean =>
  new RegExp(`^${pattern.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('*', '.*')}$`).test(
    model,
  )

/** The name of a model with its provider. A name without a provider means a model of OpenAI. */
const modelName = ({ provider, model }: Price): string =>
  provider === 'openai' ? model : `${provider === 'google' ? 'gemini' : provider}/${model}`

interface StoredProvider {
  readonly slug: string
  readonly kind: string
  readonly data: object
}

/** A named provider is part of the name of its models; a provider key is found by its kind. */
function modelOptions(
  providers: readonly StoredProvider[],
  prices: readonly Price[],
): readonly SettingSuggestion[] {
  const storedModels = providers.flatMap(({ slug, kind, data }) => {
    const { kind: provider, models } = membersOf(data)
    const names = (Array.isArray(models) ? models : []).flatMap((one) =>
      isRecord(one) && typeof one['slug'] === 'string' ? [one['slug']] : [],
    )
    return names.map((name) => {
      const price = prices.find(({ model }) => matches(model, name))
      const value =
        kind === 'custom_provider' ? `${slug}/${String(provider)}/${name}` : `${String(provider)}/${name}`
      return { value, note: price === undefined ? slug : noteOf({ ...price, provider: slug }, name) }
    })
  })
  const pricedModels = prices
    .filter(({ model }) => !model.includes('*'))
    .map((price) => ({ value: modelName(price), note: noteOf(price, price.model) }))
  return [
    ...new Map([...pricedModels, ...storedModels].map((option) => [option.value, option])).values(),
  ].toSorted((a, b) => Number(pricedModels.includes(a)) - Number(pricedModels.includes(b)))
}

const modelOptionsQuery = (api: Api, canListSecrets: boolean) =>
  queryOptions({
    queryKey: [api.projectId, 'models', canListSecrets],
    queryFn: async ({ signal }) => {
      const [projectPrices, builtInPrices, secrets] = await Promise.all([
        api.prices.list({ signal }),
        api.prices.listBuiltIn({ signal }),
        canListSecrets ? api.secrets.list({ signal }) : [],
      ])
      return modelOptions(secrets, [...projectPrices.prices, ...builtInPrices.prices])
    },
    staleTime: 60_000,
  })

const recentName = 'models.recent'
const recentMax = 5

/** The model of a prompt, or of the settings of a judge. */
const modelIn = (parameters: unknown): string | undefined => {
  const { prompt, model } = membersOf(parameters)
  const promptModel = membersOf(membersOf(prompt)['llm_config'])['model'] ?? model
  return typeof promptModel === 'string' ? promptModel : undefined
}

/** The models to offer, recently used ones first. A listed model counts as used when the parameters name it. */
export function useModels(parameters: unknown): readonly SettingSuggestion[] {
  const { api } = useSession()
  const canListSecrets = useHasRole('editor')
  const { data: options = [] } = useQuery(modelOptionsQuery(api, canListSecrets))
  const recentModels = readLocal<readonly string[]>(recentName, [])
  const model = modelIn(parameters)
  const isListed = options.some(({ value }) => value === model)
  useEffect(() => {
    if (model === undefined || !isListed) return
    const otherModels = readLocal<readonly string[]>(recentName, []).filter((other) => other !== model)
    writeLocal(recentName, [model, ...otherModels].slice(0, recentMax))
  }, [model, isListed])
  const rank = ({ value }: SettingSuggestion): number =>
    recentModels.includes(value) ? recentModels.indexOf(value) : recentMax
  return options.toSorted((a, b) => rank(a) - rank(b))
}
