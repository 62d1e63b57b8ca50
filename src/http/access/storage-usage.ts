// Storage usage: the number of records of a project, the disk usage of the stores, and their last backup.
import { withExample } from '../examples.ts'
import { z } from 'zod'
import type { BackupState } from '../../backup/last-backup.ts'
import type { RelationalStore, SpanStore, StoreSize } from '../../storage/contract/contract.ts'
import { projectRoute, type Route } from '../route.ts'

const recordCount = withExample(
  z
    .object({
      family: z.enum(['workflow', 'testset', 'query', 'environment']),
      artifacts: z.int(),
      revisions: z.int(),
    })
    .meta({ id: 'RecordCount' }),
  { family: 'environment', artifacts: 3, revisions: 3 },
)

const storeAnswer = z
  .object({ name: z.enum(['relational', 'trace']), form: z.string(), bytes: z.int() })
  .meta({ id: 'StoreSize' })

const backupAnswer = z
  .object({
    last: z
      .object({
        point: z.string().describe('The backup contains everything acknowledged before this time.'),
        bytes: z.int().describe('The size of its files before compression.'),
      })
      .meta({ id: 'LastBackup', description: 'A successful backup.' })
      .optional()
      .describe('The last successful backup; absent if there is none.'),
    every_hours: z.number().optional().describe('The interval of the schedule; absent if there is none.'),
    is_late: z
      .boolean()
      .describe('Whether the last backup is older than twice the interval of the schedule.'),
  })
  .meta({ id: 'BackupState', description: 'The last backup, and whether the schedule is met.' })

const backupOf = ({ last, everyHours, isLate }: BackupState): z.output<typeof backupAnswer> => ({
  ...(last === undefined ? {} : { last: { point: last.point, bytes: last.bytes } }),
  ...(everyHours === undefined ? {} : { every_hours: everyHours }),
  is_late: isLate,
})

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

/** For how long sizes are cached: they change slowly, and in a cluster the query runs on every machine. */
const sizesTtlMs = 60_000

type Sizes = readonly [relational: StoreSize, trace: StoreSize]

/** Caches the sizes; runs one query at a time. */
function cachedSizes(query: () => Promise<Sizes>): () => Promise<Sizes> {
  let pendingSizes: Promise<Sizes> | undefined
  let validUntil = 0
  return () => {
    if (pendingSizes === undefined || performance.now() > validUntil) {
      validUntil = performance.now() + sizesTtlMs
      pendingSizes = query()
      pendingSizes.catch(() => {
        pendingSizes = undefined
      })
    }
    return pendingSizes
  }
}

export interface StorageUsageParts {
  readonly store: RelationalStore
  readonly spans: SpanStore
  readonly backups: () => Promise<BackupState>
  readonly version: string
}

export function storageUsageRoutes({ store, spans, backups, version }: StorageUsageParts): readonly Route[] {
  const sizes = cachedSizes(() => Promise.all([store.size(), spans.size()]))
  return [
    projectCounts,
    projectRoute({
      method: 'GET',
      path: '/stores',
      operationId: 'describe_stores',
      examples: {
        answer: {
          version: '0.1.0',
          stores: [
            { name: 'relational', form: 'SQLite', bytes: 1278736 },
            { name: 'trace', form: 'chDB', bytes: 48213 },
          ],
          backup: {
            last: { point: '2026-03-02T02:00:00.118204Z', bytes: 1326949 },
            every_hours: 24,
            is_late: false,
          },
        },
      },
      sdkName: 'server.stores',
      summary: 'The version of this server, the type and disk usage of its stores, and their last backup.',
      description: 'Sizes include all projects and are at most a minute old.',
      access: 'admin',
      answer: z.object({ version: z.string(), stores: z.array(storeAnswer), backup: backupAnswer }),
      handle: async () => {
        const [relational, trace] = await sizes()
        return {
          version,
          stores: [
            { name: 'relational' as const, ...relational },
            { name: 'trace' as const, ...trace },
          ],
          backup: backupOf(await backups()),
        }
      },
    }),
  ]
}
