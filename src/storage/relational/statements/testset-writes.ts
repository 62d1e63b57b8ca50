// Writes testcases, their index and pages.
import { sql, type Kysely } from 'kysely'
import type { TestcaseCopy, TestsetWrites } from '../../contract/contract.ts'
import { prepareBulkInsert } from '../chunks.ts'
import { prepareStatement } from '../prepared.ts'
import { writeObject } from '../rows.ts'
import { firstNumberOf, placesPerWrite, type Capabilities, type Tables } from '../schema.ts'

/** 500 rows per statement: PostgreSQL handles fewer statements; SQLite gains nothing from more. */
const options = { sizes: [500, 50, 5, 1], ignoresConflicts: false }

const insertPlain = prepareBulkInsert('testcases', ['no', 'id', 'data'], options)
const insertWithMetadata = prepareBulkInsert(
  'testcases',
  ['no', 'id', 'data', 'flags', 'tags', 'meta'],
  options,
)
const insertEntries = prepareBulkInsert('testcase_index', ['id_start', 'no'], options)

const hasMetadata = ({ flags, tags, meta }: TestcaseCopy): boolean =>
  flags !== undefined || tags !== undefined || meta !== undefined

const insertPage = prepareStatement(
  (db, projectId: string, hash: string, text: string, fingerprints: Uint8Array | null) =>
    db
      .insertInto('pages')
      .values({ project_id: projectId, hash, text, prints: fingerprints })
      .onConflict((conflict) => conflict.doNothing()),
)

const writeStates = (
  db: Kysely<Tables>,
): Pick<TestsetWrites, 'openTestcaseWrite' | 'commitTestcaseWrite' | 'abandonedTestcaseWrites'> => ({
  async openTestcaseWrite(projectId, { testsetId, at, by }) {
    for (;;) {
      const { newest } = await db
        .selectFrom('testcase_writes')
        .select((eb) => eb.fn.max('no').as('newest'))
        .executeTakeFirstOrThrow()
      const no = (newest ?? 0) + 1
      // If another process uses the number first, the next one is tried.
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

  async commitTestcaseWrite(writeNo) {
    const { numUpdatedRows } = await db
      .updateTable('testcase_writes')
      .set({ committed: 1 })
      .where('no', '=', writeNo)
      .executeTakeFirst()
    return numUpdatedRows === 1n
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
})

const rowWrites = (
  db: Kysely<Tables>,
): Pick<TestsetWrites, 'insertTestcases' | 'indexTestcases' | 'insertPages'> => ({
  async insertTestcases(writeNo, copies) {
    // The next number belongs to the next write.
    if (copies.some(({ place }) => place >= placesPerWrite)) {
      throw new Error(`one write has ${placesPerWrite} testcases at most`)
    }
    const first = firstNumberOf(writeNo)
    const plainValues = ({ place, id, dataText }: TestcaseCopy) => [first + place, id, dataText ?? null]
    const plainCopies = copies.filter((copy) => !hasMetadata(copy))
    await insertPlain(db, plainCopies.map(plainValues))
    await insertWithMetadata(
      db,
      copies
        .filter(hasMetadata)
        .map((copy) => [
          ...plainValues(copy),
          writeObject(copy.flags),
          writeObject(copy.tags),
          writeObject(copy.meta),
        ]),
    )
  },

  async indexTestcases(writeNo, entries) {
    const first = firstNumberOf(writeNo)
    await insertEntries(
      db,
      entries.map(({ idStart, place }) => [idStart, first + place]),
    )
  },

  async insertPages(projectId, pages) {
    for (const { hash, text, fingerprints } of pages)
      await insertPage(db, projectId, hash, text, fingerprints ?? null)
  },
})

const cleanupWrites = (
  db: Kysely<Tables>,
  { analyzeCommand }: Capabilities,
): Pick<TestsetWrites, 'dropTestcaseWrite' | 'refreshTestcaseStatistics'> => ({
  async dropTestcaseWrite(writeNo, rowsMax) {
    const write = await db
      .selectFrom('testcase_writes')
      .select('committed')
      .where('no', '=', writeNo)
      .executeTakeFirst()
    if (write === undefined || write.committed === 1) return true
    const chunk = db
      .selectFrom('testcases')
      .where('no', '>=', firstNumberOf(writeNo))
      .where('no', '<', firstNumberOf(writeNo + 1))
      .orderBy('no')
      .limit(rowsMax)
    await db
      .deleteFrom('testcase_index')
      .where((eb) =>
        eb(
          eb.refTuple('id_start', 'no'),
          'in',
          chunk.select([sql<string>`substr(id, 1, 8)`.as('id_start'), 'no']).$asTuple('id_start', 'no'),
        ),
      )
      .execute()
    const { numDeletedRows } = await db
      .deleteFrom('testcases')
      .where('no', 'in', chunk.select('no'))
      .executeTakeFirst()
    if (numDeletedRows === BigInt(rowsMax)) return false
    await db.deleteFrom('testcase_writes').where('no', '=', writeNo).execute()
    return true
  },

  async refreshTestcaseStatistics() {
    if (analyzeCommand !== undefined)
      await sql.raw(`${analyzeCommand} testcases (no), testcase_index (id_start, no)`).execute(db)
  },
})

export const testsetWrites = (db: Kysely<Tables>, capabilities: Capabilities): TestsetWrites => ({
  ...writeStates(db),
  ...rowWrites(db),
  ...cleanupWrites(db, capabilities),
})
