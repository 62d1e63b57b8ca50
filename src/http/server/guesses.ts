// Who sends wrong keys is slowed, by the address it comes from: beyond so many in a minute its keys are not looked at any more
// until the minute is over. A key that was let in from that address before is looked at in any case, so that a program with a
// wrong key, or somebody who guesses, does not shut out those who share an address with it.
import { AssayError } from '../../kernel/errors.ts'
import { createQuotas } from '../../kernel/quotas.ts'
import { clientNetwork } from './connections.ts'

export interface Guess {
  /** Of the client. */
  readonly address: string
  readonly secret: string
}

export interface Guesses {
  /** What the secret stands for, as `look` finds it; throws too_many_requests where it is not even looked at. */
  checked<T>(guess: Guess, look: () => Promise<T | undefined>): Promise<T | undefined>
}

/** Keys that were let in, each with an address that it came from. */
const letInMax = 10_000

const tooMany = (max: number, secondsLeft: number): AssayError =>
  new AssayError(
    'too_many_requests',
    `More than ${max} wrong keys came from this address in a minute (setting wrong_keys_per_minute_max).`,
    { headers: { 'Retry-After': String(secondsLeft) } },
  )

/** 0 sets no limit. */
export function createGuesses(perMinuteMax: number, nowMs?: () => number): Guesses {
  if (perMinuteMax === 0) return { checked: (_, look) => look() }
  const quotas = createQuotas({ max: perMinuteMax, windowMs: 60_000, ...(nowMs && { nowMs }) })
  const letIn = new Set<string>()
  const remember = (known: string): void => {
    const [oldest] = letIn
    if (letIn.size >= letInMax && oldest !== undefined) letIn.delete(oldest)
    letIn.add(known)
  }
  return {
    async checked({ address, secret }, look) {
      const network = clientNetwork(address)
      const known = `${network} ${secret}`
      if (letIn.has(known)) {
        const found = await look()
        if (found === undefined) letIn.delete(known)
        return found
      }
      // Taken before the look: many that come at once are not all looked at.
      const { isGranted, secondsLeft } = quotas.take(network)
      if (!isGranted) throw tooMany(perMinuteMax, secondsLeft)
      let isWrong = false
      try {
        const found = await look()
        isWrong = found === undefined
        if (!isWrong) remember(known)
        return found
      } finally {
        if (!isWrong) quotas.give(network)
      }
    },
  }
}
