// Removal of the rows of erased traces while people commit.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backends } from '../../../test/support/api.ts'
import { realEngine } from '../../../test/support/engine.ts'
import { openExecution, type ExecutionStores } from '../../../test/support/execution.ts'
import { AssayError } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json/value.ts'
import type { RelationalStore, Revision } from '../../storage/contract/contract.ts'
import { commit } from '../../versioning/commit.ts'
import { listOf } from '../../testsets/stored/stored-list.ts'
import { kinds } from '../../versioning/kinds.ts'
import { copiedRows } from './rows-of-traces.ts'

const row = (name: string, meta?: JsonObject): JsonObject => ({
  data: { name, ...(meta === undefined ? {} : { __meta__: meta }) },
})
const copiedRow = (traceId: string): JsonObject => row('copied', { span: { trace_id: traceId } })

describe.each(backends)('on %s', (backend) => {
  let stores: ExecutionStores
  beforeAll(async () => {
    stores = await openExecution(backend)
  })
  afterAll(() => stores.close())

  /** Erases with a store that calls `meanwhile` once, after the head was read. */
  function erase(traceId: string, meanwhile: (head: Revision) => Promise<unknown>) {
    let isFirst = true
    const headOfVariant: RelationalStore['read']['headOfVariant'] = async (...args) => {
      const head = await stores.store.read.headOfVariant(...args)
      if (isFirst && head !== undefined) {
        isFirst = false
        await meanwhile(head)
      }
      return head
    }
    const store = { ...stores.store, read: { ...stores.store.read, headOfVariant } }
    const request = { traceIds: [traceId], isRemoving: true }
    return copiedRows({ store, engine: realEngine() }).account(stores.scope, request)
  }
  const rowsOf = async (revisionId: string): Promise<number> =>
    listOf((await stores.store.read.revisions(stores.scope.projectId, [revisionId]))[0]).rows

  test('a commit during the removal repeats it on the new head', async () => {
    const traceId = 'a'.repeat(32)
    const rows = [copiedRow(traceId), row('other')]
    const { id } = await stores.revision('testset', { testcases: rows })
    const addRow = (head: Revision) =>
      commit(
        { engine: realEngine(), scope: stores.scope, kind: kinds.testset },
        {
          variantId: head.variant.id,
          header: {},
          data: { testcases: [...rows, row('third')] },
          loc: [],
        },
      )
    const [copies] = await erase(traceId, addRow)
    expect(copies?.revisionIds).toContain(id)
    const [cleanId = ''] = copies?.cleanRevisionIds ?? []
    expect(await rowsOf(cleanId)).toBe(2)
  })

  test('a refusal of the removal is not hidden', async () => {
    const traceId = 'b'.repeat(32)
    await stores.revision('testset', { testcases: [copiedRow(traceId)] })
    const refuse = async () => {
      throw new AssayError('too_many_requests', 'The cap on testcases is reached.')
    }
    const store = { ...stores.store, write: refuse }
    const request = { traceIds: [traceId], isRemoving: true }
    await expect(
      copiedRows({ store, engine: realEngine() }).account(stores.scope, request),
    ).rejects.toMatchObject({ code: 'too_many_requests' })
  })
})
