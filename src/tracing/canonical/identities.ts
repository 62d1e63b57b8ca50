// Whom a span is about: ids of a session, a user and an agent. A trace has those of its root, or else of its first span
// in time that carries one: web frameworks make the root, and only the calls below them know the session.
import { isObject, type Value, type ValueObject } from '../value.ts'
import { isEarlier, type Forest, type ForestSpan } from '../tree.ts'

const identityNames = ['session', 'user', 'agent'] as const

type IdentityName = (typeof identityNames)[number]
type OpenIdentities = { [Name in IdentityName]?: string }
export type Identities = Readonly<OpenIdentities>

/** Those that an `ag` object carries; undefined when it carries none. An empty text names nobody. */
export function identitiesOf(ag: Value | undefined): Identities | undefined {
  if (!isObject(ag)) return undefined
  let found: OpenIdentities | undefined
  for (const name of identityNames) {
    const id = identityIn(ag, name)
    if (id !== undefined) (found ??= {})[name] = id
  }
  return found
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

/** What a trace makes of the ids that its spans carry. */
export interface SpanIdentity {
  /** On roots: ids of the trace that the root does not carry itself. */
  readonly given?: Identities
  /** Bits of the ids that no span above has: what such spans add up to, all of that id in the trace add up to. */
  readonly leads?: number
}

export const leadsBits = { session: 1, user: 2 } as const

const nobody: ReadonlyMap<string, SpanIdentity> = new Map()

/** By span id; spans without any are left out. Empty for most traces. */
export function traceIdentities(forest: Forest<IdentifiedSpan>): ReadonlyMap<string, SpanIdentity> {
  const { childrenFirst, children } = forest
  const carrying = childrenFirst.filter(({ identities }) => identities !== undefined)
  if (carrying.length === 0) return nobody
  const first = firstIdentities(carrying)
  const found = new Map<string, SpanIdentity>()
  /** Whom the spans above are about; the nearest counts. */
  const above = new Map<string, Identities>()
  for (let i = childrenFirst.length - 1; i >= 0; i -= 1) {
    const span = childrenFirst[i] as IdentifiedSpan
    const { spanId, identities: own } = span
    const given = span.parentId === undefined ? without(first, own) : undefined
    const inherited = above.get(spanId)
    const session = own?.session ?? given?.session
    const user = own?.user ?? given?.user
    const leads =
      (session !== undefined && session !== inherited?.session ? leadsBits.session : 0) +
      (user !== undefined && user !== inherited?.user ? leadsBits.user : 0)
    if (leads > 0 || given !== undefined) {
      found.set(spanId, {
        ...(given === undefined ? {} : { given }),
        ...(leads > 0 ? { leads } : {}),
      })
    }
    const below = children.get(spanId)
    if (below === undefined) continue
    const held = { ...inherited, ...given, ...own }
    for (const child of below) above.set(child.spanId, held)
  }
  return found
}

function without(all: Identities, own: Identities | undefined): Identities | undefined {
  let left: OpenIdentities | undefined
  for (const name of identityNames) {
    const id = all[name]
    if (id !== undefined && own?.[name] === undefined) (left ??= {})[name] = id
  }
  return left
}

/** Each id of the earliest span, by start and span id, that carries it. */
function firstIdentities(carrying: readonly IdentifiedSpan[]): Identities {
  const first: OpenIdentities = {}
  for (const name of identityNames) {
    let earliest: IdentifiedSpan | undefined
    for (const span of carrying) {
      if (span.identities?.[name] === undefined) continue
      if (earliest === undefined || isEarlier(span, earliest)) earliest = span
    }
    const id = earliest?.identities?.[name]
    if (id !== undefined) first[name] = id
  }
  return first
}
