// Stored records of each kind, as examples: records.ts and the routes of versioned records write the examples of the
// OpenAPI document from them, so that an answer has one format in the code.
import type { JsonObject } from '../kernel/json/value.ts'
import type { Artifact, Family, Flags, Revision, Variant } from '../storage/contract/contract.ts'
import { rolesAfter, type Kind, type KindName } from '../versioning/kinds.ts'
import { derivedFlags } from '../workflows/completion.ts'

export const exampleIds = {
  artifact: '01a1e27e-2b23-70e1-9a4c-85d4d5b6f19f',
  variant: '01a1e27e-2b75-7706-b471-0a5ae427332d',
  revision: '01a1e27e-2c68-739d-9da5-62fc3a0c4936',
  key: '01a1e27e-2ac9-7fb6-8207-56496587f9ec',
  testcase: '19e756da-5ea0-5ccb-be67-d5c4aa3359d7',
} as const

const names: Readonly<Record<KindName, { readonly slug: string; readonly name: string }>> = {
  workflow: { slug: 'house-style', name: 'House style' },
  application: { slug: 'support-bot', name: 'Support bot' },
  evaluator: { slug: 'friendly-tone', name: 'Friendly tone' },
  testset: { slug: 'capitals', name: 'Capitals' },
  query: { slug: 'failed-spans', name: 'Failed spans' },
  environment: { slug: 'production', name: 'Production' },
}

export const exampleHeader = (kind: Kind) => names[kind.name]

export const exampleVariantSlug = (kind: Kind): string => `${exampleHeader(kind).slug}.main`

const row = { question: 'Capital of Peru?', answer: 'Lima' }

/** The data of a commit. */
export const examplePayloads: Readonly<Record<Family, JsonObject>> = {
  workflow: { parameters: { prompt: 'Answer in one sentence.' } },
  testset: { testcases: [{ data: row }] },
  query: { filtering: { conditions: [{ field: 'status_code', value: 'STATUS_CODE_ERROR' }] } },
  environment: { references: {} },
}

const lifecycle = {
  createdAt: '2026-11-16T03:54:42.152127Z',
  createdById: exampleIds.key,
  updatedAt: undefined,
  updatedById: undefined,
  deletedAt: undefined,
  deletedById: undefined,
}

/** The data of an answer: testcases have ids and an author. */
export const exampleData = ({ family }: Kind): JsonObject =>
  family !== 'testset'
    ? examplePayloads[family]
    : {
        testcase_ids: [exampleIds.testcase],
        testcases: [
          {
            id: exampleIds.testcase,
            testset_id: exampleIds.artifact,
            data: { ...row, testcase_dedup_id: 'c27ce96f0831' },
            created_at: lifecycle.createdAt,
            created_by_id: lifecycle.createdById,
          },
        ],
      }

const flagsOf = ({ family }: Kind): Flags =>
  family === 'workflow' ? { ...derivedFlags(examplePayloads.workflow) } : {}

export interface ExampleRecords {
  readonly artifact: Artifact
  readonly variant: Variant
  readonly revision: Revision
}

export function exampleRecords(kind: Kind): ExampleRecords {
  const common = {
    family: kind.family,
    description: undefined,
    flags: {},
    tags: undefined,
    meta: undefined,
    ...lifecycle,
  }
  const roles = rolesAfter(kind, { current: 0, sent: {} })
  const artifact = { ...common, ...exampleHeader(kind), id: exampleIds.artifact, roles }
  const slug = exampleVariantSlug(kind)
  const variant = {
    ...common,
    id: exampleIds.variant,
    slug,
    name: slug,
    artifact,
    forkedFromRevisionId: undefined,
    headRevisionId: exampleIds.revision,
    headVersion: 1,
  }
  const revision = {
    ...common,
    id: exampleIds.revision,
    slug: '0786e7549f0c',
    name: undefined,
    flags: flagsOf(kind),
    artifact,
    variant,
    version: 1,
    author: exampleIds.key,
    date: lifecycle.createdAt,
    message: 'Shorter answers',
    dataText: undefined,
    contentHash: 'f2d6a30fea7bb82ecc8a9117c7d25df215608f6a337d194074e3c47607d1797f',
    touchedArtifactIds: [],
    originRevisionId: undefined,
    mergedRevisionId: undefined,
  }
  return { artifact, variant, revision }
}
