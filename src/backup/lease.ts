// Work that one of several processes on a database does at a time: a lease in a setting of the relational store.
import { z } from 'zod'
import type { RelationalStore } from '../storage/contract/contract.ts'

const lease = z.object({ holder: z.string(), untilMs: z.number() })

export interface LeaseRequest {
  /** Of the setting. */
  readonly name: string
  readonly holder: string
  readonly nowMs: number
}

/** Far longer than the time between two renewals; a killed holder blocks others for so long. */
export const leaseMs = 5 * 60_000
export const renewalMs = leaseMs / 5

/** Takes or renews a lease. False: another process has it. A lease that ends too late comes from a wrong clock. */
export const takeLease = (
  store: Pick<RelationalStore, 'write'>,
  { name, holder, nowMs }: LeaseRequest,
): Promise<boolean> =>
  store.write(async (tx) => {
    // Locks the row until the commit: of two processes the second one reads the lease of the first.
    await tx.setStoreSetting(`${name}.turn`, holder)
    const stored = await tx.storeSetting(name)
    const former = stored === undefined || stored === '' ? undefined : lease.parse(JSON.parse(stored))
    const isFree = former === undefined || former.untilMs < nowMs || former.untilMs > nowMs + 2 * leaseMs
    if (!isFree && former.holder !== holder) return false
    await tx.setStoreSetting(name, JSON.stringify({ holder, untilMs: nowMs + leaseMs }))
    return true
  })

/** Idempotent; the lease of another process stays. */
export const releaseLease = (
  store: Pick<RelationalStore, 'write'>,
  { name, holder }: Omit<LeaseRequest, 'nowMs'>,
): Promise<void> =>
  store.write(async (tx) => {
    const stored = await tx.storeSetting(name)
    if (stored === undefined || stored === '' || lease.parse(JSON.parse(stored)).holder !== holder) return
    await tx.setStoreSetting(name, '')
  })

/** Works with a lease, which is renewed meanwhile. The signal is aborted when it is lost. Undefined: another process has it. */
export async function withLease<T>(
  { store, nowMs, ...request }: LeaseParts,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<{ readonly result: T } | undefined> {
  if (!(await takeLease(store, { ...request, nowMs: nowMs() }))) return undefined
  const lost = new AbortController()
  const renew = (): void =>
    void takeLease(store, { ...request, nowMs: nowMs() }).then(
      (isMine) => isMine || lost.abort(),
      () => undefined,
    )
  const timer = setInterval(renew, renewalMs).unref()
  try {
    return { result: await work(lost.signal) }
  } finally {
    clearInterval(timer)
    await releaseLease(store, request)
  }
}
export interface LeaseParts extends Omit<LeaseRequest, 'nowMs'> {
  readonly store: Pick<RelationalStore, 'write'>
  readonly nowMs: () => number
}
