// Statements of testcases and pages. Lists of ids and rows are taken in chunks of a few fixed lengths, so that the
// text of each statement is built once: building it took most of the time of a lookup of a thousand ids.
import type { Kysely } from 'kysely'
import type { TestcaseCopy, TestcaseRecord, TestsetReads, TestsetWrites } from '../contract.ts'
import { prepared, preparedList } from './prepared.ts'
import { readObject, writeObject } from './rows.ts'
import type { Tables } from './schema.ts'

/** Ids of one lookup, rows of one insert: larger ones gained nothing. */
const lookupSizes = [250, 50, 10, 1] as const
const insertSizes = [100, 10, 1] as const
const pageSizes = [32, 4, 1] as const

/** A statement for each chunk length; calls it over the whole list. */
function overChunks<Fixed extends readonly unknown[], Item, Row>(
  sizes: readonly number[],
  statement: () => (
    db: Kysely<Tables>,
    fixed: Fixed,
    items: readonly Item[],
  ) => Promise<{ readonly rows: readonly Row[] }>,
) {
  const bySize = new Map(sizes.map((size) => [size, statement()]))
  return async (db: Kysely<Tables>, fixed: Fixed, items: readonly Item[]): Promise<readonly Row[]> => {
    const rows: Row[] = []
    for (let i = 0; i < items.length;) {
      const size = sizes.find((each) => each <= items.length - i) ?? 1
      const run = bySize.get(size)
      const result = run === undefined ? undefined : await run(db, fixed, items.slice(i, i + size))
      for (const row of result?.rows ?? []) rows.push(row)
      i += size
    }
    return rows
  }
}

/** The copies are found by their ids before anything is joined: from the writes, all rows of a write would be looked at. */
const copyQuery = (db: Kysely<Tables>, ids: readonly string[]) =>
  db
    .with(
      (cte) => cte('t').materialized(),
      (inner) => inner.selectFrom('testcases').selectAll().where('id', 'in', ids),
    )
    .selectFrom('t')
    .innerJoin('testcase_writes as w', 'w.no', 't.write_no')
    .select([
      't.id',
      't.write_no',
      't.data',
      't.flags',
      't.tags',
      't.meta',
      'w.testset_id',
      'w.created_at',
      'w.created_by_id',
    ])

interface CopyRow {
  readonly id: string
  readonly write_no: number
  readonly data: string | null
  readonly flags: string | null
  readonly tags: string | null
  readonly meta: string | null
  readonly testset_id: string
  readonly created_at: string
  readonly created_by_id: string
}

const visibleCopies = overChunks<readonly [projectId: string, writeNo: number], string, CopyRow>(
  lookupSizes,
  () => {
    const find = preparedList((db, projectId: string, writeNo: number, ...ids: readonly string[]) =>
      copyQuery(db, ids)
        .where('w.project_id', '=', projectId)
        .where((eb) => eb.or([eb('w.committed', '=', 1), eb('w.no', '=', writeNo)])),
    )
    return (db, fixed, ids) => find(db, ...fixed, ...ids)
  },
)

/** One testcase of all its copies: data and creation of the first, row metadata of the latest. */
function readTestcase(copies: readonly CopyRow[]): TestcaseRecord | undefined {
  let first: CopyRow | undefined
  let latest: CopyRow | undefined
  for (const copy of copies) {
    if (copy.data !== null && (first === undefined || copy.write_no < first.write_no)) first = copy
    if (latest === undefined || copy.write_no > latest.write_no) latest = copy
  }
  if (first === undefined || first.data === null || latest === undefined) return undefined
  return {
    id: first.id,
    testsetId: first.testset_id,
    dataText: first.data,
    flags: readObject(latest.flags),
    tags: readObject(latest.tags),
    meta: readObject(latest.meta),
    createdAt: first.created_at,
    createdById: first.created_by_id,
  }
}

function readTestcases(rows: readonly CopyRow[]): readonly TestcaseRecord[] {
  const byId = new Map<string, CopyRow[]>()
  for (const row of rows) {
    const copies = byId.get(row.id)
    if (copies === undefined) byId.set(row.id, [row])
    else copies.push(row)
  }
  return [...byId.values()].flatMap((copies) => readTestcase(copies) ?? [])
}

const pageTexts = overChunks<readonly [string], string, { readonly hash: string; readonly text: string }>(
  pageSizes,
  () => {
    const find = preparedList((db, projectId: string, ...hashes: readonly string[]) =>
      db
        .selectFrom('pages')
        .select(['hash', 'text'])
        .where('project_id', '=', projectId)
        .where('hash', 'in', hashes),
    )
    return (db, fixed, hashes) => find(db, ...fixed, ...hashes)
  },
)

const pagePrints = overChunks<
  readonly [string],
  string,
  { readonly hash: string; readonly prints: Uint8Array | null }
>(lookupSizes, () => {
  const find = preparedList((db, projectId: string, ...hashes: readonly string[]) =>
    db
      .selectFrom('pages')
      .select(['hash', 'prints'])
      .where('project_id', '=', projectId)
      .where('hash', 'in', hashes),
  )
  return (db, fixed, hashes) => find(db, ...fixed, ...hashes)
})

/** Any number of writes is visible to nobody: the number of a write that does not exist. */
const noWrite = -1

export function testsetReads(db: Kysely<Tables>): TestsetReads {
  return {
    async testcases(projectId, ids, { testsetId, writeNo } = {}) {
      const rows = await visibleCopies(db, [projectId, writeNo ?? noWrite], ids)
      const found = readTestcases(rows)
      return testsetId === undefined ? found : found.filter((each) => each.testsetId === testsetId)
    },

    async testcaseHistory(projectId, testsetId, { order, offset, limit }) {
      const direction = order === 'ascending' ? 'asc' : 'desc'
      // The number of the first write is the order of creation; of one write the id decides.
      let page = db
        .selectFrom('testcases as t')
        .innerJoin('testcase_writes as w', 'w.no', 't.write_no')
        .select((eb) => ['t.id', eb.fn.min('t.write_no').as('first')])
        .where('w.project_id', '=', projectId)
        .where('w.testset_id', '=', testsetId)
        .where('w.committed', '=', 1)
        .groupBy('t.id')
        .orderBy('first', direction)
        .orderBy('t.id', direction)
        // SQLite takes an offset only behind a limit.
        .limit(limit ?? Number.MAX_SAFE_INTEGER)
      if (offset > 0) page = page.offset(offset)
      const ids = (await page.execute()).map((row) => row.id)
      const found = new Map(
        readTestcases(await visibleCopies(db, [projectId, noWrite], ids)).map((each) => [each.id, each]),
      )
      return ids.flatMap((id) => found.get(id) ?? [])
    },

    pageTexts: (projectId, hashes) => pageTexts(db, [projectId], hashes),

    async pagePrints(projectId, hashes) {
      const rows = await pagePrints(db, [projectId], hashes)
      return rows.flatMap(({ hash, prints }) => (prints === null ? [] : [{ hash, prints }]))
    },
  }
}

const copyColumns = 6
const insertCopies = overChunks<readonly [number], TestcaseCopy, unknown>(insertSizes, () => {
  const insert = prepared((db, ...values: readonly unknown[]) =>
    db
      .insertInto('testcases')
      .values(
        Array.from({ length: values.length / copyColumns }, (_, i) => {
          const [id, writeNo, data, flags, tags, meta] = values.slice(i * copyColumns)
          return { id, write_no: writeNo, data, flags, tags, meta } as never
        }),
      )
      .onConflict((conflict) =>
        conflict.columns(['id', 'write_no']).doUpdateSet((eb) => ({
          flags: eb.ref('excluded.flags'),
          tags: eb.ref('excluded.tags'),
          meta: eb.ref('excluded.meta'),
        })),
      ),
  )
  return (db, [writeNo], copies) =>
    insert(
      db,
      ...copies.flatMap((copy) => [
        copy.id,
        writeNo,
        copy.dataText ?? null,
        writeObject(copy.flags),
        writeObject(copy.tags),
        writeObject(copy.meta),
      ]),
    )
})

const insertPage = prepared((db, projectId: string, hash: string, text: string, prints: Uint8Array | null) =>
  db
    .insertInto('pages')
    .values({ project_id: projectId, hash, text, prints })
    .onConflict((conflict) => conflict.doNothing()),
)

export function testsetWrites(db: Kysely<Tables>): TestsetWrites {
  return {
    async openTestcaseWrite(projectId, { testsetId, at, by }) {
      for (;;) {
        const { newest } = await db
          .selectFrom('testcase_writes')
          .select((eb) => eb.fn.max('no').as('newest'))
          .executeTakeFirstOrThrow()
        const no = (newest ?? 0) + 1
        // Another process may have taken the number meanwhile: then the next one is tried.
        const { numInsertedOrUpdatedRows } = await db
          .insertInto('testcase_writes')
          .values({
            no,
            project_id: projectId,
            testset_id: testsetId,
            created_at: at,
            created_by_id: by,
            committed: 0,
          })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst()
        if (numInsertedOrUpdatedRows === 1n) return no
      }
    },

    async insertTestcases(writeNo, copies) {
      await insertCopies(db, [writeNo], copies)
    },

    async insertPages(projectId, pages) {
      for (const { hash, text, prints } of pages) await insertPage(db, projectId, hash, text, prints ?? null)
    },

    async commitTestcaseWrite(writeNo) {
      const { numUpdatedRows } = await db
        .updateTable('testcase_writes')
        .set({ committed: 1 })
        .where('no', '=', writeNo)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    async dropTestcaseWrite(writeNo, rowsMax) {
      const write = await db
        .selectFrom('testcase_writes')
        .select('committed')
        .where('no', '=', writeNo)
        .executeTakeFirst()
      if (write === undefined || write.committed === 1) return true
      const { numDeletedRows } = await db
        .deleteFrom('testcases')
        .where('write_no', '=', writeNo)
        .where('id', 'in', (eb) =>
          eb.selectFrom('testcases').select('id').where('write_no', '=', writeNo).limit(rowsMax),
        )
        .executeTakeFirst()
      if (numDeletedRows === BigInt(rowsMax)) return false
      await db.deleteFrom('testcase_writes').where('no', '=', writeNo).execute()
      return true
    },

    async abandonedTestcaseWrites(openedBefore) {
      const rows = await db
        .selectFrom('testcase_writes')
        .select('no')
        .where('committed', '=', 0)
        .where('created_at', '<', openedBefore)
        .execute()
      return rows.map((row) => row.no)
    },
  }
}
