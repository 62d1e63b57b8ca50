// Checks whether a store works. Any client may ask at any rate: one check runs at a time, a recent success is
// reused, and the answer comes within the time limit even if the store hangs.
import { AssayError } from '../kernel/errors.ts'

export interface ReadyCheck {
  /** The name of the store in messages. */
  readonly name: string
  /** Reads and writes; rejects with the reason when one of them fails. */
  readonly check: () => Promise<void>
}

interface Failure {
  readonly sentence: string
  readonly cause: unknown
}

/** A check writes to the store, so a success is reused for this time. */
const freshMs = 2_000

const failureOf = (name: string, cause: unknown): Failure => {
  const silent = `The ${name} store does not answer.`
  // Only our own messages: any client may read them.
  const reason = cause instanceof AssayError && cause.message !== silent ? ` ${cause.message}` : ''
  return { sentence: `${silent}${reason}`, cause }
}

/** Returns the problem of the store, or undefined. */
export function readiness({ name, check }: ReadyCheck, msMax: number): () => Promise<Failure | undefined> {
  let freshUntil = 0
  let underWay: Promise<Failure | undefined> | undefined
  const runCheck = async (): Promise<Failure | undefined> => {
    try {
      await check()
      freshUntil = performance.now() + freshMs
      return undefined
    } catch (error) {
      return failureOf(name, error)
    } finally {
      underWay = undefined
    }
  }
  return async () => {
    if (performance.now() < freshUntil) return undefined
    underWay ??= runCheck()
    const timeoutFailure = Promise.withResolvers<Failure>()
    const timer = setTimeout(
      () =>
        timeoutFailure.resolve(failureOf(name, new Error(`The ${name} store took longer than ${msMax} ms.`))),
      msMax,
    )
    try {
      return await Promise.race([underWay, timeoutFailure.promise])
    } finally {
      clearTimeout(timer)
    }
  }
}
