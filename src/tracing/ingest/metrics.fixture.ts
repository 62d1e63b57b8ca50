import type { IngestMetrics } from './metrics.ts'

/** For tests and benchmarks that count nothing. */
export const noIngestMetrics: IngestMetrics = {
  spansAccepted: () => undefined,
  spansStored: () => undefined,
  spansRejected: () => undefined,
  spansVisible: () => undefined,
}
