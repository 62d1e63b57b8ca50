// Annotations of spans. Scores, feedback and assessments of all sources become annotations in the same form.
import { slugOf, type ImportItem, type Position } from '../importer.ts'
import type { Fields } from '../reading/fields.ts'

/** The span that annotations of a record are about, and the place and start that they get from it. */
export interface AnnotatedSpan {
  readonly at: Position
  readonly traceId: string
  readonly spanId: string
  readonly startNs: bigint
}

/** A person, a program of the project, or any other program. */
export type Origin = 'human' | 'auto' | 'custom'

export interface AnnotationInput {
  readonly at: Position
  /** The kind of the record in the source; part of the id. */
  readonly kind: string
  readonly id: string
  readonly name: string
  readonly startNs: bigint
  readonly target: { readonly traceId: string; readonly spanId: string }
  readonly origin?: Origin | undefined
  readonly outputs: Readonly<Record<string, unknown>>
  /** Its remaining fields are stored in `ag.meta.import`. */
  readonly fields: Fields
}

export const outputsField = 'ag.data.outputs'
export const metaField = 'ag.meta.import'

/** The name of the output for a value. */
export const outputName = (value: unknown): string => (typeof value === 'boolean' ? 'success' : 'score')

export const annotation = ({
  at,
  kind,
  id,
  name,
  startNs,
  target,
  origin,
  outputs,
  fields,
}: AnnotationInput): ImportItem => ({
  at,
  kind: 'annotation',
  span: {
    traceId: `${kind}/${id}`,
    spanId: id,
    name,
    startNs,
    endNs: startNs,
    links: [target],
    attributes: {
      'ag.type.trace': 'annotation',
      'ag.type.span': 'task',
      'ag.flags.is_evaluator': true,
      'ag.flags.origin': origin,
      'ag.references.evaluator.slug': slugOf(name),
      [outputsField]: outputs,
      [metaField]: fields.rest(metaField),
    },
  },
})
