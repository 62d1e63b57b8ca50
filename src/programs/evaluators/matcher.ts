// One matcher of the evaluator `match`, without its children: how its target compares with its references.
import { isJsonObject, jsonEqual, type Json, type JsonObject } from '../../kernel/json/value.ts'
import { badSettings } from '../failure.ts'
import { schemaCheck } from '../schema-check.ts'
import {
  referencePath,
  referencesOf as referenceSettings,
  targetPath,
} from '../../workflows/matcher-paths.ts'
import { readPathParts } from '../json-path.ts'
import { shareOfEqualLeaves } from './json-leaves.ts'
import { asJson, flagSetting, numberSetting, textForm, textSetting } from './judged.ts'
import { levenshteinSimilarity, sharedWords, wordCosine } from './likeness.ts'
import { matchesPattern } from './patterns.ts'
import { refuseLong } from './similarity.ts'
import { ownMember } from '../../kernel/own.ts'

export interface Matching {
  readonly matcher: JsonObject
  /** `{inputs, outputs, testcase, trace}`. */
  readonly root: JsonObject
}

/** The references, literal or read from their paths; undefined for a path that leads nowhere. */
function referencesOf({ matcher, root }: Matching): readonly (Json | undefined)[] {
  return referenceSettings(matcher).map((one) => {
    const path = referencePath(one)
    return path === undefined ? one : valueAt(root, path)
  })
}

/** The value at a path; undefined when there is none. A path that cannot be read is a fault of the settings. */
function valueAt(root: Json, path: ReturnType<typeof targetPath>): Json | undefined {
  if ('fault' in path) throw badSettings(path.fault)
  return readPathParts(root, path.parts)
}

/** All references of a matcher that needs at least one; one that leads nowhere matches nothing. */
function wantedOf(matching: Matching): readonly Json[] | undefined {
  const references = referencesOf(matching)
  if (references.length === 0) {
    throw badSettings(`A matcher of '${textSetting(matching.matcher, 'match')}' needs a reference.`)
  }
  return references.every((one) => one !== undefined) ? references : undefined
}

const share = (results: readonly boolean[]): number => results.filter(Boolean).length / results.length

/** Of several references one is enough, except where `contains` asks for all of them. */
const best = (scores: readonly number[]): number => scores.reduce((most, each) => Math.max(most, each))

const textTests: Readonly<Record<string, (text: string, wanted: string) => boolean>> = {
  exact: (text, wanted) => text === wanted,
  starts_with: (text, wanted) => text.startsWith(wanted),
  ends_with: (text, wanted) => text.endsWith(wanted),
  contains: (text, wanted) => text.includes(wanted),
}

function likeness(kind: string, text: string, wanted: string): number {
  if (kind === 'cosine') return wordCosine(text, wanted)
  if (kind !== 'levenshtein') return sharedWords(text, wanted)
  refuseLong(text, wanted)
  return levenshteinSimilarity(text, wanted)
}

function textScore(matching: Matching, target: Json, match: string): number {
  const { matcher } = matching
  const wanted = wantedOf(matching)
  if (wanted === undefined) return 0
  const caseSensitive = flagSetting(matcher, 'case_sensitive', true)
  if (match === 'regex') {
    const text = textForm(target)
    return Number(wanted.some((one) => matchesPattern({ pattern: textForm(one), caseSensitive, text })))
  }
  const fold = (value: Json): string => (caseSensitive ? textForm(value) : textForm(value).toLowerCase())
  const text = fold(target)
  if (match === 'similarity') {
    const kind = textSetting(matcher, 'similarity') ?? 'jaccard'
    return best(wanted.map((one) => likeness(kind, text, fold(one))))
  }
  const test = ownMember(textTests, match)
  if (test === undefined) throw badSettings(`There is no text matcher '${match}'.`)
  const results = wanted.map((one) => test(text, fold(one)))
  return match === 'contains' && matcher['contains'] !== 'any'
    ? share(results)
    : Number(results.some(Boolean))
}

function jsonDifference(matcher: JsonObject, target: Json, wanted: Json): number {
  const kind = textSetting(matcher, 'diff') ?? 'full'
  return shareOfEqualLeaves(wanted, target, {
    schemaOnly: kind === 'schema',
    caseInsensitiveKeys: !flagSetting(matcher, 'case_sensitive', true),
    // Strict counts what the target has beyond the reference against it.
    ofUnion: kind === 'strict',
  })
}

/** Every pair of an object, or every item of a list, or the value itself stands in the target. */
function jsonHolds(target: Json, wanted: Json): boolean {
  if (Array.isArray(target)) {
    const items: readonly Json[] = target
    const wantedItems: readonly Json[] = Array.isArray(wanted) ? wanted : [wanted]
    return wantedItems.every((one) => items.some((item) => jsonEqual(item, one)))
  }
  if (isJsonObject(target) && isJsonObject(wanted)) {
    return Object.entries(wanted).every(([key, value]) =>
      Object.hasOwn(target, key) ? jsonHolds(ownMember(target, key) as Json, value) : false,
    )
  }
  return jsonEqual(target, wanted)
}

function jsonScore(matching: Matching, value: Json, match: string): number {
  const { matcher } = matching
  const target = asJson(value)
  if (target === undefined) return 0
  if (match === 'valid') {
    const [schema] = referencesOf(matching)
    return Number(!isJsonObject(schema) || schemaCheck(schema)(target).length === 0)
  }
  if (match !== 'exact' && match !== 'contains' && match !== 'diff') return textScore(matching, value, match)
  const wanted = wantedOf(matching)?.map((one) => asJson(one) ?? one)
  if (wanted === undefined) return 0
  if (match === 'exact') return Number(wanted.some((one) => jsonEqual(one, target)))
  if (match === 'diff') return best(wanted.map((one) => jsonDifference(matcher, target, one)))
  const results = wanted.map((one) => jsonHolds(target, one))
  return matcher['contains'] === 'any' ? Number(results.some(Boolean)) : share(results)
}

/** 0..1. A target that is not there matches nothing; as text, anything that is there is `valid` unless empty. */
export function matcherScore(matching: Matching): number {
  const { matcher, root } = matching
  const path = textSetting(matcher, 'target')
  if (path === undefined) throw badSettings('A matcher has no target.')
  const target = valueAt(root, targetPath(path))
  if (target === undefined) return 0
  const match = textSetting(matcher, 'match') ?? 'valid'
  if (matcher['mode'] === 'json' || match === 'diff') return jsonScore(matching, target, match)
  if (match === 'valid') return Number(target !== null && textForm(target).trim() !== '')
  return textScore(matching, target, match)
}

export const matcherThreshold = (matcher: JsonObject): number => numberSetting(matcher, 'threshold', 1)
