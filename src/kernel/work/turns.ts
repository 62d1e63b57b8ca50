// Turns at something of which there is little, taken by project: whoever waits longest within a project comes first, and
// the projects take turns. A project that has nothing under way never waits for another's long work while there is room
// for one more: beyond `atOnceMax` there are as many places again, one for each such project.

/** The work is done: the place goes to the next. */
export type EndTurn = () => void

interface Waiting {
  readonly admit: () => void
  readonly refuse: (reason: unknown) => void
}

export class Turns {
  readonly #atOnceMax: number
  readonly #underWay = new Map<string, number>()
  /** In the order in which projects are asked next. */
  readonly #waiting = new Map<string, Waiting[]>()
  #total = 0

  constructor(atOnceMax: number) {
    this.#atOnceMax = atOnceMax
  }

  /** Resolves when it is this one's turn; rejects with the signal's reason when that comes first. */
  async take(project: string, signal?: AbortSignal): Promise<EndTurn> {
    signal?.throwIfAborted()
    if (this.#waiting.has(project) || !this.#hasRoomFor(project)) await this.#wait(project, signal)
    else this.#begin(project)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.#end(project)
    }
  }

  #hasRoomFor(project: string): boolean {
    if (this.#total < this.#atOnceMax) return true
    return !this.#underWay.has(project) && this.#total < 2 * this.#atOnceMax
  }

  #begin(project: string): void {
    this.#total += 1
    this.#underWay.set(project, (this.#underWay.get(project) ?? 0) + 1)
  }

  #end(project: string): void {
    this.#total -= 1
    const left = (this.#underWay.get(project) ?? 1) - 1
    if (left === 0) this.#underWay.delete(project)
    else this.#underWay.set(project, left)
    this.#admitNext()
  }

  /** Of those that wait, a project with the least under way; among equals the one that was asked longest ago. */
  #admitNext(): void {
    let next: string | undefined
    for (const project of this.#waiting.keys()) {
      if (!this.#hasRoomFor(project)) continue
      if (next === undefined || this.#count(project) < this.#count(next)) next = project
    }
    if (next === undefined) return
    const queue = this.#waiting.get(next) ?? []
    const first = queue.shift()
    // Asked last from now on.
    this.#waiting.delete(next)
    if (queue.length > 0) this.#waiting.set(next, queue)
    this.#begin(next)
    first?.admit()
  }

  #count(project: string): number {
    return this.#underWay.get(project) ?? 0
  }

  async #wait(project: string, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiting: Waiting = { admit: resolve, refuse: reject }
    const queue = this.#waiting.get(project)
    if (queue === undefined) this.#waiting.set(project, [waiting])
    else queue.push(waiting)
    const giveUp = (): void => this.#leave(project, waiting, signal?.reason)
    signal?.addEventListener('abort', giveUp, { once: true })
    try {
      await promise
    } finally {
      signal?.removeEventListener('abort', giveUp)
    }
  }

  #leave(project: string, waiting: Waiting, reason: unknown): void {
    const queue = this.#waiting.get(project)
    const at = queue?.indexOf(waiting) ?? -1
    if (queue === undefined || at < 0) return
    queue.splice(at, 1)
    if (queue.length === 0) this.#waiting.delete(project)
    waiting.refuse(reason)
  }
}
