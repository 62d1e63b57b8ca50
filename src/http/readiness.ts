// Whether a store works, asked by anybody at any rate: one check at a time, none while the last good one is fresh, and an
// answer within its time whether or not the store gives one.
import { AssayError } from '../kernel/errors.ts'

export interface ReadyCheck {
  /** How a refusal calls the store. */
  readonly name: string
  /** Reads and writes; rejects with the reason when one of them fails. */
  readonly check: () => Promise<void>
}

interface Failure {
  readonly sentence: string
  readonly cause: unknown
}

/** A check writes something: who asks often is told of one that was good a moment ago. */
const freshMs = 2_000

const failureOf = (name: string, cause: unknown): Failure => {
  const silent = `The ${name} store does not answer.`
  // Only what the program says itself: anybody may ask.
  const said = cause instanceof AssayError && cause.message !== silent ? ` ${cause.message}` : ''
  return { sentence: `${silent}${said}`, cause }
}

/** Answers what is wrong with the store; undefined: nothing. */
export function readiness({ name, check }: ReadyCheck, msMax: number): () => Promise<Failure | undefined> {
  let freshUntil = 0
  let underWay: Promise<Failure | undefined> | undefined
  const checked = async (): Promise<Failure | undefined> => {
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
    underWay ??= checked()
    const late = Promise.withResolvers<Failure>()
    const timer = setTimeout(
      () => late.resolve(failureOf(name, new Error(`The ${name} store took longer than ${msMax} ms.`))),
      msMax,
    )
    try {
      return await Promise.race([underWay, late.promise])
    } finally {
      clearTimeout(timer)
    }
  }
}
