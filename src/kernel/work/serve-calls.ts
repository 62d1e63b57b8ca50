// The child side of typed calls: answers them in order until the input ends.
import { ownMember } from '../own.ts'
import { AssayError } from '../errors.ts'
import type { AnswerLine, CallLine, Calls } from './calls.ts'
import { answerLines } from './child-loop.ts'
import { isOutOfMemory } from './failure.ts'

/** Extracts details of errors that the kernel does not know. */
type DetailOf = (error: unknown) => unknown

function answerOfError(error: unknown, detailOf: DetailOf): AnswerLine {
  if (error instanceof AssayError) {
    const { code, detail, extra } = error
    return { ok: false, code, detail, extra }
  }
  const message = error instanceof Error ? error.message : String(error)
  const isMemoryExhausted = error instanceof RangeError && isOutOfMemory(error)
  return isMemoryExhausted ? { ok: false, memory: true } : { ok: false, message, detail: detailOf(error) }
}

/** An unhandled rejection fails the current call instead of ending the process. */
function rejectionGuard(): { readonly run: <T>(work: () => Promise<T>) => Promise<T> } {
  let failCall: (reason: unknown) => void = () => undefined
  process.on('unhandledRejection', (reason) => failCall(reason))
  return {
    run: async (work) => {
      const { promise, reject } = Promise.withResolvers<never>()
      failCall = reject
      return Promise.race([work(), promise])
    },
  }
}

export async function serveCalls(calls: Calls, detailOf: DetailOf = () => undefined): Promise<void> {
  const guard = rejectionGuard()
  await answerLines(async (line) => {
    const { call, args }: CallLine = JSON.parse(line)
    let answer: AnswerLine
    try {
      const work = ownMember(calls, call)
      if (work === undefined) throw new Error(`there is no call '${call}'`)
      answer = { ok: true, value: await guard.run(async () => work(args as never)) }
    } catch (error) {
      answer = answerOfError(error, detailOf)
    }
    return JSON.stringify(answer)
  })
}
