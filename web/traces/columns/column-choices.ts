// The columns that may be added to the list: fields, scores of evaluators, attributes that were seen; narrowed by what is typed.
import { annotationPrefix, attributePrefix, type ShownColumn } from './column-list.ts'
import type { RowAnnotation } from './row-details.ts'

export interface ColumnChoice {
  readonly id: string
  readonly name: string
}

export interface ChoiceGroup {
  readonly name: string
  readonly choices: readonly ColumnChoice[]
}

/** Shown at once; typing narrows them. */
const choicesMax = 60

interface EvaluatorOutputs {
  readonly slug: string
  readonly schema: { readonly properties?: object }
}

/** One column for each output that an evaluator declares, or that was seen. */
function scoreIds(
  evaluators: readonly EvaluatorOutputs[],
  annotations: readonly RowAnnotation[],
): readonly string[] {
  const declared = evaluators.flatMap(({ slug, schema }) =>
    Object.keys(schema.properties ?? {}).map((output) => `${slug}.${output}`),
  )
  const seen = annotations.flatMap(({ evaluator, outputs }) =>
    Object.keys(outputs).map((output) => `${evaluator}.${output}`),
  )
  return [...new Set([...declared, ...seen])].toSorted()
}

/** A path that was typed, where nothing was seen under it: it may be rare. */
const typedPath = (words: string): readonly string[] => {
  const path = words.trim().replace(/^attributes\./, '')
  return /^[^\s,]+\.[^\s,]*[^\s,.]$/.test(path) ? [path] : []
}

export function columnChoices({
  fixed,
  shown,
  words,
  evaluators,
  annotations,
  attributes,
}: {
  readonly fixed: readonly ColumnChoice[]
  readonly shown: readonly ShownColumn[]
  readonly words: string
  readonly evaluators: readonly EvaluatorOutputs[]
  readonly annotations: readonly RowAnnotation[]
  readonly attributes: readonly string[]
}): readonly ChoiceGroup[] {
  const taken = new Set(shown.map(({ id }) => id))
  const terms = words.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = ({ id, name }: ColumnChoice): boolean =>
    !taken.has(id) && terms.every((term) => `${name} ${id}`.toLowerCase().includes(term))
  const groups = [
    { name: 'Fields', choices: fixed.map(({ id, name }) => ({ id, name })) },
    {
      name: 'Scores',
      choices: scoreIds(evaluators, annotations).map((name) => ({ id: `${annotationPrefix}${name}`, name })),
    },
    {
      name: 'Attributes',
      choices: [...new Set([...attributes, ...typedPath(words)])].map((name) => ({
        id: `${attributePrefix}${name}`,
        name,
      })),
    },
  ]
  return groups
    .map(({ name, choices }) => ({ name, choices: choices.filter(fits).slice(0, choicesMax) }))
    .filter(({ choices }) => choices.length > 0)
}
