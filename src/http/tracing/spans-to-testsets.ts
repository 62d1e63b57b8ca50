// The route that adds spans to a testset as testcases.
import { z } from 'zod'
import { addSpansAsRows } from '../../evaluations/spans-to-testsets/spans-to-rows.ts'
import { spanIdOf, traceIdOf } from '../../tracing/canonical/record-input.ts'
import type { SpanStore } from '../../storage/contract/contract.ts'
import { optional, fieldIssue, documentedAs, uuid } from '../../kernel/validation.ts'
import { kinds } from '../../versioning/kinds.ts'
import { commitStatus, singleRecordWith, wireRevision } from '../records.ts'
import { projectRoute, type Route } from '../route.ts'
import { single, payloadContext, type VersioningContext } from '../versioning/context.ts'
import { rowView } from '../versioning/records.ts'
import { message } from '../field-schemas.ts'
import { sentSpanId, sentTraceId } from './shapes.ts'
import { rowCodes } from '../codes.ts'

const hexId = (read: (text: string) => string | undefined, idKind: string) =>
  z.string().transform((text, ctx) => {
    const id = read(text)
    if (id !== undefined) return id
    ctx.addIssue(fieldIssue('value_error', `Input should be a ${idKind} id.`, { input: text }))
    return z.NEVER
  })

/** The maximum number of spans of one commit; clients split larger sets. */
const spansMax = 10_000

const selectedSpan = z
  .object({
    trace_id: documentedAs(hexId(traceIdOf, 'trace'), sentTraceId),
    span_id: optional(documentedAs(hexId(spanIdOf, 'span'), sentSpanId)),
  })
  .transform(({ trace_id, span_id }) => ({ traceId: trace_id, spanId: span_id }))
  .meta({ id: 'ChosenSpan' })

const example = {
  testset_id: '01a1e266-6dbf-7c62-9452-72918ce31787',
  spans: [
    { trace_id: 'beac7d4bf368c33ba196b80884bea3da' },
    { trace_id: 'beac7d4bf368c33ba196b80884bea3da', span_id: 'ada0fed39f6254cf' },
  ],
}

export const spansToTestsetsRoute = (context: VersioningContext, spans: SpanStore): Route =>
  projectRoute({
    method: 'POST',
    path: '/testsets/revisions/add-spans',
    operationId: 'add_spans_to_testset_revision',
    examples: { body: example },
    sdkName: 'testsets.addSpans',
    errors: rowCodes,
    summary: 'Add inputs and outputs of the selected spans to a testset, as one revision.',
    refuses: 'Every span must have a value for at least one column.',
    access: 'editor',
    writes: true,
    body: z.object({
      testset_id: optional(uuid),
      testset_variant_id: optional(uuid),
      base_revision_id: optional(uuid),
      message: optional(message),
      spans: z.array(selectedSpan).min(1).max(spansMax),
      mapping: optional(z.record(z.string().min(1), z.string().min(1))),
      ...rowView,
    }),
    answer: singleRecordWith(kinds.testset, { level: 'revision', extra: commitStatus }),
    handle: async ({ body, publicUrl }, { scope }) => {
      const { revision, status, warnings } = await addSpansAsRows(
        { engine: context.engine, spans, scope },
        {
          spans: body.spans,
          mapping: body.mapping,
          message: body.message,
          target: {
            testsetId: body.testset_id,
            variantId: body.testset_variant_id,
            baseRevisionId: body.base_revision_id,
          },
        },
      )
      const viewContext = payloadContext(context, { scope, publicUrl, rows: body })
      const { count, ...record } = single(kinds.testset, {
        level: 'revision',
        record: await wireRevision(viewContext, { kind: kinds.testset, revision }),
      })
      return {
        count,
        status,
        ...record,
        ...(warnings.length === 0 ? {} : { warnings: warnings.map((warning) => ({ ...warning })) }),
      }
    },
  })
