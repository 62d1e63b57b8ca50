// Resolves the entries of a received pack to objects. A delta may come before its base, and its base may be missing
// from the pack (a thin pack): then the repository has it.
import { malformedError, objectId, type GitObject, type ObjectId } from '../objects/objects.ts'
import { applyDelta, resultSize } from './delta.ts'
import { packEntries, type PackEntry } from './entries.ts'
import { InflatedBudget, tooLarge, type PackLimits } from './pack.ts'

export interface PackInput {
  readonly pack: Buffer
  readonly limits: PackLimits
  /** The object of the repository that a thin pack refers to. */
  readonly readBase: (id: ObjectId) => Promise<GitObject | undefined>
}

interface ResolvedObject extends GitObject {
  /** The position in the pack; undefined for a base of the repository. */
  readonly offset: number | undefined
  readonly depth: number
}

type DeltaEntry = Extract<PackEntry, { readonly type: 'delta' }>

class Resolver {
  readonly objects = new Map<ObjectId, GitObject>()
  /** Deltas by the offset or the id of a base that is not resolved yet. */
  readonly deltasByBase = new Map<number | ObjectId, DeltaEntry[]>()
  readonly #byOffset = new Map<number, ResolvedObject>()
  readonly #byId = new Map<ObjectId, ResolvedObject>()
  readonly #limits: PackLimits
  readonly #budget: InflatedBudget

  constructor(limits: PackLimits, budget: InflatedBudget) {
    this.#limits = limits
    this.#budget = budget
  }

  add(entry: PackEntry): void {
    if (entry.type !== 'delta') return this.#resolve({ ...entry, depth: 0 })
    const { base } = entry
    const resolvedBase = 'id' in base ? this.#byId.get(base.id) : this.#byOffset.get(base.offset)
    if (resolvedBase !== undefined) return this.#resolve(this.#apply(entry, resolvedBase))
    const key = 'id' in base ? base.id : base.offset
    const siblings = this.deltasByBase.get(key)
    if (siblings === undefined) this.deltasByBase.set(key, [entry])
    else siblings.push(entry)
  }

  /** Resolves the deltas that wait for an object of the repository. */
  addBase(id: ObjectId, object: GitObject): void {
    const base: ResolvedObject = { ...object, offset: undefined, depth: 0 }
    for (const delta of this.#take(id)) this.#resolve(this.#apply(delta, base))
  }

  #take(key: number | ObjectId): readonly DeltaEntry[] {
    const deltas = this.deltasByBase.get(key) ?? []
    this.deltasByBase.delete(key)
    return deltas
  }

  #apply(delta: DeltaEntry, base: ResolvedObject): ResolvedObject {
    const depth = base.depth + 1
    if (depth > this.#limits.deltaDepthMax) {
      throw tooLarge(`The pack has a chain of more than ${this.#limits.deltaDepthMax} deltas.`)
    }
    this.#budget.take(resultSize(delta.bytes))
    return { type: base.type, bytes: applyDelta(base.bytes, delta.bytes), offset: delta.offset, depth }
  }

  /** Stores an object and resolves all deltas that waited for it, and those that waited for them. */
  #resolve(first: ResolvedObject): void {
    const stack = [first]
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      const object = next
      const id = objectId(object)
      const existingObject = this.objects.get(id)
      if (existingObject !== undefined && Buffer.compare(existingObject.bytes, object.bytes) !== 0) {
        throw malformedError(`The pack has two objects with the id ${id} and different bytes.`)
      }
      this.objects.set(id, { type: object.type, bytes: object.bytes })
      this.#byId.set(id, object)
      if (object.offset !== undefined) this.#byOffset.set(object.offset, object)
      const deltas = [...this.#take(id), ...(object.offset === undefined ? [] : this.#take(object.offset))]
      for (const delta of deltas) stack.push(this.#apply(delta, object))
    }
  }
}

/** All objects of the pack, by id. Throws when it is malformed, exceeds a limit, or lacks the base of a delta. */
export async function readPack({ pack, limits, readBase }: PackInput): Promise<Map<ObjectId, GitObject>> {
  const budget = new InflatedBudget(limits)
  const resolver = new Resolver(limits, budget)
  for (const entry of packEntries({ pack, limits, budget })) resolver.add(entry)
  for (const key of resolver.deltasByBase.keys()) {
    // An earlier base may have resolved this one.
    if (typeof key === 'number' || !resolver.deltasByBase.has(key)) continue
    const base = await readBase(key)
    if (base !== undefined) resolver.addBase(key, base)
  }
  if (resolver.deltasByBase.size > 0)
    throw malformedError('A delta of the pack has a base that does not exist.')
  return resolver.objects
}
