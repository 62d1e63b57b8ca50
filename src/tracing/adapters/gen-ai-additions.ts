// What libraries tell beside their gen_ai messages, put where the messages are.
import { isObject, type Value, type ValueObject } from '../value.ts'
import { detailsOf, userOf } from './gen-ai-events.ts'
import { partsText } from './gen-ai-messages.ts'
import type { Mapper } from './mapper.ts'

/** LiteLLM leaves calls of tools out of its messages and tells each beside them, under the place of its message. */
export function keepFunctionCalls(mapper: Mapper): void {
  if (mapper.attribute('gen_ai.completion.0.function_call.name') === undefined) return
  if (mapper.attribute('gen_ai.output.messages') === undefined) return
  const said = mapper.written('data.outputs.completion')
  if (!Array.isArray(said)) return
  const completed = said.map((message: Value, place): Value => {
    const called = functionCall(mapper, place)
    if (called === undefined || !isObject(message) || message['tool_calls'] !== undefined) return message
    return { ...message, tool_calls: [{ type: 'function', function: called }] }
  })
  mapper.writeMember('data.outputs', 'completion', completed)
}

function functionCall(mapper: Mapper, place: number): ValueObject | undefined {
  const [name, given] = ['name', 'arguments'].map((member) =>
    mapper.attribute(`gen_ai.completion.${place}.function_call.${member}`),
  )
  return name === undefined ? undefined : { name, ...(given === undefined ? {} : { arguments: given }) }
}

/** What instructions say: a text, or a list of texts and text parts. */
function instructionsText(told: Value): string {
  if (typeof told === 'string') return told
  if (isObject(told)) return instructionsText(told['parts'] ?? told['content'] ?? '')
  if (!Array.isArray(told)) return ''
  const parts = told as readonly Value[]
  return parts.every((part) => typeof part === 'string') ? parts.join(' ') : partsText(parts)
}

const isSystem = (message: Value): boolean => isObject(message) && message['role'] === 'system'

/** Instructions are sent apart from the messages; to the model they are the first of them. */
export function tellInstructions(mapper: Mapper): void {
  const told = mapper.written('meta.system_instructions')
  const content = told === undefined ? '' : instructionsText(told)
  if (content === '') return
  const prompt = mapper.written('data.inputs.prompt')
  const messages = Array.isArray(prompt) ? (prompt as readonly Value[]) : []
  // Inputs of another form say themselves what the model was told.
  const isReplaceable = Array.isArray(prompt) || hasOnlyTools(mapper.written('data.inputs'))
  if (!isReplaceable || messages.some(isSystem)) return
  mapper.writeMember('data.inputs', 'prompt', [{ role: 'system', content }, ...messages])
}

/** Tool definitions alone do not say what the model was told. */
export const hasOnlyTools = (inputs: Value | undefined): boolean =>
  inputs === undefined || (isObject(inputs) && Object.keys(inputs).every((name) => name === 'tools'))

/** Members that came by events or log records, where the attributes of the span do not say them. */
export function takeFromEvents(mapper: Mapper): void {
  const { events } = mapper.span
  if (events.length === 0) return
  const { instructions, tools } = detailsOf(events)
  if (instructions !== undefined && mapper.isEmpty('meta.system_instructions'))
    mapper.write('meta.system_instructions', instructions)
  if (tools !== undefined && mapper.isEmpty('data.inputs.tools')) mapper.write('data.inputs.tools', tools)
  const user = userOf(events)
  if (user !== undefined && mapper.isEmpty('user.id')) mapper.write('user.id', user)
}
