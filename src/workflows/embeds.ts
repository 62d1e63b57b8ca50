// Replaces embeds in the data of a revision. The caller passes a function that looks up revisions, so nothing
// here accesses a store.
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
  /** Identifies the revision of this data, to detect cycles. */
  readonly id: string
  readonly data: JsonObject | undefined
  /** Complete references by name, for `references_used`. */
  readonly references: Readonly<Record<string, Ref>>
}

/** Finds the revision of a request; undefined if there is none. It may throw the refusal of a reference. */
export type EmbedLookup = (request: EmbedRequest) => Promise<EmbedTarget | undefined>

export type EmbedErrorPolicy = 'exception' | 'placeholder' | 'keep'

/** An embed that was not replaced: the JSON Pointer of its value, and the reason. */
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
  readonly charactersMax: number
  readonly errorPolicy: EmbedErrorPolicy
  readonly lookup: EmbedLookup
}

type Failure = 'not_found' | 'no_path' | 'cycle'

/** The location of a value: its path from the root, and the embeds that contain it, outermost first. */
interface Location {
  readonly parts: readonly (string | number)[]
  readonly embedSteps: readonly string[]
}

interface FailedOutcome {
  readonly ok: false
  readonly failure: Failure
  readonly reason: string
}

type Outcome = { readonly ok: true; readonly value: Json } | FailedOutcome
type LocateOutcome = { readonly ok: true; readonly value: Json; readonly location: Location } | FailedOutcome

const failedOutcome = (failure: Failure, explanation: string): FailedOutcome => ({
  ok: false,
  failure,
  reason: `${failure}: ${explanation}`,
})

const embedFailure = (message: string, errors: readonly EmbedError[]): AssayError =>
  new AssayError('embed_failed', { message, errors })

/** Statuses of an unusable reference: insufficient or contradictory, not deployed, malformed. */
const refusedStatuses: ReadonlySet<number> = new Set([400, 404, 422])

/** Resolves the embeds of one value. */
class Resolution {
  readonly #options: ResolveEmbeds
  readonly #targets = new Map<string, Promise<EmbedTarget | undefined>>()
  readonly #refs: Readonly<Record<string, Ref>>[] = []
  readonly #errors: EmbedError[] = []
  #embedCount = 0
  #resolvedCount = 0
  #depth = 0
  #characters = 0

  constructor(options: ResolveEmbeds) {
    this.#options = options
  }

  info(): ResolutionInfo {
    return {
      references_used: this.#refs,
      depth_reached: this.#depth,
      embeds_resolved: this.#resolvedCount,
      errors: this.#errors,
    }
  }

  /** The value with its embeds replaced; the same value if it has none. */
  async #replace(value: Json, location: Location): Promise<Json> {
    if (typeof value === 'string') return this.#replaceInText(value, location)
    if (Array.isArray(value)) {
      const items: readonly Json[] = value
      const replacedItems: Json[] = []
      for (const [i, item] of items.entries())
        replacedItems.push(await this.#replace(item, childLocation(location, i)))
      return replacedItems.some((item, i) => item !== items[i]) ? replacedItems : value
    }
    if (!isJsonObject(value)) return value
    const embed = objectEmbed(value)
    if (embed !== undefined) {
      const outcome = await this.#resolve(embed, location)
      return outcome.ok ? outcome.value : (this.#placeholder(outcome.failure) ?? value)
    }
    return this.replaceMembers(value, location)
  }

  /** An object that is not itself an embed, with the embeds of its members replaced. */
  async replaceMembers(value: JsonObject, location: Location): Promise<JsonObject> {
    const members: [string, Json][] = []
    for (const [key, member] of Object.entries(value)) {
      members.push([key, await this.#replace(member, childLocation(location, key))])
    }
    // Object.fromEntries defines members, so `__proto__` is a key like any other.
    return members.some(([key, member]) => member !== ownMember(value, key))
      ? Object.fromEntries(members)
      : value
  }

  async #replaceInText(text: string, location: Location): Promise<string> {
    let replacedText = ''
    let from = 0
    for (const { embed, start, end } of textEmbeds(text)) {
      const outcome = await this.#resolve(embed, location)
      const replacement = outcome.ok ? asText(outcome.value) : this.#placeholder(outcome.failure)
      replacedText += text.slice(from, start) + (replacement ?? text.slice(start, end))
      from = end
    }
    return replacedText + text.slice(from)
  }

  /** The replacement of a failed embed; undefined: it stays unchanged. */
  #placeholder(failure: Failure): string | undefined {
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

  async #resolve(embed: Embed, location: Location): Promise<Outcome> {
    this.#count(location)
    const outcome = await this.#follow(embed, location)
    if (!outcome.ok) this.#errors.push({ path: pointer(location.parts), reason: outcome.reason })
    return outcome
  }

  /** Counts an embed; too many or too deep ones abort the resolution under every policy. */
  #count(location: Location): void {
    const { maxDepth, maxEmbeds } = this.#options
    const path = pointer(location.parts)
    this.#embedCount += 1
    if (this.#embedCount > maxEmbeds) {
      const reason = `max_embeds: there are more than ${maxEmbeds} embeds.`
      throw embedFailure(`More than ${maxEmbeds} embeds.`, [{ path, reason }])
    }
    if (location.embedSteps.length >= maxDepth) {
      const reason = `max_depth: embeds are nested more than ${maxDepth} levels deep.`
      throw embedFailure(`Embeds are nested more than ${maxDepth} levels deep.`, [{ path, reason }])
    }
  }

  /** The value of the embed, with the embeds in it replaced. */
  async #follow(embed: Embed, location: Location): Promise<Outcome> {
    const outcome = await this.#locate(embed, location)
    if (!outcome.ok) return outcome
    this.#countCharacters(outcome.value, location)
    return { ok: true, value: await this.#replace(outcome.value, outcome.location) }
  }

  /** Counts an embedded value each time it is embedded: a short revision may embed a long text a hundred times. */
  #countCharacters(value: Json, location: Location): void {
    const { charactersMax } = this.#options
    this.#characters += typeof value === 'string' ? value.length : JSON.stringify(value).length
    if (this.#characters <= charactersMax) return
    const message = `Embeds may add at most ${charactersMax} characters (setting revision_characters_max).`
    throw embedFailure(message, [{ path: pointer(location.parts), reason: `too_long: ${message}` }])
  }

  /** The value of the embed as stored, and its location. */
  async #locate(embed: Embed, location: Location): Promise<LocateOutcome> {
    const request = requestOf(embed)
    if (request === undefined) {
      return failedOutcome(
        'not_found',
        `an embed names one kind, not ${[...embed.refsByKind.keys()].join(' and ')}.`,
      )
    }
    const references = refsText(request)
    const target = await this.#lookUp(request)
    if (typeof target === 'string') return failedOutcome('not_found', target)
    if (target === undefined) return failedOutcome('not_found', `${references} names no revision.`)
    const { path } = embed
    const step = JSON.stringify([target.id, path ?? ''])
    if (location.embedSteps.includes(step)) return failedOutcome('cycle', `${references} is inside itself.`)
    const { data } = target
    const missingPath = failedOutcome(
      'no_path',
      `the revision of ${references} has nothing at '${path ?? ''}'.`,
    )
    if (data === undefined) return missingPath
    const innerLocation = { ...location, embedSteps: [...location.embedSteps, step] }
    const refIndex = this.#refs.length
    const selection = await this.#walk(data, path === undefined ? [] : pathParts(path), innerLocation)
    if (selection === undefined) return missingPath
    if (!selection.ok) return selection
    this.#resolvedCount += 1
    this.#refs.splice(refIndex, 0, target.references)
    this.#depth = Math.max(this.#depth, location.embedSteps.length + 1)
    return selection
  }

  /** The value at the end of a path; embeds along the path are replaced first. Undefined: no value. */
  async #walk(
    data: JsonObject,
    parts: readonly string[],
    location: Location,
  ): Promise<LocateOutcome | undefined> {
    let value: Json = data
    let innerLocation = location
    for (const part of parts) {
      // The value of an embed may be an embed again; the depth limit ends this loop.
      for (let embed = embedAt(value); embed !== undefined; embed = embedAt(value)) {
        this.#count(innerLocation)
        const outcome: LocateOutcome = await this.#locate(embed, innerLocation)
        if (!outcome.ok) return outcome
        value = outcome.value
        innerLocation = outcome.location
      }
      const next = child(value, part)
      if (!next.exists) return undefined
      value = next.value
    }
    return { ok: true, value, location: innerLocation }
  }

  /** Looks up each revision once; a text is the reason of a refused reference. */
  async #lookUp(request: EmbedRequest): Promise<EmbedTarget | string | undefined> {
    const cacheKey = JSON.stringify(request)
    const target = this.#targets.get(cacheKey) ?? this.#options.lookup(request)
    this.#targets.set(cacheKey, target)
    try {
      return await target
    } catch (error) {
      // An unresolvable reference is an error of the embed; other errors are not.
      if (error instanceof AssayError && refusedStatuses.has(error.status)) return error.message
      throw error
    }
  }
}

const embedAt = (value: Json): Embed | undefined => (isJsonObject(value) ? objectEmbed(value) : undefined)

const childLocation = (location: Location, part: string | number): Location => ({
  ...location,
  parts: [...location.parts, part],
})

const asText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** The message for people; the first error usually suffices. */
function failureSentence([first, ...otherErrors]: readonly EmbedError[]): string {
  const otherFailures =
    otherErrors.length === 0 ? '' : ` ${otherErrors.length} more cannot be replaced either.`
  return `The embed at '${first?.path ?? ''}' cannot be replaced: ${first?.reason ?? ''}${otherFailures}`
}

/**
 * Replaces every embed in the data, also in embedded values, and reports the resolution. Data without embeds
 * is returned unchanged. The policy handles a failed embed: `exception` throws embed_failed with all
 * failures, `placeholder` inserts `<error:…>`, `keep` leaves it. Too many, too deep or too long embeds always
 * throw embed_failed.
 */
export async function resolveEmbeds(
  options: ResolveEmbeds,
): Promise<{ readonly data: JsonObject; readonly info: ResolutionInfo }> {
  const resolution = new Resolution(options)
  const data = await resolution.replaceMembers(options.data, { parts: [], embedSteps: [] })
  const info = resolution.info()
  if (options.errorPolicy === 'exception' && info.errors.length > 0) {
    throw embedFailure(failureSentence(info.errors), info.errors)
  }
  return { data, info }
}
