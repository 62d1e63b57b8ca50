// The trace of a program run: a root span with inputs and outputs, and a span for each model response, so that tokens
// and costs roll up as in any other trace.
import { AssayError } from '../../kernel/errors.ts'
import { blake2bHex } from '../../kernel/json/canonical.ts'
import type { JsonObject } from '../../kernel/json/value.ts'
import type { ValueObject } from '../../tracing/value.ts'
import type { ProgramInput, SpanAddress } from '../evaluators/evaluator.ts'
import { StepFailure } from '../failure.ts'
import type { ModelUse } from '../ports.ts'
import type { TokenUsage } from '../prompts/chat.ts'
import type { References } from '../references.ts'
import type { ProgramOutcome } from './run-program.ts'
import { ownMember } from '../../kernel/own.ts'
import { maskUserInfo } from '../../kernel/user-info.ts'

export interface TraceHeader {
  readonly kind: 'invocation' | 'annotation'
  readonly span: SpanAddress
  readonly references: References
  readonly inputs: JsonObject
  /** By name. */
  readonly links: Readonly<Record<string, SpanAddress>>
  readonly labels: { readonly origin: 'auto' | 'custom'; readonly kind: 'eval' | 'adhoc' }
  readonly meta?: JsonObject
  readonly tags?: JsonObject
  readonly flags?: JsonObject
  readonly sessionId?: string | undefined
}

/** The slug of the program, else the kind of the trace. */
function nameOf({ references, kind }: TraceHeader): string {
  for (const name of ['evaluator', 'application', 'workflow']) {
    const slug = ownMember(references, name)?.slug
    if (slug !== undefined) return slug
  }
  return kind
}

/** The inputs of a program; an evaluator also gets the outputs to evaluate. */
export const tracedInputs = (isEvaluation: boolean, { inputs, outputs }: ProgramInput): JsonObject =>
  isEvaluation ? { inputs, ...(outputs === undefined ? {} : { outputs }) } : inputs

const failureMembers = (failure: StepFailure, timestamp: string): ValueObject => ({
  status_code: 'STATUS_CODE_ERROR',
  status_message: failure.message,
  events: [
    {
      name: 'exception',
      timestamp,
      attributes: { 'exception.type': failure.code, 'exception.message': failure.message },
    },
  ],
})

const tokensOf = ({
  prompt,
  completion,
  total,
  cacheRead,
  cacheWrite,
  reasoning,
}: TokenUsage): JsonObject => ({
  prompt,
  completion,
  total,
  ...(cacheRead === undefined ? {} : { cache_read: cacheRead }),
  ...(cacheWrite === undefined ? {} : { cache_creation: cacheWrite }),
  ...(reasoning === undefined ? {} : { reasoning }),
})

/** The settings of a model request, without the messages, which are in the inputs. */
function requestMeta({ request, model, firstChunkMs }: ModelUse): JsonObject {
  const { messages: _messages, input: _input, ...settings } = request
  return { ...settings, model, ...(firstChunkMs === undefined ? {} : { streaming: true }) }
}

function useSpan(
  root: SpanAddress,
  { use, position }: { readonly use: ModelUse; readonly position: number },
): ValueObject {
  const { kind, request, answer, usage } = use
  const { messages, input } = request
  return {
    trace_id: root.traceId,
    // Derived from the root span, so that a retried step overwrites it.
    span_id: blake2bHex(`${root.traceId} ${root.spanId} ${position}`, 8),
    parent_id: root.spanId,
    span_name: kind === 'chat' ? `chat ${use.model}` : `embeddings ${use.model}`,
    span_kind: 'SPAN_KIND_CLIENT',
    start_time: use.startedAt,
    end_time: use.endedAt,
    status_code: 'STATUS_CODE_OK',
    attributes: {
      ag: {
        type: { span: kind },
        data: {
          inputs: kind === 'chat' ? { prompt: messages ?? [] } : { input: input ?? [] },
          ...(answer === undefined ? {} : { outputs: { completion: [answer] } }),
        },
        metrics: usage === undefined ? {} : { tokens: { incremental: tokensOf(usage) } },
        meta: {
          request: requestMeta(use),
          response: {
            ...(use.responseModel === undefined ? {} : { model: use.responseModel }),
            ...(use.finishReason === undefined ? {} : { finish_reasons: [use.finishReason] }),
            ...(use.firstChunkMs === undefined ? {} : { ms_to_first_chunk: use.firstChunkMs }),
          },
        },
      },
    },
  }
}

/** Settings such as `webhook_url` may contain a password; the revision has it, its traces do not. */
const withMaskedUrls = (parameters: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name,
      typeof value === 'string' && /url$/i.test(name) ? maskUserInfo(value) : value,
    ]),
  )

function rootSpan(header: TraceHeader, outcome: ProgramOutcome): ValueObject {
  const { kind, span, references, inputs, links, labels, meta, tags, sessionId } = header
  const { result, parameters, startedAt, endedAt } = outcome
  const flags = {
    ...header.flags,
    is_feedback: false,
    is_custom: labels.origin === 'custom',
    is_evaluation: labels.kind === 'eval',
    is_sdk: false,
    is_web: false,
    ...labels,
    channel: 'api',
  }
  return {
    trace_id: span.traceId,
    span_id: span.spanId,
    span_name: nameOf(header),
    span_kind: 'SPAN_KIND_INTERNAL',
    start_time: startedAt,
    end_time: endedAt,
    attributes: {
      ag: {
        type: { trace: kind, span: kind === 'invocation' ? 'workflow' : 'task' },
        data: {
          inputs,
          parameters: withMaskedUrls(parameters),
          ...(result.ok ? { outputs: result.outputs } : {}),
        },
        references: references as JsonObject,
        flags,
        ...(meta === undefined ? {} : { meta }),
        ...(tags === undefined ? {} : { tags }),
        ...(sessionId === undefined ? {} : { session: { id: sessionId } }),
      },
    },
    links: Object.entries(links).map(([key, { traceId, spanId }]) => ({
      trace_id: traceId,
      span_id: spanId,
      attributes: { key },
    })),
    ...(result.ok ? { status_code: 'STATUS_CODE_OK' } : failureMembers(result.failure, endedAt)),
  }
}

/** The span records of a program run, the root first. */
const programSpans = (header: TraceHeader, outcome: ProgramOutcome): readonly ValueObject[] => [
  rootSpan(header, outcome),
  ...outcome.uses.map((use, position) => useSpan(header.span, { use, position })),
]

/** The same run, failed because its trace cannot be stored. */
const failedOutcome = (outcome: ProgramOutcome, error: AssayError): ProgramOutcome => ({
  ...outcome,
  result: {
    ok: false,
    failure: new StepFailure('malformed_answer', `The answer cannot be stored: ${error.message}`),
  },
  uses: [],
  parameters: {},
})

/**
 * Writes the trace of a run. If the store refuses a response, a trace without it is written and the returned outcome is
 * that failure.
 */
export async function writeProgramTrace(
  write: (records: readonly ValueObject[]) => Promise<unknown>,
  { header, outcome }: { readonly header: TraceHeader; readonly outcome: ProgramOutcome },
): Promise<ProgramOutcome> {
  try {
    await write(programSpans(header, outcome))
    return outcome
  } catch (error) {
    if (!(error instanceof AssayError) || error.code !== 'trace_invalid') throw error
    const failure = failedOutcome(outcome, error)
    await write(programSpans({ ...header, inputs: {} }, failure))
    return failure
  }
}
