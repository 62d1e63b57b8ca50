// The identity of a testcase: a UUID made of its content and its testset, which a client in any language can compute.
// test/vectors/testcase-ids.json holds examples for authors of clients; they are part of the interface.
import { canonicalJson } from '../kernel/json/canonical.ts'
import type { Json, JsonObject } from '../kernel/json/value.ts'
import { blake2b16, blake2b6 } from './hash.ts'
import { ownMember } from '../kernel/own.ts'

/** Where ids are made: the testset (absent: none), and the salt of the store (a setting, fixed for its lifetime). */
export interface IdentityScope {
  readonly testsetId?: string
  readonly salt?: string
}

const uuidShape = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i

export const dashed = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`

/** Lower case with dashes; undefined when the text is no UUID. */
export const readUuid = (text: string): string | undefined =>
  uuidShape.test(text) ? dashed(text.replaceAll('-', '').toLowerCase()) : undefined

const variantDigits = '89ab'

/** Version 5 and the RFC variant in the places a UUID keeps them; all other bits are the hash's. */
const uuidOfDigest = (hex: string): string => {
  const variant = variantDigits[Number.parseInt(hex[16] ?? '0', 16) & 3]
  return dashed(`${hex.slice(0, 12)}5${hex.slice(13, 16)}${variant}${hex.slice(17)}`)
}

const isEmptyObject = (data: JsonObject): boolean => {
  for (const _ in data) return false
  return true
}

/** The id of a testcase with this stored data, which includes `testcase_dedup_id`. Null and `{}` are the same. */
export function testcaseId(data: JsonObject | null, scope: IdentityScope): string {
  const json = data === null || isEmptyObject(data) ? '' : canonicalJson(data)
  return uuidOfDigest(blake2b16(`${scope.testsetId ?? 'None'}${json}${scope.salt ?? ''}`))
}

/** The dedup id of a row that brings none: equal rows get equal ones, wherever they stand. */
export const generatedDedupId = (dataWithoutDedupId: JsonObject): string =>
  blake2b6(canonicalJson(dataWithoutDedupId))

/** The key of stored data that keeps the dedup id. */
export const dedupKey = 'testcase_dedup_id'

/** How rows with these keys are written: the keys in canonical order, and what stands before the value of each. */
interface RowLayout {
  readonly keys: readonly string[]
  readonly sorted: readonly string[]
  readonly openings: readonly string[]
  /** How many of the sorted keys stand before the dedup id. */
  readonly before: number
}

function layoutOf(keys: readonly string[]): RowLayout {
  const sorted = keys.toSorted()
  const place = sorted.findIndex((key) => key > dedupKey)
  const openings = sorted.map((key) => `${canonicalJson(key)}:`)
  return { keys, sorted, openings, before: place < 0 ? sorted.length : place }
}

let lastLayout = layoutOf([])

/** Rows that follow each other mostly have the same keys. */
function layoutFor(keys: readonly string[]): RowLayout {
  const known = lastLayout.keys
  let same = 0
  while (same < keys.length && keys[same] === known[same]) same += 1
  if (same < keys.length || same !== known.length) lastLayout = layoutOf(keys)
  return lastLayout
}

/**
 * Both ids of a row that brings no dedup id: the canonical text of its members is made once for the two hashes, which
 * is the largest part of what an imported row costs.
 */
export function generatedIds(
  dataWithoutDedupId: JsonObject,
  scope: IdentityScope,
): { readonly dedupId: string; readonly id: string } {
  const { sorted, openings, before } = layoutFor(Object.keys(dataWithoutDedupId))
  let head = ''
  let tail = ''
  for (const [i, key] of sorted.entries()) {
    const member = `${openings[i] ?? ''}${canonicalJson(ownMember(dataWithoutDedupId, key) as Json)}`
    if (i < before) head += `${member},`
    else tail += `,${member}`
  }
  const dedupId = blake2b6(`{${before === 0 ? tail.slice(1) : `${head.slice(0, -1)}${tail}`}}`)
  const text = `${scope.testsetId ?? 'None'}{${head}"${dedupKey}":"${dedupId}"${tail}}${scope.salt ?? ''}`
  return { dedupId, id: uuidOfDigest(blake2b16(text)) }
}
