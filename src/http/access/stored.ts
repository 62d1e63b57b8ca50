// What is stored: how much of each kind a project has, and what the stores of this server take on their disks.
import { z } from 'zod'
import type { RelationalStore, SpanStore, StoreSize } from '../../storage/contract/contract.ts'
import { projectRoute, type Route } from '../route.ts'

const recordCount = z
  .object({
    family: z.enum(['workflow', 'testset', 'query', 'environment']),
    artifacts: z.int(),
    revisions: z.int(),
  })
  .meta({ id: 'RecordCount' })

const storeAnswer = z
  .object({ name: z.enum(['relational', 'trace']), form: z.string(), bytes: z.int() })
  .meta({ id: 'StoreSize' })

const projectCounts: Route = projectRoute({
  method: 'GET',
  path: '/projects/current/records',
  operationId: 'count_project_records',
  sdkName: 'projects.countRecords',
  summary: 'How many artifacts and revisions of each family this project has, archived ones included.',
  access: 'viewer',
  answer: z.object({ count: z.int(), records: z.array(recordCount) }),
  handle: async (_, { scope }) => {
    const records = await scope.store.read.recordCounts(scope.projectId)
    return { count: records.length, records }
  },
})

/** Sizes change slowly, and a cluster asks all of its machines. */
const sizesFreshMs = 60_000

/** One look at a time, and none while the last one is fresh. */
function rememberedSizes(ask: () => Promise<readonly StoreSize[]>): () => Promise<readonly StoreSize[]> {
  let asked: Promise<readonly StoreSize[]> | undefined
  let freshUntil = 0
  return () => {
    if (asked === undefined || performance.now() > freshUntil) {
      freshUntil = performance.now() + sizesFreshMs
      asked = ask()
      asked.catch(() => {
        asked = undefined
      })
    }
    return asked
  }
}

export interface StoredParts {
  readonly store: RelationalStore
  readonly spans: SpanStore
  readonly version: string
}

export function storedRoutes({ store, spans, version }: StoredParts): readonly Route[] {
  const sizes = rememberedSizes(() => Promise.all([store.size(), spans.size()]))
  return [
    projectCounts,
    projectRoute({
      method: 'GET',
      path: '/stores',
      operationId: 'describe_stores',
      sdkName: 'server.stores',
      summary: 'The version of this server, and what its stores are and take on their disks.',
      description: 'Of all projects together, by the account of the stores; at most a minute old.',
      access: 'admin',
      answer: z.object({ version: z.string(), stores: z.array(storeAnswer) }),
      handle: async () => {
        const [relational, trace] = await sizes()
        return {
          version,
          stores: [
            { name: 'relational', ...relational },
            { name: 'trace', ...trace },
          ],
        }
      },
    }),
  ]
}
