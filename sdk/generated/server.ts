// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { type CallOptions, type Core } from '../core/core.ts'

export interface HealthAnswer {
  readonly status: 'ok'
}

export interface ReadyAnswer {
  readonly status: 'ready'
}

export const server = (core: Core) => ({
  /** Whether the process answers. */
  health: (options?: CallOptions) =>
    core.json<HealthAnswer>('GET /health', { options }),
  /** Whether both stores can be read and written. */
  ready: (options?: CallOptions) =>
    core.json<ReadyAnswer>('GET /ready', { options }),
  /** Prometheus metrics. */
  metrics: (options?: CallOptions) =>
    core.file('GET /metrics', { options }),
})
