// Evaluators that call a program of the user (webhook, code), and trivial ones (mock, echo).
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json/value.ts'
import { badSettings } from '../failure.ts'
import type { CodeLanguage } from '../sandbox/child.ts'
import type { Evaluation, Evaluator, HttpPost, ProgramInput, Settings } from './evaluator.ts'
import {
  expectedIfAny,
  evaluatedValue,
  numberSetting,
  passFail,
  requiredText,
  scored,
  textForm,
  textSetting,
  verdictOf,
} from './evaluator-input.ts'

const testcaseJson = ({ testcase }: ProgramInput): Json =>
  testcase === undefined
    ? null
    : { ...(testcase.id === undefined ? {} : { id: testcase.id }), data: testcase.data }

const orNull = (value: Json | undefined): Json => value ?? null

const clamped = (min: number, { value, max }: { readonly value: number; readonly max: number }): number =>
  Math.min(max, Math.max(min, Math.trunc(value)))

/** The request to a webhook. */
export const webhookPost = (input: ProgramInput, settings: Settings): HttpPost => ({
  url: requiredText(settings, 'webhook_url'),
  timeoutMs: clamped(1, {
    value: numberSetting(settings, { name: 'timeout_ms', otherwise: 10_000 }),
    max: 60_000,
  }),
  body: {
    inputs: input.inputs,
    outputs: orNull(input.outputs),
    correct_answer: orNull(expectedIfAny(input, settings)),
    testcase: testcaseJson(input),
    trace_id: orNull(input.link?.traceId),
    span_id: orNull(input.link?.spanId),
  },
})

export const webhook: Evaluator = async ({ input, settings, ports }) => {
  const answer = await ports.post(webhookPost(input, settings))
  return verdictOf(answer, {
    threshold: numberSetting(settings, { name: 'threshold', otherwise: 0.5 }),
    who: 'The webhook',
  })
}

export function languageOf(settings: Settings): CodeLanguage {
  const runtime = textSetting(settings, 'runtime') ?? 'javascript'
  if (runtime === 'javascript' || runtime === 'typescript' || runtime === 'python') return runtime
  throw badSettings(`The runtime '${runtime}' is unknown; use javascript, typescript or python.`)
}

/** Time and memory limits of code from the settings; parameters of scripts are not validated at their commit. */
export const codeLimits = (settings: Settings) => ({
  timeoutMs: clamped(1, {
    value: numberSetting(settings, { name: 'timeout_ms', otherwise: 5000 }),
    max: 60_000,
  }),
  memoryMb: clamped(16, { value: numberSetting(settings, { name: 'memory_mb', otherwise: 64 }), max: 512 }),
})

export const code: Evaluator = async ({ input, settings, ports }: Evaluation) => {
  const answer = await ports.runCode({
    code: requiredText(settings, 'code'),
    language: languageOf(settings),
    functions: ['evaluate'],
    argument: {
      inputs: input.inputs,
      outputs: orNull(input.outputs),
      correct_answer: orNull(expectedIfAny(input, settings)),
      testcase: testcaseJson(input),
      trace: orNull(input.trace),
      parameters: settings,
    },
    ...codeLimits(settings),
  })
  return verdictOf(answer, {
    threshold: numberSetting(settings, { name: 'threshold', otherwise: 0.5 }),
    who: 'The code',
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
      return scored(numberSetting(kwargs, { name: 'score', otherwise: 1 }), {
        threshold: numberSetting(kwargs, { name: 'threshold', otherwise: 0.5 }),
      })
    case 'reflect':
      return passFail(input.outputsOfEvaluator !== true && input.outputs !== undefined)
    default:
      throw badSettings(`There is no mock '${key}'.`)
  }
}

/** Canned results for trials; `reflect` shows the input of evaluators. */
export const mock: Evaluator = ({ input, settings }) => {
  const { kwargs } = settings
  return mockVerdict(requiredText(settings, 'key'), { kwargs: isJsonObject(kwargs) ? kwargs : {}, input })
}

export const echo: Evaluator = ({ input, settings }) => ({ got: textForm(evaluatedValue(input, settings)) })
