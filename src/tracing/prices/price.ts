// Computes the cost of a model's tokens. Price tables are dated, and the span records the price that was used. So a
// cost can be explained later, and a new table does not change old spans. `prices.json` is the built-in table; projects
// can override single prices.
import type { Buckets } from '../attributes/metrics.ts'
import { exactSum } from '../attributes/metrics.ts'
import { memoize } from '../../kernel/memoize.ts'
import { ownMember } from '../../kernel/own.ts'
import table from './prices.json' with { type: 'json' }

/**
 * US dollars per million tokens. A missing cache price is the input price, a missing reasoning price the output price.
 */
export interface Price {
  readonly provider: string
  /** A name, or a pattern in which `*` matches any characters. */
  readonly model: string
  readonly input: number
  readonly output: number
  readonly cacheRead?: number
  readonly cacheWrite?: number
  readonly reasoning?: number
  readonly audioInput?: number
  readonly audioOutput?: number
}

export interface PriceTable {
  /** The day from which these prices apply. It is recorded with every computed cost. */
  readonly version: string
  readonly prices: readonly Price[]
}

export interface PriceMatch {
  readonly price: Price
  readonly version: string
}

export const builtInPrices: PriceTable = { version: table.version, prices: table.prices }

/** Names under which a model may be listed, most exact first: as sent, without provider, without date or version. */
export function modelNames(model: string): readonly string[] {
  const exactName = model.trim().toLowerCase()
  const bareName = exactName
    .slice(exactName.lastIndexOf('/') + 1)
    .replace(/^(?:[a-z]{2,6}\.)?(?:anthropic|amazon|meta|mistral|cohere)\./, '')
  const unversioned = (name: string): string => name.replace(/(?:-latest|-v\d{1,3}|-\d{3})$/, '')
  const undatedName = unversioned(
    unversioned(bareName.replace(/(?:-v\d{1,3})?:\d{1,3}$/, '')).replace(
      /[-@](?:\d{8}|\d{4}-\d{2}-\d{2})$/,
      '',
    ),
  )
  return [...new Set([exactName, bareName, undatedName])]
}

interface CachedPrice {
  readonly price: PriceMatch | undefined
}

/** Lookups by tables. A program uses few models and looks each of them up with every span. */
const priceCaches = new WeakMap<readonly PriceTable[], (key: string) => CachedPrice>()

/**
 * Finds the price of a model: earlier tables first, and in a table the most exact name, then the longest pattern.
 * Undefined for unknown models.
 */
export function findPrice(
  model: string,
  provider: string | undefined,
  tables: readonly PriceTable[],
): PriceMatch | undefined {
  let find = priceCaches.get(tables)
  if (find === undefined) {
    find = memoize((key) => {
      const [name, providerName] = JSON.parse(key) as [string, string | null]
      return { price: lookUp(name, providerName ?? undefined, tables) }
    })
    priceCaches.set(tables, find)
  }
  return find(JSON.stringify([model, provider])).price
}

function lookUp(
  model: string,
  provider: string | undefined,
  tables: readonly PriceTable[],
): PriceMatch | undefined {
  const names = modelNames(model)
  const lowerProvider = provider?.toLowerCase()
  const preferProvider = (candidates: readonly Price[]): Price | undefined =>
    candidates.find((candidate) => candidate.provider.toLowerCase() === lowerProvider) ?? candidates[0]
  for (const { version, prices } of tables) {
    for (const name of names) {
      const price = preferProvider(prices.filter((entry) => entry.model.toLowerCase() === name))
      if (price !== undefined) return { price, version }
    }
    const matchingPrices = prices
      .filter((price) => names.some((name) => matchesPattern(price.model.toLowerCase(), name)))
      .toSorted((a, b) => b.model.length - a.model.length)
    const price = preferProvider(
      matchingPrices.filter((candidate) => candidate.model.length === matchingPrices[0]?.model.length),
    )
    if (price !== undefined) return { price, version }
  }
  return undefined
}

/** Whether a pattern with `*` matches the full name. Names without `*` are not patterns. */
function matchesPattern(pattern: string, name: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop()
  if (last === undefined || !name.startsWith(first)) return false
  let end = first.length
  for (const partOf of rest) {
    const index = name.indexOf(partOf, end)
    if (index === -1) return false
    end = index + partOf.length
  }
  return name.endsWith(last) && name.length - last.length >= end
}

const perToken = (perMillion: number) => perMillion / 1_000_000

/** Tokens of a part, at most the remaining tokens. */
const partOf = (tokens: number | undefined, remaining: number): number =>
  Math.min(Math.max(tokens ?? 0, 0), remaining)

/**
 * Costs of one span's tokens. Every token is charged once: cached, audio and reasoning tokens are subtracted from the
 * prompt or completion that includes them. Cache counts that exceed the prompt count in sum are not part of it.
 */
export function costOf(tokens: Buckets, price: Price): Buckets {
  const count = (bucket: string): number => Math.max(ownMember(tokens, bucket) ?? 0, 0)
  const [prompt, completion] = [count('prompt'), count('completion')]
  const [cacheRead, cacheCreation] = [count('cache_read'), count('cache_creation')]
  const cachedTokens = cacheRead + cacheCreation
  const uncachedTokens = cachedTokens > prompt ? prompt : prompt - cachedTokens
  const audioIn = price.audioInput === undefined ? 0 : partOf(tokens['prompt_audio'], uncachedTokens)
  const reasoning = partOf(tokens['reasoning'], completion)
  const audioOut =
    price.audioOutput === undefined ? 0 : partOf(tokens['completion_audio'], completion - reasoning)

  const promptCost = exactSum(
    (uncachedTokens - audioIn) * perToken(price.input),
    audioIn * perToken(price.audioInput ?? price.input),
    cacheRead * perToken(price.cacheRead ?? price.input),
    cacheCreation * perToken(price.cacheWrite ?? price.input),
  )
  const completionCost = exactSum(
    (completion - reasoning - audioOut) * perToken(price.output),
    audioOut * perToken(price.audioOutput ?? price.output),
    reasoning * perToken(price.reasoning ?? price.output),
  )
  return { prompt: promptCost, completion: completionCost, total: exactSum(promptCost, completionCost) }
}
