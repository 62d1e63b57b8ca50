// The evaluator `match`: a tree of matchers. A matcher with children combines their results.
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json/value.ts'
import { StepFailure } from '../failure.ts'
import type { PureEvaluator } from './evaluator.ts'
import { numberSetting, textSetting } from './evaluator-input.ts'
import { matcherScore, matcherThreshold } from './matcher.ts'

/** The most matchers in a tree: bounds its cost. */
const matchersMax = 1000

type Result = {
  readonly key: string
  readonly weight: number
  readonly score: number
  readonly success: boolean
  readonly error?: string
  readonly children?: readonly Result[]
}

const childrenOf = (node: JsonObject): readonly JsonObject[] => {
  const { matchers } = node
  return Array.isArray(matchers) ? matchers.filter(isJsonObject) : []
}

/** Combines results by the settings of the parent: `score` weighted, min or max; `success` threshold, all or any. */
function combineResults(node: JsonObject, results: readonly Result[]): { score: number; success: boolean } {
  const scores = results.map((result) => result.score)
  const weight = results.reduce((sum, result) => sum + result.weight, 0)
  const weightedSum = results.reduce((sum, result) => sum + result.score * result.weight, 0)
  const score =
    node['score'] === 'min'
      ? scores.reduce((minimum, score) => Math.min(minimum, score))
      : node['score'] === 'max'
        ? scores.reduce((maximum, score) => Math.max(maximum, score))
        : weight === 0
          ? 0
          : weightedSum / weight
  const success =
    node['success'] === 'all'
      ? results.every((result) => result.success)
      : node['success'] === 'any'
        ? results.some((result) => result.success)
        : score >= matcherThreshold(node)
  return { score, success }
}

class MatcherTree {
  readonly #root: JsonObject
  #matchers = 0

  constructor(root: JsonObject) {
    this.#root = root
  }

  results(matchers: readonly JsonObject[]): readonly Result[] {
    return matchers.map((matcher, i) => this.#result(matcher, i))
  }

  /** A matcher that cannot be applied fails with its error; the others still count. */
  #result(matcher: JsonObject, position: number): Result {
    this.#matchers += 1
    if (this.#matchers > matchersMax) {
      throw new StepFailure('not_runnable', `A tree may have at most ${matchersMax} matchers.`)
    }
    const header = {
      key: textSetting(matcher, 'key') ?? `matcher_${position + 1}`,
      weight: numberSetting(matcher, { name: 'weight', defaultValue: 1 }),
    }
    const childMatchers = childrenOf(matcher)
    if (childMatchers.length > 0) {
      const children = this.results(childMatchers)
      return { ...header, ...combineResults(matcher, children), children }
    }
    try {
      const score = matcherScore({ matcher, root: this.#root })
      return { ...header, score, success: score >= matcherThreshold(matcher) }
    } catch (error) {
      if (!(error instanceof StepFailure)) throw error
      return { ...header, score: 0, success: false, error: error.message }
    }
  }
}

const resultJson = ({ success, score, error, children }: Result): JsonObject => ({
  success,
  score,
  ...(error === undefined ? {} : { error }),
  ...(children === undefined ? {} : { children: byKey(children) }),
})

const byKey = (results: readonly Result[]): JsonObject =>
  Object.fromEntries(results.map((result) => [result.key, resultJson(result)]))

export const match: PureEvaluator = ({ input, settings }) => {
  const matchers = childrenOf(settings)
  if (matchers.length === 0) throw new StepFailure('not_runnable', 'There are no matchers.')
  const { testcase } = input
  const parts: readonly (readonly [string, Json | undefined])[] = [
    ['inputs', input.inputs],
    ['outputs', input.outputs],
    [
      'testcase',
      testcase && { ...(testcase.id === undefined ? {} : { id: testcase.id }), data: testcase.data },
    ],
    ['trace', input.trace],
  ]
  const root = Object.fromEntries(
    parts.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  const results = new MatcherTree(root).results(matchers)
  return { ...byKey(results), ...combineResults(settings, results) }
}
