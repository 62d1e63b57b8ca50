// Determines whether a span calls a model or sums up the model calls below it.
import { isList, isObject, valueAt, type Value, type ValueObject } from '../value.ts'
import type { CallFacts, SpanFacts } from './facts.ts'
import type { Buckets } from '../attributes/metrics.ts'
import type { SpanType } from '../attributes/vocabularies.ts'

const callTypes: ReadonlySet<SpanType> = new Set(['llm', 'chat', 'completion', 'embedding', 'rerank'])
const summaryTypes: ReadonlySet<SpanType> = new Set(['agent', 'chain', 'workflow', 'task'])

interface UsageSpan {
  readonly spanType: SpanType
  readonly tokens: Buckets
  readonly costs: Buckets
  /** All attributes besides `ag`. */
  readonly otherAttributes: ValueObject
  readonly meta: Value | undefined
  readonly data: ValueObject
}

const isText = (value: Value | undefined): value is string => typeof value === 'string' && value !== ''

/** The number of characters of all texts in a value. Any other scalar counts as one. */
function charactersOf(root: Value | undefined): number {
  let characters = 0
  const pendingValues: Value[] = root === undefined ? [] : [root]
  for (let value = pendingValues.pop(); value !== undefined; value = pendingValues.pop()) {
    if (typeof value === 'string') characters += value.length
    else if (isList(value)) for (const item of value) pendingValues.push(item)
    else if (isObject(value)) for (const member of Object.values(value)) pendingValues.push(member)
    else characters += 1
  }
  return characters
}

function callOf({ otherAttributes, meta, data }: UsageSpan): CallFacts {
  const responseId = valueAt(meta, ['response', 'id'])
  const scope = valueAt(otherAttributes, ['otel', 'scope', 'name'])
  const models = [valueAt(meta, ['response', 'model']), valueAt(meta, ['request', 'model'])]
    .filter(isText)
    .map((model) => model.toLowerCase())
  return {
    scope: isText(scope) ? scope : '',
    ...(isText(responseId) ? { responseId } : {}),
    models: [...new Set(models)],
    content: charactersOf(data['inputs']) + charactersOf(data['outputs']),
  }
}

/** The facts by which the roll-up counts usage only once. */
export function usageFacts(span: UsageSpan): Pick<SpanFacts, 'call' | 'summarises'> {
  if (callTypes.has(span.spanType)) return { call: callOf(span) }
  const isStated = Object.keys(span.tokens).length > 0 || Object.keys(span.costs).length > 0
  return isStated && summaryTypes.has(span.spanType) ? { summarises: true } : {}
}
