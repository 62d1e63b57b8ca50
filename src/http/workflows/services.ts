// src/http/workflows: routes that run and inspect programs, and the catalog of built-ins.
// legacy.ts has the routes of older clients.
// Imports src/programs and src/workflows. Start here.
//
// Runs built-ins over HTTP, in the protocol for invoking every runnable revision. After a readable request,
// failures are answered in that protocol, too.
import { withExample } from '../examples.ts'
import { z } from 'zod'
import { AssayError } from '../../kernel/errors.ts'
import type { CellContext } from '../../programs/cell-context.ts'
import { protocolVersion } from '../../programs/clients/invoke.ts'
import type { SpanAddress, Testcase } from '../../programs/evaluators/evaluator.ts'
import {
  callService,
  resolveBuiltin,
  inspectData,
  servedBuiltin,
  type ServiceResult,
  type ServiceCall,
} from '../../programs/execution/services.ts'
import type { ExecutorParts } from '../../programs/execution/executor.ts'
import { detailedMessage, type StepFailure } from '../../programs/failure.ts'
import type { References } from '../../programs/references.ts'
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json/value.ts'
import { spanIdOf, traceIdOf } from '../../tracing/canonical/record-input.ts'
import { json, jsonObject, optional, fieldIssue } from '../../kernel/validation.ts'
import type { Builtin } from '../../workflows/builtins/builtin.ts'
import { freeObject, definedMembers } from '../record-fields.ts'
import { openRoute, projectRoute, type Call, type Caller, type Route, untypedAnswer } from '../route.ts'
import { disconnectSignal } from '../server/streams/disconnect-signal.ts'
import { eventStreamType } from '../server/streams/event-stream.ts'
import { acceptsEvents } from '../server/streams/progress-stream.ts'
import { sentSpanId, sentTraceId } from '../tracing/shapes.ts'
import { reference } from '../field-schemas.ts'
import { streamRun } from './service-stream.ts'

const params = z.object({ key: z.string(), version: z.string() })

const link = z
  .object({ trace_id: sentTraceId, span_id: sentSpanId })
  .transform((input, ctx): SpanAddress => {
    const traceId = traceIdOf(input.trace_id)
    const spanId = spanIdOf(input.span_id)
    if (traceId !== undefined && spanId !== undefined) return { traceId, spanId }
    ctx.addIssue(fieldIssue('value_error', 'A link needs the id of a trace and the id of a span.', { input }))
    return z.NEVER
  })
  .meta({ id: 'ServiceLink' })

const runRequest = withExample(
  z
    .object({
      version: optional(z.string()),
      references: optional(z.record(z.string(), reference)),
      selector: optional(
        z.object({ key: optional(z.string()), path: optional(z.string()) }).meta({ id: 'ServiceSelector' }),
      ),
      links: optional(z.record(z.string(), link)),
      data: optional(
        z
          .object({
            revision: optional(jsonObject),
            parameters: optional(jsonObject),
            inputs: optional(jsonObject),
            testcase: optional(jsonObject),
            outputs: json.optional(),
            trace: optional(jsonObject),
          })
          .meta({ id: 'ServiceRequestData' }),
      ),
      flags: optional(jsonObject),
      tags: optional(jsonObject),
      meta: optional(jsonObject),
      session_id: optional(z.string()),
      secrets: z.unknown().optional(),
      credentials: z.unknown().optional(),
    })
    .meta({ id: 'ServiceRequest' }),
  { references: { application: { slug: 'bot' } }, data: { inputs: { x: 'A' } } },
)
type RunRequest = z.output<typeof runRequest>

const answer = withExample(
  z
    .object({
      version: z.string(),
      status: z
        .object({
          code: z.int(),
          message: z.string(),
          type: z.string().optional(),
          upstream_status: z
            .int()
            .optional()
            .describe(
              'The HTTP status of the provider or program that was called, if it responded with an error.',
            ),
        })
        .meta({ id: 'ServiceStatus' }),
      data: z.object({ outputs: z.unknown() }).meta({ id: 'ServiceOutputs' }).optional(),
      trace_id: z.string(),
      span_id: z.string(),
      session_id: z.string().optional(),
    })
    .meta({ id: 'ServiceResponse' }),
  {
    version: '2025.07.14',
    status: { code: 200, message: 'OK' },
    data: { outputs: '1' },
    trace_id: 'ab4f779a8d50a3b2c1b84f1d22297c80',
    span_id: 'fde2f2a20171684f',
  },
)

function builtinAt({ key, version }: z.output<typeof params>): Builtin {
  const service = servedBuiltin(key, version)
  if (service === undefined)
    throw new AssayError('not_found', `There is no service '${key}' of version '${version}'.`)
  return service
}

/** `{id, data}`, or only the data. */
function testcaseOf(input: JsonObject): Testcase {
  const { id, data } = input
  return { ...(typeof id === 'string' ? { id } : {}), data: isJsonObject(data) ? data : input }
}

/** Drops members that were not sent, as traces store references. */
function referencesIn({ references, data }: RunRequest): References {
  const id = data?.testcase?.['id']
  const sentReferences = Object.entries(references ?? {}).flatMap(([name, reference]) =>
    reference === undefined ? [] : [[name, definedMembers({ ...reference })] as const],
  )
  return { ...(typeof id === 'string' ? { testcase: { id } } : {}), ...Object.fromEntries(sentReferences) }
}

function serviceCall(body: RunRequest): Omit<ServiceCall, 'builtin'> {
  const { data, links = {}, flags, tags, meta, session_id: sessionId } = body
  const [target] = [links['invocation'], ...Object.values(links)].filter((link) => link !== undefined)
  const outputs: Json | undefined = data?.outputs
  const { testcase, trace } = data ?? {}
  return {
    references: referencesIn(body),
    entryKey: body.selector?.key,
    links,
    revision: data?.revision,
    parameters: data?.parameters,
    input: {
      inputs: data?.inputs ?? {},
      ...(testcase === undefined ? {} : { testcase: testcaseOf(testcase) }),
      ...(outputs === undefined ? {} : { outputs }),
      ...(trace === undefined ? {} : { trace }),
      ...(target === undefined ? {} : { link: target }),
    },
    metadata: {
      ...(flags === undefined ? {} : { flags }),
      ...(tags === undefined ? {} : { tags }),
      ...(meta === undefined ? {} : { meta }),
      ...(sessionId === undefined ? {} : { sessionId }),
    },
  }
}

const failureStatus = (failure: StepFailure) => ({
  code: failure.status,
  message: detailedMessage(failure),
  type: failure.code,
  ...(failure.upstreamStatus === undefined ? {} : { upstream_status: failure.upstreamStatus }),
})

function wireAnswer(result: ServiceResult, sessionId: string | undefined) {
  const status = 'failure' in result ? failureStatus(result.failure) : { code: 200, message: 'OK' }
  return {
    version: protocolVersion,
    status,
    ...('failure' in result ? {} : { data: { outputs: result.outputs } }),
    trace_id: result.traceId,
    span_id: result.spanId,
    ...(sessionId === undefined ? {} : { session_id: sessionId }),
  }
}

type CallOf<P> = Call<RunRequest, undefined, P>

/** Runs the revision of the call; the answer has the status of the run. With `Accept: text/event-stream` it streams. */
async function invoke(
  execution: ExecutorParts,
  {
    call,
    caller,
    service,
  }: { readonly call: CallOf<unknown>; readonly caller: Caller; readonly service: ServiceCall },
): Promise<unknown> {
  const { scope } = caller
  const run = async (context: Pick<CellContext, 'signal' | 'onModelEvent'>) => {
    const result = await callService(execution, { context: { scope, ...context }, call: service })
    scope.recordResource('trace', result.traceId)
    return wireAnswer(result, call.body.session_id)
  }
  await execution.usageCaps.refuse(scope.projectId, ['calls', 'cost'])
  if (acceptsEvents(call)) return streamRun(call, { caller, run })
  const signal = disconnectSignal(call)
  const wireResult = await run({ signal }).catch((error: unknown) => {
    throw signal.aborted ? new AssayError('unavailable', 'The client disconnected.') : error
  })
  return wireResult.status.code === 200
    ? wireResult
    : call.reply.code(wireResult.status.code).send(wireResult)
}

const inspect = async (scope: Caller['scope'], service: ServiceCall) => ({
  version: protocolVersion,
  revision: { data: await inspectData(scope, service) },
  request: {},
})

const inspection = withExample(
  z
    .object({
      version: z.string(),
      revision: z.object({ data: freeObject }).meta({ id: 'InspectedRevision' }),
      request: freeObject,
    })
    .meta({ id: 'ServiceInspection' }),
  {
    version: '2025.07.14',
    revision: {
      data: {
        uri: 'agenta:builtin:echo:v0',
        schemas: { outputs: { type: 'object', properties: { got: { type: 'string' } }, required: ['got'] } },
        parameters: {},
      },
    },
    request: {},
  },
)

/** Codes for references that identify no revision, or more than one. */
const referenceCodes = [
  'not_found',
  'not_deployed',
  'key_required',
  'reference_insufficient',
  'reference_mismatch',
] as const

const streamDescription =
  'With `Accept: text/event-stream` the answer is a stream of events. `call` has the number of a model call and its model; a repeated number starts that call again. `delta` has the number of the call and a part of its message: `content`, `reasoning_content`, or `tool_calls` with `index`, as in the chunks of OpenAI-compatible providers. `answer` is the last event and has the JSON answer, also of a run that failed; `failure` has an error. A disconnect aborts the call of the model.'

const pathRoutes = (execution: ExecutorParts): readonly Route[] => [
  projectRoute({
    method: 'POST',
    path: '/services/{key}/{version}/invoke',
    operationId: 'invoke_service',
    sdkName: 'services.invoke',
    errors: ['not_found', 'embed_failed'],
    summary: 'Run a built-in once. The answer has the status of the run and the id of its trace.',
    access: 'editor',
    writes: true,
    params,
    body: runRequest,
    bodyOptional: true,
    description: streamDescription,
    answer,
    answerTypes: ['application/json', eventStreamType],
    handle: async (call, caller) =>
      untypedAnswer(
        await invoke(execution, {
          call,
          caller,
          service: { ...serviceCall(call.body), builtin: builtinAt(call.params) },
        }),
      ),
  }),
  projectRoute({
    method: 'POST',
    path: '/services/{key}/{version}/inspect',
    operationId: 'inspect_service',
    sdkName: 'services.inspect',
    errors: referenceCodes,
    summary:
      'The inputs and outputs of a built-in, with the parameters that the request sends or references.',
    access: 'editor',
    params,
    body: runRequest,
    bodyOptional: true,
    answer: inspection,
    handle: async (call, { scope }) =>
      inspect(scope, { ...serviceCall(call.body), builtin: builtinAt(call.params) }),
  }),
]

/** The same operations without a key in the path: the uri of the revision selects the built-in. */
const dispatchRoutes = (execution: ExecutorParts): readonly Route[] => [
  projectRoute({
    method: 'POST',
    path: '/services/invoke',
    operationId: 'invoke_revision',
    sdkName: 'services.invokeRevision',
    errors: [...referenceCodes, 'reference_required', 'embed_failed'],
    summary:
      'Run the built-in of a revision, selected by its uri. The request contains or references the revision.',
    access: 'editor',
    writes: true,
    body: runRequest,
    bodyOptional: true,
    description: streamDescription,
    answer,
    answerTypes: ['application/json', eventStreamType],
    handle: async (call, caller) =>
      untypedAnswer(
        await invoke(execution, {
          call,
          caller,
          service: await resolveBuiltin(caller.scope, serviceCall(call.body)),
        }),
      ),
  }),
  projectRoute({
    method: 'POST',
    path: '/services/inspect',
    operationId: 'inspect_revision',
    sdkName: 'services.inspectRevision',
    errors: [...referenceCodes, 'reference_required'],
    summary: 'The inputs and outputs of the revision that the request contains or references.',
    access: 'editor',
    body: runRequest,
    bodyOptional: true,
    answer: inspection,
    handle: async ({ body }, { scope }) => inspect(scope, await resolveBuiltin(scope, serviceCall(body))),
  }),
  openRoute({
    method: 'GET',
    path: '/services/health',
    operationId: 'check_services',
    examples: { answer: { status: 'ok' } },
    sdkName: 'services.health',
    summary: 'Whether services are available.',
    access: 'public',
    answer: z.object({ status: z.literal('ok') }),
    handle: async () => ({ status: 'ok' as const }),
  }),
]

export const serviceRoutes = (execution: ExecutorParts): readonly Route[] => [
  ...pathRoutes(execution),
  ...dispatchRoutes(execution),
]
