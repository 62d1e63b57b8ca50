// Spring AI: spring.ai.* attributes of its observations, beside those of the gen_ai conventions. Prompts and answers are not in its spans.
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
