// Rules that look into texts: patterns of a project and the built-in ones, and how what they find is replaced.
import { invalid, type FieldError } from '../../kernel/errors.ts'
import { builtInMatches, type BuiltInName } from './built-in.ts'
import { BudgetSpent, LinearPattern, type Match, type StepBudget } from './linear-pattern.ts'
import { PatternFault, patternProgram } from './pattern-parser.ts'

export type RedactionRule = { readonly replacement?: string } & (
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'pattern'; readonly pattern: string; readonly ignoreCase?: boolean }
  | { readonly kind: 'built_in'; readonly name: BuiltInName }
)

export const defaultReplacement = '[redacted]'

/** Characters of one text that are searched; a longer text is searched in pieces of this length that overlap. */
const pieceCharacters = 65_536
const overlapCharacters = 4_096

export interface TextRule {
  /** It finds data, never structure, so that names of members may be searched too. */
  readonly isBuiltIn: boolean
  readonly replacement: string
  readonly matches: (text: string, budget: StepBudget) => readonly Match[]
}

/** Throws validation_failed, naming each pattern that is not accepted. */
export function textRules(rules: readonly RedactionRule[]): readonly TextRule[] {
  const faults: FieldError[] = []
  const compiled = rules.flatMap((rule, index): readonly TextRule[] => {
    const replacement = rule.replacement ?? defaultReplacement
    if (rule.kind === 'path') return []
    if (rule.kind === 'built_in') {
      return [{ isBuiltIn: true, replacement, matches: (text) => builtInMatches(rule.name, text) }]
    }
    try {
      const pattern = new LinearPattern(patternProgram(rule.pattern, rule.ignoreCase === true))
      return [{ isBuiltIn: false, replacement, matches: (text, budget) => pattern.matches(text, budget) }]
    } catch (error) {
      if (!(error instanceof PatternFault)) throw error
      faults.push({ type: 'value_error', loc: [index, 'pattern'], msg: error.message, input: rule.pattern })
      return []
    }
  })
  if (faults.length > 0) throw invalid(faults)
  return compiled
}

/** The text with everything replaced that a rule finds; hidden whole when there is no budget left to look. */
export function redactedText(text: string, rules: readonly TextRule[], budget: StepBudget): string {
  let redacted = text
  for (const { replacement, matches } of rules) {
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
