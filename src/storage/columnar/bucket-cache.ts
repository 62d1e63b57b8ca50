// Caches buckets of analytics in memory. A bucket is reused while the spans that it counts are unchanged, which their
// number and a checksum of their ids and versions show (docs/adr/092-cache-buckets-of-analytics.md).
import type { AnalyticsBucket, MeasureTotals } from '../contract/contract.ts'

export interface CachedBucket {
  /** The number of counted spans and the checksum of their ids and versions. */
  readonly fingerprint: string
  readonly totals: Omit<AnalyticsBucket, 'bucket'>
}

/** Buckets by their window. */
export type CachedBuckets = ReadonlyMap<string, CachedBucket>

export interface BucketCache {
  readonly get: (statement: string) => CachedBuckets | undefined
  /** Replaces the buckets of a statement. */
  readonly set: (statement: string, buckets: CachedBuckets) => void
}

/** About the memory of 10,000 buckets with five distributions of 60 bins. */
const bytesMax = 64 * 1024 * 1024
const numberBytes = 8
const objectBytes = 64

const measureBytes = ({ quantiles, bins, frequencies }: MeasureTotals): number =>
  objectBytes +
  quantiles.length * numberBytes +
  bins.length * objectBytes +
  frequencies.reduce((sum, [text]) => sum + objectBytes + text.length, 0)

const bucketBytes = ({ totals }: CachedBucket): number =>
  totals.measures.reduce((sum, measure) => sum + measureBytes(measure), 2 * objectBytes)

interface Entry {
  readonly buckets: CachedBuckets
  readonly bytes: number
}

export function createBucketCache(): BucketCache {
  // In the order of their last use.
  const entries = new Map<string, Entry>()
  let bytes = 0

  function remove(statement: string): Entry | undefined {
    const entry = entries.get(statement)
    if (entry === undefined) return undefined
    entries.delete(statement)
    bytes -= entry.bytes
    return entry
  }

  function add(statement: string, entry: Entry): void {
    entries.set(statement, entry)
    bytes += entry.bytes
  }

  return {
    get(statement) {
      const entry = remove(statement)
      if (entry !== undefined) add(statement, entry)
      return entry?.buckets
    },
    set(statement, buckets) {
      remove(statement)
      const size = [...buckets.values()].reduce((sum, bucket) => sum + bucketBytes(bucket), statement.length)
      if (size > bytesMax) return
      add(statement, { buckets, bytes: size })
      for (const oldest of entries.keys()) {
        if (bytes <= bytesMax) return
        remove(oldest)
      }
    },
  }
}
