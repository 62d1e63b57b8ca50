// Usage and costs as Langfuse tells them: a JSON object from names to numbers. In its own vocabulary the names are
// disjoint (`input` leaves out what `input_cached_tokens` counts), so a prompt is the sum of all that go in. The objects
// of OpenAI's interface are told as they are: there the whole contains its parts.
import { exactSum, numberOf } from '../attributes/metrics.ts'
import { isObject, type Value, type ValueObject } from '../value.ts'
import { json, type Mapper } from './mapper.ts'

/** Buckets by the names that are known; any other name is a bucket of its own. */
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

/** Names that only OpenAI's interfaces use. */
const namesOfWholes = ['prompt_tokens', 'completion_tokens', 'input_tokens_details', 'output_tokens_details']
const partsOfWholes: ReadonlyMap<string, string> = new Map([
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

/** Writes the buckets of the object that stands under this key. */
export function mapDetails(mapper: Mapper, key: string, target: string): void {
  const details = json(mapper.attribute(key) ?? null)
  if (!isObject(details)) return
  const isOfWholes = namesOfWholes.some((name) => Object.hasOwn(details, name))
  const told = isOfWholes ? bucketsOfWholes(details) : bucketsOfParts(details)
  for (const [bucket, value] of told) mapper.writeMember(target.slice(0, -1), bucket, value)
}

function bucketsOfWholes(details: ValueObject): ReadonlyMap<string, Value> {
  const told = new Map<string, Value>()
  for (const [name, value] of Object.entries(details)) {
    if (!isObject(value)) told.set(sides.get(name) ?? buckets.get(name) ?? name, value)
    else {
      for (const [part, number] of Object.entries(value)) {
        told.set(partsOfWholes.get(`${name}.${part}`) ?? `${name}_${part}`, number)
      }
    }
  }
  return told
}

function bucketsOfParts(details: ValueObject): ReadonlyMap<string, Value> {
  const told = new Map<string, Value>()
  for (const [name, value] of Object.entries(details)) {
    const side = sideOf(name)
    const number = numberOf(value)
    if (side !== undefined && number !== undefined) {
      told.set(side, exactSum(numberOf(told.get(side)) ?? 0, number))
    }
    if (number === undefined || !sides.has(name)) {
      told.set(buckets.get(name) ?? name, value)
    }
  }
  return told
}
