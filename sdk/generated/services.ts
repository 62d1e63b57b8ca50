// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { CheckServicesResponse, ServiceInspection, ServiceRequest, ServiceResponse } from './schemas.ts'

/** The body of `services.invoke`. */
export type InvokeServiceBody = ServiceRequest

/** The answer of `services.invoke`. */
export type InvokeServiceAnswer = ServiceResponse

/** The body of `services.inspect`. */
export type InspectServiceBody = ServiceRequest

/** The answer of `services.inspect`. */
export type InspectServiceAnswer = ServiceInspection

/** The body of `services.invokeRevision`. */
export type InvokeRevisionBody = ServiceRequest

/** The answer of `services.invokeRevision`. */
export type InvokeRevisionAnswer = ServiceResponse

/** The body of `services.inspectRevision`. */
export type InspectRevisionBody = ServiceRequest

/** The answer of `services.inspectRevision`. */
export type InspectRevisionAnswer = ServiceInspection

/** The answer of `services.health`. */
export type CheckServicesAnswer = CheckServicesResponse

/** The operations of `assay.services`. */
export const services = (core: Core) => ({
  /** Run a built-in once. The answer has the status of the run and the id of its trace. */
  invoke: (key: string, version: string, body?: InvokeServiceBody, options?: CallOptions) =>
    core.json<InvokeServiceAnswer>(`POST /api/services/${at(key)}/${at(version)}/invoke`, { body, options }),
  /** The same as a stream of events. Run a built-in once. The answer has the status of the run and the id of its trace. */
  invokeEvents: (key: string, version: string, body?: InvokeServiceBody, options?: CallOptions) =>
    core.events(`POST /api/services/${at(key)}/${at(version)}/invoke`, { body, options }),
  /** The inputs and outputs of a built-in, with the parameters that the request sends or references. */
  inspect: (key: string, version: string, body?: InspectServiceBody, options?: CallOptions) =>
    core.json<InspectServiceAnswer>(`POST /api/services/${at(key)}/${at(version)}/inspect`, { body, repeatable: true, options }),
  /** Run the built-in of a revision, selected by its uri. The request contains or references the revision. */
  invokeRevision: (body?: InvokeRevisionBody, options?: CallOptions) =>
    core.json<InvokeRevisionAnswer>('POST /api/services/invoke', { body, options }),
  /** The same as a stream of events. Run the built-in of a revision, selected by its uri. The request contains or references the revision. */
  invokeRevisionEvents: (body?: InvokeRevisionBody, options?: CallOptions) =>
    core.events('POST /api/services/invoke', { body, options }),
  /** The inputs and outputs of the revision that the request contains or references. */
  inspectRevision: (body?: InspectRevisionBody, options?: CallOptions) =>
    core.json<InspectRevisionAnswer>('POST /api/services/inspect', { body, repeatable: true, options }),
  /** Whether services are available. */
  health: (options?: CallOptions) =>
    core.json<CheckServicesAnswer>('GET /api/services/health', { options }),
})
