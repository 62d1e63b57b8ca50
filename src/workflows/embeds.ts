// Replaces embeds in the data of a revision by what they name. Which revision that is, is the caller's knowledge: it
// is asked for by a function, so that nothing here touches a store.
import { AssayError, unreachable } from '../kernel/errors.ts'
import { child, pathParts, pointer } from '../kernel/json/path.ts'
import { isJsonObject, type Json, type JsonObject } from '../kernel/json/value.ts'
import {
  objectEmbed,
  refsText,
  requestOf,
  textEmbeds,
  type Embed,
  type EmbedRequest,
  type Ref,
} from './embed-syntax.ts'
import { ownMember } from '../kernel/own.ts'

export interface EmbedTarget {
  /** Identifies the revision whose data this is, to see cycles. */
  readonly id: string
  readonly data: JsonObject | undefined
  /** Complete references by name, as `references_used` shows them. */
  readonly references: Readonly<Record<string, Ref>>
}

/** Finds the revision of a request; undefined when there is none. A refused reference may be thrown as it is. */
export type EmbedLookup = (request: EmbedRequest) => Promise<EmbedTarget | undefined>

export type EmbedErrorPolicy = 'exception' | 'placeholder' | 'keep'

/** An embed that was not replaced: the JSON Pointer of the value it stands in, and why. */
export interface EmbedError {
  readonly path: string
  readonly reason: string
}

export interface ResolutionInfo {
  readonly references_used: readonly Readonly<Record<string, Ref>>[]
  readonly depth_reached: number
  readonly embeds_resolved: number
  readonly errors: readonly EmbedError[]
}

export interface ResolveEmbeds {
  readonly data: JsonObject
  readonly maxDepth: number
  readonly maxEmbeds: number
  readonly errorPolicy: EmbedErrorPolicy
  readonly lookup: EmbedLookup
}

type Failure = 'not_found' | 'no_path' | 'cycle'

/** Where a value stands: its way from the root, and the embeds it came through, outermost first. */
interface Place {
  readonly parts: readonly (string | number)[]
  readonly through: readonly string[]
}

interface Failed {
  readonly ok: false
  readonly failure: Failure
  readonly reason: string
}

type Outcome = { readonly ok: true; readonly value: Json } | Failed
type Located = { readonly ok: true; readonly value: Json; readonly inside: Place } | Failed

const failed = (failure: Failure, why: string): Failed => ({
  ok: false,
  failure,
  reason: `${failure}: ${why}`,
})

const embedFailed = (message: string, errors: readonly EmbedError[]): AssayError =>
  new AssayError('embed_failed', { message, errors })

/** Statuses of a reference that cannot be followed: insufficient or contradictory, not deployed, ill-formed. */
const refusedReference: ReadonlySet<number> = new Set([400, 404, 422])

/** One run over one piece of data. */
class Resolution {
  readonly #options: ResolveEmbeds
  readonly #found = new Map<string, Promise<EmbedTarget | undefined>>()
  readonly #used: Readonly<Record<string, Ref>>[] = []
  readonly #errors: EmbedError[] = []
  #seen = 0
  #resolved = 0
  #depth = 0

  constructor(options: ResolveEmbeds) {
    this.#options = options
  }

  info(): ResolutionInfo {
    return {
      references_used: this.#used,
      depth_reached: this.#depth,
      embeds_resolved: this.#resolved,
      errors: this.#errors,
    }
  }

  /** The value with its embeds replaced; the same value when it holds none. */
  async #replace(value: Json, place: Place): Promise<Json> {
    if (typeof value === 'string') return this.#replaceInText(value, place)
    if (Array.isArray(value)) {
      const items: readonly Json[] = value
      const replaced: Json[] = []
      for (const [i, item] of items.entries()) replaced.push(await this.#replace(item, below(place, i)))
      return replaced.some((item, i) => item !== items[i]) ? replaced : value
    }
    if (!isJsonObject(value)) return value
    const embed = objectEmbed(value)
    if (embed !== undefined) {
      const outcome = await this.#resolve(embed, place)
      return outcome.ok ? outcome.value : (this.#standIn(outcome.failure) ?? value)
    }
    return this.replaceMembers(value, place)
  }

  /** An object that is not itself an embed, with those in its members replaced. */
  async replaceMembers(value: JsonObject, place: Place): Promise<JsonObject> {
    const members: [string, Json][] = []
    for (const [key, member] of Object.entries(value)) {
      members.push([key, await this.#replace(member, below(place, key))])
    }
    // Object.fromEntries defines members, so that `__proto__` is a key like any other.
    return members.some(([key, member]) => member !== ownMember(value, key))
      ? Object.fromEntries(members)
      : value
  }

  async #replaceInText(text: string, place: Place): Promise<string> {
    let replaced = ''
    let from = 0
    for (const { embed, start, end } of textEmbeds(text)) {
      const outcome = await this.#resolve(embed, place)
      const put = outcome.ok ? asText(outcome.value) : this.#standIn(outcome.failure)
      replaced += text.slice(from, start) + (put ?? text.slice(start, end))
      from = end
    }
    return replaced + text.slice(from)
  }

  /** What stands for an embed that failed; undefined: what was written stays. */
  #standIn(failure: Failure): string | undefined {
    const { errorPolicy } = this.#options
    switch (errorPolicy) {
      case 'placeholder':
        return `<error:${failure}>`
      case 'keep':
      case 'exception':
        return undefined
      default:
        return unreachable(errorPolicy)
    }
  }

  async #resolve(embed: Embed, place: Place): Promise<Outcome> {
    this.#count(place)
    const outcome = await this.#follow(embed, place)
    if (!outcome.ok) this.#errors.push({ path: pointer(place.parts), reason: outcome.reason })
    return outcome
  }

  /** Counts an embed that was met; too many, or too deep, ends the run whatever the policy. */
  #count(place: Place): void {
    const { maxDepth, maxEmbeds } = this.#options
    const path = pointer(place.parts)
    this.#seen += 1
    if (this.#seen > maxEmbeds) {
      const reason = `max_embeds: there are more than ${maxEmbeds} embeds.`
      throw embedFailed(`More than ${maxEmbeds} embeds.`, [{ path, reason }])
    }
    if (place.through.length >= maxDepth) {
      const reason = `max_depth: embeds are nested more than ${maxDepth} levels deep.`
      throw embedFailed(`Embeds are nested more than ${maxDepth} levels deep.`, [{ path, reason }])
    }
  }

  /** What the embed names, with the embeds in it replaced. */
  async #follow(embed: Embed, place: Place): Promise<Outcome> {
    const located = await this.#locate(embed, place)
    return located.ok ? { ok: true, value: await this.#replace(located.value, located.inside) } : located
  }

  /** What the embed names, as it is written there, and the place of that. */
  async #locate(embed: Embed, place: Place): Promise<Located> {
    const request = requestOf(embed)
    if (request === undefined) {
      return failed('not_found', `an embed names one kind, not ${[...embed.named.keys()].join(' and ')}.`)
    }
    const named = refsText(request)
    const target = await this.#lookUp(request)
    if (typeof target === 'string') return failed('not_found', target)
    if (target === undefined) return failed('not_found', `${named} names no revision.`)
    const { path } = embed
    const step = JSON.stringify([target.id, path ?? ''])
    if (place.through.includes(step)) return failed('cycle', `${named} is inside itself.`)
    const { data } = target
    const nothingThere = failed('no_path', `the revision of ${named} has nothing at '${path ?? ''}'.`)
    if (data === undefined) return nothingThere
    const inside = { ...place, through: [...place.through, step] }
    const nth = this.#used.length
    const at = await this.#walk(data, path === undefined ? [] : pathParts(path), inside)
    if (at === undefined) return nothingThere
    if (!at.ok) return at
    this.#resolved += 1
    this.#used.splice(nth, 0, target.references)
    this.#depth = Math.max(this.#depth, place.through.length + 1)
    return at
  }

  /** What stands at the end of a path; an embed on the way is replaced before the path goes on. Undefined: nothing. */
  async #walk(data: JsonObject, parts: readonly string[], place: Place): Promise<Located | undefined> {
    let value: Json = data
    let inside = place
    for (const part of parts) {
      // What an embed names may be an embed again; the bound on their depth ends this.
      for (let embed = embedAt(value); embed !== undefined; embed = embedAt(value)) {
        this.#count(inside)
        const located: Located = await this.#locate(embed, inside)
        if (!located.ok) return located
        value = located.value
        inside = located.inside
      }
      const next = child(value, part)
      if (!next.exists) return undefined
      value = next.value
    }
    return { ok: true, value, inside }
  }

  /** The revision asked for, asked for once; a text is the reason why the reference was refused. */
  async #lookUp(request: EmbedRequest): Promise<EmbedTarget | string | undefined> {
    const known = JSON.stringify(request)
    const asked = this.#found.get(known) ?? this.#options.lookup(request)
    this.#found.set(known, asked)
    try {
      return await asked
    } catch (error) {
      // A reference that identifies nothing is a fault of the embed; everything else is not.
      if (error instanceof AssayError && refusedReference.has(error.status)) return error.message
      throw error
    }
  }
}

const embedAt = (value: Json): Embed | undefined => (isJsonObject(value) ? objectEmbed(value) : undefined)

const below = (place: Place, part: string | number): Place => ({ ...place, parts: [...place.parts, part] })

const asText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** For people; the first one usually says enough. */
function failureSentence([first, ...others]: readonly EmbedError[]): string {
  const more = others.length === 0 ? '' : ` ${others.length} more cannot be replaced either.`
  return `The embed at '${first?.path ?? ''}' cannot be replaced: ${first?.reason ?? ''}${more}`
}

/**
 * The data with every embed replaced, what was put in included, and an account of it. Data without embeds is given
 * back as it is. An embed that fails is handled by the policy: `exception` throws embed_failed with all that failed,
 * `placeholder` puts `<error:…>` there, `keep` leaves it; too many or too deep is embed_failed in any case.
 */
export async function resolveEmbeds(
  options: ResolveEmbeds,
): Promise<{ readonly data: JsonObject; readonly info: ResolutionInfo }> {
  const resolution = new Resolution(options)
  const data = await resolution.replaceMembers(options.data, { parts: [], through: [] })
  const info = resolution.info()
  if (options.errorPolicy === 'exception' && info.errors.length > 0) {
    throw embedFailed(failureSentence(info.errors), info.errors)
  }
  return { data, info }
}
