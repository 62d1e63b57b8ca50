// The fields of spans for the completion of filters. Attributes of the project are added at run time.
import type { Field } from '../../ui/filter/completion.ts'
import { spanTypes } from '../spans/span-kind.tsx'

export const spanFields: readonly Field[] = [
  { name: 'span_name', description: 'name of the span', type: 'text' },
  { name: 'span_type', description: 'type of the span', type: 'word', values: spanTypes },
  {
    name: 'status_code',
    description: 'status',
    type: 'word',
    values: ['STATUS_CODE_ERROR', 'STATUS_CODE_OK', 'STATUS_CODE_UNSET'],
  },
  { name: 'status_message', description: 'error message', type: 'text' },
  { name: 'content', description: 'full text of the span', type: 'text' },
  { name: 'session_id', description: 'conversation', type: 'text' },
  { name: 'user_id', description: 'user', type: 'text' },
  {
    name: 'trace_type',
    description: 'invocation or annotation',
    type: 'word',
    values: ['invocation', 'annotation', 'unknown'],
  },
  { name: 'attributes.ag.metrics.duration.cumulative', description: 'milliseconds', type: 'number' },
  {
    name: 'attributes.ag.metrics.costs.cumulative.total',
    description: 'USD, including child spans',
    type: 'number',
  },
  {
    name: 'attributes.ag.metrics.tokens.cumulative.total',
    description: 'tokens, including child spans',
    type: 'number',
  },
  {
    name: 'attributes.ag.metrics.errors.cumulative',
    description: 'errors, including child spans',
    type: 'number',
  },
  { name: 'attributes.ag.meta.request.model', description: 'requested model', type: 'text' },
  { name: 'attributes.ag.data.inputs', description: 'inputs', type: 'text' },
  { name: 'attributes.ag.data.outputs', description: 'outputs', type: 'text' },
  { name: 'attributes.ag.exception.type', description: 'exception class', type: 'text' },
  { name: 'attributes.ag.tags', description: 'labels', type: 'text' },
  { name: 'start_time', description: 'start time', type: 'time' },
  { name: 'trace_id', description: 'trace id', type: 'id' },
  { name: 'span_id', description: 'span id', type: 'id' },
  { name: 'parent_id', description: 'null for roots', type: 'id', values: ['null'] },
  {
    name: 'span_kind',
    description: 'OpenTelemetry kind',
    type: 'word',
    values: ['SPAN_KIND_SERVER', 'SPAN_KIND_CLIENT', 'SPAN_KIND_INTERNAL'],
  },
  { name: 'is_head', description: 'represents its trace in lists', type: 'word', values: ['true', 'false'] },
  { name: 'references', description: 'referenced versions', type: 'list' },
  { name: 'links', description: 'linked spans', type: 'list' },
  { name: 'events', description: 'events of the span', type: 'list' },
]
