// sdk/testsets: testsets in the client: identity of rows, deltas, and streams of rows from files.
// It computes the same ids as the server.
// Imports sdk/core and pure shared code. Start here.
//
// Computes ids of testcases without a request. test/vectors/testcase-ids.json has examples that client and server pass.
import { canonicalJson } from '../../src/kernel/json/canonical-text.ts'
import type { Json, JsonObject } from '../../src/kernel/json/value.ts'
import { blake2bHex } from './blake2b.ts'

/** The testset that ids of rows belong to. */
export interface IdentityScope {
  /** The id of the testset. */
  readonly testsetId?: string | undefined
  /** The setting `testsets.id_salt` of the server, if it has one. */
  readonly salt?: string | undefined
}

const variantDigits = '89ab'

/** A UUID with version 5 and the RFC variant; all other bits come from the hash. */
function uuidOf(hex: string): string {
  const variant = variantDigits[Number.parseInt(hex[16] ?? '0', 16) & 3] ?? ''
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
}

const asJson = (value: unknown): Json => {
  const json: Json = JSON.parse(JSON.stringify(value))
  return json
}

/** The id of a testcase with this stored data, `testcase_dedup_id` included. Null and `{}` are the same. */
export function testcaseId(
  data: Readonly<Record<string, unknown>> | null,
  { testsetId, salt = '' }: IdentityScope,
): string {
  const json = data === null || Object.keys(data).length === 0 ? '' : canonicalJson(asJson(data))
  return uuidOf(blake2bHex(`${testsetId?.toLowerCase() ?? 'None'}${json}${salt}`, 16))
}

/** The dedup id of a row without one: equal rows get equal ids. */
export const generatedDedupId = (dataWithoutDedupId: Readonly<Record<string, unknown>>): string =>
  blake2bHex(canonicalJson(asJson(dataWithoutDedupId)), 6)

/** Both ids that a row will have when it is added. */
export function rowIds(
  data: Readonly<Record<string, unknown>>,
  scope: IdentityScope,
): {
  /** The id of the testcase, computed from its content. */
  readonly id: string
  /** The id by which uploads recognise the row. */
  readonly dedupId: string
} {
  const { testcase_dedup_id: givenId, ...rest } = data
  const dedupId = typeof givenId === 'string' && givenId !== '' ? givenId : generatedDedupId(rest)
  return { id: testcaseId({ ...rest, testcase_dedup_id: dedupId }, scope), dedupId }
}

/** The `content_hash` that a revision with this data has. */
export const contentHash = (data: JsonObject): string => blake2bHex(canonicalJson(data), 32)
