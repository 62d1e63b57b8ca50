// The evaluator that asks a language model. Without messages of its own it is given a rubric and asked for a score, a
// verdict and a reason as JSON; with `json_schema` it answers by that schema; a model that answers in words is read too.
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json/value.ts'
import { objectAt } from '../../workflows/builtins/words.ts'
import { badSettings, StepFailure } from '../failure.ts'
import { messageText, type ChatAnswer } from '../prompts/chat.ts'
import { chatRequest } from '../prompts/prompt.ts'
import { templateFormat } from '../templates/template.ts'
import type { Evaluation, Evaluator, Judged, Settings } from './evaluator.ts'
import { jsonInText } from './json-in-text.ts'
import { expectedIfAny, judgedValue, numberSetting, textForm, textSetting } from './judged.ts'
import { numberOf } from './numbers.ts'
import { ownMember } from '../../kernel/own.ts'

const defaultRubric =
  'Is the output a good answer to the inputs? Where an expected answer is given, compare with it.'

const defaultMessages = [
  {
    role: 'system',
    content:
      'You judge the output of a program. Judge by this rubric:\n{{rubric}}\n\n' +
      'Answer with JSON only: {"score": a number from 0 (bad) to 1 (good), "reasoning": one or two sentences}.',
  },
  {
    role: 'user',
    content: 'Inputs:\n{{inputs}}\n\nOutput:\n{{outputs}}\n\nExpected answer:\n{{correct_answer}}',
  },
] as const

const verdictSchema: JsonObject = {
  type: 'object',
  properties: { score: { type: 'number' }, reasoning: { type: 'string' } },
  required: ['score', 'reasoning'],
  additionalProperties: false,
}

/** What the placeholders of a judge's messages may name: the inputs by their names, and these words. */
function valuesOf(judged: Judged, settings: Settings): JsonObject {
  const output = judgedValue(judged, settings)
  const expected = expectedIfAny(judged, settings) ?? '(none)'
  const key = textSetting(settings, 'correct_answer_key') ?? 'correct_answer'
  return {
    ...judged.testcase?.data,
    ...judged.inputs,
    inputs: judged.inputs,
    outputs: output,
    output,
    prediction: output,
    [key]: expected,
    correct_answer: expected,
    ground_truth: expected,
    testcase: judged.testcase?.data ?? {},
    trace: judged.trace ?? {},
    rubric: textSetting(settings, 'rubric') ?? defaultRubric,
  }
}

/** With a schema that one; else JSON where the default messages ask for it; else what `response_type` says. */
function responseFormat(settings: Settings): JsonObject {
  const own = objectAt(settings, 'json_schema')
  if (objectAt(own, 'schema') !== undefined) {
    return { response_format: { type: 'json_schema', json_schema: { name: 'verdict', ...own } } }
  }
  const type = textSetting(settings, 'response_type')
  if (type === 'json_object') return { response_format: { type } }
  if (!isAskedByRubric(settings)) return {}
  const json_schema = { name: 'verdict', strict: true, schema: verdictSchema }
  return { response_format: { type: 'json_schema', json_schema } }
}

const wordVerdicts: Readonly<Record<string, number>> = { true: 1, yes: 1, pass: 1, false: 0, no: 0, fail: 0 }

/** An object, a number or a verdict in words; undefined when the answer is none of them. */
function readAnswer(text: string): Json | undefined {
  for (const found of jsonInText(text)) if (isJsonObject(found)) return found
  const plain = text.trim().replace(/[.!]$/, '')
  const number = numberOf(plain)
  return (
    number ?? ownMember(wordVerdicts, plain.toLowerCase()) ?? /\bscore\D{0,5}(\d+(?:\.\d+)?)/i.exec(text)?.[1]
  )
}

const malformed = (message: string, text: string): StepFailure =>
  new StepFailure('malformed_answer', `${message}.`, { said: text })

/** Messages of the judge's own may ask for scores on any scale; those that are ours ask for 0 to 1. */
const isAskedByRubric = (settings: Settings): boolean => !Array.isArray(settings['prompt_template'])

function verdict(answer: ChatAnswer, settings: Settings): JsonObject {
  const text = messageText(answer.message)
  const read = readAnswer(text)
  const own = objectAt(settings, 'json_schema', 'schema') !== undefined
  if (isJsonObject(read) && own) return read
  const given = isJsonObject(read) ? read : { score: read ?? null }
  const { score: rawScore, success: said, ...rest } = given
  const score = typeof rawScore === 'boolean' ? Number(rawScore) : numberOf(rawScore ?? null)
  const usable = score ?? (typeof said === 'boolean' ? Number(said) : undefined)
  if (usable === undefined) throw malformed('The judge answered no score', text)
  if (isAskedByRubric(settings) && (usable < 0 || usable > 1)) {
    throw malformed('The judge was asked for a score from 0 to 1 and answered another', text)
  }
  const success = typeof said === 'boolean' ? said : usable >= numberSetting(settings, 'threshold', 0.5)
  return { score: usable, success, ...rest }
}

export const judge: Evaluator = async ({ judged, settings, ports }: Evaluation) => {
  const model = textSetting(settings, 'model') ?? (await ports.defaultModel?.())
  if (model === undefined) {
    throw badSettings('The judge names no model, and the project has no default model.')
  }
  const format = templateFormat(settings['template_format'])
  const own = settings['prompt_template']
  const values = valuesOf(judged, settings)
  const messages = Array.isArray(own)
    ? await ports.render({ messages: own, format, values })
    : await ports.render({
        messages: defaultMessages,
        format: 'curly',
        values: { ...values, inputs: textForm(judged.inputs) },
      })
  const request = chatRequest(
    {
      model,
      temperature: numberSetting(settings, 'temperature', 0),
      connection: settings['connection'] ?? null,
    },
    messages,
    responseFormat(settings),
  )
  return verdict(await ports.chat(request), settings)
}
