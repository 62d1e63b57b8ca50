// The manifest of a run: what it was made of, by id and content hash, so that anybody can check it later.
import { contentHash } from '../../kernel/json/canonical.ts'
import type { Json, JsonObject } from '../../kernel/json/value.ts'

export interface ManifestRevision {
  /** The step's name for it: `testset_revision`, `application_revision`, … with the step's key before a colon. */
  readonly name: string
  readonly id: string
  readonly version: string
  readonly contentHash: string
}

export interface ManifestParts {
  readonly runId: string
  readonly revisions: readonly ManifestRevision[]
  /** Of the scenarios in order: hashes of their testcases with their content, or ids of their traces. */
  readonly items: readonly string[]
  /** The price tables that costs were computed with. */
  readonly prices: Json
  readonly programVersion: string
  readonly createdAt: string
  readonly hashVersion: HashVersion
}

/**
 * What `hash` covers. 1: everything but `created_at`; such manifests are stored and have no `hash_version`. 2: everything
 * but the hash itself.
 */
export type HashVersion = 1 | 2

export const hashVersionOf = (manifest: JsonObject): HashVersion => (manifest['hash_version'] === 2 ? 2 : 1)

export interface Mismatch {
  readonly name: string
  /** Null: nothing is there. */
  readonly expected: string | null
  readonly actual: string | null
}

/** The manifest as it is answered. */
export function runManifest(parts: ManifestParts): JsonObject {
  const covered: JsonObject = {
    run_id: parts.runId,
    revisions: parts.revisions.map(({ name, id, version, contentHash: hash }) => ({
      name,
      id,
      version,
      content_hash: hash,
    })),
    testcases_hash: contentHash(parts.items),
    prices_hash: contentHash(parts.prices),
    program_version: parts.programVersion,
  }
  const dated: JsonObject = { ...covered, created_at: parts.createdAt }
  if (parts.hashVersion === 1) return { ...dated, hash: contentHash(covered) }
  const whole: JsonObject = { ...dated, hash_version: parts.hashVersion }
  return { ...whole, hash: contentHash(whole) }
}

const textOf = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null)

export const createdAtOf = (manifest: JsonObject): string => textOf(manifest['created_at']) ?? ''

/** Content hashes by name. */
const revisionsOf = (manifest: JsonObject): ReadonlyMap<string, string | null> =>
  new Map(
    ((manifest['revisions'] ?? []) as readonly JsonObject[]).map((one) => [
      textOf(one['name']) ?? '',
      textOf(one['content_hash']),
    ]),
  )

const hashes = ['testcases_hash', 'prices_hash', 'program_version', 'hash'] as const

/** What differs between a kept manifest and the same made anew; nothing: the run can be trusted. */
export function manifestMismatches(kept: JsonObject, now: JsonObject): readonly Mismatch[] {
  const before = revisionsOf(kept)
  const after = revisionsOf(now)
  const names = [...new Set([...before.keys(), ...after.keys()])]
  const compared: readonly Mismatch[] = [
    ...names.map((name) => ({ name, expected: before.get(name) ?? null, actual: after.get(name) ?? null })),
    ...hashes.map((name) => ({ name, expected: textOf(kept[name]), actual: textOf(now[name]) })),
  ]
  return compared.filter(({ expected, actual }) => expected !== actual)
}
