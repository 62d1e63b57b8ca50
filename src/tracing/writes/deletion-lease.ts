// The lease of a deletion job. It is renewed while the job works, however long a step takes; after a crash another
// process takes the job when the lease ends.
import { microsecondsOf, microsecondText, type Clock } from '../../kernel/clock.ts'
import { AssayError } from '../../kernel/errors.ts'
import type { RelationalStore } from '../../storage/contract/contract.ts'

export interface LeaseTimes {
  readonly leaseMs: number
  /** Well below `leaseMs`, so that a renewal may fail and be repeated. */
  readonly renewMs: number
}

export const leaseDefaults: LeaseTimes = { leaseMs: 60_000, renewMs: 10_000 }

export const leaseEnd = (clock: Clock, leaseMs: number): string =>
  microsecondText(microsecondsOf(clock.now()) + leaseMs * 1000)

export interface DeletionLease {
  /** Aborts when another process has taken the job, or could have: the lease could not be renewed in time. */
  readonly lostSignal: AbortSignal
  /** Stops the renewals and makes an unfinished job available to every process from this time on; empty: at once. */
  readonly release: (freeAt: string) => Promise<void>
}

interface LeaseParts {
  readonly store: RelationalStore
  readonly clock: Clock
  readonly onError: (error: unknown) => void
}

/** Renews the lease of a job that this process has taken. */
export function holdDeletion(
  { store, clock, onError }: LeaseParts,
  {
    id,
    holder,
    leaseTimes,
  }: { readonly id: string; readonly holder: string; readonly leaseTimes: LeaseTimes },
): DeletionLease {
  const { leaseMs, renewMs } = leaseTimes
  const lostController = new AbortController()
  let leaseUntil = leaseEnd(clock, leaseMs)
  let renewal: Promise<void> = Promise.resolve()

  function lose(message: string): void {
    clearInterval(timer)
    const error = new AssayError('unavailable', message)
    lostController.abort(error)
    onError(error)
  }

  async function renew(): Promise<void> {
    const next = leaseEnd(clock, leaseMs)
    try {
      const isHeld = await store.write((tx) => tx.renewDeletion(id, { holder, until: next }))
      if (isHeld) leaseUntil = next
      else if (!lostController.signal.aborted) lose('Another process has taken over the deletion.')
    } catch (error) {
      if (clock.now() < leaseUntil) return onError(error)
      lose('The lease of the deletion ended before it could be renewed.')
    }
  }

  // One renewal at a time: an unavailable store may answer after the next interval.
  let isRenewing = false
  const timer = setInterval(() => {
    if (isRenewing) return
    isRenewing = true
    renewal = renew().finally(() => (isRenewing = false))
  }, renewMs)
  return {
    lostSignal: lostController.signal,
    release: async (freeAt) => {
      clearInterval(timer)
      await renewal
      if (lostController.signal.aborted) return
      // A job that has ended needs no lease. If the store is unavailable, the lease expires.
      await store.write((tx) => tx.renewDeletion(id, { holder, until: freeAt })).catch(onError)
    },
  }
}
