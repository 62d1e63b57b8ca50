// Appending rows of another testset to a testset, as one new revision.
import { AssayError } from '../kernel/errors.ts'
import type { Scope } from '../access/scope.ts'
import type { Revision } from '../storage/contract/contract.ts'
import { commitPrepared } from '../versioning/commit.ts'
import type { Engine } from '../versioning/engine.ts'
import { kinds } from '../versioning/kinds.ts'
import type { CommitContext } from '../versioning/payload.ts'
import { editList } from './pages/edit.ts'
import { readRowBatches } from './pages/read.ts'
import { scanningRowIndex } from './pages/row-index.ts'
import type { ListRoot } from './pages/store.ts'
import { rowMetadata, type Row } from './rows.ts'
import { settle } from './settle.ts'
import { loadTestcases } from './kept/staging.ts'
import { listOf, preparedList, type TestsetSettings } from './kept/stored-list.ts'
import { checkListSize, saveTestcases, type TestsetContext } from './write.ts'

export interface TransferInput {
  readonly targetId: string
  readonly source: Revision
  /** Only the rows of these testcases; absent: all. */
  readonly testcaseIds: readonly string[] | undefined
  /** Leaves out rows whose dedup id the target has. */
  readonly skipExisting: boolean
  readonly message: string | undefined
}

export interface Transferred {
  readonly transferred: number
  readonly skipped: number
}

class NothingToAdd extends Error {}

/** The rows to take, in their order, page by page. */
async function* rowsToTake(
  testset: TestsetContext,
  { list, ids }: { readonly list: ListRoot; readonly ids: readonly string[] | undefined },
): AsyncGenerator<readonly Row[]> {
  if (ids === undefined) return yield* readRowBatches(testset.pages, { root: list })
  const found = await scanningRowIndex(testset.pages).find(list, { ids, dedupIds: [] })
  const known = new Set(found.map(({ row }) => row.testcaseId))
  const faults = ids.flatMap((id, i) =>
    known.has(id)
      ? []
      : [
          {
            type: 'value_error' as const,
            loc: ['body', 'testcase_ids', i],
            msg: `The source has no row ${id}.`,
            input: id,
          },
        ],
  )
  if (faults.length > 0) throw new AssayError('rows_unknown', faults)
  yield found.map(({ row }) => row)
}

class Transfer {
  transferred = 0
  skipped = 0
  private readonly testset: TestsetContext
  private readonly context: CommitContext
  private readonly input: TransferInput
  private readonly target: ListRoot

  constructor(
    testset: TestsetContext,
    { context, input }: { readonly context: CommitContext; readonly input: TransferInput },
  ) {
    this.testset = testset
    this.context = context
    this.input = input
    this.target = listOf(context.start)
  }

  async run(): Promise<ListRoot> {
    let list = this.target
    for await (const batch of rowsToTake(this.testset, {
      list: listOf(this.input.source),
      ids: this.input.testcaseIds,
    })) {
      const rows = await this.withoutExisting(batch)
      this.skipped += batch.length - rows.length
      this.transferred += rows.length
      const size = { rows: this.target.rows + this.transferred, columns: list.columns.length }
      checkListSize(size, { limits: this.testset.limits })
      list = await editList(this.testset.pages, {
        root: list,
        splices: [{ at: list.rows, remove: 0, insert: await this.settled(rows) }],
      })
    }
    checkListSize({ rows: list.rows, columns: list.columns.length }, { limits: this.testset.limits })
    return list
  }

  private async withoutExisting(batch: readonly Row[]): Promise<readonly Row[]> {
    if (!this.input.skipExisting) return batch
    const dedupIds = [...new Set(batch.map((row) => row.dedupId))]
    const found = await scanningRowIndex(this.testset.pages).find(this.target, { ids: [], dedupIds })
    const existing = new Set(found.map(({ row }) => row.dedupId))
    return batch.filter((row) => !existing.has(row.dedupId))
  }

  /** The rows as rows of the target: same content, dedup id and metadata; the id follows from the testset. */
  private async settled(rows: readonly Row[]): Promise<readonly Row[]> {
    const { reads, scope } = this.context
    const ids = [...new Set(rows.map((row) => row.testcaseId))]
    const stored = await loadTestcases({ reads, projectId: scope.projectId }, ids)
    const settled = rows.map((row) => {
      const data = stored.get(row.testcaseId)?.data ?? {}
      return settle({ data, dedupId: row.dedupId, ...rowMetadata(row) }, this.testset.scope)
    })
    return saveTestcases(this.testset.testcases, settled)
  }
}

/** Nothing to add makes no revision. */
export async function transferRows(
  engine: Engine,
  input: TransferInput & { readonly settings: TestsetSettings; readonly scope: Scope },
): Promise<Transferred> {
  let done: Transferred = { transferred: 0, skipped: 0 }
  const commitInput = { artifactId: input.targetId, header: {}, message: input.message }
  try {
    await commitPrepared({ engine, scope: input.scope, kind: kinds.testset }, commitInput, (context) =>
      preparedList(input.settings, {
        context,
        make: async (testset) => {
          const transfer = new Transfer(testset, { context, input })
          const list = await transfer.run()
          done = { transferred: transfer.transferred, skipped: transfer.skipped }
          if (transfer.transferred === 0) throw new NothingToAdd()
          return list
        },
        dependsOnStart: true,
      }),
    )
  } catch (error) {
    if (!(error instanceof NothingToAdd)) throw error
  }
  return done
}
