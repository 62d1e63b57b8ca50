// Attributes of spans, shared by adapters and the canonical form: the closed vocabularies (this file), token and cost
// buckets (metrics.ts), and the tree that attributes are written to (write-tree.ts).
// May import ../value.ts and the kernel. Start with write-tree.ts.
import type { Value } from '../value.ts'

export const traceTypes = ['invocation', 'annotation', 'unknown'] as const
export type TraceType = (typeof traceTypes)[number]

export const spanTypes = [
  'workflow',
  'agent',
  'chain',
  'task',
  'tool',
  'llm',
  'chat',
  'completion',
  'embedding',
  'query',
  'rerank',
  'unknown',
] as const
export type SpanType = (typeof spanTypes)[number]

export const spanKinds = [
  'SPAN_KIND_UNSPECIFIED',
  'SPAN_KIND_INTERNAL',
  'SPAN_KIND_SERVER',
  'SPAN_KIND_CLIENT',
  'SPAN_KIND_PRODUCER',
  'SPAN_KIND_CONSUMER',
] as const
export type SpanKind = (typeof spanKinds)[number]

export const statusCodes = ['STATUS_CODE_UNSET', 'STATUS_CODE_OK', 'STATUS_CODE_ERROR'] as const
export type StatusCode = (typeof statusCodes)[number]

/** In the order in which a span lists its references. */
export const referenceKeys = [
  'application',
  'application_variant',
  'application_revision',
  'workflow',
  'workflow_variant',
  'workflow_revision',
  'evaluator',
  'evaluator_variant',
  'evaluator_revision',
  'testset',
  'testset_variant',
  'testset_revision',
  'query',
  'query_variant',
  'query_revision',
  'environment',
  'environment_variant',
  'environment_revision',
  'snippet',
  'snippet_variant',
  'snippet_revision',
  'testcase',
] as const

/** Finds the member of a vocabulary that equals the value. Ignores case. */
export function wordOf<T extends string>(words: readonly T[], value: Value | undefined): T | undefined {
  if (typeof value !== 'string') return undefined
  const lowerCaseValue = value.toLowerCase()
  return words.find((word) => word === lowerCaseValue)
}
