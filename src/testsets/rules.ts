// The payload rules of testsets for the versioning engine: rows and deltas become lists; lists are read as rows.
import { z } from 'zod'
import { invalid } from '../kernel/errors.ts'
import type { JsonObject } from '../kernel/json/value.ts'
import type { CommitContext, PayloadRules, PreparedPayload } from '../versioning/payload.ts'
import { optional, parseInSlices, uuid } from '../kernel/validation.ts'
import { applyDelta } from './delta/delta.ts'
import { incomingRows, readDelta, testcaseObject } from './delta/delta-schema.ts'
import { readRowBatches } from './pages/read.ts'
import { scanningRowIndex } from './pages/row-index.ts'
import type { ListRoot } from './pages/store.ts'
import { hasMetadata, type RowMetadata } from './rows.ts'
import { wireRows } from './reading/wire-rows.ts'
import { listOf, listReads, prepareList, type TestsetSettings } from './stored/stored-list.ts'
import { writeList, writeListOfIds } from './write.ts'

/** The full rows of a revision. */
export const testsetData = z.strictObject({
  testcase_ids: optional(z.array(uuid)),
  testcases: optional(z.array(testcaseObject)),
})

/** The row metadata of a list by testcase id; the first of several rows wins. */
async function metadataById(
  context: CommitContext,
  list: ListRoot,
): Promise<ReadonlyMap<string, RowMetadata>> {
  const byId = new Map<string, RowMetadata>()
  if (list.marks === 0) return byId
  for await (const rows of readRowBatches(listReads(context.reads, context.scope.projectId), {
    root: list,
  })) {
    for (const row of rows) if (hasMetadata(row) && !byId.has(row.testcaseId)) byId.set(row.testcaseId, row)
  }
  return byId
}

/** Prepares full rows: testcases, or ids of existing testcases, which keep their row metadata. */
async function prepare(
  settings: TestsetSettings,
  { context, data }: { readonly context: CommitContext; readonly data: JsonObject },
): Promise<PreparedPayload> {
  const { testcases, testcase_ids: ids } = await parseInSlices(testsetData, data, context.loc)
  if (testcases === undefined && ids === undefined && context.head?.dataText !== undefined) {
    // An empty object would remove every row; more likely the rows were omitted by mistake.
    throw invalid([{ type: 'missing', loc: [...context.loc, 'testcases'], msg: 'Field required.' }])
  }
  if (testcases !== undefined || ids === undefined) {
    const rows = await incomingRows(testcases ?? [], [...context.loc, 'testcases'])
    return prepareList(settings, {
      context,
      createList: (testset) => writeList(testset, rows),
      dependsOnStart: false,
    })
  }
  const start = listOf(context.start)
  const metadata = await metadataById(context, start)
  const loc = [...context.loc, 'testcase_ids']
  return prepareList(settings, {
    context,
    createList: (testset) => writeListOfIds(testset, { ids, loc, metadata }),
    dependsOnStart: start.marks !== 0,
  })
}

async function prepareDelta(
  settings: TestsetSettings,
  { context, delta: input }: { readonly context: CommitContext; readonly delta: JsonObject },
): Promise<PreparedPayload> {
  const delta = await readDelta(input, context.loc)
  return prepareList(settings, {
    context,
    createList: (testset) =>
      applyDelta(
        {
          ...testset,
          index: scanningRowIndex(testset.pages),
          progressListener: context.scope.progressListener,
        },
        { base: listOf(context.start), delta },
      ),
    dependsOnStart: true,
  })
}

export const testsetRules = (settings: TestsetSettings): PayloadRules => ({
  isRequired: true,
  emptyData: { testcases: [] },
  preparesEarly: true,
  deltaHeader: (start) => ({ message: 'Patched testset revision', description: start?.description }),
  prepare: (context, data) => prepare(settings, { context, data }),
  prepareDelta: (context, delta) => prepareDelta(settings, { context, delta }),
  flags: (flags) => flags,
  view: wireRows,
})
