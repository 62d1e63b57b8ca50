// Places that several parties share: readers of the trace store, calls at a provider, uploads. Whoever holds least is
// served first, so that a party which asks for much waits behind its own requests and not in front of others'.
import type { PartyOf } from './parties.ts'

export interface Slot {
  /** It is free for the next. Safe to repeat. */
  readonly release: () => void
  /**
   * What holds the place cannot be ended, and nobody waits for it any more. Others get another place in its stead, as long
   * as few are lost; its party has it until it is given.
   */
  readonly writeOff: () => void
}

/** How many slots there are, how many are taken, and how many callers wait for one. */
export interface SlotUsage {
  readonly limit: number
  readonly used: number
  readonly waiting: number
}

export interface FairSemaphore {
  /** Resolves when the party of the taker, a project, has a place; rejects with the reason of the signal when that is aborted before. */
  acquire(taker: string, signal?: AbortSignal): Promise<Slot>
  usage(): SlotUsage
}

export interface FairSemaphoreOptions {
  readonly count: number
  /** So many are out of reach for a party that holds all the others; 0: it may hold all. */
  readonly reserve?: number
  /** Lost places that are made up for at a time. */
  readonly writtenOffMax?: number
  /** The party of whoever takes a place; absent: each is one by itself. */
  readonly partyOf?: PartyOf | undefined
}

interface Party {
  held: number
  /** In the order in which they asked. */
  readonly waiting: Set<() => void>
  /** Of the last place it got, on a clock that counts places. */
  servedAt: number
}

/** Resolves when it is woken, rejects when the signal is aborted before. */
function turnOf({ waiting }: Party, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const wake = (): void => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }
    const stop = (): void => {
      waiting.delete(wake)
      reject(signal?.reason as Error)
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
  let lost = 0
  let served = 0

  const partyOf = (name: string): Party => {
    const party = parties.get(name) ?? { held: 0, waiting: new Set(), servedAt: 0 }
    parties.set(name, party)
    return party
  }
  const forgetIdle = (name: string, { held, waiting }: Party): void => {
    if (held === 0 && waiting.size === 0) parties.delete(name)
  }
  /** Of those who wait and may hold more: who holds least, then whose turn was longest ago. Nobody when no place is free. */
  const next = (): Party | undefined => {
    let found: Party | undefined
    if (free === 0) return found
    for (const party of parties.values()) {
      if (party.waiting.size === 0 || party.held >= heldMax) continue
      const { held = Infinity, servedAt = Infinity } = found ?? {}
      if (party.held < held || (party.held === held && party.servedAt < servedAt)) found = party
    }
    return found
  }
  const seat = (party: Party): void => {
    free -= 1
    party.held += 1
    party.servedAt = served += 1
  }
  const serve = (): void => {
    for (let party = next(); party !== undefined; party = next()) {
      const [wake] = party.waiting
      if (wake === undefined) return
      party.waiting.delete(wake)
      seat(party)
      wake()
    }
  }

  const placeOf = (name: string, party: Party): Slot => {
    let state: 'held' | 'made up' | 'given' = 'held'
    return {
      release() {
        if (state === 'given') return
        if (state === 'made up') lost -= 1
        else free += 1
        state = 'given'
        party.held -= 1
        forgetIdle(name, party)
        serve()
      },
      writeOff() {
        if (state !== 'held' || lost >= lostMax) return
        state = 'made up'
        lost += 1
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
      if (free > 0 && party.held < heldMax) seat(party)
      else {
        try {
          await turnOf(party, signal)
        } catch (error) {
          forgetIdle(name, party)
          throw error
        }
      }
      return placeOf(name, party)
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
