// The health check of the store: writes its own row, reads with a slot like any project, and reports the
// size of the store.
import type { ClickHouseClient } from '@clickhouse/client'
import type { Placement } from './placement.ts'
import type { Reader } from './reader.ts'
import { convertFailures } from './span-store.ts'
import { selectRows } from './transfer.ts'

/** No project has this id, so the check has its own share of the slots. */
const unusedProjectId = '00000000-0000-0000-0000-000000000000'

export async function checkSpanStore(
  { control, reader }: { readonly control: ClickHouseClient; readonly reader: Reader },
  { local }: Placement,
): Promise<void> {
  const writePromise = convertFailures(
    control.command({
      query: `INSERT INTO ${local('checks')} SELECT 1, now64(3)`,
      // This machine is checked, not its replicas.
      clickhouse_settings: { insert_quorum: '0' },
    }),
  )
  const readPromise = reader.within({ projectId: unusedProjectId })(
    'SELECT count() AS spans FROM spans WHERE project_id = {project:UUID}',
    {},
  )
  await Promise.all([writePromise, readPromise])
}

/** Merged parts use disk space until they are removed. */
export async function bytesOnDisk(control: ClickHouseClient, { everywhere }: Placement): Promise<number> {
  const [row] = await convertFailures(
    selectRows<{ readonly bytes: string }>(
      control,
      `SELECT toString(sum(bytes_on_disk)) AS bytes FROM ${everywhere('system.parts')}
       WHERE database = currentDatabase()`,
    ),
  )
  return Number(row?.bytes ?? 0)
}
