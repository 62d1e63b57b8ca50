// What a run was made of, kept when it is prepared; and the check that all of it is still what it was.
import { blake2bHex, canonicalJson, contentHash } from '../../kernel/json/canonical.ts'
import type { Json, JsonObject } from '../../kernel/json/value.ts'
import type {
  EvaluationResult,
  EvaluationRun,
  RelationalReads,
  RelationalStore,
  Revision,
} from '../../storage/contract/contract.ts'
import { listOf } from '../../testsets/kept/stored-list.ts'
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

export interface Manifesting {
  readonly reads: RelationalReads
  readonly projectId: string
  readonly run: EvaluationRun
  /** The version of this program. */
  readonly programVersion: string
  readonly now: string
}

/** As it was written down at the commit, or as the content says now. */
type HashSource = 'stored' | 'content'

function revisionHash(revision: Revision, source: HashSource): string {
  if (source === 'stored' && revision.contentHash !== undefined) return revision.contentHash
  // A list is named by the hash of its content, page by page.
  if (revision.family === 'testset') return blake2bHex(listOf(revision).hash, 32)
  return contentHash(storedData(revision) ?? null)
}

async function revisionsOf(
  { reads, projectId, run }: Manifesting,
  source: HashSource,
): Promise<readonly ManifestRevision[]> {
  const pinned = runData(run).steps.flatMap(({ key, references }) =>
    Object.entries(references).flatMap(([name, { id }]) =>
      name.endsWith('_revision') && id !== undefined ? [{ name: `${key}:${name}`, id }] : [],
    ),
  )
  const ids = [...new Set(pinned.map(({ id }) => id))]
  const found = ids.length === 0 ? [] : await reads.revisions(projectId, ids)
  const byId = new Map(found.map((revision) => [revision.id, revision]))
  return pinned.flatMap(({ name, id }): readonly ManifestRevision[] => {
    const revision = byId.get(id)
    if (revision === undefined) return []
    return [{ name, id, version: String(revision.version), contentHash: revisionHash(revision, source) }]
  })
}

const testcasesAtOnce = 1000

/** Hashes of testcases with their content, by id: the rows themselves may be large. */
async function testcaseHashes(
  { reads, projectId }: Manifesting,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const found = await reads.testcases(projectId, [...new Set(ids)])
  return new Map(
    found.map(({ id, dataText }) => [id, blake2bHex(canonicalJson([id, JSON.parse(dataText) as Json]), 32)]),
  )
}

/** The results of inputs in the order they were made, some at a time. */
async function* inputResults({
  reads,
  projectId,
  run,
}: Manifesting): AsyncGenerator<readonly EvaluationResult[]> {
  const stepKeys = stepsOf(runData(run), 'input').map(({ key }) => key)
  if (stepKeys.length === 0) return
  const filter = { runIds: [run.id], stepKeys, repeatIdxs: [0] }
  const page = { order: 'ascending' as const, limit: testcasesAtOnce, from: undefined, to: undefined }
  let after: EvaluationResult | undefined
  do {
    const some = await reads.evaluationRecords('result', projectId, filter, { ...page, after })
    yield some
    after = some.length < testcasesAtOnce ? undefined : some.at(-1)
  } while (after !== undefined)
}

async function itemsOf(manifesting: Manifesting): Promise<readonly string[]> {
  const items: string[] = []
  for await (const some of inputResults(manifesting)) {
    const ids = some.flatMap(({ testcaseId }) => testcaseId ?? [])
    const hashes = await testcaseHashes(manifesting, ids)
    for (const { testcaseId, traceId } of some) {
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

async function manifestBy(
  manifesting: Manifesting,
  source: HashSource,
  stamp: ManifestStamp = { createdAt: manifesting.now, hashVersion: 2 },
): Promise<JsonObject> {
  const { reads, projectId, run, programVersion } = manifesting
  const { prices } = readRules(await rulesText(reads, projectId))
  return runManifest({
    runId: run.id,
    revisions: await revisionsOf(manifesting, source),
    items: await itemsOf(manifesting),
    prices: prices as unknown as Json,
    programVersion,
    ...stamp,
  })
}

/** The manifest that was kept when the run was prepared; one that keeps none: as it is now. */
export const manifestOf = async (manifesting: Manifesting): Promise<JsonObject> => {
  const { reads, projectId, run } = manifesting
  return (await reads.runManifest(projectId, run.id)) ?? manifestBy(manifesting, 'stored')
}

/** Keeps the manifest of a run whose items are known, in place of an earlier one. */
export async function keepManifest(
  store: RelationalStore,
  manifesting: Omit<Manifesting, 'reads'>,
): Promise<JsonObject> {
  const { projectId, run } = manifesting
  const manifest = await manifestBy({ ...manifesting, reads: store.read }, 'stored')
  await store.write((tx) => tx.putRunManifest(projectId, run.id, manifest))
  return manifest
}

export interface Verification {
  readonly ok: boolean
  readonly mismatches: readonly Mismatch[]
}

/** Compares the manifest with the content of everything it names, read and hashed anew. */
export async function verifyManifest(manifesting: Manifesting): Promise<Verification> {
  const kept = await manifestOf(manifesting)
  const stamp = { createdAt: createdAtOf(kept), hashVersion: hashVersionOf(kept) }
  const mismatches = manifestMismatches(kept, await manifestBy(manifesting, 'content', stamp))
  return { ok: mismatches.length === 0, mismatches }
}
