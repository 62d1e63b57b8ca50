// Attributes of Langfuse's spans. Inputs, outputs, usage and costs are sent under Langfuse's own names: the server maps them
// as it maps spans of Langfuse's SDKs (lists of messages, cached tokens, parts of costs).
import type { Fields } from '../reading/fields.ts'
import { isRecord, type DataRecord } from '../reading/record.ts'

const spanTypes = new Map([
  ['GENERATION', 'chat'],
  ['AGENT', 'agent'],
  ['TOOL', 'tool'],
  ['CHAIN', 'chain'],
  ['RETRIEVER', 'query'],
  ['EMBEDDING', 'embedding'],
])

const snakeNames = new Map([
  ['promptTokens', 'prompt_tokens'],
  ['completionTokens', 'completion_tokens'],
  ['totalTokens', 'total_tokens'],
])

/** Token counts and costs by their names in Langfuse. */
function usageAttributes(fields: Fields): DataRecord {
  const tokens = fields.json('ag.metrics.tokens', 'usage_details', 'usageDetails', 'usage')
  const details = fields.json('ag.metrics.costs', 'cost_details', 'costDetails')
  const costs = isRecord(details) ? details : {}
  const total = Object.hasOwn(costs, 'total')
    ? undefined
    : fields.number('ag.metrics.costs.total', 'total_cost', 'calculatedTotalCost', 'totalCost')
  return {
    'langfuse.observation.usage_details': isRecord(tokens)
      ? Object.fromEntries(
          Object.entries(tokens).map(([name, count]) => [snakeNames.get(name) ?? name, count]),
        )
      : tokens,
    'langfuse.observation.cost_details': total === undefined ? details : { ...costs, total },
  }
}

/** The attributes of an observation by its type, or of a trace. */
export function langfuseSpanAttributes(fields: Fields, type: string | undefined): DataRecord {
  const level = type === undefined ? 'trace' : 'observation'
  return {
    [`langfuse.${level}.input`]: fields.json('ag.data.inputs', 'input'),
    [`langfuse.${level}.output`]: fields.json('ag.data.outputs', 'output'),
    ...fields.mapped({
      'ag.meta.langfuse': ['json', 'metadata'],
      'ag.tags.environment': ['text', 'environment'],
      'ag.tags.release': ['text', 'release'],
    }),
    ...(type === undefined
      ? {}
      : {
          'langfuse.observation.type': type,
          'ag.type.span': spanTypes.get(type) ?? 'task',
          ...fields.mapped({
            'gen_ai.request.model': ['text', 'provided_model_name', 'model'],
            'ag.data.parameters': ['json', 'model_parameters', 'modelParameters'],
          }),
          ...usageAttributes(fields),
        }),
  }
}
