// Routes of simple traces, annotations and invocations: one set of routes, created three times.
import { withExample } from '../examples.ts'
import { z } from 'zod'
import {
  createSimpleTrace,
  deleteSimpleTrace,
  editSimpleTrace,
  fetchSimpleTrace,
  querySimpleTraces,
  simpleViews,
  type Address,
  type SimpleTraceParts,
  type SimpleView,
} from '../../evaluations/annotations/simple-traces.ts'
import { spanIdOf, traceIdOf } from '../../tracing/canonical/record-input.ts'
import { parseWindowing, windowOf } from '../../tracing/filter/windowing.ts'
import type { SimpleEdit } from '../../tracing/simple/edit.ts'
import { valueText, writeText, type OpenObject, type ValueObject } from '../../tracing/value.ts'
import type { JsonObject } from '../../kernel/json/value.ts'
import { parsedBy, optional } from '../../kernel/validation.ts'
import type { PageLimits } from '../../versioning/windowing.ts'
import { freeObject, namedSchema, pascal, singleWith } from '../record-fields.ts'
import { inSlices } from '../../kernel/time-slices.ts'
import { JsonText, projectRoute, type Route } from '../route.ts'
import { pagedWindowing, spanWindowing } from './reads/span-reads.ts'
import { nextSpans, spanLink } from './shapes.ts'
import {
  annotationEdit,
  newAnnotation,
  newTrace,
  spanSearch,
  traceEdit,
  traceFilter,
} from './simple-trace-schemas.ts'
import { ownMember } from '../../kernel/own.ts'
import { traceReadCodes, spanQueryCodes, recordCodes } from '../codes.ts'

interface PagedParts extends SimpleTraceParts {
  readonly limits: PageLimits
}

interface RecordFormat {
  readonly view: SimpleView
  readonly path: string
  readonly plural: string
  /** The key of a record's ids in the answer to a deletion, and of a list of them in a query. */
  readonly linkKey: string
  readonly createdStatus: 200 | 202
  readonly create: z.ZodType<z.output<z.ZodObject<typeof newTrace>>>
  readonly edit: z.ZodType<z.output<z.ZodObject<typeof traceEdit>>>
  /** The example of a request in the OpenAPI document. */
  readonly example: JsonObject
  readonly operation: string
  readonly group: string
}

const newSimpleTrace = z.object(newTrace).meta({ id: 'NewSimpleTrace' })
const simpleTraceEdit = z.object(traceEdit).meta({ id: 'SimpleTraceEdit' })

const linkedExample = {
  data: { outputs: { score: 1 } },
  origin: 'human',
  links: {
    invocation: { trace_id: '0db4076d6a20174a720af586dc588c6c', span_id: '3a0be5f49672f8a7' },
  },
  tags: { reviewer: 'ana' },
}

const formats: readonly RecordFormat[] = [
  {
    view: simpleViews.trace,
    path: '/simple/traces/',
    plural: 'traces',
    linkKey: 'link',
    createdStatus: 202,
    create: newSimpleTrace,
    edit: simpleTraceEdit,
    example: { data: { inputs: { question: 'Capital of Peru?' }, outputs: 'Lima' } },
    operation: 'simple_trace',
    group: 'simpleTraces',
  },
  {
    view: simpleViews.annotation,
    path: '/annotations/',
    plural: 'annotations',
    linkKey: 'annotation_link',
    createdStatus: 200,
    create: z.object(newAnnotation).meta({ id: 'NewAnnotation', required: ['links'] }),
    edit: z.object(annotationEdit).meta({ id: 'AnnotationEdit' }),
    example: linkedExample,
    operation: 'annotation',
    group: 'annotations',
  },
  {
    view: simpleViews.invocation,
    path: '/invocations/',
    plural: 'invocations',
    linkKey: 'invocation_link',
    createdStatus: 200,
    create: newSimpleTrace,
    edit: simpleTraceEdit,
    example: linkedExample,
    operation: 'invocation',
    group: 'invocations',
  },
]

const record = withExample(
  z
    .object({
      trace_id: z.string(),
      span_id: z.string(),
      origin: z.string(),
      kind: z.string(),
      channel: z.string(),
      data: freeObject,
      references: freeObject,
      links: z.union([freeObject, z.array(freeObject)]),
      tags: freeObject.optional(),
      meta: freeObject.optional(),
      created_at: z.string(),
      created_by_id: z.string().optional(),
      updated_at: z.string().optional(),
      updated_by_id: z.string().optional(),
    })
    .meta({ id: 'SimpleTrace', description: 'One trace of one span, as a flat record.' }),
  {
    trace_id: 'd380be39fc586589344eee5e3d8a42ef',
    span_id: '1ba8d3546674c352',
    origin: 'human',
    kind: 'eval',
    channel: 'web',
    data: {},
    references: {},
    links: {},
    created_at: '2026-11-16T03:07:54.533599Z',
    created_by_id: '01a1e249-4b2c-7947-8475-4416aba44f82',
  },
)

const params = z.object({ trace_id: z.string() })
/** `span_id` selects another span than the first root. */
const query = z.object({ span_id: z.string().optional() })

const addressOf = (
  call: {
    readonly params: z.output<typeof params>
    readonly query: z.output<typeof query>
  },
  { view }: RecordFormat,
): Address => {
  const traceId = traceIdOf(call.params.trace_id)
  const { span_id: spanIdText } = call.query
  if (spanIdText === undefined || view === simpleViews.trace) return { traceId }
  const spanId = spanIdOf(spanIdText)
  return spanId === undefined ? { traceId: undefined } : { traceId, spanId }
}

const recordText = async ({ view }: RecordFormat, trace: ValueObject): Promise<JsonText> =>
  new JsonText(await inSlices(writeText({ count: 1, [view.name]: trace })))

const recordAnswer = ({ view }: RecordFormat) =>
  namedSchema(`${pascal(view.name)}RecordResponse`, () => singleWith(view.name, { record, extra: {} }))

const createRoute = (parts: SimpleTraceParts, format: RecordFormat): Route =>
  projectRoute({
    method: 'POST',
    path: format.path,
    operationId: `create_${format.operation}`,
    examples: { body: { [format.view.name]: format.example } },
    sdkName: `${format.group}.create`,
    errors: recordCodes,
    summary: `Write one ${format.view.name} as a flat record. It is readable when the answer arrives.`,
    access: 'editor',
    writes: true,
    status: format.createdStatus,
    body: z.object({ [format.view.name]: format.create }),
    keepsIntegers: true,
    answer: recordAnswer(format),
    handle: async ({ body }, { scope }) => {
      const input = parsedBy(format.create, body[format.view.name])
      const { origin = 'custom', kind = 'adhoc', channel = 'api' } = input
      const newTrace = await createSimpleTrace(
        { parts, view: format.view, scope },
        { ...input, origin, kind, channel, ...input.references, tags: input.tags, meta: input.meta },
      )
      return recordText(format, newTrace)
    },
  })

const fetchRoute = (parts: SimpleTraceParts, format: RecordFormat): Route =>
  projectRoute({
    method: 'GET',
    path: `${format.path}{trace_id}`,
    operationId: `fetch_${format.operation}`,
    sdkName: `${format.group}.fetch`,
    errors: traceReadCodes,
    summary: `One ${format.view.name} as a flat record.`,
    access: 'viewer',
    params,
    query,
    answer: recordAnswer(format),
    handle: async (call, { scope }) => {
      const trace = await fetchSimpleTrace({ parts, view: format.view, scope }, addressOf(call, format))
      return trace === undefined ? { count: 0 } : recordText(format, trace)
    },
  })

/** The edit of a request. Null empties `data`, `references` and `links`, and removes `tags` and `meta`. */
const editOf = (body: z.output<z.ZodObject<typeof traceEdit>>): SimpleEdit => ({
  data: body.data === null ? {} : body.data,
  ...(body.references === null ? { references: {} } : body.references),
  links: body.links === null ? { form: 'object', items: [] } : body.links,
  tags: body.tags,
  meta: body.meta,
})

const editRoute = (parts: SimpleTraceParts, format: RecordFormat): Route =>
  projectRoute({
    method: 'PATCH',
    path: `${format.path}{trace_id}`,
    operationId: `edit_${format.operation}`,
    examples: {
      body: { [format.view.name]: { data: { outputs: { score: 0 } }, tags: { reviewer: 'ana' } } },
    },
    sdkName: `${format.group}.edit`,
    errors: recordCodes,
    summary: 'Replace the sent members. Omitted members stay unchanged, null clears.',
    access: 'editor',
    writes: true,
    params,
    query,
    body: z.object({ [format.view.name]: format.edit }),
    keepsIntegers: true,
    answer: recordAnswer(format),
    handle: async (call, { scope }) => {
      const input = parsedBy(format.edit, call.body[format.view.name])
      const target = { parts, view: format.view, scope }
      return recordText(
        format,
        await editSimpleTrace(target, { address: addressOf(call, format), edit: editOf(input) }),
      )
    },
  })

const deleteRoute = (parts: SimpleTraceParts, format: RecordFormat): Route =>
  projectRoute({
    method: 'DELETE',
    path: `${format.path}{trace_id}`,
    operationId: `delete_${format.operation}`,
    sdkName: `${format.group}.delete`,
    errors: traceReadCodes,
    summary: `Delete one ${format.view.name} and answer its last state. Idempotent.`,
    access: 'editor',
    writes: true,
    params,
    query,
    answer: singleWith(format.view.name, { record, extra: { [format.linkKey]: spanLink.optional() } }),
    handle: async (call, { scope }) => {
      const removedTrace = await deleteSimpleTrace(
        { parts, view: format.view, scope },
        addressOf(call, format),
      )
      if (removedTrace === undefined) return { count: 0 }
      const { trace_id = '', span_id = '' } = removedTrace
      const link = { trace_id, span_id }
      return new JsonText(valueText({ count: 1, [format.linkKey]: link, [format.view.name]: removedTrace }))
    },
  })

const queryRoute = (parts: PagedParts, format: RecordFormat): Route =>
  projectRoute({
    method: 'POST',
    path: `${format.path}query`,
    operationId: `query_${format.operation}s`,
    examples: { body: { [format.view.name]: { tags: { reviewer: 'ana' } } } },
    sdkName: `${format.group}.query`,
    errors: spanQueryCodes,
    summary: `Matching ${format.plural}, newest first.`,
    access: 'viewer',
    body: z.object({
      [format.view.name]: optional(traceFilter),
      [`${format.linkKey}s`]: spanSearch,
      windowing: optional(spanWindowing),
    }),
    bodyOptional: true,
    answer: z.object({
      count: z.int(),
      [format.plural]: z.array(record),
      windowing: nextSpans,
    }),
    handle: async ({ body }, { scope }) => {
      const { links, references, ...rest } =
        parsedBy(traceFilter.partial().optional(), body[format.view.name]) ?? {}
      const search = parsedBy(spanSearch, ownMember(body, `${format.linkKey}s`))
      const requestedWindowing = parseWindowing(body['windowing'], ['body', 'windowing'])
      const window = windowOf(
        'span',
        pagedWindowing(requestedWindowing, { focus: 'span', pageLimits: parts.limits }),
      )
      const { records, windowing } = await querySimpleTraces(
        { parts, view: format.view, scope },
        {
          query: {
            ...rest,
            references: references?.references,
            linksTo: links,
            ownIds: search,
          },
          window,
        },
      )
      const answer: OpenObject = { count: records.length, [format.plural]: records }
      if (windowing !== undefined) answer['windowing'] = windowing
      return new JsonText(valueText(answer))
    },
  })

export const simpleTraceRoutes = (parts: PagedParts): readonly Route[] =>
  formats.flatMap((format) => [
    createRoute(parts, format),
    queryRoute(parts, format),
    fetchRoute(parts, format),
    editRoute(parts, format),
    deleteRoute(parts, format),
  ])
