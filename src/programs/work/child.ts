// The program of a process of the workshop: our own code over what clients sent.
import { answerLines } from '../../kernel/work/child-loop.ts'
import { answerCall } from '../../kernel/work/calls.ts'
import { StepFailure, type FailureCode } from '../failure.ts'
import { programCalls } from './calls.ts'

/** A StepFailure as it crosses. */
export interface FailureLine {
  readonly step: { readonly code: FailureCode; readonly status: number }
}

const calls = { ...programCalls }

const detailOf = (error: unknown): FailureLine | undefined =>
  error instanceof StepFailure ? { step: { code: error.code, status: error.status } } : undefined

/** A promise that a library lost is a failure of the call under way, not the end of the process. */
let lost: (reason: unknown) => void = () => undefined
process.on('unhandledRejection', (reason) => lost(reason))

await answerLines((line) => {
  const { promise, reject } = Promise.withResolvers<never>()
  promise.catch(() => undefined)
  lost = reject
  const withLoss = Object.fromEntries(
    Object.entries(calls).map(([name, work]) => [
      name,
      (args: never) => Promise.race([(async () => work(args))(), promise]),
    ]),
  )
  return answerCall(withLoss, line, detailOf)
})
