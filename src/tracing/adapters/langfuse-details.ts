// Usage and costs of Langfuse: a JSON object from names to numbers. In its own vocabulary the names are disjoint
// (`input` excludes the tokens of `input_cached_tokens`), so the prompt is the sum of all input names. Objects of
// OpenAI's API are passed on unchanged: there the totals include their parts.
import { exactSum, numberOf } from '../attributes/metrics.ts'
import { isObject, type Value, type ValueObject } from '../value.ts'
import { json, type Mapper } from './mapper.ts'

/** Buckets of known names. Any other name is its own bucket. */
const buckets: ReadonlyMap<string, string> = new Map([
  ['total', 'total'],
  ['total_tokens', 'total'],
  ['cache_read_input_tokens', 'cache_read'],
  ['input_cache_read', 'cache_read'],
  ['input_cached_tokens', 'cache_read'],
  ['cache_creation_input_tokens', 'cache_creation'],
  ['input_cache_creation', 'cache_creation'],
  ['input_audio_tokens', 'prompt_audio'],
  ['input_audio', 'prompt_audio'],
  ['output_reasoning', 'reasoning'],
  ['output_reasoning_tokens', 'reasoning'],
  ['output_audio_tokens', 'completion_audio'],
  ['output_audio', 'completion_audio'],
])

/** The plain names of the two sides. */
const sides: ReadonlyMap<string, 'prompt' | 'completion'> = new Map([
  ['input', 'prompt'],
  ['input_tokens', 'prompt'],
  ['prompt_tokens', 'prompt'],
  ['output', 'completion'],
  ['output_tokens', 'completion'],
  ['completion_tokens', 'completion'],
])

/** Names that only OpenAI's APIs use. */
const namesOfTotals = ['prompt_tokens', 'completion_tokens', 'input_tokens_details', 'output_tokens_details']
const partsOfTotals: ReadonlyMap<string, string> = new Map([
  ['prompt_tokens_details.cached_tokens', 'cache_read'],
  ['input_tokens_details.cached_tokens', 'cache_read'],
  ['prompt_tokens_details.audio_tokens', 'prompt_audio'],
  ['completion_tokens_details.reasoning_tokens', 'reasoning'],
  ['output_tokens_details.reasoning_tokens', 'reasoning'],
  ['completion_tokens_details.audio_tokens', 'completion_audio'],
])

const sideOf = (name: string): 'prompt' | 'completion' | undefined => {
  if (/^(?:input|cache_read_|cache_creation_)/.test(name)) return 'prompt'
  return name.startsWith('output') ? 'completion' : undefined
}

/** Writes the buckets of the object under this key. */
export function mapDetails(mapper: Mapper, key: string, target: string): void {
  const details = json(mapper.attribute(key) ?? null)
  if (!isObject(details)) return
  const hasTotals = namesOfTotals.some((name) => Object.hasOwn(details, name))
  const values = hasTotals ? bucketsOfTotals(details) : bucketsOfParts(details)
  for (const [bucket, value] of values) mapper.writeMember(target.slice(0, -1), bucket, value)
}

function bucketsOfTotals(details: ValueObject): ReadonlyMap<string, Value> {
  const values = new Map<string, Value>()
  for (const [name, value] of Object.entries(details)) {
    if (!isObject(value)) values.set(sides.get(name) ?? buckets.get(name) ?? name, value)
    else {
      for (const [part, number] of Object.entries(value)) {
        values.set(partsOfTotals.get(`${name}.${part}`) ?? `${name}_${part}`, number)
      }
    }
  }
  return values
}

function bucketsOfParts(details: ValueObject): ReadonlyMap<string, Value> {
  const values = new Map<string, Value>()
  for (const [name, value] of Object.entries(details)) {
    const side = sideOf(name)
    const number = numberOf(value)
    if (side !== undefined && number !== undefined) {
      values.set(side, exactSum(numberOf(values.get(side)) ?? 0, number))
    }
    if (number === undefined || !sides.has(name)) {
      values.set(buckets.get(name) ?? name, value)
    }
  }
  return values
}
