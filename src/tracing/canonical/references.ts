// References of a span to versioned entities, its links, and the hash over both, by which it is found.
import { setOwn } from '../../kernel/own.ts'
import { blake2bHex, canonicalJson } from '../../kernel/json/canonical.ts'
import type { JsonObject } from '../../kernel/json/value.ts'
import type { OtlpLink } from '../otlp/span.ts'
import { isObject, plainNumber, type OpenObject, type Value, type ValueObject } from '../value.ts'
import { referenceKeys } from '../attributes/vocabularies.ts'
import type { WriteTree } from '../attributes/write-tree.ts'

export interface SpanLink extends Pick<OtlpLink, 'traceState' | 'flags' | 'droppedAttributesCount'> {
  readonly traceId: string
  readonly spanId: string
  readonly attributes?: ValueObject
}

export interface SpanHash {
  readonly id: string
  readonly attributes: ValueObject
}

const slugPattern = /^[a-zA-Z0-9_-][a-zA-Z0-9_.-]{0,254}$/

function memberOf(name: string, input: Value): string | undefined {
  const value = plainNumber(input)
  if (name === 'id') return typeof value === 'string' ? value : undefined
  if (name === 'slug') return typeof value === 'string' && slugPattern.test(value) ? value : undefined
  if (name !== 'version') return undefined
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : undefined
}

/**
 * `ag.references` in its fixed order. Unknown keys and members of a wrong type go to `unsupported`. Nulls are absent.
 */
export function referencesOf(input: Value | undefined, unsupported: WriteTree): ValueObject {
  if (input === undefined) return {}
  if (!isObject(input)) {
    unsupported.write(['references'], input)
    return {}
  }
  const knownKeys: ReadonlySet<string> = new Set(referenceKeys)
  for (const [key, value] of Object.entries(input)) {
    if (!knownKeys.has(key)) unsupported.write(['references', key], value)
  }
  const references: OpenObject = {}
  for (const key of referenceKeys) {
    const value = input[key]
    if (value === undefined || value === null) continue
    if (isObject(value)) references[key] = referenceOf(key, value, unsupported)
    else unsupported.write(['references', key], value)
  }
  return references
}

function referenceOf(key: string, input: ValueObject, unsupported: WriteTree): ValueObject {
  const reference: OpenObject = {}
  for (const [name, value] of Object.entries(input)) {
    if (value === null) continue
    const member = memberOf(name, value)
    if (member === undefined) unsupported.write(['references', key, name], value)
    else setOwn(reference, name, member)
  }
  return reference
}

/** The flat copy for filtering: every reference with at least one member. */
export const referenceList = (references: ValueObject): readonly ValueObject[] =>
  Object.entries(references).flatMap(([key, reference]) =>
    isObject(reference) && Object.keys(reference).length > 0 ? [{ ...reference, attributes: { key } }] : [],
  )

const uuidForm = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`

/**
 * Testset variants and revisions are not hashed: the hash identifies the tested entity, not the edition of the rows.
 */
const unhashedKeys: ReadonlySet<string> = new Set(['testset_variant', 'testset_revision'])

/** One `indirect` hash over references and named links. Empty without either. */
export function hashesOf(references: ValueObject, links: readonly SpanLink[]): readonly SpanHash[] {
  const payload: OpenObject = {}
  for (const [key, reference] of Object.entries(references)) {
    if (!unhashedKeys.has(key)) setOwn(payload, key, reference)
  }
  for (const { traceId, spanId, attributes } of links) {
    const name = attributes?.['key']
    if (typeof name === 'string') setOwn(payload, name, { span_id: spanId, trace_id: traceId })
  }
  if (Object.keys(payload).length === 0) return []
  // The payload has only texts, so a `Value` is plain JSON here.
  const digest = blake2bHex(canonicalJson(payload as JsonObject), 16)
  return [{ id: uuidForm(digest), attributes: { key: 'indirect' } }]
}

/** The number of attributes that the sender dropped. Absent if none. */
export const droppedMember = (count: number | undefined): ValueObject =>
  count === undefined ? {} : { dropped_attributes_count: count }

/** A link of a response. */
export const linkRecord = (link: SpanLink): ValueObject => ({
  trace_id: link.traceId,
  span_id: link.spanId,
  ...(link.attributes === undefined ? {} : { attributes: link.attributes }),
  ...(link.traceState === undefined ? {} : { trace_state: link.traceState }),
  ...(link.flags === undefined ? {} : { flags: link.flags }),
  ...droppedMember(link.droppedAttributesCount),
})
