// The type of a trace: the declared type of its spans, else a type inferred from them.
import { isEarlier, type Forest } from '../tree.ts'
import { valueAt } from '../value.ts'
import type { SpanFacts } from './facts.ts'
import type { SpanLink } from './references.ts'
import type { AgParts } from './schema.ts'
import type { TraceType } from '../attributes/vocabularies.ts'
import { ownMember } from '../../kernel/own.ts'

const evaluatorKeys = ['evaluator', 'evaluator_variant', 'evaluator_revision']

/**
 * Whether a span makes its trace an annotation if nobody declares a type. A record with links does. In OpenTelemetry,
 * links also describe messages and batches, so a root with links must also name its evaluator or state an origin as
 * annotations do.
 */
export function annotates(span: {
  readonly links: readonly SpanLink[]
  readonly agParts: AgParts
  readonly isRecord: boolean
  readonly isRoot: boolean
}): boolean {
  const { links, agParts, isRecord, isRoot } = span
  if (links.length === 0) return false
  if (isRecord) return true
  return (
    isRoot &&
    (evaluatorKeys.some((key) => ownMember(agParts.references, key) !== undefined) || statesOrigin(agParts))
  )
}

function statesOrigin(agParts: AgParts): boolean {
  const flags = agParts.others['flags']
  return (
    ['origin', 'kind'].some((name) => typeof valueAt(flags, [name]) === 'string') ||
    ['is_feedback', 'is_evaluation'].some((name) => valueAt(flags, [name]) === true)
  )
}

/** The declaration of the earliest root, then of the earliest span; else the inferred type. */
export function traceTypeOf({ roots, childrenFirst }: Forest<SpanFacts>): TraceType {
  const realRoots = roots.filter(({ parentId }) => parentId === undefined)
  const declaredByRoot = realRoots.find(({ declaredTraceType }) => declaredTraceType !== undefined)
  if (declaredByRoot?.declaredTraceType !== undefined) return declaredByRoot.declaredTraceType
  let earliestSpan: SpanFacts | undefined
  for (const span of childrenFirst) {
    if (span.declaredTraceType === undefined) continue
    if (earliestSpan === undefined || isEarlier(span, earliestSpan)) earliestSpan = span
  }
  if (earliestSpan?.declaredTraceType !== undefined) return earliestSpan.declaredTraceType
  return childrenFirst.some(({ annotates }) => annotates) ? 'annotation' : 'invocation'
}
