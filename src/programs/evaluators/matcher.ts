// One matcher of the evaluator `match`, without its children: compares its target with its references.
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
import { asJson, flagSetting, numberSetting, textForm, textSetting } from './evaluator-input.ts'
import { levenshteinSimilarity, sharedWords, wordCosine } from './text-similarity.ts'
import { matchesPattern } from './patterns.ts'
import { refuseLong } from './similarity.ts'
import { ownMember } from '../../kernel/own.ts'

export interface MatcherInput {
  readonly matcher: JsonObject
  /** `{inputs, outputs, testcase, trace}`. */
  readonly root: JsonObject
}

/** The references: literals, or values at their paths; undefined for a path without a value. */
function referencesOf({ matcher, root }: MatcherInput): readonly (Json | undefined)[] {
  return referenceSettings(matcher).map((reference) => {
    const path = referencePath(reference)
    return path === undefined ? reference : valueAt(root, path)
  })
}

/** The value at a path; undefined when there is none. An invalid path is an error in the settings. */
function valueAt(root: Json, path: ReturnType<typeof targetPath>): Json | undefined {
  if ('problem' in path) throw badSettings(path.problem)
  return readPathParts(root, path.parts)
}

/** The references of a matcher that needs at least one; undefined if one has no value, which matches nothing. */
function requiredReferences(input: MatcherInput): readonly Json[] | undefined {
  const references = referencesOf(input)
  if (references.length === 0) {
    throw badSettings(`A matcher of '${textSetting(input.matcher, 'match')}' needs a reference.`)
  }
  return references.every((reference) => reference !== undefined) ? references : undefined
}

const passedShare = (results: readonly boolean[]): number => results.filter(Boolean).length / results.length

/** One matching reference is enough, except where `contains` requires all of them. */
const highestScore = (scores: readonly number[]): number =>
  scores.reduce((maximum, score) => Math.max(maximum, score))

const textTests: Readonly<Record<string, (text: string, needle: string) => boolean>> = {
  exact: (text, needle) => text === needle,
  starts_with: (text, needle) => text.startsWith(needle),
  ends_with: (text, needle) => text.endsWith(needle),
  contains: (text, needle) => text.includes(needle),
}

function similarity(
  kind: string,
  { text, expectedText }: { readonly text: string; readonly expectedText: string },
): number {
  if (kind === 'cosine') return wordCosine(text, expectedText)
  if (kind !== 'levenshtein') return sharedWords(text, expectedText)
  refuseLong(text, expectedText)
  return levenshteinSimilarity(text, expectedText)
}

function textScore(
  input: MatcherInput,
  { target, match }: { readonly target: Json; readonly match: string },
): number {
  const { matcher } = input
  const references = requiredReferences(input)
  if (references === undefined) return 0
  const isCaseSensitive = flagSetting(matcher, { name: 'case_sensitive', defaultValue: true })
  if (match === 'regex') {
    const text = textForm(target)
    return Number(
      references.some((reference) => matchesPattern({ pattern: textForm(reference), isCaseSensitive, text })),
    )
  }
  const normalizeCase = (value: Json): string =>
    isCaseSensitive ? textForm(value) : textForm(value).toLowerCase()
  const text = normalizeCase(target)
  if (match === 'similarity') {
    const kind = textSetting(matcher, 'similarity') ?? 'jaccard'
    return highestScore(
      references.map((reference) => similarity(kind, { text, expectedText: normalizeCase(reference) })),
    )
  }
  const test = ownMember(textTests, match)
  if (test === undefined) throw badSettings(`There is no text matcher '${match}'.`)
  const results = references.map((reference) => test(text, normalizeCase(reference)))
  return match === 'contains' && matcher['contains'] !== 'any'
    ? passedShare(results)
    : Number(results.some(Boolean))
}

function jsonDifference(
  matcher: JsonObject,
  { target, reference }: { readonly target: Json; readonly reference: Json },
): number {
  const kind = textSetting(matcher, 'diff') ?? 'full'
  return shareOfEqualLeaves(reference, {
    actual: target,
    rules: {
      isSchemaOnly: kind === 'schema',
      hasCaseInsensitiveKeys: !flagSetting(matcher, { name: 'case_sensitive', defaultValue: true }),
      // Strict also counts additional leaves of the target.
      isShareOfUnion: kind === 'strict',
    },
  })
}

/** Whether the target contains every pair of an object, every item of a list, or the value itself. */
function jsonContains(target: Json, expected: Json): boolean {
  if (Array.isArray(target)) {
    const items: readonly Json[] = target
    const expectedItems: readonly Json[] = Array.isArray(expected) ? expected : [expected]
    return expectedItems.every((expectedItem) => items.some((item) => jsonEqual(item, expectedItem)))
  }
  if (isJsonObject(target) && isJsonObject(expected)) {
    return Object.entries(expected).every(([key, value]) =>
      Object.hasOwn(target, key) ? jsonContains(ownMember(target, key) as Json, value) : false,
    )
  }
  return jsonEqual(target, expected)
}

function jsonScore(
  input: MatcherInput,
  { value, match }: { readonly value: Json; readonly match: string },
): number {
  const { matcher } = input
  const target = asJson(value)
  if (target === undefined) return 0
  if (match === 'valid') {
    const [schema] = referencesOf(input)
    return Number(!isJsonObject(schema) || schemaCheck(schema)(target).length === 0)
  }
  if (match !== 'exact' && match !== 'contains' && match !== 'diff')
    return textScore(input, { target: value, match })
  const references = requiredReferences(input)?.map((reference) => asJson(reference) ?? reference)
  if (references === undefined) return 0
  if (match === 'exact') return Number(references.some((reference) => jsonEqual(reference, target)))
  if (match === 'diff')
    return highestScore(references.map((reference) => jsonDifference(matcher, { target, reference })))
  const results = references.map((reference) => jsonContains(target, reference))
  return matcher['contains'] === 'any' ? Number(results.some(Boolean)) : passedShare(results)
}

/** The score 0..1. A missing target matches nothing; as text, any non-empty value is `valid`. */
export function matcherScore(input: MatcherInput): number {
  const { matcher, root } = input
  const path = textSetting(matcher, 'target')
  if (path === undefined) throw badSettings('A matcher has no target.')
  const target = valueAt(root, targetPath(path))
  if (target === undefined) return 0
  const match = textSetting(matcher, 'match') ?? 'valid'
  if (matcher['mode'] === 'json' || match === 'diff') return jsonScore(input, { value: target, match })
  if (match === 'valid') return Number(target !== null && textForm(target).trim() !== '')
  return textScore(input, { target, match })
}

export const matcherThreshold = (matcher: JsonObject): number =>
  numberSetting(matcher, { name: 'threshold', defaultValue: 1 })
