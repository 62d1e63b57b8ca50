// Adds data that libraries send separately from their gen_ai messages to these messages.
import { isList, isObject, type Value, type ValueObject } from '../value.ts'
import { detailsOf, userOf } from './gen-ai-events.ts'
import { partsText } from './gen-ai-messages.ts'
import type { Mapper } from './mapper.ts'

/** LiteLLM omits tool calls from its messages and sends each separately, under the index of its message. */
export function addFunctionCalls(mapper: Mapper): void {
  if (mapper.attribute('gen_ai.completion.0.function_call.name') === undefined) return
  if (mapper.attribute('gen_ai.output.messages') === undefined) return
  const completion = mapper.currentValue('data.outputs.completion')
  if (!Array.isArray(completion)) return
  const completeMessages = completion.map((message: Value, place): Value => {
    const call = functionCall(mapper, place)
    if (call === undefined || !isObject(message) || message['tool_calls'] !== undefined) return message
    return { ...message, tool_calls: [{ type: 'function', function: call }] }
  })
  mapper.writeMember('data.outputs', 'completion', completeMessages)
}

function functionCall(mapper: Mapper, place: number): ValueObject | undefined {
  const [name, input] = ['name', 'arguments'].map((member) =>
    mapper.attribute(`gen_ai.completion.${place}.function_call.${member}`),
  )
  return name === undefined ? undefined : { name, ...(input === undefined ? {} : { arguments: input }) }
}

/** The text of instructions: a text, or a list of texts and text parts. */
function instructionsText(instructions: Value): string {
  if (typeof instructions === 'string') return instructions
  if (isObject(instructions)) return instructionsText(instructions['parts'] ?? instructions['content'] ?? '')
  if (!isList(instructions)) return ''
  const parts = instructions
  return parts.every((part) => typeof part === 'string') ? parts.join(' ') : partsText(parts)
}

const isSystem = (message: Value): boolean => isObject(message) && message['role'] === 'system'

/** Instructions are sent separately from the messages. For the model they are the first message. */
export function addInstructions(mapper: Mapper): void {
  const instructions = mapper.currentValue('meta.system_instructions')
  const content = instructions === undefined ? '' : instructionsText(instructions)
  if (content === '') return
  const prompt = mapper.currentValue('data.inputs.prompt')
  const messages = isList(prompt) ? prompt : []
  // Inputs of another form already include the instructions.
  const isReplaceable = isList(prompt) || hasOnlyTools(mapper.currentValue('data.inputs'))
  if (!isReplaceable || messages.some(isSystem)) return
  mapper.writeMember('data.inputs', 'prompt', [{ role: 'system', content }, ...messages])
}

/** Tool definitions alone do not include the prompt. */
export const hasOnlyTools = (inputs: Value | undefined): boolean =>
  inputs === undefined || (isObject(inputs) && Object.keys(inputs).every((name) => name === 'tools'))

/** Fills members from events or log records if the attributes of the span do not have them. */
export function fillFromEvents(mapper: Mapper): void {
  const { events } = mapper.span
  if (events.length === 0) return
  const { instructions, tools } = detailsOf(events)
  if (instructions !== undefined && mapper.isEmpty('meta.system_instructions'))
    mapper.write('meta.system_instructions', instructions)
  if (tools !== undefined && mapper.isEmpty('data.inputs.tools')) mapper.write('data.inputs.tools', tools)
  const user = userOf(events)
  if (user !== undefined && mapper.isEmpty('user.id')) mapper.write('user.id', user)
}
