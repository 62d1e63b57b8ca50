// Finds the rows of testsets that were copied from traces, by the metadata that spans-to-rows.ts writes, and commits
// revisions without them. Revisions are immutable: earlier ones keep their rows, and are named.
import type { Scope } from '../../access/scope.ts'
import { AssayError } from '../../kernel/errors.ts'
import { readPath } from '../../kernel/json/path.ts'
import type { RelationalStore, Revision, TestsetCopies } from '../../storage/contract/contract.ts'
import type { Entry } from '../../testsets/pages/format.ts'
import { childrenOfNodes, rowsOfPages } from '../../testsets/pages/read.ts'
import type { PageStore } from '../../testsets/pages/store.ts'
import type { Row } from '../../testsets/rows.ts'
import { listOf, listReads } from '../../testsets/stored/stored-list.ts'
import type { CopiedRows } from '../../tracing/writes/copied-rows.ts'
import { commit } from '../../versioning/commit.ts'
import type { Engine } from '../../versioning/engine.ts'
import { kinds } from '../../versioning/kinds.ts'

interface CopiedRow {
  readonly testcaseId: string
  readonly traceId: string
}

interface RevisionCopies {
  readonly revision: Revision
  readonly rows: readonly CopiedRow[]
}

const revisionsPerRead = 200
/** The bit of `marks` for rows with `meta`. */
const metaMark = 4
const hasMeta = ({ marks }: Pick<Entry, 'marks'>): boolean => (marks & metaMark) !== 0

function copiedRow({ testcaseId, meta }: Row): readonly CopiedRow[] {
  const path = meta && readPath(meta, 'span.trace_id')
  return path?.exists === true && typeof path.value === 'string' ? [{ testcaseId, traceId: path.value }] : []
}

/** Reads pages with row metadata once: revisions of a testset share most of them. */
function pageReader(pages: PageStore) {
  const byHash = new Map<string, readonly CopiedRow[]>()
  const read = async (node: Entry): Promise<readonly CopiedRow[]> => {
    if (!hasMeta(node)) return []
    const known = byHash.get(node.hash)
    if (known !== undefined) return known
    const rows: CopiedRow[] = []
    if (node.level === 0) {
      for (const row of (await rowsOfPages(pages, [node])).get(node.hash) ?? []) rows.push(...copiedRow(row))
    } else {
      const children = (await childrenOfNodes(pages, [node])).get(node.hash) ?? []
      for (const child of children) rows.push(...(await read(child)))
    }
    byHash.set(node.hash, rows)
    return rows
  }
  return read
}

/** Every revision of a testset of the project, archived or not, that has copied rows. */
async function* revisionsWithCopies(
  store: RelationalStore,
  projectId: string,
): AsyncGenerator<RevisionCopies> {
  const read = pageReader(listReads(store.read, projectId))
  const filter = {
    family: kinds.testset.family,
    roleMask: undefined,
    includeArchived: true,
    slugs: undefined,
    artifactRefs: undefined,
    variantRefs: undefined,
    revisionRefs: undefined,
    authors: undefined,
    dates: undefined,
  }
  const bounds = { order: 'ascending', limit: revisionsPerRead, from: undefined, to: undefined } as const
  let after: { readonly createdAt: string; readonly id: string } | undefined
  for (;;) {
    const revisions = await store.read.listRevisions(
      projectId,
      filter,
      { ...bounds, after },
      { withData: true },
    )
    for (const revision of revisions) {
      const rows = await read(listOf(revision))
      if (rows.length > 0) yield { revision, rows }
    }
    after = revisions.at(-1)
    if (revisions.length < revisionsPerRead) return
  }
}

interface ErasingParts {
  readonly store: RelationalStore
  readonly engine: Engine
}

/** Commits a revision without these rows, unless the variant is archived or got another head meanwhile. */
async function removeRows(
  { engine }: ErasingParts,
  {
    scope,
    head,
    rows,
  }: { readonly scope: Scope; readonly head: Revision; readonly rows: readonly CopiedRow[] },
): Promise<Revision | undefined> {
  const remove = [...new Set(rows.map(({ testcaseId }) => testcaseId))]
  try {
    const { revision } = await commit(
      { engine, scope, kind: kinds.testset },
      {
        variantId: head.variant.id,
        baseRevisionId: head.id,
        header: {},
        message: `Removed ${remove.length} ${remove.length === 1 ? 'row' : 'rows'} of erased traces`,
        delta: { rows: { remove } },
        loc: [],
      },
    )
    return revision
  } catch (error) {
    if (error instanceof AssayError && error.code !== 'unavailable') return undefined
    throw error
  }
}

/** The newest of these revisions of each variant. */
const newestOfVariants = (copies: readonly RevisionCopies[]): readonly RevisionCopies[] => [
  ...new Map(
    copies
      .toSorted((a, b) => a.revision.version - b.revision.version)
      .map((one) => [one.revision.variant.id, one] as const),
  ).values(),
]

/** The revisions with rows of these traces. */
async function copiesOf(
  { store }: ErasingParts,
  { projectId, traceIds }: { readonly projectId: string; readonly traceIds: ReadonlySet<string> },
): Promise<readonly RevisionCopies[]> {
  const copies: RevisionCopies[] = []
  for await (const { revision, rows } of revisionsWithCopies(store, projectId)) {
    const ofTraces = rows.filter(({ traceId }) => traceIds.has(traceId))
    if (ofTraces.length > 0) copies.push({ revision, rows: ofTraces })
  }
  return copies
}

/** Variants whose head still has copies get a revision without them. */
async function clean(
  parts: ErasingParts,
  { scope, copies }: { readonly scope: Scope; readonly copies: readonly RevisionCopies[] },
): Promise<readonly Revision[]> {
  const { family } = kinds.testset
  const revisions: Revision[] = []
  for (const { revision, rows } of newestOfVariants(copies)) {
    const key = { id: revision.variant.id }
    const head = await parts.store.read.headOfVariant(scope.projectId, family, key, { withData: false })
    if (head?.id !== revision.id) continue
    const committed = await removeRows(parts, { scope, head, rows })
    if (committed !== undefined) revisions.push(committed)
  }
  return revisions
}

export const copiedRows = (parts: ErasingParts): CopiedRows => ({
  async tracesWithCopies(projectId) {
    const traceIds = new Set<string>()
    for await (const { rows } of revisionsWithCopies(parts.store, projectId)) {
      for (const { traceId } of rows) traceIds.add(traceId)
    }
    return traceIds
  },

  async account({ projectId, actorId }, { traceIds, isRemoving }) {
    const copies = await copiesOf(parts, { projectId, traceIds: new Set(traceIds) })
    const scope: Scope = { projectId, actorId, role: 'editor', store: parts.store, touched: () => undefined }
    const committed = isRemoving ? await clean(parts, { scope, copies }) : []
    return [...Map.groupBy(copies, ({ revision }) => revision.artifact.id)].map(
      ([testsetId, ofTestset]): TestsetCopies => ({
        testsetId,
        rows: new Set(ofTestset.flatMap(({ rows }) => rows.map(({ testcaseId }) => testcaseId))).size,
        revisionIds: ofTestset.map(({ revision }) => revision.id),
        cleanRevisionIds: committed.filter(({ artifact }) => artifact.id === testsetId).map(({ id }) => id),
      }),
    )
  },
})
