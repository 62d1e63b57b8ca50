// The id of a testcase: a UUID computed from its content and its testset. A client in any language can compute it;
// test/vectors/testcase-ids.json has examples for authors of clients and is part of the interface.
import { canonicalJson } from '../kernel/json/canonical.ts'
import type { Json, JsonObject } from '../kernel/json/value.ts'
import { isSameList, memoizeLast } from '../kernel/memoize.ts'
import { blake2b16, blake2b6 } from './hash.ts'
import { ownMember } from '../kernel/own.ts'

/** The testset of an id (absent: none), and the salt of the store (a setting, fixed for its lifetime). */
export interface IdentityScope {
  readonly testsetId?: string
  readonly salt?: string
}

const uuidShape = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i

export const withDashes = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`

/** The UUID in lower case with dashes; undefined when the text is not a UUID. */
export const readUuid = (text: string): string | undefined =>
  uuidShape.test(text) ? withDashes(text.replaceAll('-', '').toLowerCase()) : undefined

const variantDigits = '89ab'

/** A UUID with version 5 and the RFC variant; all other bits come from the hash. */
const uuidOfDigest = (hex: string): string => {
  const variant = variantDigits[Number.parseInt(hex[16] ?? '0', 16) & 3]
  return withDashes(`${hex.slice(0, 12)}5${hex.slice(13, 16)}${variant}${hex.slice(17)}`)
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

/** The dedup id of a row without one: equal rows get equal ids at any position. */
export const generatedDedupId = (dataWithoutDedupId: JsonObject): string =>
  blake2b6(canonicalJson(dataWithoutDedupId))

/** The key of the dedup id in stored data. */
export const dedupKey = 'testcase_dedup_id'

/** The keys of rows in canonical order, and the text before the value of each. */
interface RowLayout {
  readonly sortedKeys: readonly string[]
  readonly openings: readonly string[]
  readonly keysBeforeDedupId: number
}

function layoutOf(keys: readonly string[]): RowLayout {
  const sortedKeys = keys.toSorted()
  const index = sortedKeys.findIndex((key) => key > dedupKey)
  const openings = sortedKeys.map((key) => `${canonicalJson(key)}:`)
  return { sortedKeys, openings, keysBeforeDedupId: index < 0 ? sortedKeys.length : index }
}

/** Consecutive rows mostly have the same keys. */
const layoutFor = memoizeLast(layoutOf, isSameList)

/**
 * Both ids of a row without a dedup id. The canonical text of its members is computed once for the two hashes; it is
 * the largest part of the cost of an imported row.
 */
export function generatedIds(
  dataWithoutDedupId: JsonObject,
  scope: IdentityScope,
): { readonly dedupId: string; readonly id: string } {
  const { sortedKeys, openings, keysBeforeDedupId } = layoutFor(Object.keys(dataWithoutDedupId))
  let head = ''
  let tail = ''
  for (const [i, key] of sortedKeys.entries()) {
    const member = `${openings[i] ?? ''}${canonicalJson(ownMember(dataWithoutDedupId, key) as Json)}`
    if (i < keysBeforeDedupId) head += `${member},`
    else tail += `,${member}`
  }
  const dedupId = blake2b6(`{${keysBeforeDedupId === 0 ? tail.slice(1) : `${head.slice(0, -1)}${tail}`}}`)
  const text = `${scope.testsetId ?? 'None'}{${head}"${dedupKey}":"${dedupId}"${tail}}${scope.salt ?? ''}`
  return { dedupId, id: uuidOfDigest(blake2b16(text)) }
}
