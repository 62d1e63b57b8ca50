// The fields of spans for the completion of filters. Attributes of the project are added at run time.
import type { Field } from '../../ui/filter/completion.ts'
import { spanTypes } from '../spans/span-kind.tsx'

export const spanFields: readonly Field[] = [
  { name: 'span_name', about: 'name of the span', type: 'text' },
  { name: 'span_type', about: 'type of the span', type: 'word', values: spanTypes },
  {
    name: 'status_code',
    about: 'status',
    type: 'word',
    values: ['STATUS_CODE_ERROR', 'STATUS_CODE_OK', 'STATUS_CODE_UNSET'],
  },
  { name: 'status_message', about: 'error message', type: 'text' },
  { name: 'content', about: 'full text of the span', type: 'text' },
  { name: 'session_id', about: 'conversation', type: 'text' },
  { name: 'user_id', about: 'user', type: 'text' },
  {
    name: 'trace_type',
    about: 'invocation or annotation',
    type: 'word',
    values: ['invocation', 'annotation', 'unknown'],
  },
  { name: 'attributes.ag.metrics.duration.cumulative', about: 'milliseconds', type: 'number' },
  {
    name: 'attributes.ag.metrics.costs.cumulative.total',
    about: 'USD, including child spans',
    type: 'number',
  },
  {
    name: 'attributes.ag.metrics.tokens.cumulative.total',
    about: 'tokens, including child spans',
    type: 'number',
  },
  { name: 'attributes.ag.metrics.errors.cumulative', about: 'errors, including child spans', type: 'number' },
  { name: 'attributes.ag.meta.request.model', about: 'requested model', type: 'text' },
  { name: 'attributes.ag.data.inputs', about: 'inputs', type: 'text' },
  { name: 'attributes.ag.data.outputs', about: 'outputs', type: 'text' },
  { name: 'attributes.ag.exception.type', about: 'exception class', type: 'text' },
  { name: 'attributes.ag.tags', about: 'labels', type: 'text' },
  { name: 'start_time', about: 'start time', type: 'time' },
  { name: 'trace_id', about: 'trace id', type: 'id' },
  { name: 'span_id', about: 'span id', type: 'id' },
  { name: 'parent_id', about: 'null for roots', type: 'id', values: ['null'] },
  {
    name: 'span_kind',
    about: 'OpenTelemetry kind',
    type: 'word',
    values: ['SPAN_KIND_SERVER', 'SPAN_KIND_CLIENT', 'SPAN_KIND_INTERNAL'],
  },
  { name: 'is_head', about: 'represents its trace in lists', type: 'word', values: ['true', 'false'] },
  { name: 'references', about: 'referenced versions', type: 'list' },
  { name: 'links', about: 'linked spans', type: 'list' },
  { name: 'events', about: 'events of the span', type: 'list' },
]
