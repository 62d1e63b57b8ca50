// A testset that cannot be written, for dry runs and downloads.
import type { RelationalReads } from '../../storage/contract/contract.ts'
import { loadTestcases } from './staging.ts'
import { listReads, type TestsetSettings } from './stored-list.ts'
import type { TestsetContext } from '../write.ts'

export function readOnlyTestset(
  settings: TestsetSettings,
  source: { readonly reads: RelationalReads; readonly projectId: string; readonly testsetId: string },
): TestsetContext {
  const { reads, projectId, testsetId } = source
  return {
    scope: { testsetId, salt: settings.salt },
    pages: listReads(reads, projectId),
    testcases: {
      load: (ids) => loadTestcases(source, ids),
      existingIds: async (ids) =>
        new Set((await reads.testcases(projectId, ids, { testsetId })).map(({ id }) => id)),
      save: async () => {
        throw new Error('a read-only testset cannot be written')
      },
    },
    limits: settings.limits,
  }
}
