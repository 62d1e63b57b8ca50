// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { InspectServiceResponse, ServiceRequest, ServiceResponse } from './schemas.ts'

export type InvokeServiceBody = ServiceRequest

export type InvokeServiceAnswer = ServiceResponse

export type InspectServiceBody = ServiceRequest

export type InspectServiceAnswer = InspectServiceResponse

export const services = (core: Core) => ({
  /** Run a built-in once. The status is that of the run, and the trace of the call is named. */
  invoke: (key: string, version: string, body?: InvokeServiceBody, options?: CallOptions) =>
    core.json<InvokeServiceAnswer>(`POST /api/services/${at(key)}/${at(version)}/invoke`, { body, options }),
  /** What a built-in takes and gives. */
  inspect: (key: string, version: string, body?: InspectServiceBody, options?: CallOptions) =>
    core.json<InspectServiceAnswer>(`POST /api/services/${at(key)}/${at(version)}/inspect`, { body, repeatable: true, options }),
})
