// A span's own costs: the costs that the client stated, else tokens times the price of the model.
import { costOf, findPrice, type PriceTable } from '../prices/price.ts'
import { valueAt, type Value, type ValueObject } from '../value.ts'
import type { Buckets, SentMetrics } from '../attributes/metrics.ts'
import type { SpanType } from '../attributes/vocabularies.ts'

export interface OwnCosts {
  readonly incremental: Buckets
  readonly source?: 'client' | 'computed'
  /** The price that was used. */
  readonly price?: ValueObject
}

interface CostFacts {
  readonly sentCosts: SentMetrics['costs']
  readonly tokens: Buckets
  readonly meta: Value | undefined
  readonly parameters: Value | undefined
  /** Undefined if nobody declared a type. */
  readonly spanType: SpanType | undefined
  readonly priceTables: readonly PriceTable[]
  /** A library sent costs of 0, as it does for models without a known price. A price known here replaces them. */
  readonly isReplaceable?: boolean
}

/** Types that call a model themselves. The others only pass on the numbers of spans below them. */
const pricedTypes: ReadonlySet<SpanType> = new Set([
  'llm',
  'chat',
  'completion',
  'embedding',
  'query',
  'rerank',
  'unknown',
])

const firstText = (...values: readonly (Value | undefined)[]): string | undefined =>
  values.find((value) => typeof value === 'string' && value !== '') as string | undefined

const modelOf = ({ meta, parameters }: CostFacts): string | undefined =>
  firstText(
    valueAt(meta, ['response', 'model']),
    valueAt(meta, ['request', 'model']),
    valueAt(parameters, ['model']),
    valueAt(parameters, ['prompt', 'llm_config', 'model']),
    valueAt(parameters, ['llm_config', 'model']),
  )

const providerOf = ({ meta }: CostFacts): string | undefined =>
  firstText(valueAt(meta, ['provider', 'name']), valueAt(meta, ['provider']), valueAt(meta, ['system']))

/**
 * Costs of the span itself. A cost that this server computed earlier is recomputed, or retained if that is impossible.
 */
export function ownCosts(facts: CostFacts): OwnCosts {
  const { sentCosts } = facts
  const isSent = Object.keys(sentCosts.incremental).length > 0
  const isFromClient = isSent && sentCosts.source !== 'computed'
  const isReplaced =
    facts.isReplaceable === true && Object.values(sentCosts.incremental).every((cost) => cost === 0)
  const serverCosts = isFromClient && !isReplaced ? undefined : computedCosts(facts)
  if (isFromClient && (serverCosts?.incremental['total'] ?? 0) === 0)
    return { incremental: sentCosts.incremental, source: 'client' }
  if (serverCosts !== undefined) return serverCosts
  if (!isSent) return { incremental: {} }
  return {
    incremental: sentCosts.incremental,
    source: 'computed',
    ...(sentCosts.price === undefined ? {} : { price: sentCosts.price }),
  }
}

function computedCosts(facts: CostFacts): OwnCosts | undefined {
  const { tokens, spanType } = facts
  if (spanType !== undefined && !pricedTypes.has(spanType)) return undefined
  if (tokens['prompt'] === undefined && tokens['completion'] === undefined) return undefined
  const model = modelOf(facts)
  if (model === undefined) return undefined
  const match = findPrice(model, providerOf(facts), facts.priceTables)
  if (match === undefined) return undefined
  return {
    incremental: costOf(tokens, match.price),
    source: 'computed',
    price: { model: match.price.model, version: match.version },
  }
}
