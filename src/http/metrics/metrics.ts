// Prometheus metrics of this process. Events update counters and histograms; gauges are read from the stores
// and pools on each scrape (snapshot.ts). docs/metrics.md lists all of them, and a test compares it with a
// running server.
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { RunnerMetrics } from '../../evaluations/runner/parts.ts'
import type { IngestMetrics } from '../../tracing/ingest/metrics.ts'
import { createSnapshot, type MetricSources } from './snapshot.ts'

export interface ObservedRequest {
  readonly method: string
  readonly operation: string
  readonly status: number
  readonly ms: number
  /** A stream stays open as long as its client wants, so its duration is not measured. */
  readonly isStream: boolean
}

export interface Metrics extends RunnerMetrics, IngestMetrics {
  observe(request: ObservedRequest): void
  /** A request or stream ended with this error code. */
  onError(code: string): void
  /** A retention sweep succeeded. */
  onRetentionSucceeded(): void
  /** A scheduled backup failed. */
  onBackupFailed(): void
  /** Spans were last exported at this time, in milliseconds since 1970. */
  onSpanExportSucceeded(timeMs: number): void
  /** An export of spans failed. */
  onSpanExportFailed(): void
  /** Sets the sources of the gauges; without them the gauges have no values. */
  setSources(sources: MetricSources): void
  text(): Promise<{ readonly contentType: string; readonly body: string }>
}

/** In seconds, up to the longest time limit of a request. */
const requestBuckets = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300,
]
const lagBuckets = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800]
/** Projects with their own label; the rest share one, which bounds the number of series. */
const labelledProjectsMax = 100

/** The label of a project: its id, or `other` after the first hundred. */
function projectLabels(): (projectId: string) => string {
  const labelledNames = new Set<string>()
  return (projectId) => {
    if (labelledNames.has(projectId)) return projectId
    if (labelledNames.size >= labelledProjectsMax) return 'other'
    labelledNames.add(projectId)
    return projectId
  }
}

function requestMetrics(registers: Registry[]): Pick<Metrics, 'observe' | 'onError'> {
  const requests = new Counter({
    name: 'assay_http_requests_total',
    help: 'Requests answered, by operation and status.',
    labelNames: ['method', 'operation', 'status'],
    registers,
  })
  const seconds = new Histogram({
    name: 'assay_http_request_seconds',
    help: 'Time from the first byte of a request to the last of its answer, without event streams.',
    labelNames: ['operation'],
    buckets: requestBuckets,
    registers,
  })
  const errors = new Counter({
    name: 'assay_errors_total',
    help: 'Requests that ended with an error, by its code; budget_exceeded counts queries that took too long.',
    labelNames: ['code'],
    registers,
  })
  return {
    observe({ method, operation, status, ms, isStream }) {
      requests.inc({ method, operation, status: String(status) })
      if (!isStream) seconds.observe({ operation }, ms / 1000)
    },
    onError: (code) => errors.inc({ code }),
  }
}

type SpanMetrics = Pick<Metrics, 'countAccepted' | 'countStored' | 'countRejected' | 'observeVisibility'>

function spanMetrics(registers: Registry[]): SpanMetrics {
  const acceptedCounter = new Counter({
    name: 'assay_spans_accepted_total',
    help: 'Spans stored durably in the inbox.',
    labelNames: ['project'],
    registers,
  })
  const storedCounter = new Counter({
    name: 'assay_spans_stored_total',
    help: 'Spans that this process moved from the inbox to the trace store.',
    labelNames: ['project'],
    registers,
  })
  const rejectedCounter = new Counter({
    name: 'assay_spans_rejected_total',
    help: 'Rejected spans: unreadable on arrival, or not storable later.',
    labelNames: ['reason'],
    registers,
  })
  const lag = new Histogram({
    name: 'assay_span_visible_seconds',
    help: 'Time from the answer to an ingest request until its spans can be read.',
    buckets: lagBuckets,
    registers,
  })
  const projectLabel = projectLabels()
  return {
    countAccepted: (projectId, count) => acceptedCounter.inc({ project: projectLabel(projectId) }, count),
    countStored: (projectId, count) => storedCounter.inc({ project: projectLabel(projectId) }, count),
    countRejected: (reason, count) => rejectedCounter.inc({ reason }, count),
    observeVisibility: (seconds) => lag.observe(seconds),
  }
}

type EvaluationMetrics = Pick<Metrics, 'onCellStarted' | 'onCellEnded' | 'onLeasesTakenOver'>

function evaluationMetrics(registers: Registry[]): EvaluationMetrics {
  const cellsRunning = new Gauge({
    name: 'assay_evaluation_cells_running',
    help: 'Cells of evaluation runs that this process computes right now.',
    registers,
  })
  const cells = new Counter({
    name: 'assay_evaluation_cells_total',
    help: 'Cells of evaluation runs that this process computed, by outcome.',
    labelNames: ['outcome'],
    registers,
  })
  const leases = new Counter({
    name: 'assay_evaluation_leases_taken_over_total',
    help: 'Times that this process took over leases that another process had stopped renewing.',
    registers,
  })
  return {
    onCellStarted: () => cellsRunning.inc(),
    onCellEnded(outcome) {
      cellsRunning.dec()
      cells.inc({ outcome })
    },
    onLeasesTakenOver: () => leases.inc(),
  }
}

type CopyMetrics = Pick<Metrics, 'onBackupFailed' | 'onSpanExportSucceeded' | 'onSpanExportFailed'>

/** Metrics of scheduled backups and exports of spans. */
function copyMetrics(registers: Registry[]): CopyMetrics {
  const failedBackups = new Counter({
    name: 'assay_backup_failures_total',
    help: 'Scheduled backups that failed; each is tried again.',
    registers,
  })
  const exports = new Gauge({
    name: 'assay_span_export_last_success_timestamp_seconds',
    help: 'When spans were last exported as Parquet files, in seconds since 1970; 0: never.',
    registers,
  })
  const failedExports = new Counter({
    name: 'assay_span_export_failures_total',
    help: 'Exports of spans that failed; each is tried again.',
    registers,
  })
  return {
    onBackupFailed: () => failedBackups.inc(),
    onSpanExportSucceeded: (timeMs) => exports.set(timeMs / 1000),
    onSpanExportFailed: () => failedExports.inc(),
  }
}

export function createMetrics(version = ''): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'assay_build_info',
    help: 'Always 1; the labels name the version of Assay and of Node.',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version, node: process.versions.node }, 1)
  // The metrics appear in this order in a scrape.
  const requests = requestMetrics(registers)
  const spans = spanMetrics(registers)
  const evaluations = evaluationMetrics(registers)
  const retention = new Gauge({
    name: 'assay_retention_last_success_timestamp_seconds',
    help: 'When this process last removed old traces without an error, in seconds since 1970; 0 before the first success.',
    registers,
  })
  const snapshot = createSnapshot(registers)
  return {
    ...requests,
    ...spans,
    ...evaluations,
    onRetentionSucceeded: () => retention.setToCurrentTime(),
    ...copyMetrics(registers),
    setSources: snapshot.setSources,
    text: async () => {
      await snapshot.refresh()
      return { contentType: registry.contentType, body: await registry.metrics() }
    },
  }
}
