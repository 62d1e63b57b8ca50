// Inbox entries for tests.
import type { BatchEntry } from './rows/batch.ts'

/** An entry of span records. */
export const recordsEntry = (
  address: Pick<BatchEntry, 'id' | 'projectId'>,
  records: readonly object[],
): BatchEntry => ({
  ...address,
  actorId: address.projectId,
  receivedAt: '2026-11-15T09:00:00.000000Z',
  form: 'records',
  payload: Buffer.from(JSON.stringify(records)),
})
