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
  acquire(caller: string, signal?: AbortSignal): Promise<Slot>
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
  slotCount: number
  /** Callers without a slot, in order of arrival. */
  readonly waiters: Set<() => void>
  /** The number of grants so far when the party last received a slot. */
  lastGrant: number
}

/** Resolves when `wake` is called, rejects when the signal is aborted first. */
function waitForSlot({ waiters }: Party, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const wake = (): void => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }
    const onAbort = (): void => {
      waiters.delete(wake)
      reject(abortError(signal))
    }
    waiters.add(wake)
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}

/** The waiting party with the fewest slots, then the one that was served longest ago. */
function nextParty(parties: Iterable<Party>, slotsMax: number): Party | undefined {
  let bestParty: Party | undefined
  for (const party of parties) {
    if (party.waiters.size === 0 || party.slotCount >= slotsMax) continue
    const { slotCount = Infinity, lastGrant = Infinity } = bestParty ?? {}
    const hasFewer = party.slotCount < slotCount
    if (hasFewer || (party.slotCount === slotCount && party.lastGrant < lastGrant)) bestParty = party
  }
  return bestParty
}

class Semaphore implements FairSemaphore {
  readonly #parties = new Map<string, Party>()
  readonly #count: number
  /** The most slots of one party. */
  readonly #slotsMax: number
  readonly #writtenOffMax: number
  readonly #partyNameOf: PartyOf
  #freeSlots: number
  #writtenOffCount = 0
  #grantCount = 0

  constructor({ count, reserve = 0, writtenOffMax = 0, partyOf = (name) => name }: FairSemaphoreOptions) {
    this.#count = count
    this.#slotsMax = Math.max(1, count - reserve)
    this.#writtenOffMax = writtenOffMax
    this.#partyNameOf = partyOf
    this.#freeSlots = count
  }

  async acquire(caller: string, signal?: AbortSignal): Promise<Slot> {
    signal?.throwIfAborted()
    const name = this.#partyNameOf(caller)
    const party = this.#partyOf(name)
    if (this.#freeSlots > 0 && party.slotCount < this.#slotsMax) this.#grant(party)
    else {
      try {
        await waitForSlot(party, signal)
      } catch (error) {
        this.#forgetIdle(name, party)
        throw error
      }
    }
    return this.#slotOf(name, party)
  }

  usage(): SlotUsage {
    let [used, waiting] = [0, 0]
    for (const party of this.#parties.values()) {
      used += party.slotCount
      waiting += party.waiters.size
    }
    return { limit: this.#count, used, waiting }
  }

  #partyOf(name: string): Party {
    const party = this.#parties.get(name) ?? { slotCount: 0, waiters: new Set(), lastGrant: 0 }
    this.#parties.set(name, party)
    return party
  }

  #forgetIdle(name: string, { slotCount, waiters }: Party): void {
    if (slotCount === 0 && waiters.size === 0) this.#parties.delete(name)
  }

  #grant(party: Party): void {
    this.#freeSlots -= 1
    party.slotCount += 1
    this.#grantCount += 1
    party.lastGrant = this.#grantCount
  }

  /** Grants free slots to waiting parties. */
  #serve(): void {
    while (this.#freeSlots > 0) {
      const party = nextParty(this.#parties.values(), this.#slotsMax)
      const [wake] = party?.waiters ?? []
      if (party === undefined || wake === undefined) return
      party.waiters.delete(wake)
      this.#grant(party)
      wake()
    }
  }

  #slotOf(name: string, party: Party): Slot {
    let state: 'held' | 'written off' | 'released' = 'held'
    return {
      release: () => {
        if (state === 'released') return
        if (state === 'written off') this.#writtenOffCount -= 1
        else this.#freeSlots += 1
        state = 'released'
        party.slotCount -= 1
        this.#forgetIdle(name, party)
        this.#serve()
      },
      writeOff: () => {
        if (state !== 'held' || this.#writtenOffCount >= this.#writtenOffMax) return
        state = 'written off'
        this.#writtenOffCount += 1
        this.#freeSlots += 1
        this.#serve()
      },
    }
  }
}

export const createFairSemaphore = (options: FairSemaphoreOptions): FairSemaphore => new Semaphore(options)
