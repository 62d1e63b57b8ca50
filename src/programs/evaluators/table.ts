// The built-in evaluators by key, and running one: settings read as existing clients spell them, outputs checked.
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json/value.ts'
import { builtinByKey } from '../../workflows/builtins/table.ts'
import { objectAt } from '../../workflows/builtins/words.ts'
import { readSettings } from '../../workflows/settings.ts'
import { badSettings, StepFailure } from '../failure.ts'
import { llm } from '../prompts/prompt.ts'
import { schemaCheck } from '../schema-check.ts'
import type { Evaluator, Judged, Ports } from './evaluator.ts'
import { containsJson, fieldMatch, jsonDiff, multiFieldMatch } from './json-tests.ts'
import { judge } from './judge.ts'
import { numberSetting, testcaseInputs, verdictOf } from './judged.ts'
import { match } from './match.ts'
import { costThreshold, latencyThreshold, lengthBounds, numericTolerance } from './numbers.ts'
import { code, echo, mock, webhook } from './programs.ts'
import { levenshtein, semanticSimilarity, similarityMatch } from './similarity.ts'
import { contains, containsAll, containsAny, endsWith, exactMatch, regexTest, startsWith } from './texts.ts'
import { ownMember } from '../../kernel/own.ts'

/** A prompt that judges: it sees the outputs beside the inputs. What it answers by its format are the outputs. */
const llmEvaluator: Evaluator = async ({ judged, settings, ports }) => {
  const row = judged.testcase === undefined ? {} : testcaseInputs(judged.testcase)
  const values: JsonObject = {
    ...row,
    ...judged.inputs,
    inputs: judged.inputs,
    outputs: judged.outputs ?? null,
  }
  const answer: Json = await llm(settings, values, (request) => ports.chat(request))
  return isJsonObject(answer) || typeof answer === 'number' || typeof answer === 'boolean'
    ? verdictOf(answer, numberSetting(settings, 'threshold', 0.5), 'The model')
    : { answer }
}

/** All but `feedback`, which a person fills in. */
export const evaluators: Readonly<Record<string, Evaluator>> = {
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
  auto_semantic_similarity: semanticSimilarity,
  auto_ai_critique: judge,
  auto_webhook_test: webhook,
  hook: webhook,
  auto_custom_code_run: code,
  code,
  match,
  echo,
  mock,
  llm: llmEvaluator,
}

export interface EvaluatorRun {
  /** The key of the built-in. */
  readonly key: string
  /** The revision's data: `parameters` are the settings, `schemas.outputs` what it promises to answer. */
  readonly data: JsonObject
  readonly judged: Judged
  readonly ports: Ports
}

/** Code of a revision stands in `script`, or in the settings. */
function settingsOf(key: string, data: JsonObject): JsonObject {
  const settings = { ...builtinByKey(key)?.defaults, ...readSettings(objectAt(data, 'parameters') ?? {}) }
  if (key !== 'code' || typeof data['script'] !== 'string') return settings
  const runtime = data['runtime'] ?? settings['runtime']
  return { ...settings, code: data['script'], ...(runtime === undefined ? {} : { runtime }) }
}

/** The revision's own outputs schema; else that of the built-in under these settings. */
export function outputsSchemaOf(key: string, data: JsonObject): JsonObject | undefined {
  return (
    objectAt(data, 'schemas', 'outputs') ?? builtinByKey(key)?.outputs(objectAt(data, 'parameters') ?? {})
  )
}

/** Judges; the outputs match the evaluator's outputs schema. Every failure is a StepFailure. */
export async function runEvaluator({ key, data, judged, ports }: EvaluatorRun): Promise<JsonObject> {
  const evaluator = ownMember(evaluators, key)
  if (evaluator === undefined) throw badSettings(`'${key}' is not an evaluator that runs here.`)
  const outputs = await evaluator({ judged, settings: settingsOf(key, data), ports })
  const schema = outputsSchemaOf(key, data)
  // What a model answers in another format than JSON promises nothing of a verdict.
  const [fault] = schema === undefined || key === 'llm' ? [] : schemaCheck(schema)(outputs)
  if (fault === undefined) return outputs
  const place = fault.path === '' ? 'they' : fault.path
  throw new StepFailure('schema_mismatch', `The outputs do not match their schema: ${place} ${fault.reason}.`)
}
