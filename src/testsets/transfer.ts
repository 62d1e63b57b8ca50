// Appends rows of another testset to a testset, as one new revision.
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
import { assignIds } from './assign-ids.ts'
import { loadTestcases } from './stored/staging.ts'
import { listOf, prepareList, type TestsetSettings } from './stored/stored-list.ts'
import { checkListSize, saveTestcases, type TestsetContext } from './write.ts'

export interface TransferInput {
  readonly targetId: string
  readonly source: Revision
  /** Only rows of these testcases; absent: all rows. */
  readonly testcaseIds: readonly string[] | undefined
  /** Skips rows whose dedup id the target already has. */
  readonly skipExisting: boolean
  readonly message: string | undefined
}

export interface TransferCounts {
  readonly transferred: number
  readonly skipped: number
}

class NothingToAdd extends Error {}

/** The rows to transfer, in order, page by page. */
async function* sourceRows(
  testset: TestsetContext,
  { list, ids }: { readonly list: ListRoot; readonly ids: readonly string[] | undefined },
): AsyncGenerator<readonly Row[]> {
  if (ids === undefined) return yield* readRowBatches(testset.pages, { root: list })
  const matches = await scanningRowIndex(testset.pages).find(list, { ids: new Set(ids) })
  const existingIds = new Set(matches.map(({ row }) => row.testcaseId))
  const fieldErrors = ids.flatMap((id, i) =>
    existingIds.has(id)
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
  if (fieldErrors.length > 0) throw new AssayError('rows_unknown', fieldErrors)
  yield matches.map(({ row }) => row)
}

class Transfer {
  transferredCount = 0
  skippedCount = 0
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
    for await (const batch of sourceRows(this.testset, {
      list: listOf(this.input.source),
      ids: this.input.testcaseIds,
    })) {
      const rows = await this.withoutExisting(batch)
      this.skippedCount += batch.length - rows.length
      this.transferredCount += rows.length
      const size = { rows: this.target.rows + this.transferredCount, columns: list.columns.length }
      checkListSize(size, { limits: this.testset.limits })
      list = await editList(this.testset.pages, {
        root: list,
        splices: [{ at: list.rows, remove: 0, insert: await this.rowsOfTarget(rows) }],
      })
    }
    checkListSize({ rows: list.rows, columns: list.columns.length }, { limits: this.testset.limits })
    return list
  }

  private async withoutExisting(batch: readonly Row[]): Promise<readonly Row[]> {
    if (!this.input.skipExisting) return batch
    const dedupIds = new Set(batch.map((row) => row.dedupId))
    const matches = await scanningRowIndex(this.testset.pages).find(this.target, { dedupIds })
    const existingDedupIds = new Set(matches.map(({ row }) => row.dedupId))
    return batch.filter((row) => !existingDedupIds.has(row.dedupId))
  }

  /** The rows with ids of the target testset; content, dedup id and metadata stay. */
  private async rowsOfTarget(rows: readonly Row[]): Promise<readonly Row[]> {
    const { reads, scope } = this.context
    const ids = [...new Set(rows.map((row) => row.testcaseId))]
    const storedTestcases = await loadTestcases({ reads, projectId: scope.projectId }, ids)
    const rowsOfTarget = rows.map((row) => {
      const data = storedTestcases.get(row.testcaseId)?.data ?? {}
      return assignIds({ data, dedupId: row.dedupId, ...rowMetadata(row) }, { scope: this.testset.scope })
    })
    return saveTestcases(this.testset.testcases, rowsOfTarget)
  }
}

/** Transfers rows. Creates no revision when there is nothing to add. */
export async function transferRows(
  engine: Engine,
  input: TransferInput & { readonly settings: TestsetSettings; readonly scope: Scope },
): Promise<TransferCounts> {
  let counts: TransferCounts = { transferred: 0, skipped: 0 }
  const commitInput = { artifactId: input.targetId, header: {}, message: input.message }
  try {
    await commitPrepared(
      { engine, scope: input.scope, kind: kinds.testset },
      {
        input: commitInput,
        prepare: (context) =>
          prepareList(input.settings, {
            context,
            createList: async (testset) => {
              const transfer = new Transfer(testset, { context, input })
              const list = await transfer.run()
              counts = { transferred: transfer.transferredCount, skipped: transfer.skippedCount }
              if (transfer.transferredCount === 0) throw new NothingToAdd()
              return list
            },
            dependsOnStart: true,
          }),
      },
    )
  } catch (error) {
    if (!(error instanceof NothingToAdd)) throw error
  }
  return counts
}
