// Regular expressions of users. The engine of the runtime may go back and forth for ages over one text, and nothing can
// stop it from outside of its thread; so the match is made in a process of the sandbox, which can be killed.
import { badSettings, StepFailure } from '../failure.ts'
import type { Sandbox } from './sandbox.ts'

/** What a pattern may take. */
const patternTimeoutMs = 1000
const memoryMb = 64

const matchCode = `function matches({ pattern, flags, text }) { return new RegExp(pattern, flags).test(text) }`

export interface PatternMatch {
  readonly pattern: string
  readonly caseSensitive: boolean
  readonly text: string
}

/** With the `u` flag where the pattern can be read with it, so that a dot is a character; else without. */
function flagsOf({ pattern, caseSensitive }: PatternMatch): string {
  const rest = caseSensitive ? '' : 'i'
  const readable = ['u', ''].find((flag) => {
    try {
      return new RegExp(pattern, flag) instanceof RegExp
    } catch {
      return false
    }
  })
  if (readable === undefined) throw badSettings(`'${pattern}' is not a regular expression.`)
  return `${readable}${rest}`
}

/** Whether the pattern is found anywhere in the text. Longer than a second is a failure of code `timeout`. */
export async function matchesPattern(
  sandbox: Sandbox,
  match: PatternMatch,
  timeoutMs = patternTimeoutMs,
): Promise<boolean> {
  const { pattern, text } = match
  const flags = flagsOf(match)
  try {
    const found = await sandbox.run({
      // No code of a user runs here, so all projects may share the processes.
      scope: 'patterns',
      code: matchCode,
      language: 'javascript',
      functions: ['matches'],
      argument: { pattern, flags, text },
      timeoutMs,
      memoryMb,
    })
    return found === true
  } catch (error) {
    if (!(error instanceof StepFailure) || error.retryable) throw error
    const message = `The pattern could not be matched within ${timeoutMs} ms.`
    throw new StepFailure('timeout', message, { cause: error })
  }
}
