// How often a party may do something in a stretch of time that begins with its first: requests of a key, wrong keys of an
// address. What is remembered is bounded, however many parties there are: then those that began longest ago are forgotten.

export interface Quota {
  /** Whether it was within the quota. */
  readonly isGranted: boolean
  /** What is left of it. */
  readonly left: number
  /** Until it is whole again. */
  readonly secondsLeft: number
}

export interface Quotas {
  /** Takes one of the party's. */
  take(party: string): Quota
  /** Gives one back that was not needed after all. */
  give(party: string): void
}

export interface QuotaOptions {
  readonly max: number
  readonly windowMs: number
  readonly partiesMax?: number
  readonly nowMs?: () => number
}

interface Window {
  taken: number
  readonly endsAtMs: number
}

export function createQuotas({
  max,
  windowMs,
  partiesMax = 10_000,
  nowMs = () => performance.now(),
}: QuotaOptions): Quotas {
  /** In the order in which they began, and so in that in which they end. */
  const windows = new Map<string, Window>()

  const forgetSome = (now: number): void => {
    for (const [party, { endsAtMs }] of windows) {
      if (endsAtMs > now && windows.size < partiesMax) return
      windows.delete(party)
    }
  }
  const windowOf = (party: string, now: number): Window => {
    const known = windows.get(party)
    if (known !== undefined && known.endsAtMs > now) return known
    windows.delete(party)
    forgetSome(now)
    const begun = { taken: 0, endsAtMs: now + windowMs }
    windows.set(party, begun)
    return begun
  }

  return {
    take(party) {
      const now = Math.floor(nowMs())
      const window = windowOf(party, now)
      const isGranted = window.taken < max
      if (isGranted) window.taken += 1
      const secondsLeft = Math.max(1, Math.ceil((window.endsAtMs - now) / 1000))
      return { isGranted, left: max - window.taken, secondsLeft }
    },
    give(party) {
      const window = windows.get(party)
      if (window !== undefined && window.taken > 0) window.taken -= 1
    },
  }
}
