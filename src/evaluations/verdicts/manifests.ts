// Stores the manifest of a run when it is prepared, and verifies it later.
import { blake2bHex, canonicalJson, contentHash } from '../../kernel/json/canonical.ts'
import type { Json, JsonObject } from '../../kernel/json/value.ts'
import type {
  EvaluationResult,
  EvaluationRun,
  RelationalReads,
  RelationalStore,
  Revision,
} from '../../storage/contract/contract.ts'
import { listOf } from '../../testsets/stored/stored-list.ts'
import { readRules, rulesText } from '../../tracing/ingest/rules.ts'
import { storedData } from '../../versioning/payload.ts'
import {
  createdAtOf,
  hashVersionOf,
  manifestMismatches,
  runManifest,
  type HashVersion,
  type ManifestRevision,
  type Mismatch,
} from './manifest.ts'
import { stepsOf } from '../plan/steps.ts'
import { runData } from '../records/run-data.ts'

export interface ManifestSource {
  readonly reads: RelationalReads
  readonly projectId: string
  readonly run: EvaluationRun
  /** The version of this program. */
  readonly programVersion: string
  readonly now: string
}

/** The hash stored at the commit, or the hash of the current content. */
type HashSource = 'stored' | 'content'

function revisionHash(revision: Revision, source: HashSource): string {
  if (source === 'stored' && revision.contentHash !== undefined) return revision.contentHash
  // The stored hash of a testset list covers the content of all its pages.
  if (revision.family === 'testset') return blake2bHex(listOf(revision).hash, 32)
  return contentHash(storedData(revision) ?? null)
}

async function revisionsOf(
  { reads, projectId, run }: ManifestSource,
  source: HashSource,
): Promise<readonly ManifestRevision[]> {
  const pinnedReferences = runData(run).steps.flatMap(({ key, references }) =>
    Object.entries(references).flatMap(([name, { id }]) =>
      name.endsWith('_revision') && id !== undefined ? [{ name: `${key}:${name}`, id }] : [],
    ),
  )
  const ids = [...new Set(pinnedReferences.map(({ id }) => id))]
  const revisions = ids.length === 0 ? [] : await reads.revisions(projectId, ids)
  const byId = new Map(revisions.map((revision) => [revision.id, revision]))
  return pinnedReferences.flatMap(({ name, id }): readonly ManifestRevision[] => {
    const revision = byId.get(id)
    if (revision === undefined) return []
    return [{ name, id, version: String(revision.version), contentHash: revisionHash(revision, source) }]
  })
}

const testcasesPerRead = 1000

/** Hashes of testcases and their content, by id: the rows themselves may be large. */
async function testcaseHashes(
  { reads, projectId }: ManifestSource,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const testcases = await reads.testcases(projectId, [...new Set(ids)])
  return new Map(
    testcases.map(({ id, dataText }) => [id, blake2bHex(canonicalJson([id, JSON.parse(dataText)]), 32)]),
  )
}

/** The results of inputs in creation order, in chunks. */
async function* inputResults({
  reads,
  projectId,
  run,
}: ManifestSource): AsyncGenerator<readonly EvaluationResult[]> {
  const stepKeys = stepsOf(runData(run), 'input').map(({ key }) => key)
  if (stepKeys.length === 0) return
  const filter = { runIds: [run.id], stepKeys, repeatIdxs: [0] }
  const page = { order: 'ascending' as const, limit: testcasesPerRead, from: undefined, to: undefined }
  let after: EvaluationResult | undefined
  do {
    const chunk = await reads.evaluationRecords('result', projectId, filter, { ...page, after })
    yield chunk
    after = chunk.length < testcasesPerRead ? undefined : chunk.at(-1)
  } while (after !== undefined)
}

async function itemsOf(source: ManifestSource): Promise<readonly string[]> {
  const items: string[] = []
  for await (const chunk of inputResults(source)) {
    const ids = chunk.flatMap(({ testcaseId }) => testcaseId ?? [])
    const hashes = await testcaseHashes(source, ids)
    for (const { testcaseId, traceId } of chunk) {
      if (testcaseId !== undefined) items.push(hashes.get(testcaseId) ?? `${testcaseId} is gone`)
      else if (traceId !== undefined) items.push(traceId)
    }
  }
  return items
}

interface ManifestStamp {
  readonly createdAt: string
  readonly hashVersion: HashVersion
}

async function buildManifest(
  source: ManifestSource,
  {
    hashes,
    stamp = { createdAt: source.now, hashVersion: 2 },
  }: { readonly hashes: HashSource; readonly stamp?: ManifestStamp | undefined },
): Promise<JsonObject> {
  const { reads, projectId, run, programVersion } = source
  const { prices } = readRules(await rulesText(reads, projectId))
  return runManifest({
    runId: run.id,
    revisions: await revisionsOf(source, hashes),
    items: await itemsOf(source),
    prices: prices as unknown as Json,
    programVersion,
    ...stamp,
  })
}

/** The manifest stored at preparation, or else one of the current state. */
export const manifestOf = async (source: ManifestSource): Promise<JsonObject> => {
  const { reads, projectId, run } = source
  return (await reads.runManifest(projectId, run.id)) ?? buildManifest(source, { hashes: 'stored' })
}

/** Stores the manifest of a run after its preparation, replacing an earlier one. */
export async function storeManifest(
  store: RelationalStore,
  source: Omit<ManifestSource, 'reads'>,
): Promise<JsonObject> {
  const { projectId, run } = source
  const manifest = await buildManifest({ ...source, reads: store.read }, { hashes: 'stored' })
  await store.write((tx) => tx.putRunManifest(projectId, run.id, manifest))
  return manifest
}

export interface Verification {
  readonly ok: boolean
  readonly mismatches: readonly Mismatch[]
}

/** Compares the manifest with the current content of all its parts, read and hashed again. */
export async function verifyManifest(source: ManifestSource): Promise<Verification> {
  const storedManifest = await manifestOf(source)
  const stamp = { createdAt: createdAtOf(storedManifest), hashVersion: hashVersionOf(storedManifest) }
  const mismatches = manifestMismatches(
    storedManifest,
    await buildManifest(source, { hashes: 'content', stamp }),
  )
  return { ok: mismatches.length === 0, mismatches }
}
