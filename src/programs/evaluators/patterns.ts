// Regular expressions of clients, run by the JavaScript engine so that they keep their usual meaning. Backtracking may
// take very long, so evaluators that use them run where they can be killed.
import { badSettings } from '../failure.ts'

export interface PatternMatch {
  readonly pattern: string
  readonly isCaseSensitive: boolean
  readonly text: string
}

/** With the `u` flag if the pattern is valid with it, so that a dot matches a code point; else without. */
function patternOf({ pattern, isCaseSensitive }: PatternMatch): RegExp {
  const caseFlag = isCaseSensitive ? '' : 'i'
  for (const flags of [`u${caseFlag}`, caseFlag]) {
    try {
      return new RegExp(pattern, flags)
    } catch {
      // Invalid with these flags.
    }
  }
  throw badSettings(`'${pattern}' is not a regular expression.`)
}

/** Whether the pattern matches anywhere in the text. */
export const matchesPattern = (match: PatternMatch): boolean => patternOf(match).test(match.text)
