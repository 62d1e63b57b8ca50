// Sources of gen_ai messages other than the attributes that the table of gen-ai.ts reads: tool spans, agents of
// Pydantic AI, lists of events in an attribute, and span events. The first source with a value fills the inputs, and
// the first with a value fills the outputs.
import { isObject, type Value, type ValueObject } from '../value.ts'
import { hasOnlyTools } from './gen-ai-additions.ts'
import { messagesOfChoice, toolCallOfEvents } from './gen-ai-choices.ts'
import { detailsOf, eventContent } from './gen-ai-events.ts'
import { isMessageEvent, messageOfEvent, normalisedMessages } from './gen-ai-messages.ts'
import { asInputs, json, jsonContainer, type Mapper, type Read } from './mapper.ts'
import { ownMember } from '../../kernel/own.ts'

interface Sides {
  readonly inputs?: Value | undefined
  readonly outputs?: Value | undefined
}

type Source = (mapper: Mapper, messages: Read) => Sides

const prompt = (value: Value | undefined): Sides['inputs'] =>
  value === undefined ? undefined : { prompt: value }
const completion = (value: Value | undefined): Sides['outputs'] =>
  value === undefined ? undefined : { completion: value }
const listOrNone = (list: readonly Value[]): Value | undefined => (list.length === 0 ? undefined : list)

const toolSpan: Source = (mapper) => {
  const name = mapper.attribute('gen_ai.tool.name')
  if (name === undefined) return {}
  const events = toolCallOfEvents(mapper.span.events)
  const call =
    mapper.attribute('tool_arguments') ?? mapper.attribute('gen_ai.tool.call.arguments') ?? events.input
  const result =
    mapper.attribute('tool_response') ?? mapper.attribute('gen_ai.tool.call.result') ?? events.result
  return {
    inputs: hasOnlyTools(mapper.currentValue('data.inputs'))
      ? { name, ...(call === undefined ? {} : { arguments: json(call) }) }
      : undefined,
    outputs: result === undefined ? undefined : json(result),
  }
}

const agentMessages: Source = (mapper) => {
  const finalResult = mapper.attribute('final_result')
  if (mapper.attribute('gen_ai.operation.name') !== 'invoke_agent' && finalResult === undefined) return {}
  const allMessages = json(mapper.attribute('pydantic_ai.all_messages') ?? null)
  const conversation = Array.isArray(allMessages) ? normalisedMessages(allMessages) : []
  const lastUser = conversation.findLastIndex((message) => isObject(message) && message['role'] === 'user')
  const response = listOrNone(conversation.slice(lastUser + 1))
  const result = finalResult === undefined ? undefined : jsonContainer(finalResult)
  return {
    inputs: prompt(listOrNone(conversation.slice(0, lastUser + 1))),
    outputs:
      response === undefined || typeof result !== 'object' || result === null
        ? completion(response ?? result)
        : { completion: response, final_result: result },
  }
}

const eventsAttribute: Source = (mapper) => {
  const list = json(mapper.attribute('events') ?? mapper.attribute('all_messages_events') ?? null)
  const entries = Array.isArray(list) ? list.filter(isObject) : []
  const nameOf = (entry: ValueObject): string =>
    typeof entry['event.name'] === 'string' ? entry['event.name'] : ''
  const choice = entries.find((entry) => nameOf(entry) === 'gen_ai.choice')
  const prompts = entries.filter((entry) => nameOf(entry) !== 'gen_ai.choice')
  return {
    inputs: prompt(listOrNone(prompts.map((entry) => messageOfEvent(nameOf(entry), entry)))),
    outputs: completion(choice?.['message']),
  }
}

const inferenceDetails: Source = ({ span }, messages) => {
  const { input, output } = detailsOf(span.events)
  return {
    inputs: prompt(input === undefined ? undefined : messages(input)),
    outputs: completion(output === undefined ? undefined : messages(output)),
  }
}

const spanEvents: Source = (mapper) => {
  const { events } = mapper.span
  const prompts = events
    .filter(({ name }) => isMessageEvent(name))
    .map((event) => messageOfEvent(event.name, eventContent(event)))
  const choices = events
    .filter(({ name }) => name === 'gen_ai.choice')
    .flatMap((event) => messagesOfChoice(eventContent(event)))
  const contentOf = (event: string, key: string): Value | undefined => {
    const content = ownMember(events.find(({ name }) => name === event)?.attributes, key)
    return content === undefined ? undefined : json(content)
  }
  return {
    inputs: prompt(listOrNone(prompts) ?? contentOf('gen_ai.content.prompt', 'gen_ai.prompt')),
    outputs: completion(listOrNone(choices) ?? contentOf('gen_ai.content.completion', 'gen_ai.completion')),
  }
}

/** LangChain4j in Quarkus sends all messages as one text, the response as another, and no operation. */
export const isTextCompletion = (mapper: Mapper): boolean =>
  typeof mapper.attribute('gen_ai.prompt') === 'string' &&
  mapper.attribute('gen_ai.request.model') !== undefined &&
  mapper.attribute('gen_ai.operation.name') === undefined

const plainTexts: Source = (mapper) => {
  if (!isTextCompletion(mapper)) return {}
  const messageOf = (role: string, key: string): Value | undefined => {
    const content = mapper.attribute(key)
    return content === undefined ? undefined : [{ role, content }]
  }
  return {
    inputs: prompt(messageOf('user', 'gen_ai.prompt')),
    outputs: completion(messageOf('assistant', 'gen_ai.completion')),
  }
}

const sources: readonly Source[] = [
  toolSpan,
  agentMessages,
  eventsAttribute,
  inferenceDetails,
  spanEvents,
  plainTexts,
]

/** Fills inputs without a prompt and outputs without a completion. Existing members stay. */
export function fillFromMessages(mapper: Mapper, messages: Read): void {
  let needsInputs = mapper.isEmpty('data.inputs.prompt')
  let needsOutputs = mapper.isEmpty('data.outputs') || mapper.isEmpty('data.outputs.completion')
  for (const source of sources) {
    if (!needsInputs && !needsOutputs) return
    const { inputs, outputs } = source(mapper, messages)
    if (needsInputs && inputs !== undefined) {
      fill(mapper, 'data.inputs', asInputs(inputs))
      needsInputs = false
    }
    if (needsOutputs && outputs !== undefined) {
      fill(mapper, 'data.outputs', outputs)
      needsOutputs = false
    }
  }
}

/** Writes the value if the target is empty, else the members that the existing object does not have. */
function fill(mapper: Mapper, target: string, value: Value): void {
  const existingValue = mapper.currentValue(target)
  if (mapper.isEmpty(target)) mapper.write(target, value)
  else if (isObject(existingValue) && isObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      if (ownMember(existingValue, name) === undefined) mapper.writeMember(target, name, member)
    }
  }
}
