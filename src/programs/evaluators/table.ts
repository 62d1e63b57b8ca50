// The table of built-in evaluators by key, and the function that runs one: it reads settings in the spellings of
// existing clients and validates outputs.
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json/value.ts'
import { builtinByKey } from '../../workflows/builtins/table.ts'
import { objectAt } from '../../workflows/builtins/schema-parts.ts'
import { outputsSchemaOf as declaredOutputs } from '../../workflows/completion.ts'
import { readSettings } from '../../workflows/settings.ts'
import { badSettings, StepFailure } from '../failure.ts'
import { llm } from '../prompts/prompt.ts'
import { schemaCheck, type Mismatch } from '../schema-check.ts'
import type { Evaluator, ProgramInput, PureEvaluator, PureEvaluatorWork, Ports } from './evaluator.ts'
import { containsJson, fieldMatch, jsonDiff, multiFieldMatch } from './json-tests.ts'
import { judge } from './judge.ts'
import { numberSetting, testcaseInputs, verdictOf } from './evaluator-input.ts'
import { match } from './match.ts'
import { costThreshold, latencyThreshold, lengthBounds, numericTolerance } from './numbers.ts'
import { code, echo, mock, webhook } from './programs.ts'
import { levenshtein, semanticSimilarity, similarityMatch } from './similarity.ts'
import { contains, containsAll, containsAny, endsWith, exactMatch, regexTest, startsWith } from './texts.ts'
import { ownMember } from '../../kernel/own.ts'

/** A prompt as an evaluator: it sees the outputs beside the inputs, and its response is the outputs. */
const llmEvaluator: Evaluator = async ({ input, settings, ports }) => {
  const row = input.testcase === undefined ? {} : testcaseInputs(input.testcase)
  const values: JsonObject = {
    ...row,
    ...input.inputs,
    inputs: input.inputs,
    outputs: input.outputs ?? null,
  }
  const answer: Json = await llm(settings, values, ports)
  return isJsonObject(answer) || typeof answer === 'number' || typeof answer === 'boolean'
    ? verdictOf(answer, {
        threshold: numberSetting(settings, { name: 'threshold', defaultValue: 0.5 }),
        programName: 'The model',
      })
    : { answer }
}

/** Evaluators without ports: they run in the sandbox pool. */
const pureEvaluators: Readonly<Record<string, PureEvaluator>> = {
  auto_exact_match: exactMatch,
  auto_contains: contains,
  auto_contains_any: containsAny,
  auto_contains_all: containsAll,
  auto_starts_with: startsWith,
  auto_ends_with: endsWith,
  auto_regex_test: regexTest,
  auto_contains_json: containsJson,
  auto_json_diff: jsonDiff,
  json_multi_field_match: multiFieldMatch,
  field_match_test: fieldMatch,
  auto_numeric_tolerance: numericTolerance,
  auto_length_bounds: lengthBounds,
  auto_latency_threshold: latencyThreshold,
  auto_cost_threshold: costThreshold,
  auto_levenshtein_distance: levenshtein,
  auto_similarity_match: similarityMatch,
  match,
}

/** Evaluators that call a program or a model, and trivial ones. `feedback` is filled in by a person. */
const evaluators: Readonly<Record<string, Evaluator>> = {
  auto_semantic_similarity: semanticSimilarity,
  auto_ai_critique: judge,
  auto_webhook_test: webhook,
  hook: webhook,
  auto_custom_code_run: code,
  code,
  echo,
  mock,
  llm: llmEvaluator,
}

export interface EvaluatorRun {
  /** The key of the built-in. */
  readonly key: string
  /** The revision's data: `parameters` are the settings, `schemas.outputs` the schema of its outputs. */
  readonly data: JsonObject
  readonly input: ProgramInput
  readonly ports: Ports
}

/** The code of a revision is in `script` or in the settings; its language in `runtime` or in the settings. */
function settingsOf(key: string, data: JsonObject): JsonObject {
  const settings = { ...builtinByKey(key)?.defaults, ...readSettings(objectAt(data, 'parameters') ?? {}) }
  if (key !== 'code' && key !== 'auto_custom_code_run') return settings
  const { script } = data
  const runtime = data['runtime'] ?? settings['runtime']
  return {
    ...settings,
    ...(key === 'code' && typeof script === 'string' ? { code: script } : {}),
    ...(runtime === undefined ? {} : { runtime }),
  }
}

/** The revision's own outputs schema, else that of the built-in with these settings. */
export const outputsSchemaOf = (key: string, data: JsonObject): JsonObject | undefined =>
  declaredOutputs(data) ?? builtinByKey(key)?.outputs(objectAt(data, 'parameters') ?? {})

/** Every key that runs here. */
export const evaluatorKeys: readonly string[] = [...Object.keys(pureEvaluators), ...Object.keys(evaluators)]

function refuseOutputs(mismatch: Mismatch | undefined): void {
  if (mismatch === undefined) return
  const location = mismatch.path === '' ? 'they' : mismatch.path
  throw new StepFailure(
    'schema_mismatch',
    `The outputs do not match their schema: ${location} ${mismatch.reason}.`,
  )
}

/**
 * Runs an evaluator without ports and validates its outputs. Settings and outputs decide the cost: call it in the
 * sandbox pool.
 */
export function pureEvaluatorOutputs({ key, settings, input, schema }: PureEvaluatorWork): JsonObject {
  const evaluator = ownMember(pureEvaluators, key)
  if (evaluator === undefined) throw badSettings(`'${key}' is not an evaluator that runs here.`)
  const outputs = evaluator({ input, settings })
  if (schema !== undefined) refuseOutputs(schemaCheck(schema)(outputs)[0])
  return outputs
}

/** Whether a client wrote the schema, in the revision or in the settings of a judge. */
const isClientSchema = (key: string, data: JsonObject): boolean =>
  objectAt(data, 'schemas', 'outputs') !== undefined || key === 'auto_ai_critique'

/** Runs an evaluator; the outputs match its outputs schema. Every failure is a StepFailure. */
export async function runEvaluator({ key, data, input, ports }: EvaluatorRun): Promise<JsonObject> {
  const settings = settingsOf(key, data)
  const schema = outputsSchemaOf(key, data)
  if (Object.hasOwn(pureEvaluators, key)) return ports.evaluatePure({ key, settings, input, schema })
  const evaluator = ownMember(evaluators, key)
  if (evaluator === undefined) throw badSettings(`'${key}' is not an evaluator that runs here.`)
  const outputs = await evaluator({ input, settings, ports })
  // A model response in another format than JSON need not contain a verdict.
  if (schema === undefined || key === 'llm') return outputs
  refuseOutputs(
    isClientSchema(key, data) ? await ports.mismatch(schema, outputs) : schemaCheck(schema)(outputs)[0],
  )
  return outputs
}
