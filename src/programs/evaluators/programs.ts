// Evaluators whose judgement is made by a program of the user, or by nobody: webhook, code, mock, echo.
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json/value.ts'
import { badSettings } from '../failure.ts'
import type { CodeLanguage } from '../sandbox/child.ts'
import type { Evaluation, Evaluator, HttpPost, Judged, Settings } from './evaluator.ts'
import {
  expectedIfAny,
  judgedValue,
  numberSetting,
  passFail,
  requiredText,
  scored,
  textForm,
  textSetting,
  verdictOf,
} from './judged.ts'

const testcaseJson = ({ testcase }: Judged): Json =>
  testcase === undefined
    ? null
    : { ...(testcase.id === undefined ? {} : { id: testcase.id }), data: testcase.data }

const orNull = (value: Json | undefined): Json => value ?? null

const within = (min: number, value: number, max: number): number =>
  Math.min(max, Math.max(min, Math.trunc(value)))

/** What a webhook is sent. */
export const webhookPost = (judged: Judged, settings: Settings): HttpPost => ({
  url: requiredText(settings, 'webhook_url'),
  timeoutMs: within(1, numberSetting(settings, 'timeout_ms', 10_000), 60_000),
  body: {
    inputs: judged.inputs,
    outputs: orNull(judged.outputs),
    correct_answer: orNull(expectedIfAny(judged, settings)),
    testcase: testcaseJson(judged),
    trace_id: orNull(judged.link?.traceId),
    span_id: orNull(judged.link?.spanId),
  },
})

export const webhook: Evaluator = async ({ judged, settings, ports }) => {
  const answer = await ports.post(webhookPost(judged, settings))
  return verdictOf(answer, numberSetting(settings, 'threshold', 0.5), 'The webhook')
}

export function languageOf(settings: Settings): CodeLanguage {
  const runtime = textSetting(settings, 'runtime') ?? 'javascript'
  if (runtime === 'javascript' || runtime === 'typescript' || runtime === 'python') return runtime
  throw badSettings(`There is no runtime '${runtime}'; there are javascript, typescript and python.`)
}

/** Time and memory that the settings give to code; parameters of scripts are not checked when they are committed. */
export const codeLimits = (settings: Settings) => ({
  timeoutMs: within(1, numberSetting(settings, 'timeout_ms', 5000), 60_000),
  memoryMb: within(16, numberSetting(settings, 'memory_mb', 64), 512),
})

export const code: Evaluator = async ({ judged, settings, ports }: Evaluation) => {
  const answer = await ports.runCode({
    code: requiredText(settings, 'code'),
    language: languageOf(settings),
    functions: ['evaluate'],
    argument: {
      inputs: judged.inputs,
      outputs: orNull(judged.outputs),
      correct_answer: orNull(expectedIfAny(judged, settings)),
      testcase: testcaseJson(judged),
      trace: orNull(judged.trace),
      parameters: settings,
    },
    ...codeLimits(settings),
  })
  return verdictOf(answer, numberSetting(settings, 'threshold', 0.5), 'The code')
}

function mockVerdict(key: string, kwargs: JsonObject, judged: Judged): JsonObject {
  switch (key) {
    case 'echo':
      return judged.inputs
    case 'pass':
      return passFail(true)
    case 'fail':
      return passFail(false)
    case 'score':
      return scored(numberSetting(kwargs, 'score', 1), numberSetting(kwargs, 'threshold', 0.5))
    case 'reflect':
      return passFail(judged.outputsOfEvaluator !== true && judged.outputs !== undefined)
    default:
      throw badSettings(`There is no mock '${key}'.`)
  }
}

/** Canned answers for trying things out; `reflect` proves what evaluators are handed. */
export const mock: Evaluator = ({ judged, settings }) => {
  const { kwargs } = settings
  return mockVerdict(requiredText(settings, 'key'), isJsonObject(kwargs) ? kwargs : {}, judged)
}

export const echo: Evaluator = ({ judged, settings }) => ({ got: textForm(judgedValue(judged, settings)) })
