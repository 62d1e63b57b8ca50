// A semaphore with a fair share per party (a project). It limits reads of the trace store, provider calls and
// uploads. The party with the fewest slots is served first, so a party with many requests waits behind its
// own requests and does not delay others.
import { abortError } from './errors.ts'
import type { PartyOf } from './parties.ts'

export interface Slot {
  /** Frees the slot for the next caller. Idempotent. */
  readonly release: () => void
  /**
   * Writes off a slot whose holder cannot be cancelled while nobody waits for its result. A replacement slot
   * is added for others, up to `writtenOffMax`. The slot counts for its party until it is released.
   */
  readonly writeOff: () => void
}

/** The number of slots, of used slots and of waiting callers. */
export interface SlotUsage {
  readonly limit: number
  readonly used: number
  readonly waiting: number
}

export interface FairSemaphore {
  /**
   * Resolves when the party of the caller receives a slot. Rejects with the reason of the signal when it is
   * aborted first.
   */
  acquire(taker: string, signal?: AbortSignal): Promise<Slot>
  usage(): SlotUsage
}

export interface FairSemaphoreOptions {
  readonly count: number
  /** The number of slots that a single party cannot use. 0: one party may use all slots. */
  readonly reserve?: number
  /** The most written-off slots that are replaced at a time. */
  readonly writtenOffMax?: number
  /** Maps a caller to its party. Absent: each caller is a party. */
  readonly partyOf?: PartyOf | undefined
}

interface Party {
  held: number
  /** In order of arrival. */
  readonly waiting: Set<() => void>
  /** When the party last received a slot, as a count of granted slots. */
  servedAt: number
}

/** Resolves when `wake` is called, rejects when the signal is aborted first. */
function waitForSlot({ waiting }: Party, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const wake = (): void => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }
    const stop = (): void => {
      waiting.delete(wake)
      reject(abortError(signal))
    }
    waiting.add(wake)
    signal?.addEventListener('abort', stop, { once: true })
  })
}

export function createFairSemaphore({
  count,
  reserve = 0,
  writtenOffMax: lostMax = 0,
  partyOf: partyNameOf = (name) => name,
}: FairSemaphoreOptions): FairSemaphore {
  const parties = new Map<string, Party>()
  const heldMax = Math.max(1, count - reserve)
  let free = count
  let writtenOff = 0
  let served = 0

  const partyOf = (name: string): Party => {
    const party = parties.get(name) ?? { held: 0, waiting: new Set(), servedAt: 0 }
    parties.set(name, party)
    return party
  }
  const forgetIdle = (name: string, { held, waiting }: Party): void => {
    if (held === 0 && waiting.size === 0) parties.delete(name)
  }
  /**
   * The waiting party with the fewest slots, then the one that was served longest ago. Undefined when no slot
   * is free.
   */
  const next = (): Party | undefined => {
    let best: Party | undefined
    if (free === 0) return best
    for (const party of parties.values()) {
      if (party.waiting.size === 0 || party.held >= heldMax) continue
      const { held = Infinity, servedAt = Infinity } = best ?? {}
      if (party.held < held || (party.held === held && party.servedAt < servedAt)) best = party
    }
    return best
  }
  const grant = (party: Party): void => {
    free -= 1
    party.held += 1
    party.servedAt = served += 1
  }
  const serve = (): void => {
    for (let party = next(); party !== undefined; party = next()) {
      const [wake] = party.waiting
      if (wake === undefined) return
      party.waiting.delete(wake)
      grant(party)
      wake()
    }
  }

  const slotOf = (name: string, party: Party): Slot => {
    let state: 'held' | 'written off' | 'released' = 'held'
    return {
      release() {
        if (state === 'released') return
        if (state === 'written off') writtenOff -= 1
        else free += 1
        state = 'released'
        party.held -= 1
        forgetIdle(name, party)
        serve()
      },
      writeOff() {
        if (state !== 'held' || writtenOff >= lostMax) return
        state = 'written off'
        writtenOff += 1
        free += 1
        serve()
      },
    }
  }

  return {
    async acquire(taker, signal) {
      signal?.throwIfAborted()
      const name = partyNameOf(taker)
      const party = partyOf(name)
      if (free > 0 && party.held < heldMax) grant(party)
      else {
        try {
          await waitForSlot(party, signal)
        } catch (error) {
          forgetIdle(name, party)
          throw error
        }
      }
      return slotOf(name, party)
    },
    usage() {
      let [used, waiting] = [0, 0]
      for (const party of parties.values()) {
        used += party.held
        waiting += party.waiting.size
      }
      return { limit: count, used, waiting }
    },
  }
}
