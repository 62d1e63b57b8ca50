// What two libraries tell beside their gen_ai messages, put where the messages are.
import { isObject, type Value, type ValueObject } from '../value.ts'
import { partsText } from './gen-ai-messages.ts'
import { json, type Mapper } from './mapper.ts'

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

/** Pydantic AI tells the instructions of an agent apart from its messages; to the model they are the first of them. */
export function tellInstructions(mapper: Mapper): void {
  const told = mapper.attribute('gen_ai.system_instructions')
  if (told === undefined || !isOfPydanticAi(mapper)) return
  const content = partsText(json(told))
  const prompt = mapper.written('data.inputs.prompt')
  if (content === '' || !Array.isArray(prompt)) return
  mapper.writeMember('data.inputs', 'prompt', [{ role: 'system', content }, ...(prompt as readonly Value[])])
}

const isOfPydanticAi = (mapper: Mapper): boolean =>
  mapper.attribute('pydantic_ai.all_messages') !== undefined ||
  mapper.attribute('model_request_parameters') !== undefined
