// The LLM judge. Without its own messages it gets a rubric and must return a score, a verdict and a reason as JSON;
// with `json_schema` it follows that schema; responses in plain words are parsed, too.
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json/value.ts'
import { objectAt } from '../../workflows/builtins/schema-parts.ts'
import { badSettings, StepFailure } from '../failure.ts'
import { messageText, type ChatAnswer } from '../prompts/chat.ts'
import { chatRequest } from '../prompts/prompt.ts'
import { templateFormat } from '../templates/template.ts'
import type { Evaluation, Evaluator, ProgramInput, Settings } from './evaluator.ts'
import { jsonInText } from './json-in-text.ts'
import { findExpectedValue, evaluatedValue, numberSetting, textForm, textSetting } from './evaluator-input.ts'
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

/** The values for the placeholders of a judge's messages: the inputs by name, and the fixed names below. */
function valuesOf(input: ProgramInput, settings: Settings): JsonObject {
  const output = evaluatedValue(input, settings)
  const expected = findExpectedValue(input, settings) ?? '(none)'
  const key = textSetting(settings, 'correct_answer_key') ?? 'correct_answer'
  return {
    ...input.testcase?.data,
    ...input.inputs,
    inputs: input.inputs,
    outputs: output,
    output,
    prediction: output,
    [key]: expected,
    correct_answer: expected,
    ground_truth: expected,
    testcase: input.testcase?.data ?? {},
    trace: input.trace ?? {},
    rubric: textSetting(settings, 'rubric') ?? defaultRubric,
  }
}

/** The schema if there is one; else JSON if the default messages ask for it; else `response_type`. */
function responseFormat(settings: Settings): JsonObject {
  const schemaSettings = objectAt(settings, 'json_schema')
  if (objectAt(schemaSettings, 'schema') !== undefined) {
    return { response_format: { type: 'json_schema', json_schema: { name: 'verdict', ...schemaSettings } } }
  }
  const type = textSetting(settings, 'response_type')
  if (type === 'json_object') return { response_format: { type } }
  if (!usesDefaultMessages(settings)) return {}
  const json_schema = { name: 'verdict', strict: true, schema: verdictSchema }
  return { response_format: { type: 'json_schema', json_schema } }
}

const wordVerdicts: Readonly<Record<string, number>> = { true: 1, yes: 1, pass: 1, false: 0, no: 0, fail: 0 }

/** An object, a number or a verdict in words; undefined otherwise. */
function readAnswer(text: string): Json | undefined {
  for (const value of jsonInText(text)) if (isJsonObject(value)) return value
  const answerText = text.trim().replace(/[.!]$/, '')
  const number = numberOf(answerText)
  return (
    number ??
    ownMember(wordVerdicts, answerText.toLowerCase()) ??
    /\bscore\D{0,5}(\d+(?:\.\d+)?)/i.exec(text)?.[1]
  )
}

const malformedAnswer = (message: string, text: string): StepFailure =>
  new StepFailure('malformed_answer', `${message}.`, { upstreamMessage: text })

/** Own messages may ask for scores on any scale; the default messages ask for 0 to 1. */
const usesDefaultMessages = (settings: Settings): boolean => !Array.isArray(settings['prompt_template'])

function judgeVerdict(answer: ChatAnswer, settings: Settings): JsonObject {
  const text = messageText(answer.message)
  const parsedAnswer = readAnswer(text)
  const hasOwnSchema = objectAt(settings, 'json_schema', 'schema') !== undefined
  if (isJsonObject(parsedAnswer) && hasOwnSchema) return parsedAnswer
  const fields = isJsonObject(parsedAnswer) ? parsedAnswer : { score: parsedAnswer ?? null }
  const { score: rawScore, success: reportedSuccess, ...rest } = fields
  const score = typeof rawScore === 'boolean' ? Number(rawScore) : numberOf(rawScore ?? null)
  const usableScore = score ?? (typeof reportedSuccess === 'boolean' ? Number(reportedSuccess) : undefined)
  if (usableScore === undefined) throw malformedAnswer('The judge returned no score', text)
  if (usesDefaultMessages(settings) && (usableScore < 0 || usableScore > 1)) {
    throw malformedAnswer('The judge was asked for a score from 0 to 1 but returned another', text)
  }
  const success =
    typeof reportedSuccess === 'boolean'
      ? reportedSuccess
      : usableScore >= numberSetting(settings, { name: 'threshold', defaultValue: 0.5 })
  return { score: usableScore, success, ...rest }
}

export const judge: Evaluator = async ({ input, settings, ports }: Evaluation) => {
  const model = textSetting(settings, 'model') ?? (await ports.defaultModel?.())
  if (model === undefined) {
    throw badSettings('The judge has no model, and the project has no default model.')
  }
  const format = templateFormat(settings['template_format'])
  const ownMessages = settings['prompt_template']
  const values = valuesOf(input, settings)
  const messages = Array.isArray(ownMessages)
    ? await ports.render({ messages: ownMessages, format, values })
    : await ports.render({
        messages: defaultMessages,
        format: 'curly',
        values: { ...values, inputs: textForm(input.inputs) },
      })
  const request = chatRequest(
    {
      model,
      temperature: numberSetting(settings, { name: 'temperature', defaultValue: 0 }),
      connection: settings['connection'] ?? null,
    },
    { messages, extraSettings: responseFormat(settings) },
  )
  return judgeVerdict(await ports.chat(request), settings)
}
