// Checks whether a store works. Any client may request a check at any rate, so one check runs at a time, a recent
// success is reused, and the answer comes within the time limit even if the store hangs.
import { AssayError } from '../kernel/errors.ts'

export interface ReadyCheck {
  /** The name of the store in messages. */
  readonly name: string
  /** Reads and writes; rejects with the reason when one of them fails. */
  readonly check: () => Promise<void>
}

interface Failure {
  readonly message: string
  readonly cause: unknown
}

/** For how long a success is reused: a check writes to the store. */
const successTtlMs = 2_000

const failureOf = (name: string, cause: unknown): Failure => {
  const noAnswer = `The ${name} store does not answer.`
  // Any client may read the reason, so it contains only messages of Assay itself.
  const reason = cause instanceof AssayError && cause.message !== noAnswer ? ` ${cause.message}` : ''
  return { message: `${noAnswer}${reason}`, cause }
}

/** Returns the problem of the store, or undefined. */
export function readiness({ name, check }: ReadyCheck, msMax: number): () => Promise<Failure | undefined> {
  let validUntil = 0
  let pendingCheck: Promise<Failure | undefined> | undefined
  const runCheck = async (): Promise<Failure | undefined> => {
    try {
      await check()
      validUntil = performance.now() + successTtlMs
      return undefined
    } catch (error) {
      return failureOf(name, error)
    } finally {
      pendingCheck = undefined
    }
  }
  return async () => {
    if (performance.now() < validUntil) return undefined
    pendingCheck ??= runCheck()
    const timeoutFailure = Promise.withResolvers<Failure>()
    const timer = setTimeout(
      () =>
        timeoutFailure.resolve(failureOf(name, new Error(`The ${name} store took longer than ${msMax} ms.`))),
      msMax,
    )
    try {
      return await Promise.race([pendingCheck, timeoutFailure.promise])
    } finally {
      clearTimeout(timer)
    }
  }
}
