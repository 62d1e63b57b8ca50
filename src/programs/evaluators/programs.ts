// Evaluators that call a program of the user (webhook, code), and trivial ones (mock, echo).
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json/value.ts'
import { badSettings } from '../failure.ts'
import type { CodeLanguage } from '../sandbox/child.ts'
import type { Evaluation, Evaluator, HttpPost, ProgramInput, Settings } from './evaluator.ts'
import {
  findExpectedValue,
  evaluatedValue,
  numberSetting,
  passFail,
  requireText,
  scoreOutputs,
  textForm,
  textSetting,
  verdictOf,
} from './evaluator-input.ts'

const testcaseJson = ({ testcase }: ProgramInput): Json =>
  testcase === undefined
    ? null
    : { ...(testcase.id === undefined ? {} : { id: testcase.id }), data: testcase.data }

const orNull = (value: Json | undefined): Json => value ?? null

const clamp = (min: number, { value, max }: { readonly value: number; readonly max: number }): number =>
  Math.min(max, Math.max(min, Math.trunc(value)))

/** The request to a webhook. */
export const webhookPost = (input: ProgramInput, settings: Settings): HttpPost => ({
  url: requireText(settings, 'webhook_url'),
  timeoutMs: clamp(1, {
    value: numberSetting(settings, { name: 'timeout_ms', defaultValue: 10_000 }),
    max: 60_000,
  }),
  body: {
    inputs: input.inputs,
    outputs: orNull(input.outputs),
    correct_answer: orNull(findExpectedValue(input, settings)),
    testcase: testcaseJson(input),
    trace_id: orNull(input.link?.traceId),
    span_id: orNull(input.link?.spanId),
  },
})

export const webhook: Evaluator = async ({ input, settings, ports }) => {
  const answer = await ports.post(webhookPost(input, settings))
  return verdictOf(answer, {
    threshold: numberSetting(settings, { name: 'threshold', defaultValue: 0.5 }),
    programName: 'The webhook',
  })
}

export function languageOf(settings: Settings): CodeLanguage {
  const runtime = textSetting(settings, 'runtime') ?? 'javascript'
  if (runtime === 'javascript' || runtime === 'typescript' || runtime === 'python') return runtime
  throw badSettings(`The runtime '${runtime}' is unknown; use javascript, typescript or python.`)
}

/** Time and memory limits of code from the settings; parameters of scripts are not validated at their commit. */
export const codeLimits = (settings: Settings) => ({
  timeoutMs: clamp(1, {
    value: numberSetting(settings, { name: 'timeout_ms', defaultValue: 5000 }),
    max: 60_000,
  }),
  memoryMb: clamp(16, { value: numberSetting(settings, { name: 'memory_mb', defaultValue: 64 }), max: 512 }),
})

export const code: Evaluator = async ({ input, settings, ports }: Evaluation) => {
  const answer = await ports.runCode({
    code: requireText(settings, 'code'),
    language: languageOf(settings),
    functions: ['evaluate'],
    argument: {
      inputs: input.inputs,
      outputs: orNull(input.outputs),
      correct_answer: orNull(findExpectedValue(input, settings)),
      testcase: testcaseJson(input),
      trace: orNull(input.trace),
      parameters: settings,
    },
    ...codeLimits(settings),
  })
  return verdictOf(answer, {
    threshold: numberSetting(settings, { name: 'threshold', defaultValue: 0.5 }),
    programName: 'The code',
  })
}

function mockVerdict(
  key: string,
  { kwargs, input }: { readonly kwargs: JsonObject; readonly input: ProgramInput },
): JsonObject {
  switch (key) {
    case 'echo':
      return input.inputs
    case 'pass':
      return passFail(true)
    case 'fail':
      return passFail(false)
    case 'score':
      return scoreOutputs(numberSetting(kwargs, { name: 'score', defaultValue: 1 }), {
        threshold: numberSetting(kwargs, { name: 'threshold', defaultValue: 0.5 }),
      })
    case 'reflect':
      return passFail(input.hasEvaluatorOutputs !== true && input.outputs !== undefined)
    default:
      throw badSettings(`There is no mock '${key}'.`)
  }
}

/** Canned results for trials; `reflect` shows the input of evaluators. */
export const mock: Evaluator = ({ input, settings }) => {
  const { kwargs } = settings
  return mockVerdict(requireText(settings, 'key'), { kwargs: isJsonObject(kwargs) ? kwargs : {}, input })
}

export const echo: Evaluator = ({ input, settings }) => ({ got: textForm(evaluatedValue(input, settings)) })
