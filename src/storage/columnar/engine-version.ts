// Checks the version of the engine: the schema needs text indexes and cleanup merges.
import type { ClickHouseClient } from '@clickhouse/client'
import { StoreError } from '../contract/contract.ts'

export const engineVersionMin = '26.3'

const numbersOf = (version: string): readonly number[] => version.split('.').map(Number)

function isOlder(version: string, minimum: string): boolean {
  const [major = 0, minor = 0] = numbersOf(version)
  const [leastMajor = 0, leastMinor = 0] = numbersOf(minimum)
  return major < leastMajor || (major === leastMajor && minor < leastMinor)
}

/** Throws when the engine is too old. */
export async function requireEngineVersion(client: ClickHouseClient): Promise<void> {
  const result = await client.query({ query: 'SELECT version() AS version', format: 'JSONEachRow' })
  const [row] = await result.json<{ readonly version: string }>()
  const version = row?.version ?? ''
  if (!isOlder(version, engineVersionMin)) return
  throw new StoreError(`ClickHouse ${version} is too old: Assay needs ${engineVersionMin} or newer.`)
}
