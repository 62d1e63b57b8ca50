// The built-in evaluators by key, and running one: settings read as existing clients spell them, outputs checked.
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json/value.ts'
import { builtinByKey } from '../../workflows/builtins/table.ts'
import { objectAt } from '../../workflows/builtins/words.ts'
import { outputsSchemaOf as declaredOutputs } from '../../workflows/completion.ts'
import { readSettings } from '../../workflows/settings.ts'
import { badSettings, StepFailure } from '../failure.ts'
import { llm } from '../prompts/prompt.ts'
import { schemaCheck, type Mismatch } from '../schema-check.ts'
import type { Evaluator, Judged, Judgement, JudgementWork, Ports } from './evaluator.ts'
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
  const answer: Json = await llm(settings, values, ports)
  return isJsonObject(answer) || typeof answer === 'number' || typeof answer === 'boolean'
    ? verdictOf(answer, numberSetting(settings, 'threshold', 0.5), 'The model')
    : { answer }
}

/** Those that need no world: they run in the workshop. */
const judgements: Readonly<Record<string, Judgement>> = {
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

/** Those that ask a program or a model, and those that cost nothing. `feedback` is filled in by a person. */
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
  /** The revision's data: `parameters` are the settings, `schemas.outputs` what it promises to answer. */
  readonly data: JsonObject
  readonly judged: Judged
  readonly ports: Ports
}

/** Code of a revision is in `script`, or in the settings; its language in `runtime`, or in the settings. */
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

/** The revision's own outputs schema; else that of the built-in under these settings. */
export const outputsSchemaOf = (key: string, data: JsonObject): JsonObject | undefined =>
  declaredOutputs(data) ?? builtinByKey(key)?.outputs(objectAt(data, 'parameters') ?? {})

/** Every key that runs here. */
export const evaluatorKeys: readonly string[] = [...Object.keys(judgements), ...Object.keys(evaluators)]

function refuseOutputs(fault: Mismatch | undefined): void {
  if (fault === undefined) return
  const place = fault.path === '' ? 'they' : fault.path
  throw new StepFailure('schema_mismatch', `The outputs do not match their schema: ${place} ${fault.reason}.`)
}

/** A judgement and the check of its outputs. Costs what settings and outputs make it cost: for the workshop. */
export function judgementOutputs({ key, settings, judged, schema }: JudgementWork): JsonObject {
  const judgement = ownMember(judgements, key)
  if (judgement === undefined) throw badSettings(`'${key}' is not an evaluator that runs here.`)
  const outputs = judgement({ judged, settings })
  if (schema !== undefined) refuseOutputs(schemaCheck(schema)(outputs)[0])
  return outputs
}

/** Schemas that a client wrote, in the revision or in the settings of a judge. */
const isClients = (key: string, data: JsonObject): boolean =>
  objectAt(data, 'schemas', 'outputs') !== undefined || key === 'auto_ai_critique'

/** Judges; the outputs match the evaluator's outputs schema. Every failure is a StepFailure. */
export async function runEvaluator({ key, data, judged, ports }: EvaluatorRun): Promise<JsonObject> {
  const settings = settingsOf(key, data)
  const schema = outputsSchemaOf(key, data)
  if (Object.hasOwn(judgements, key)) return ports.judgement({ key, settings, judged, schema })
  const evaluator = ownMember(evaluators, key)
  if (evaluator === undefined) throw badSettings(`'${key}' is not an evaluator that runs here.`)
  const outputs = await evaluator({ judged, settings, ports })
  // What a model answers in another format than JSON promises nothing of a verdict.
  if (schema === undefined || key === 'llm') return outputs
  refuseOutputs(
    isClients(key, data) ? await ports.mismatch(schema, outputs) : schemaCheck(schema)(outputs)[0],
  )
  return outputs
}
