// A lease in a setting of the relational store: only one of several processes on a database does the work at a time.
import { z } from 'zod'
import type { RelationalStore } from '../storage/contract/contract.ts'

const lease = z.object({ holder: z.string(), untilMs: z.number() })

export interface LeaseRequest {
  /** The name of the setting. */
  readonly name: string
  readonly holder: string
  readonly nowMs: number
}

/** Far longer than the time between two renewals. A killed holder blocks others for this time. */
export const leaseMs = 5 * 60_000
export const renewalMs = leaseMs / 5

/**
 * Takes or renews a lease. False: another process has it. A lease that ends more than two lease times from now was
 * written by a process with a wrong clock, and is ignored.
 */
export const takeLease = (
  store: Pick<RelationalStore, 'write'>,
  { name, holder, nowMs }: LeaseRequest,
): Promise<boolean> =>
  store.write(async (tx) => {
    // Locks the row until the commit: of two processes the second one reads the lease of the first.
    await tx.setStoreSetting(`${name}.turn`, holder)
    const storedLease = await tx.storeSetting(name)
    const previousLease =
      storedLease === undefined || storedLease === '' ? undefined : lease.parse(JSON.parse(storedLease))
    const isFree =
      previousLease === undefined ||
      previousLease.untilMs < nowMs ||
      previousLease.untilMs > nowMs + 2 * leaseMs
    if (!isFree && previousLease.holder !== holder) return false
    await tx.setStoreSetting(name, JSON.stringify({ holder, untilMs: nowMs + leaseMs }))
    return true
  })

/** Idempotent. The lease of another process is not changed. */
export const releaseLease = (
  store: Pick<RelationalStore, 'write'>,
  { name, holder }: Omit<LeaseRequest, 'nowMs'>,
): Promise<void> =>
  store.write(async (tx) => {
    const storedLease = await tx.storeSetting(name)
    if (
      storedLease === undefined ||
      storedLease === '' ||
      lease.parse(JSON.parse(storedLease)).holder !== holder
    )
      return
    await tx.setStoreSetting(name, '')
  })

/**
 * Runs the work under a lease and renews it. The signal is aborted when the lease is lost. Undefined: another process
 * has it.
 */
export async function withLease<T>(
  { store, nowMs, ...request }: LeaseParts,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<{ readonly result: T } | undefined> {
  if (!(await takeLease(store, { ...request, nowMs: nowMs() }))) return undefined
  const loss = new AbortController()
  const renew = (): void =>
    void takeLease(store, { ...request, nowMs: nowMs() }).then(
      (isMine) => isMine || loss.abort(),
      () => undefined,
    )
  const timer = setInterval(renew, renewalMs).unref()
  try {
    return { result: await work(loss.signal) }
  } finally {
    clearInterval(timer)
    await releaseLease(store, request)
  }
}
export interface LeaseParts extends Omit<LeaseRequest, 'nowMs'> {
  readonly store: Pick<RelationalStore, 'write'>
  readonly nowMs: () => number
}
