// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { type CallOptions, type Core } from '../core/core.ts'
import type { DescribeStoresResponse, HealthResponse, ReadyResponse } from './schemas.ts'

/** The answer of `server.health`. */
export type HealthAnswer = HealthResponse

/** The answer of `server.ready`. */
export type ReadyAnswer = ReadyResponse

/** The answer of `server.stores`. */
export type DescribeStoresAnswer = DescribeStoresResponse

/** The operations of `assay.server`. */
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
  /** The version of this server, the type and disk usage of its stores, and their last backup. */
  stores: (options?: CallOptions) =>
    core.json<DescribeStoresAnswer>('GET /api/stores', { options }),
})
