// Reads testcases and pages.
import { sql, type Kysely } from 'kysely'
import { idStartOf, type TestcaseRecord, type TestsetReads } from '../../contract/contract.ts'
import { inFilledChunks } from '../chunks.ts'
import { prepareStatement, prepareListStatement } from '../prepared.ts'
import { readObject } from '../rows.ts'
import { firstNumberOf, placesPerWrite, type LongNumber, type Tables } from '../schema.ts'
import { copyBatches } from './testcase-history.ts'

const lookupSizes = [250, 100, 25, 5, 1] as const
const pageSizes = [32, 8, 2, 1] as const

interface CopyRow {
  readonly no: LongNumber
  readonly id: string
  readonly data: string | null
  readonly flags: string | null
  readonly tags: string | null
  readonly meta: string | null
}

interface VisibleCopy extends CopyRow {
  readonly testset_id: string
  readonly created_at: string
  readonly created_by_id: string
}

const writeOf = sql<number>`t.no / ${sql.lit(placesPerWrite)}`

/**
 * First the index, then the testcases, then their writes: in steps, because PostgreSQL would otherwise start
 * from the writes and scan the index once per write.
 */
const copyQuery = (db: Kysely<Tables>, idStarts: readonly string[]) =>
  db
    .with(
      (cte) => cte('i').materialized(),
      (steps) => steps.selectFrom('testcase_index').select('no').where('id_start', 'in', idStarts),
    )
    .with(
      (cte) => cte('t').materialized(),
      (steps) => steps.selectFrom('i').innerJoin('testcases', 'testcases.no', 'i.no').selectAll('testcases'),
    )
    .selectFrom('t')
    .innerJoin('testcase_writes as w', (join) => join.on('w.no', '=', writeOf))
    .select(['t.no', 't.id', 't.data', 't.flags', 't.tags', 't.meta'])
    .select(['w.testset_id', 'w.created_at', 'w.created_by_id'])

const visibleCopies = inFilledChunks<readonly [projectId: string, writeNo: number], string, VisibleCopy>(
  lookupSizes,
  () => {
    const find = prepareListStatement(
      (db, projectId: string, writeNo: number, ...idStarts: readonly string[]) =>
        copyQuery(db, idStarts)
          .where('w.project_id', '=', projectId)
          .where((eb) => eb.or([eb('w.committed', '=', 1), eb('w.no', '=', writeNo)])),
    )
    return async (db, fixed, ids) => {
      const { rows } = await find(db, ...fixed, ...ids.map(idStartOf))
      const requested = new Set(ids)
      return { rows: rows.filter((row) => requested.has(row.id)) }
    }
  },
)

const copiesAt = inFilledChunks<readonly [], number, CopyRow>(lookupSizes, () => {
  const find = prepareListStatement((db, ...numbers: readonly number[]) =>
    db
      .selectFrom('testcases')
      .select(['no', 'id', 'data', 'flags', 'tags', 'meta'])
      .where('no', 'in', numbers),
  )
  return (db, _fixed, numbers) => find(db, ...numbers)
})

const byNumber = (a: CopyRow, b: CopyRow): number => Number(a.no) - Number(b.no)

const readMetadata = ({ flags, tags, meta }: CopyRow) => ({
  flags: readObject(flags),
  tags: readObject(tags),
  meta: readObject(meta),
})

/** Merges the copies of a testcase: data and creation of the first, row metadata of the latest. */
function readTestcase(copies: readonly VisibleCopy[]): TestcaseRecord | undefined {
  const orderedCopies = copies.length === 1 ? copies : copies.toSorted(byNumber)
  const first = orderedCopies.find((copy) => copy.data !== null)
  const latest = orderedCopies.at(-1)
  if (first === undefined || first.data === null || latest === undefined) return undefined
  return {
    number: Number(first.no),
    id: first.id,
    testsetId: first.testset_id,
    dataText: first.data,
    ...readMetadata(latest),
    createdAt: first.created_at,
    createdById: first.created_by_id,
  }
}

function readTestcases(rows: readonly VisibleCopy[]): readonly TestcaseRecord[] {
  const byId = new Map<string, VisibleCopy[]>()
  for (const row of rows) {
    const copies = byId.get(row.id)
    if (copies === undefined) byId.set(row.id, [row])
    else copies.push(row)
  }
  return [...byId.values()].flatMap((copies) => readTestcase(copies) ?? [])
}

const pageTexts = inFilledChunks<readonly [string], string, { readonly hash: string; readonly text: string }>(
  pageSizes,
  () => {
    const find = prepareListStatement((db, projectId: string, ...hashes: readonly string[]) =>
      db
        .selectFrom('pages')
        .select(['hash', 'text'])
        .where('project_id', '=', projectId)
        .where('hash', 'in', hashes),
    )
    return (db, fixed, hashes) => find(db, ...fixed, ...hashes)
  },
)

const pageFingerprints = inFilledChunks<
  readonly [string],
  string,
  { readonly hash: string; readonly prints: Uint8Array | null }
>(lookupSizes, () => {
  const find = prepareListStatement((db, projectId: string, ...hashes: readonly string[]) =>
    db
      .selectFrom('pages')
      .select(['hash', 'prints'])
      .where('project_id', '=', projectId)
      .where('hash', 'in', hashes),
  )
  return (db, fixed, hashes) => find(db, ...fixed, ...hashes)
})

/** Each batch is one lookup. */
const copiesPerBatch = lookupSizes[0]

/** The number of no write: used when no uncommitted write is included. */
const noWrite = -1

const committedWrite = prepareStatement((db, testsetId: string) =>
  db
    .selectFrom('testcase_writes')
    .select('no')
    .where('testset_id', '=', testsetId)
    .where('committed', '=', 1)
    .limit(1),
)

const testcaseReads = (
  db: Kysely<Tables>,
): Pick<TestsetReads, 'hasTestcases' | 'testcases' | 'testcasesAt'> => ({
  hasTestcases: async (testsetId) => (await committedWrite(db, testsetId)).rows.length > 0,

  async testcases(projectId, ids, { testsetId, writeNo } = {}) {
    const rows = await visibleCopies(db, [projectId, writeNo ?? noWrite], ids)
    const testcases = readTestcases(rows)
    return testsetId === undefined
      ? testcases
      : testcases.filter((testcase) => testcase.testsetId === testsetId)
  },

  async testcasesAt(writeNo, places) {
    const first = firstNumberOf(writeNo)
    const rows = await copiesAt(
      db,
      [],
      places.map((place) => first + place),
    )
    return rows.toSorted(byNumber).map((row) => ({
      place: Number(row.no) - first,
      id: row.id,
      dataText: row.data ?? undefined,
      ...readMetadata(row),
    }))
  },
})

const historyReads = (db: Kysely<Tables>): Pick<TestsetReads, 'testcaseHistory'> => ({
  async testcaseHistory(projectId, testsetId, { order, after, offset, limit = Infinity }) {
    const testcases: TestcaseRecord[] = []
    let skippedCount = 0
    const size = Math.min(offset + limit, copiesPerBatch)
    for await (const batch of copyBatches(db, { projectId, testsetId, order, after, size })) {
      const ids = batch.map(({ id }) => id)
      const copies = await visibleCopies(db, [projectId, noWrite], [...new Set(ids)])
      const byNumber = new Map(readTestcases(copies).map((testcase) => [testcase.number, testcase]))
      for (const { no } of batch) {
        const testcase = byNumber.get(Number(no))
        if (testcase === undefined) continue
        if (skippedCount < offset) skippedCount += 1
        else testcases.push(testcase)
        if (testcases.length >= limit) return testcases
      }
    }
    return testcases
  },
})

const pageReads = (
  db: Kysely<Tables>,
): Pick<TestsetReads, 'pageTexts' | 'pageFingerprints' | 'pageSizes' | 'testsetRevisions'> => ({
  async testsetRevisions(after, limit) {
    const rows = await db
      .selectFrom('revisions')
      .select(['id', 'project_id', 'data'])
      .where('family', '=', 'testset')
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute()
    return rows.map(({ id, project_id, data }) => ({
      id,
      projectId: project_id,
      dataText: data ?? undefined,
    }))
  },

  async pageSizes(after, limit) {
    const rows = await db
      .selectFrom('pages')
      .select(['project_id', 'hash', (eb) => eb.fn<number>('octet_length', ['text']).as('bytes')])
      .where((eb) => eb(eb.refTuple('project_id', 'hash'), '>', eb.tuple(after.projectId, after.hash)))
      .orderBy('project_id')
      .orderBy('hash')
      .limit(limit)
      .execute()
    return rows.map(({ project_id, hash, bytes }) => ({ projectId: project_id, hash, bytes }))
  },

  pageTexts: (projectId, hashes) => pageTexts(db, [projectId], hashes),

  async pageFingerprints(projectId, hashes) {
    const rows = await pageFingerprints(db, [projectId], hashes)
    return rows.flatMap(({ hash, prints }) => (prints === null ? [] : [{ hash, fingerprints: prints }]))
  },
})

export const testsetReads = (db: Kysely<Tables>): TestsetReads => ({
  ...testcaseReads(db),
  ...historyReads(db),
  ...pageReads(db),
})
