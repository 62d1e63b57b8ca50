// Walks the testcases of a testset in order of creation: the committed writes by number, and the testcases of each
// by position. The cost of a page follows its length and the repeated copies that it passes.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { HistoryWindow } from '../../contract/contract.ts'
import { firstNumberOf, placesPerWrite, type LongNumber, type Tables } from '../schema.ts'

const writesPerRead = 100
const copiesPerRead = 200

export interface CopyKey {
  readonly no: LongNumber
  readonly id: string
}

interface Walk extends Pick<HistoryWindow, 'order' | 'after'> {
  readonly projectId: string
  readonly testsetId: string
}

const sqlOrder = ({ order }: Walk) =>
  order === 'ascending'
    ? ({ direction: 'asc', past: '>', from: '>=' } as const)
    : ({ direction: 'desc', past: '<', from: '<=' } as const)

/** The numbers of the committed writes, starting with the write of `after`. */
async function* writeNumbers(db: Kysely<Tables>, walk: Walk): AsyncGenerator<number> {
  const { direction, past, from } = sqlOrder(walk)
  let query = db
    .selectFrom('testcase_writes')
    .select('no')
    .where('testset_id', '=', walk.testsetId)
    .where('project_id', '=', walk.projectId)
    .where('committed', '=', 1)
    .orderBy('no', direction)
    .limit(writesPerRead)
  const start = walk.after && Math.floor(walk.after / placesPerWrite)
  let rows = await (start === undefined ? query : query.where('no', from, start)).execute()
  for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
    for (const { no } of rows) yield no
    rows = await query.where('no', past, last.no).execute()
  }
}

async function* copyKeys(db: Kysely<Tables>, walk: Walk): AsyncGenerator<CopyKey> {
  const { direction, past } = sqlOrder(walk)
  for await (const writeNo of writeNumbers(db, walk)) {
    const query = db
      .selectFrom('testcases')
      .select(['no', 'id'])
      .where('no', '>=', firstNumberOf(writeNo))
      .where('no', '<', firstNumberOf(writeNo + 1))
      .orderBy('no', direction)
      .limit(copiesPerRead)
    let rows = await (walk.after === undefined ? query : query.where('no', past, walk.after)).execute()
    for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
      yield* rows
      rows = rows.length < copiesPerRead ? [] : await query.where('no', past, Number(last.no)).execute()
    }
  }
}

/** The copies of a testset after `after`, in batches of `size`. Other requests are served between two batches. */
export async function* copyBatches(
  db: Kysely<Tables>,
  { size, ...walk }: Walk & { readonly size: number },
): AsyncGenerator<readonly CopyKey[]> {
  let batch: CopyKey[] = []
  for await (const key of copyKeys(db, walk)) {
    batch.push(key)
    if (batch.length < size) continue
    yield batch
    batch = []
    await nextTurn()
  }
  if (batch.length > 0) yield batch
}
