import type { IngestMetrics } from './metrics.ts'

/** For tests and benchmarks that count nothing. */
export const noIngestMetrics: IngestMetrics = {
  countAccepted: () => undefined,
  countStored: () => undefined,
  countRejected: () => undefined,
  observeVisibility: () => undefined,
}
