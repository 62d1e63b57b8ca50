// Identities of a span: ids of a session, a user and an agent. A trace has the ids of its root, or else of its earliest
// span with one: web frameworks create the root, and only the calls below it know the session.
import { isObject, type Value, type ValueObject } from '../value.ts'
import { isEarlier, type Forest, type ForestSpan } from '../tree.ts'

const identityNames = ['session', 'user', 'agent'] as const

type IdentityName = (typeof identityNames)[number]
type OpenIdentities = { [Name in IdentityName]?: string }
export type Identities = Readonly<OpenIdentities>

/** The ids in an `ag` object, or undefined without any. An empty text is no id. */
export function identitiesOf(ag: Value | undefined): Identities | undefined {
  if (!isObject(ag)) return undefined
  let identities: OpenIdentities | undefined
  for (const name of identityNames) {
    const id = identityIn(ag, name)
    if (id !== undefined) (identities ??= {})[name] = id
  }
  return identities
}

function identityIn(ag: ValueObject, name: IdentityName): string | undefined {
  const identity = ag[name]
  if (!isObject(identity)) return undefined
  const { id } = identity
  return typeof id === 'string' && id !== '' ? id : undefined
}

export interface IdentifiedSpan extends ForestSpan {
  readonly identities?: Identities
}

/** Identities of a span that follow from its trace. */
export interface SpanIdentity {
  /** On roots: ids of the trace that the root itself lacks. */
  readonly inferred?: Identities
  /** Bits of the ids that no ancestor has. The sums of such spans cover all spans of the id in the trace. */
  readonly leads?: number
}

export const leadsBits = { session: 1, user: 2 } as const

const noIdentities: ReadonlyMap<string, SpanIdentity> = new Map()

/** Identities by span id. Spans without any have no entry; the map is empty for most traces. */
export function traceIdentities(forest: Forest<IdentifiedSpan>): ReadonlyMap<string, SpanIdentity> {
  const { childrenFirst, children } = forest
  const identifiedSpans = childrenFirst.filter(({ identities }) => identities !== undefined)
  if (identifiedSpans.length === 0) return noIdentities
  const first = firstIdentities(identifiedSpans)
  const bySpan = new Map<string, SpanIdentity>()
  /** Identities of the ancestors. The nearest one wins. */
  const inheritedIds = new Map<string, Identities>()
  for (let i = childrenFirst.length - 1; i >= 0; i -= 1) {
    const span = childrenFirst[i] as IdentifiedSpan
    const { spanId, identities: ownIds } = span
    const inferredIds = span.parentId === undefined ? missingIdentities(first, ownIds) : undefined
    const parentIds = inheritedIds.get(spanId)
    const session = ownIds?.session ?? inferredIds?.session
    const user = ownIds?.user ?? inferredIds?.user
    const leads =
      (session !== undefined && session !== parentIds?.session ? leadsBits.session : 0) +
      (user !== undefined && user !== parentIds?.user ? leadsBits.user : 0)
    if (leads > 0 || inferredIds !== undefined) {
      bySpan.set(spanId, {
        ...(inferredIds === undefined ? {} : { inferred: inferredIds }),
        ...(leads > 0 ? { leads } : {}),
      })
    }
    const childSpans = children.get(spanId)
    if (childSpans === undefined) continue
    const identities = { ...parentIds, ...inferredIds, ...ownIds }
    for (const child of childSpans) inheritedIds.set(child.spanId, identities)
  }
  return bySpan
}

function missingIdentities(identities: Identities, ownIds: Identities | undefined): Identities | undefined {
  let missingIds: OpenIdentities | undefined
  for (const name of identityNames) {
    const id = identities[name]
    if (id !== undefined && ownIds?.[name] === undefined) (missingIds ??= {})[name] = id
  }
  return missingIds
}

/** Each id from the earliest span, by start and span id, that has it. */
function firstIdentities(identifiedSpans: readonly IdentifiedSpan[]): Identities {
  const first: OpenIdentities = {}
  for (const name of identityNames) {
    let earliestSpan: IdentifiedSpan | undefined
    for (const span of identifiedSpans) {
      if (span.identities?.[name] === undefined) continue
      if (earliestSpan === undefined || isEarlier(span, earliestSpan)) earliestSpan = span
    }
    const id = earliestSpan?.identities?.[name]
    if (id !== undefined) first[name] = id
  }
  return first
}
