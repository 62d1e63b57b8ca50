// A testset as it is looked at without writing: what dry runs and downloads work with.
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
      known: async (ids) =>
        new Set((await reads.testcases(projectId, ids, { testsetId })).map(({ id }) => id)),
      save: async () => {
        throw new Error('nothing is stored while a testset is only looked at')
      },
    },
    limits: settings.limits,
  }
}
