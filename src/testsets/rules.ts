// Payload rules of testsets: rows are stored and returned plainly.
import { asStored, storedData, type PayloadRules } from '../versioning/payload.ts'

export const testsetRules: PayloadRules = {
  required: true,
  emptyData: { testcases: [] },
  prepare: async (context, data) => asStored(data, context.flags),
  prepareDelta: undefined,
  flags: (sent) => sent,
  shown: async (revision) => storedData(revision),
}
