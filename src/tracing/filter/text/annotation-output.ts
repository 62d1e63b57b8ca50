// `annotation.helpful.score < 0.5` in place of
// `annotation(references in [{slug: "helpful", attributes: {key: evaluator}}] and attributes.ag.data.outputs.score < 0.5)`.
import type { JsonObject } from '../../../kernel/json/value.ts'

const prefix = 'annotation.'

/** An output of an evaluator by their names. */
export interface NamedOutput {
  readonly slug: string
  readonly name: string
}

export interface AnnotationOutput extends NamedOutput {
  /** Satisfied by annotations of the evaluator. */
  readonly evaluator: JsonObject
  /** The path of the output among the attributes of an annotation. */
  readonly key: string
}

/** Evaluator and output that a word names: a slug holds no dots, an output may. Undefined: it names none. */
export function annotationOutput(word: string): AnnotationOutput | undefined {
  if (!word.startsWith(prefix)) return undefined
  const dot = word.indexOf('.', prefix.length)
  const [slug, output] = [word.slice(prefix.length, dot), word.slice(dot + 1)]
  if (dot < 0 || slug === '' || output === '') return undefined
  return {
    slug,
    name: output,
    evaluator: { field: 'references', operator: 'in', value: [{ slug, attributes: { key: 'evaluator' } }] },
    key: `ag.data.outputs.${output}`,
  }
}
