// The manifest of a run: its parts by id and content hash, so that anybody can verify it later.
import { contentHash } from '../../kernel/json/canonical.ts'
import type { Json, JsonObject } from '../../kernel/json/value.ts'

export interface ManifestRevision {
  /** The step key and the name of its reference: `<step>:testset_revision`, `<step>:application_revision`, … */
  readonly name: string
  readonly id: string
  readonly version: string
  readonly contentHash: string
}

export interface ManifestParts {
  readonly runId: string
  readonly revisions: readonly ManifestRevision[]
  /** For each scenario in order: the hash of its testcase and content, or the id of its trace. */
  readonly items: readonly string[]
  /** The price tables behind the costs. */
  readonly prices: Json
  readonly programVersion: string
  readonly createdAt: string
  readonly hashVersion: HashVersion
}

/**
 * The coverage of `hash`. 1: everything but `created_at`; such manifests are stored and have no `hash_version`. 2:
 * everything but the hash itself.
 */
export type HashVersion = 1 | 2

export const hashVersionOf = (manifest: JsonObject): HashVersion => (manifest['hash_version'] === 2 ? 2 : 1)

export interface Mismatch {
  readonly name: string
  /** Null: the part does not exist. */
  readonly expected: string | null
  readonly actual: string | null
}

/** The manifest in its wire form. */
export function runManifest(parts: ManifestParts): JsonObject {
  const coveredData: JsonObject = {
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
  const datedData: JsonObject = { ...coveredData, created_at: parts.createdAt }
  if (parts.hashVersion === 1) return { ...datedData, hash: contentHash(coveredData) }
  const complete: JsonObject = { ...datedData, hash_version: parts.hashVersion }
  return { ...complete, hash: contentHash(complete) }
}

const textOf = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null)

export const createdAtOf = (manifest: JsonObject): string => textOf(manifest['created_at']) ?? ''

/** Content hashes by name. */
const revisionsOf = (manifest: JsonObject): ReadonlyMap<string, string | null> =>
  new Map(
    ((manifest['revisions'] ?? []) as readonly JsonObject[]).map((revision) => [
      textOf(revision['name']) ?? '',
      textOf(revision['content_hash']),
    ]),
  )

const hashes = ['testcases_hash', 'prices_hash', 'program_version', 'hash'] as const

/** Differences between a stored manifest and a recomputed one; empty: the run is verified. */
export function manifestMismatches(storedManifest: JsonObject, recomputed: JsonObject): readonly Mismatch[] {
  const before = revisionsOf(storedManifest)
  const after = revisionsOf(recomputed)
  const names = [...new Set([...before.keys(), ...after.keys()])]
  const pairs: readonly Mismatch[] = [
    ...names.map((name) => ({ name, expected: before.get(name) ?? null, actual: after.get(name) ?? null })),
    ...hashes.map((name) => ({
      name,
      expected: textOf(storedManifest[name]),
      actual: textOf(recomputed[name]),
    })),
  ]
  return pairs.filter(({ expected, actual }) => expected !== actual)
}
