// Prometheus metrics of this process.
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { RunnerMetrics } from '../../evaluations/runner/parts.ts'

export interface Metrics extends RunnerMetrics {
  observe(method: string, operation: string, status: number, ms: number): void
  text(): Promise<{ readonly contentType: string; readonly body: string }>
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'assay_http_requests_total',
    help: 'Requests answered, by operation and status.',
    labelNames: ['method', 'operation', 'status'],
    registers: [registry],
  })
  const seconds = new Histogram({
    name: 'assay_http_request_seconds',
    help: 'Time from the first byte of a request to the last of its answer.',
    labelNames: ['operation'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  const running = new Gauge({
    name: 'assay_evaluation_cells_running',
    help: 'Cells of evaluation runs that this process computes right now.',
    registers: [registry],
  })
  const cells = new Counter({
    name: 'assay_evaluation_cells_total',
    help: 'Cells of evaluation runs that this process computed, by how they ended.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  return {
    cellBegan: () => running.inc(),
    cellEnded(outcome) {
      running.dec()
      cells.inc({ outcome })
    },
    observe(method, operation, status, ms) {
      requests.inc({ method, operation, status: String(status) })
      seconds.observe({ operation }, ms / 1000)
    },
    text: async () => ({ contentType: registry.contentType, body: await registry.metrics() }),
  }
}
