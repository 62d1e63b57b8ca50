// Expands `annotation.helpful.score < 0.5` to
// `annotation(references in [{slug: "helpful", attributes: {key: evaluator}}] and attributes.ag.data.outputs.score <
// 0.5)`.
import type { JsonObject } from '../../../kernel/json/value.ts'

const prefix = 'annotation.'

/** An evaluator and one of its outputs, by name. */
export interface NamedOutput {
  readonly slug: string
  readonly name: string
}

export interface AnnotationOutput extends NamedOutput {
  /** Matches references of annotations by the evaluator. */
  readonly evaluator: JsonObject
  /** The path of the output in the attributes of an annotation. */
  readonly key: string
}

/** Parses an evaluator and output from a word: a slug has no dots, an output may. Undefined for other words. */
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
