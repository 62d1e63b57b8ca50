// `tokens.prompt` includes cached tokens. Some libraries (the APIs of Anthropic and Bedrock) report them separately;
// then they are added. OpenAI, and most instrumentations of all providers, include them.
import { ownMember } from '../../kernel/own.ts'
import { exactSum, numberOf } from '../attributes/metrics.ts'
import type { WriteTree } from '../attributes/write-tree.ts'
import type { Attributes } from '../otlp/span.ts'
import { isObject, type Value } from '../value.ts'

const incrementalTokens = ['metrics', 'tokens', 'incremental'] as const

/** Adds the cached tokens to the prompt if they were reported separately. */
export function includeCachedTokens(tree: WriteTree, attributes: Attributes): void {
  const tokens = tree.read(incrementalTokens)
  if (!isObject(tokens)) return
  const count = (bucket: string): number => numberOf(ownMember(tokens, bucket)) ?? 0
  const cachedTokens = count('cache_read') + count('cache_creation')
  const prompt = numberOf(tokens['prompt'])
  if (cachedTokens === 0 || prompt === undefined) return
  const total = numberOf(tokens['total'])
  const withoutCached = prompt + count('completion')
  const isSeparate =
    prompt < cachedTokens || total === withoutCached + cachedTokens || countsSeparately(attributes)
  if (!isSeparate) return
  tree.write([...incrementalTokens, 'prompt'], exactSum(prompt, cachedTokens))
  if (total === withoutCached) tree.write([...incrementalTokens, 'total'], exactSum(total, cachedTokens))
}

const isText = (value: Value | undefined, pattern: RegExp): boolean =>
  typeof value === 'string' && pattern.test(value)

/** Libraries that pass on the provider's counts unchanged. */
function countsSeparately(attributes: Attributes): boolean {
  const provider = attributes['gen_ai.provider.name'] ?? attributes['gen_ai.system']
  // Bedrock Converse: the name of the conventions. Libraries that include cached tokens (LiteLLM: `bedrock`) do not
  // use it.
  if (isText(provider, /^aws\.bedrock$/i)) return true
  // OpenLIT passes on the counts of Anthropic.
  if (isText(provider, /^anthropic$/i) && isText(attributes['telemetry.sdk.name'], /^openlit$/i)) return true
  // The AI SDK before version 6, which has no details of the input.
  return (
    attributes['ai.usage.cachedInputTokens'] !== undefined &&
    attributes['ai.usage.inputTokenDetails.cacheReadTokens'] === undefined &&
    attributes['ai.usage.inputTokenDetails.noCacheTokens'] === undefined &&
    isText(attributes['ai.model.provider'], /anthropic|bedrock/i)
  )
}

/** Whether adapters found costs that are all 0. Libraries send these for models without a known price. */
export function areCostsZero(tree: WriteTree): boolean {
  const costs = tree.read(['metrics', 'costs', 'incremental'])
  const numbers = isObject(costs) ? Object.values(costs) : []
  return numbers.length > 0 && numbers.every((number) => numberOf(number) === 0)
}
