// Random attributes. Most have names that the service or a convention uses.
import * as fc from 'fast-check'
import type { Value, ValueObject } from '../value.ts'

const segment = fc.constantFrom(
  'type',
  'span',
  'data',
  'inputs',
  'metrics',
  'tokens',
  'incremental',
  'prompt',
  'costs',
  'references',
  'refs',
  'variant',
  'tags',
  'session',
  'id',
  '0',
  '__proto__',
  'unsupported',
  'meta',
  'request',
  'model',
)
const key = fc
  .tuple(
    fc.constantFrom('ag', 'gen_ai', 'llm', 'ai', 'langfuse.observation', 'mlflow', 'input'),
    fc.array(segment, { maxLength: 4 }),
  )
  .map(([head, rest]) => [head, ...rest].join('.'))
const conventionKeys = fc.constantFrom(
  'gen_ai.input.messages',
  'events',
  'ai.prompt',
  'gen_ai.tool.name',
  'input.value',
  'llm.invocation_parameters',
  'pydantic_ai.all_messages',
  'final_result',
  'traceloop.association.properties.session_id',
  'llm.input_messages.0.message.content',
  'gen_ai.prompt.0',
)
const value = fc.oneof(
  fc.jsonValue(),
  fc.json(),
  fc.json().map((text) => `@ag.type=json:${text}`),
) as fc.Arbitrary<Value>

export const anyAttributes: fc.Arbitrary<ValueObject> = fc.dictionary(fc.oneof(key, conventionKeys), value)
