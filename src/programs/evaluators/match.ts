// The evaluator `match`: a tree of matchers. A matcher with children takes its result from them.
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json/value.ts'
import { StepFailure } from '../failure.ts'
import type { Judgement } from './evaluator.ts'
import { numberSetting, textSetting } from './judged.ts'
import { matcherScore, matcherThreshold } from './matcher.ts'

/** Matchers in all: what a tree may cost. */
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

/** Combines results as the node above them asks: `score` weighted, min or max; `success` threshold, all or any. */
function combined(node: JsonObject, results: readonly Result[]): { score: number; success: boolean } {
  const scores = results.map((result) => result.score)
  const weight = results.reduce((sum, result) => sum + result.weight, 0)
  const weighted = results.reduce((sum, result) => sum + result.score * result.weight, 0)
  const score =
    node['score'] === 'min'
      ? scores.reduce((least, each) => Math.min(least, each))
      : node['score'] === 'max'
        ? scores.reduce((most, each) => Math.max(most, each))
        : weight === 0
          ? 0
          : weighted / weight
  const success =
    node['success'] === 'all'
      ? results.every((result) => result.success)
      : node['success'] === 'any'
        ? results.some((result) => result.success)
        : score >= matcherThreshold(node)
  return { score, success }
}

class Tree {
  readonly #root: JsonObject
  #matchers = 0

  constructor(root: JsonObject) {
    this.#root = root
  }

  results(matchers: readonly JsonObject[]): readonly Result[] {
    return matchers.map((matcher, i) => this.#result(matcher, i))
  }

  /** A matcher that cannot be applied fails with its error; the others still say what they found. */
  #result(matcher: JsonObject, position: number): Result {
    this.#matchers += 1
    if (this.#matchers > matchersMax) {
      throw new StepFailure('not_runnable', `A tree may have at most ${matchersMax} matchers.`)
    }
    const named = {
      key: textSetting(matcher, 'key') ?? `matcher_${position + 1}`,
      weight: numberSetting(matcher, 'weight', 1),
    }
    const below = childrenOf(matcher)
    if (below.length > 0) {
      const children = this.results(below)
      return { ...named, ...combined(matcher, children), children }
    }
    try {
      const score = matcherScore({ matcher, root: this.#root })
      return { ...named, score, success: score >= matcherThreshold(matcher) }
    } catch (error) {
      if (!(error instanceof StepFailure)) throw error
      return { ...named, score: 0, success: false, error: error.message }
    }
  }
}

const shown = ({ success, score, error, children }: Result): JsonObject => ({
  success,
  score,
  ...(error === undefined ? {} : { error }),
  ...(children === undefined ? {} : { children: byKey(children) }),
})

const byKey = (results: readonly Result[]): JsonObject =>
  Object.fromEntries(results.map((result) => [result.key, shown(result)]))

export const match: Judgement = ({ judged, settings }) => {
  const matchers = childrenOf(settings)
  if (matchers.length === 0) throw new StepFailure('not_runnable', 'There are no matchers.')
  const { testcase } = judged
  const parts: readonly (readonly [string, Json | undefined])[] = [
    ['inputs', judged.inputs],
    ['outputs', judged.outputs],
    [
      'testcase',
      testcase && { ...(testcase.id === undefined ? {} : { id: testcase.id }), data: testcase.data },
    ],
    ['trace', judged.trace],
  ]
  const root = Object.fromEntries(
    parts.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  const results = new Tree(root).results(matchers)
  return { ...byKey(results), ...combined(settings, results) }
}
