// Full inputs and outputs of a model call as SDKs send them: requests and responses of OpenAI, generations of
// LangChain.
import { isList, isObject, type Value, type ValueObject } from '../value.ts'
import { isMessageList } from './gen-ai-messages.ts'
import { asInputs } from './mapper.ts'

/** A list of messages, possibly as the only element of a list: LangChain sends one list per prompt of a batch. */
function messageList(value: Value | undefined): readonly ValueObject[] | undefined {
  if (!Array.isArray(value)) return undefined
  const list = value.length === 1 && isList(value[0]) ? value[0] : value
  return isMessageList(list) ? list : undefined
}

/** Inputs with the messages as `prompt`. Inputs without messages stay unchanged. */
export function promptOf(input: Value, isModelCall: boolean): ValueObject {
  if (isMessageList(input)) return { prompt: input }
  const messages = isModelCall && isObject(input) ? messageList(input['messages']) : undefined
  if (!isObject(input) || messages === undefined) return asInputs(input)
  const { messages: _, ...rest } = input
  return { prompt: messages, ...rest }
}

/** Outputs with the responses as `completion`: from `choices`, or from the `generations` of one prompt. */
export function completionOf(output: Value): Value {
  if (!isObject(output)) return output
  const { choices, generations, ...rest } = output
  const nestedChoices =
    Array.isArray(generations) && generations.length === 1 ? (generations[0] as Value) : undefined
  const answers = Array.isArray(choices) ? choices : nestedChoices
  if (!isList(answers)) return output
  const completion = answers.map((answer) => {
    const message = isObject(answer) ? answer['message'] : undefined
    const reason = isObject(answer) ? answer['finish_reason'] : undefined
    if (!isObject(message)) return undefined
    return reason === undefined || reason === null ? message : { ...message, finish_reason: reason }
  })
  const messages = completion.filter((message) => message !== undefined)
  return isMessageList(messages) && messages.length === answers.length
    ? { completion: messages, ...rest }
    : output
}
