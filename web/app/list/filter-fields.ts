// The fields of spans that a filter may name, for completion. Attributes of a project's own are added from what was seen.
import type { Field } from '../../ui/filter/completion.ts'
import { spanTypes } from '../spans/span-kind.tsx'

export const spanFields: readonly Field[] = [
  { name: 'span_name', about: 'name of the span', type: 'text' },
  { name: 'span_type', about: 'what the span is', type: 'word', values: spanTypes },
  {
    name: 'status_code',
    about: 'how it ended',
    type: 'word',
    values: ['STATUS_CODE_ERROR', 'STATUS_CODE_OK', 'STATUS_CODE_UNSET'],
  },
  { name: 'status_message', about: 'what it said when it failed', type: 'text' },
  { name: 'content', about: 'words anywhere in the span', type: 'text' },
  { name: 'session_id', about: 'conversation', type: 'text' },
  { name: 'user_id', about: 'who it was for', type: 'text' },
  {
    name: 'trace_type',
    about: 'invocation or annotation',
    type: 'word',
    values: ['invocation', 'annotation', 'unknown'],
  },
  { name: 'attributes.ag.metrics.duration.cumulative', about: 'milliseconds', type: 'number' },
  { name: 'attributes.ag.metrics.costs.cumulative.total', about: 'dollars, with all below', type: 'number' },
  { name: 'attributes.ag.metrics.tokens.cumulative.total', about: 'tokens, with all below', type: 'number' },
  { name: 'attributes.ag.metrics.errors.cumulative', about: 'errors, with all below', type: 'number' },
  { name: 'attributes.ag.meta.request.model', about: 'model that was asked', type: 'text' },
  { name: 'attributes.ag.data.inputs', about: 'what went in', type: 'text' },
  { name: 'attributes.ag.data.outputs', about: 'what came out', type: 'text' },
  { name: 'attributes.ag.exception.type', about: 'class of the exception', type: 'text' },
  { name: 'attributes.ag.tags', about: 'labels', type: 'text' },
  { name: 'start_time', about: 'when it began', type: 'time' },
  { name: 'trace_id', about: 'whole traces', type: 'id' },
  { name: 'span_id', about: 'one span', type: 'id' },
  { name: 'parent_id', about: 'null for roots', type: 'id', values: ['null'] },
  {
    name: 'span_kind',
    about: 'OpenTelemetry kind',
    type: 'word',
    values: ['SPAN_KIND_SERVER', 'SPAN_KIND_CLIENT', 'SPAN_KIND_INTERNAL'],
  },
  { name: 'is_head', about: 'represents its trace in lists', type: 'word', values: ['true', 'false'] },
  { name: 'references', about: 'what produced it', type: 'list' },
  { name: 'links', about: 'spans it points at', type: 'list' },
  { name: 'events', about: 'what happened in it', type: 'list' },
]
