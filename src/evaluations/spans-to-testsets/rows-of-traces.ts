// Finds the rows of testsets that were copied from traces, by the metadata that spans-to-rows.ts writes, and commits
// revisions without them. Revisions are immutable: earlier ones keep their rows, and the receipt lists them.
import type { Scope } from '../../access/scope.ts'
import { AssayError } from '../../kernel/errors.ts'
import { readPath } from '../../kernel/json/path.ts'
import type { RelationalStore, Revision, TestsetCopies } from '../../storage/contract/contract.ts'
import { metadataMarks, type Entry } from '../../testsets/pages/format.ts'
import { childrenOfNodes, rowsOfPages } from '../../testsets/pages/read.ts'
import type { PageStore } from '../../testsets/pages/store.ts'
import type { Row } from '../../testsets/rows.ts'
import { listOf, listReads } from '../../testsets/stored/stored-list.ts'
import type { CopiedRows } from '../../tracing/writes/copied-rows.ts'
import { commit } from '../../versioning/commit.ts'
import type { Engine } from '../../versioning/engine.ts'
import { kinds } from '../../versioning/kinds.ts'
import { listFilter } from '../../versioning/query.ts'
import { allRecords } from '../../versioning/windowing.ts'

interface CopiedRow {
  readonly testcaseId: string
  readonly traceId: string
}

interface RevisionCopies {
  readonly revision: Revision
  readonly rows: readonly CopiedRow[]
}

const hasMeta = ({ marks }: Pick<Entry, 'marks'>): boolean => (marks & metadataMarks.meta) !== 0

function copiedRow({ testcaseId, meta }: Row): readonly CopiedRow[] {
  const path = meta && readPath(meta, 'span.trace_id')
  return path?.exists === true && typeof path.value === 'string' ? [{ testcaseId, traceId: path.value }] : []
}

/** Reads pages with row metadata once: revisions of a testset share most of them. */
function pageReader(pages: PageStore) {
  const byHash = new Map<string, readonly CopiedRow[]>()
  const read = async (node: Entry): Promise<readonly CopiedRow[]> => {
    if (!hasMeta(node)) return []
    const cachedRows = byHash.get(node.hash)
    if (cachedRows !== undefined) return cachedRows
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

const allTestsets = listFilter(kinds.testset, { filter: {}, includeArchived: true, windowing: {} })

/** Every revision of a testset of the project, archived or not, that has copied rows. */
async function revisionsWithCopies(
  store: RelationalStore,
  projectId: string,
): Promise<readonly RevisionCopies[]> {
  const read = pageReader(listReads(store.read, projectId))
  const revisions = await allRecords((bounds) =>
    store.read.listRevisions(projectId, allTestsets, bounds, { withData: true }),
  )
  const copies: RevisionCopies[] = []
  for (const revision of revisions) {
    const rows = await read(listOf(revision))
    if (rows.length > 0) copies.push({ revision, rows })
  }
  return copies
}

interface ErasingParts {
  readonly store: RelationalStore
  readonly engine: Engine
}

/** Codes of refusals after which a variant is skipped: it is archived or protected. */
const skippedRefusals: ReadonlySet<string> = new Set(['archived', 'not_found', 'environment_guarded'])

/** Commits a revision without these rows, if the variant still has this head. Other refusals fail the job. */
async function removeRows(
  { engine }: ErasingParts,
  {
    scope,
    head,
    rows,
  }: { readonly scope: Scope; readonly head: Revision; readonly rows: readonly CopiedRow[] },
): Promise<Revision | 'skipped' | 'conflict'> {
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
    if (error instanceof AssayError && skippedRefusals.has(error.code)) return 'skipped'
    if (error instanceof AssayError && error.code === 'revision_conflict') return 'conflict'
    throw error
  }
}

/** The newest of these revisions of each variant. */
const newestOfVariants = (copies: readonly RevisionCopies[]): readonly RevisionCopies[] => [
  ...new Map(
    copies
      .toSorted((a, b) => a.revision.version - b.revision.version)
      .map((copy) => [copy.revision.variant.id, copy] as const),
  ).values(),
]

/** The revisions with rows of these traces. */
async function copiesOf(
  { store }: ErasingParts,
  { projectId, traceIds }: { readonly projectId: string; readonly traceIds: ReadonlySet<string> },
): Promise<readonly RevisionCopies[]> {
  const copies: RevisionCopies[] = []
  for (const { revision, rows } of await revisionsWithCopies(store, projectId)) {
    const rowsOfTraces = rows.filter(({ traceId }) => traceIds.has(traceId))
    if (rowsOfTraces.length > 0) copies.push({ revision, rows: rowsOfTraces })
  }
  return copies
}

/**
 * Variants whose head still has copies get a revision without them, added to `revisions`. False: a variant got another
 * head.
 */
async function clean(
  parts: ErasingParts,
  {
    scope,
    copies,
    revisions,
  }: {
    readonly scope: Scope
    readonly copies: readonly RevisionCopies[]
    readonly revisions: Revision[]
  },
): Promise<boolean> {
  const { family } = kinds.testset
  for (const { revision, rows } of newestOfVariants(copies)) {
    const key = { id: revision.variant.id }
    const head = await parts.store.read.headOfVariant(scope.projectId, family, key, { withData: false })
    if (head?.id !== revision.id) continue
    const newRevision = await removeRows(parts, { scope, head, rows })
    if (newRevision === 'conflict') return false
    if (newRevision !== 'skipped') revisions.push(newRevision)
  }
  return true
}

export const copiedRows = (parts: ErasingParts): CopiedRows => ({
  async tracesWithCopies(projectId) {
    const traceIds = new Set<string>()
    for (const { rows } of await revisionsWithCopies(parts.store, projectId)) {
      for (const { traceId } of rows) traceIds.add(traceId)
    }
    return traceIds
  },

  async account({ projectId, actorId }, { traceIds, isRemoving }) {
    const request = { projectId, traceIds: new Set(traceIds) }
    const scope: Scope = {
      projectId,
      actorId,
      role: 'editor',
      store: parts.store,
      recordResource: () => undefined,
    }
    const revisions: Revision[] = []
    let copies = await copiesOf(parts, request)
    for (let isClean = !isRemoving; !isClean;) {
      isClean = await clean(parts, { scope, copies, revisions })
      if (!isClean) copies = await copiesOf(parts, request)
    }
    return [...Map.groupBy(copies, ({ revision }) => revision.artifact.id)].map(
      ([testsetId, rowsOfTestset]): TestsetCopies => ({
        testsetId,
        rows: new Set(rowsOfTestset.flatMap(({ rows }) => rows.map(({ testcaseId }) => testcaseId))).size,
        revisionIds: rowsOfTestset.map(({ revision }) => revision.id),
        cleanRevisionIds: revisions.filter(({ artifact }) => artifact.id === testsetId).map(({ id }) => id),
      }),
    )
  },
})
