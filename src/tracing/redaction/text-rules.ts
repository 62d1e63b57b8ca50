// Rules for texts: patterns of a project and built-in ones, and the replacement of their matches.
import { invalid, type FieldError } from '../../kernel/errors.ts'
import { builtInMatches, type BuiltInName } from './built-in.ts'
import { BudgetSpent, LinearPattern, type Match, type StepBudget } from './linear-pattern.ts'
import { PatternError, patternProgram } from './pattern-parser.ts'

export type RedactionRule = { readonly replacement?: string } & (
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'pattern'; readonly pattern: string; readonly ignoreCase?: boolean }
  | { readonly kind: 'built_in'; readonly name: BuiltInName }
)

export const defaultReplacement = '[redacted]'

/** Longer texts are searched in overlapping pieces of this length. */
const pieceCharacters = 65_536
const overlapCharacters = 4_096

export interface TextRule {
  /** Matches data, never structure, so that member names may be searched too. */
  readonly isBuiltIn: boolean
  readonly replacement: string
  readonly matches: (text: string, budget: StepBudget) => readonly Match[]
}

/** Throws validation_failed with each refused pattern. */
export function textRules(rules: readonly RedactionRule[]): readonly TextRule[] {
  const fieldErrors: FieldError[] = []
  const compiledRules = rules.flatMap((rule, index): readonly TextRule[] => {
    const replacement = rule.replacement ?? defaultReplacement
    if (rule.kind === 'path') return []
    if (rule.kind === 'built_in') {
      return [{ isBuiltIn: true, replacement, matches: (text) => builtInMatches(rule.name, text) }]
    }
    try {
      const pattern = new LinearPattern(patternProgram(rule.pattern, rule.ignoreCase === true))
      return [{ isBuiltIn: false, replacement, matches: (text, budget) => pattern.matches(text, budget) }]
    } catch (error) {
      if (!(error instanceof PatternError)) throw error
      fieldErrors.push({
        type: 'value_error',
        loc: [index, 'pattern'],
        msg: error.message,
        input: rule.pattern,
      })
      return []
    }
  })
  if (fieldErrors.length > 0) throw invalid(fieldErrors)
  return compiledRules
}

/** Replaces all matches of the rules. Hides the full text if no budget remains. */
export function redactedText(text: string, rules: readonly TextRule[], budget: StepBudget): string {
  let resultText = text
  for (const { replacement, matches } of rules) {
    try {
      const matchList = matchesInPieces(resultText, (piece) => matches(piece, budget))
      resultText = withoutMatches(resultText, matchList, replacement)
    } catch (error) {
      if (!(error instanceof BudgetSpent)) throw error
      return replacement
    }
  }
  return resultText
}

/** Matches of a long text, searched piece by piece. The overlap catches matches across a boundary. */
function matchesInPieces(text: string, search: (piece: string) => readonly Match[]): readonly Match[] {
  if (text.length <= pieceCharacters) return search(text)
  const matches: Match[] = []
  const step = pieceCharacters - overlapCharacters
  for (let from = 0; from < text.length; from += step) {
    for (const { start, end } of search(text.slice(from, from + pieceCharacters))) {
      matches.push({ start: start + from, end: end + from })
    }
  }
  return matches
}

function withoutMatches(text: string, matches: readonly Match[], replacement: string): string {
  if (matches.length === 0) return text
  const parts: string[] = []
  let copiedTo = 0
  for (const { start, end } of matches.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (end <= copiedTo) continue
    // A match that begins inside the previous one only extends it.
    if (start >= copiedTo) parts.push(text.slice(copiedTo, start), replacement)
    copiedTo = end
  }
  parts.push(text.slice(copiedTo))
  return parts.join('')
}
