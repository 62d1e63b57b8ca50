// LangSmith over OpenTelemetry: langsmith.* beside gen_ai.* attributes.
import {
  identifier,
  inputs,
  json,
  mapMembers,
  one,
  tokens,
  typeFrom,
  under,
  type Adapter,
  type Read,
} from './mapper.ts'

/** Tags come as one text with commas. */
const tagList: Read = (value) =>
  typeof value === 'string'
    ? value
        .split(',')
        .map((tag) => tag.trim())
        .filter((tag) => tag !== '')
    : value

const inputDetails: ReadonlyMap<string, string> = new Map([
  ['cache_read', 'cache_read'],
  ['cache_creation', 'cache_creation'],
  ['audio', 'prompt_audio'],
])
const outputDetails: ReadonlyMap<string, string> = new Map([
  ['reasoning', 'reasoning'],
  ['audio', 'completion_audio'],
])

export const langsmith: Adapter = {
  name: 'langsmith',
  rules: [
    typeFrom('langsmith.span.kind', {
      llm: 'chat',
      chain: 'chain',
      tool: 'tool',
      retriever: 'query',
      embedding: 'embedding',
      prompt: 'task',
      parser: 'task',
    }),
    one('langsmith.trace.name', 'meta.trace.name'),
    one('langsmith.trace.session_id', 'session.id', identifier),
    one('langsmith.trace.session_name', 'meta.session.name'),
    one('langsmith.span.tags', 'meta.tags', tagList),
    under('langsmith.metadata.', 'meta.metadata.'),
  ],
  map: (mapper) => {
    // What these keys hold means LangSmith only on spans that say so.
    if (!mapper.matched) return
    mapper.apply(one('gen_ai.prompt', 'data.inputs', inputs))
    mapper.apply(one('gen_ai.completion', 'data.outputs', json))
    mapMembers(mapper, 'gen_ai.usage.input_token_details', tokens, inputDetails)
    mapMembers(mapper, 'gen_ai.usage.output_token_details', tokens, outputDetails)
  },
}
