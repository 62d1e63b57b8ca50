// Scores and feedback about stored traces: annotations that link to the root span or to a named one.
import type { CallOptions, Core } from '../core/core.ts'
import { annotations } from '../generated/annotations.ts'
import type { SimpleTrace } from '../generated/schemas.ts'
import { traces } from '../generated/traces.ts'

/** A score of a trace, or of one of its spans. */
export interface ScoreInput {
  /** The trace: `span.traceId`, or the id of a stored trace. */
  readonly traceId: string
  /** The span; default: the root of the trace, which must be stored then. */
  readonly spanId?: string | undefined
  /** The name of the score, such as `helpful`. */
  readonly name: string
  /** The score: a number, true or false, a text, or any JSON. */
  readonly value: unknown
  /** The reason, as text beside the score. */
  readonly comment?: string | undefined
  /** The slug of the evaluator that the score belongs to. */
  readonly evaluator?: string | undefined
  /** `custom` (default): computed by a program; `human`: the opinion of a person; `auto`: by an evaluator of the server. */
  readonly origin?: 'custom' | 'human' | 'auto' | undefined
  /** The options of the requests. */
  readonly options?: CallOptions | undefined
}

/** The opinion of a person; `name` is `feedback` by default. */
export type FeedbackInput = Omit<ScoreInput, 'name' | 'origin'> & {
  /** The name of the feedback; `feedback` by default. */
  readonly name?: string | undefined
}

async function rootOf(core: Core, { traceId, options }: ScoreInput): Promise<string> {
  const { spans } = await traces(core).outline(traceId, options)
  const root = spans.find(({ parent_id }) => parent_id === undefined || parent_id === null) ?? spans[0]
  if (root === undefined)
    throw new TypeError(`There is no trace ${traceId}: flush its spans, or pass spanId.`)
  return root.span_id
}

/** Writes a score. It is stored when the promise resolves. */
export async function score(core: Core, input: ScoreInput): Promise<SimpleTrace> {
  const { traceId, name, value, comment, evaluator, origin = 'custom', options } = input
  const spanId = input.spanId ?? (await rootOf(core, input))
  const { annotation } = await annotations(core).create(
    {
      annotation: {
        origin,
        kind: 'adhoc',
        channel: 'sdk',
        data: { outputs: { [name]: value, ...(comment === undefined ? {} : { comment }) } },
        links: { invocation: { trace_id: traceId, span_id: spanId } },
        ...(evaluator === undefined ? {} : { references: { evaluator: { slug: evaluator } } }),
      },
    },
    options,
  )
  if (annotation === undefined) throw new TypeError('The server answered without an annotation.')
  return annotation
}
