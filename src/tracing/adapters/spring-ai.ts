// Spring AI: spring.ai.* attributes of its observations, in addition to those of the gen_ai conventions. Its spans have
// no prompts and responses.
import { json, one, typeFrom, type Adapter } from './mapper.ts'

export const springAi: Adapter = {
  name: 'spring_ai',
  rules: [
    typeFrom('spring.ai.kind', { chat_client: 'chain', advisor: 'chain', tool_call: 'tool' }),
    one('spring.ai.tool.call.arguments', 'data.inputs', json),
    one('spring.ai.tool.call.result', 'data.outputs', json),
    one('spring.ai.tool.definition.name', 'meta.tool.name'),
  ],
}
