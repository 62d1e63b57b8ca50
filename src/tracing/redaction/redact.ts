// Hides what must not be stored: whole values by their path, parts of texts by pattern. Works on decoded spans, before
// anything is mapped or kept, so that neither the canonical form nor the original attributes hold it.
import { invalid, type Fault } from '../../errors.ts'
import { jsonTextValue } from '../exact-json.ts'
import type { OtlpSpan } from '../otlp/span.ts'
import { isObject, setOwn, valueText, type OpenObject, type Value, type ValueObject } from '../value.ts'
import { builtInMatches, type BuiltInName } from './built-in.ts'
import { BudgetSpent, LinearPattern, type Match, type StepBudget } from './linear-pattern.ts'
import { PathRules, type PathStates } from './paths.ts'
import { PatternFault, patternProgram } from './pattern-parser.ts'

export type RedactionRule = { readonly replacement?: string } & (
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'pattern'; readonly pattern: string; readonly ignoreCase?: boolean }
  | { readonly kind: 'built_in'; readonly name: BuiltInName }
)

const defaultReplacement = '[redacted]'

/** Characters of one text that are searched; a longer text is searched in pieces of this length that overlap. */
const pieceCharacters = 65_536
const overlapCharacters = 4_096

/** Steps for all own patterns on one span: about a tenth of a second. Beyond it a text is hidden whole. */
const stepsPerSpanMax = 5_000_000

interface TextRule {
  readonly replacement: string
  readonly matches: (text: string, budget: StepBudget) => readonly Match[]
}

function textRules(rules: readonly RedactionRule[]): readonly TextRule[] {
  const faults: Fault[] = []
  const compiled = rules.flatMap((rule, index): readonly TextRule[] => {
    const replacement = rule.replacement ?? defaultReplacement
    if (rule.kind === 'path') return []
    if (rule.kind === 'built_in') {
      return [{ replacement, matches: (text) => builtInMatches(rule.name, text) }]
    }
    try {
      const pattern = new LinearPattern(patternProgram(rule.pattern, rule.ignoreCase === true))
      return [{ replacement, matches: (text, budget) => pattern.matches(text, budget) }]
    } catch (error) {
      if (!(error instanceof PatternFault)) throw error
      faults.push({ type: 'value_error', loc: [index, 'pattern'], msg: error.message, input: rule.pattern })
      return []
    }
  })
  if (faults.length > 0) throw invalid(faults)
  return compiled
}

/** Hides private values in spans. Make one per project and keep it. */
export class Redactor {
  readonly #texts: readonly TextRule[]
  readonly #paths: PathRules
  readonly #pathReplacements: readonly string[]

  /** Throws validation_failed, naming each pattern that is not accepted. */
  constructor(rules: readonly RedactionRule[]) {
    this.#texts = textRules(rules)
    const paths = rules.filter((rule) => rule.kind === 'path')
    this.#paths = new PathRules(paths.map(({ path }) => path))
    this.#pathReplacements = paths.map(({ replacement }) => replacement ?? defaultReplacement)
  }

  /** There is nothing to hide. */
  get isIdle(): boolean {
    return this.#texts.length === 0 && this.#pathReplacements.length === 0
  }

  /** The span with attributes, events, link attributes and status message redacted. */
  span(span: OtlpSpan): OtlpSpan {
    if (this.isIdle) return span
    const budget = { left: stepsPerSpanMax }
    return {
      ...span,
      statusMessage: this.#text(span.statusMessage, budget),
      attributes: this.attributes(span.attributes, budget),
      events: span.events.map((event) => ({
        ...event,
        attributes: this.attributes(event.attributes, budget),
      })),
      links: span.links.map((link) => ({ ...link, attributes: this.attributes(link.attributes, budget) })),
    }
  }

  /** Attributes under flat dotted keys or nested: paths of rules run through both. */
  attributes(attributes: ValueObject, budget: StepBudget = { left: stepsPerSpanMax }): ValueObject {
    const redacted: OpenObject = {}
    for (const [key, value] of Object.entries(attributes)) {
      const segments = key.split('.')
      let states = this.#paths.start()
      let hidden: number | undefined
      for (const segment of segments) {
        states = this.#paths.advance(states, segment)
        hidden ??= this.#paths.matching(states)
      }
      setOwn(
        redacted,
        key,
        hidden === undefined ? this.#value(value, states, budget) : this.#replacement(hidden),
      )
    }
    return redacted
  }

  #replacement(rule: number): string {
    return this.#pathReplacements[rule] ?? defaultReplacement
  }

  #value(value: Value, states: PathStates, budget: StepBudget): Value {
    if (typeof value === 'string') return this.#textValue(value, states, budget)
    if (typeof value === 'number' || typeof value === 'bigint') {
      const text = String(value)
      const redacted = this.#text(text, budget)
      return redacted === text ? value : redacted
    }
    if (Array.isArray(value)) {
      return value.map((item: Value, index) => this.#member(item, String(index), states, budget))
    }
    if (!isObject(value)) return value
    const redacted: OpenObject = {}
    for (const [key, member] of Object.entries(value)) {
      setOwn(redacted, key, this.#member(member, key, states, budget))
    }
    return redacted
  }

  #member(value: Value, key: string, states: PathStates, budget: StepBudget): Value {
    const below = this.#paths.advance(states, key)
    const rule = this.#paths.matching(below)
    return rule === undefined ? this.#value(value, below, budget) : this.#replacement(rule)
  }

  /** A text; one that holds JSON is redacted inside, so that it still is JSON afterwards. */
  #textValue(text: string, states: PathStates, budget: StepBudget): string {
    const redacted = this.#text(text, budget)
    if (redacted === text && !this.#paths.mayMatchDeeper(states)) return text
    const [, marker = '', body = ''] = /^(@ag\.type=json:)?\s*([[{].*)$/s.exec(text) ?? []
    const parsed = body === '' ? undefined : jsonTextValue(body)
    if (typeof parsed !== 'object' || parsed === null) return redacted
    const before = valueText(parsed)
    const after = valueText(this.#value(parsed, states, budget))
    return before === after ? redacted : `${marker}${after}`
  }

  #text(text: string, budget: StepBudget): string {
    let redacted = text
    for (const { replacement, matches } of this.#texts) {
      try {
        const found = inPieces(redacted, (piece) => matches(piece, budget))
        redacted = withoutMatches(redacted, found, replacement)
      } catch (error) {
        if (!(error instanceof BudgetSpent)) throw error
        return replacement
      }
    }
    return redacted
  }
}

/** Matches of a long text, searched piece by piece; the overlap catches what lies across a border. */
function inPieces(text: string, search: (piece: string) => readonly Match[]): readonly Match[] {
  if (text.length <= pieceCharacters) return search(text)
  const found: Match[] = []
  const step = pieceCharacters - overlapCharacters
  for (let from = 0; from < text.length; from += step) {
    for (const { start, end } of search(text.slice(from, from + pieceCharacters))) {
      found.push({ start: start + from, end: end + from })
    }
  }
  return found
}

function withoutMatches(text: string, matches: readonly Match[], replacement: string): string {
  if (matches.length === 0) return text
  const parts: string[] = []
  let kept = 0
  for (const { start, end } of matches.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (end <= kept) continue
    // A match that begins inside the one before only widens it.
    if (start >= kept) parts.push(text.slice(kept, start), replacement)
    kept = end
  }
  parts.push(text.slice(kept))
  return parts.join('')
}
