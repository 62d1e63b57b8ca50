// Regular expressions of clients, by the engine of the runtime, so that they mean what they mean in the language. It may go
// back and forth for ages over one text: evaluators that use it run where they can be stopped.
import { badSettings } from '../failure.ts'

export interface PatternMatch {
  readonly pattern: string
  readonly caseSensitive: boolean
  readonly text: string
}

/** With the `u` flag where the pattern can be read with it, so that a dot is a character; else without. */
function patternOf({ pattern, caseSensitive }: PatternMatch): RegExp {
  const rest = caseSensitive ? '' : 'i'
  for (const flags of [`u${rest}`, rest]) {
    try {
      return new RegExp(pattern, flags)
    } catch {
      // Not by these flags.
    }
  }
  throw badSettings(`'${pattern}' is not a regular expression.`)
}

/** Whether the pattern is found anywhere in the text. */
export const matchesPattern = (match: PatternMatch): boolean => patternOf(match).test(match.text)
