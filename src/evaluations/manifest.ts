// The manifest of a run: what it was made of, by id and content hash, so that anybody can check it later.
import { contentHash } from '../json/canonical.ts'
import type { Json, JsonObject } from '../json/value.ts'

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
  /** Ids of the testcases or traces, in order. */
  readonly items: readonly string[]
  /** The price tables that costs were computed with. */
  readonly prices: Json
  readonly programVersion: string
  readonly createdAt: string
}

export interface Mismatch {
  readonly name: string
  readonly expected: Json
  readonly actual: Json
}

/** The manifest as it is answered. Its hash covers everything but the time and the hash itself. */
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
  return { ...covered, created_at: parts.createdAt, hash: contentHash(covered) }
}

type RevisionJson = JsonObject & { readonly name: string }

const revisionsOf = (manifest: JsonObject): ReadonlyMap<string, Json> =>
  new Map(
    ((manifest['revisions'] ?? []) as readonly RevisionJson[]).map((one) => [
      one.name,
      one['content_hash'] ?? null,
    ]),
  )

/** What differs between a kept manifest and the same made anew; nothing: the run can be trusted. */
export function manifestMismatches(kept: JsonObject, now: JsonObject): readonly Mismatch[] {
  const before = revisionsOf(kept)
  const after = revisionsOf(now)
  const names = [...new Set([...before.keys(), ...after.keys()])]
  const pairs: readonly (readonly [string, Json, Json])[] = [
    ...names.map((name) => [name, before.get(name) ?? null, after.get(name) ?? null] as const),
    ...['testcases_hash', 'prices_hash', 'program_version', 'hash'].map(
      (name) => [name, kept[name] ?? null, now[name] ?? null] as const,
    ),
  ]
  return pairs
    .filter(([, expected, actual]) => expected !== actual)
    .map(([name, expected, actual]) => ({ name, expected, actual }))
}
