// The list of a testset revision in the relational store: a revision stores the root of its list, not the rows.
// stored-list.ts reads lists and prepares new ones; staging.ts buffers a write; store-start.ts runs at server start.
// Imports pages/, access/, the storage contract and the versioning engine. Start here.
import { blake2bHex } from '../../kernel/json/canonical.ts'
import type { UsageLimits } from '../../access/usage.ts'
import type { Flags, RelationalReads, Revision } from '../../storage/contract/contract.ts'
import type { CommitContext, PreparedPayload } from '../../versioning/payload.ts'
import type { Clock } from '../../kernel/clock.ts'
import { buildList } from '../pages/build.ts'
import { memoryPageStore } from '../pages/memory-store.ts'
import type { ListRoot, PageStore } from '../pages/store.ts'
import type { TestsetLimits } from '../limits.ts'
import { pageReads, Staging } from './staging.ts'
import type { TestsetContext } from '../write.ts'

/** The dependencies of all testset operations. */
export interface TestsetSettings {
  readonly clock: Clock
  readonly limits: TestsetLimits
  /** Part of every testcase id; fixed for the lifetime of the store. */
  readonly salt: string
  readonly usageLimits: Pick<UsageLimits, 'testcases'>
}

/** The list of a revision; undefined for one without payload. */
export const storedList = (revision: Pick<Revision, 'dataText'>): ListRoot | undefined =>
  revision.dataText === undefined ? undefined : JSON.parse(revision.dataText)

const noPages = memoryPageStore()
const emptyList = await buildList(noPages, [])

/** The list of a revision; the empty list when it has no payload or there is no revision. */
export const listOf = (revision: Pick<Revision, 'dataText'> | undefined): ListRoot =>
  (revision && storedList(revision)) ?? emptyList

/** Reads the lists of a project. The empty list always exists. */
export function listReads(reads: RelationalReads, projectId: string): PageStore {
  const pages = pageReads(reads, projectId)
  return {
    get: async (hashes) =>
      new Map([
        ...(hashes.includes(emptyList.hash) ? await noPages.get([emptyList.hash]) : []),
        ...(await pages.get(hashes.filter((hash) => hash !== emptyList.hash))),
      ]),
    getFingerprints: pages.getFingerprints,
    put: async () => {
      throw new Error('lists are not written while they are read')
    },
  }
}

interface ListPreparation {
  readonly context: Pick<CommitContext, 'reads' | 'stage' | 'scope' | 'artifact'> & { readonly flags: Flags }
  readonly createList: (testset: TestsetContext) => Promise<ListRoot>
  /** Whether the list must be rebuilt when the start revision changes before the commit. */
  readonly dependsOnStart: boolean
}

/** Writes the list that `createList` returns and prepares its commit. On a failure the staged rows are deleted. */
export async function prepareList(
  settings: TestsetSettings,
  { context, createList, dependsOnStart }: ListPreparation,
): Promise<PreparedPayload> {
  const { projectId, actorId } = context.scope
  const testsetId = context.artifact.id
  const { reads, stage } = context
  const staging = new Staging({ reads, stage, projectId, testsetId, actorId, ...settings })
  try {
    await staging.put(emptyListPages)
    const root = await createList({
      scope: { testsetId, salt: settings.salt },
      pages: staging,
      testcases: staging,
      limits: settings.limits,
    })
    await staging.finish()
    const { hash, level, rows, columns, marks } = root
    return {
      dataText: JSON.stringify({ hash, level, rows, columns, marks }),
      contentHash: blake2bHex(hash, 32),
      flags: context.flags,
      warnings: [],
      touchedArtifactIds: [],
      dependsOnStart,
      store: (tx) => staging.store(tx),
      discard: () => staging.discard(),
    }
  } catch (error) {
    await staging.discard()
    throw error
  }
}

/** The page of the empty list. A delta may start from the empty list before that page was stored. */
const emptyListPages = [
  { hash: emptyList.hash, text: (await noPages.get([emptyList.hash])).get(emptyList.hash) ?? '' },
]
