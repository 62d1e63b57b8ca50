// The columns that can be added to the list: fields, scores of evaluators, attributes of stored spans; filtered by the typed text.
import { annotationPrefix, attributePrefix, type VisibleColumn } from '../../app/trace-list/column-list.ts'
import type { RowAnnotation } from '../../app/trace-list/row-details.ts'

export interface ColumnChoice {
  readonly id: string
  readonly name: string
}

export interface ChoiceGroup {
  readonly name: string
  readonly choices: readonly ColumnChoice[]
}

/** The maximum per group. Typing narrows the choices. */
const choicesMax = 60

interface EvaluatorOutputs {
  readonly slug: string
  readonly schema: { readonly properties?: object }
}

/** One column for each output that an evaluator declares or an annotation has. */
function scoreIds(
  evaluators: readonly EvaluatorOutputs[],
  annotations: readonly RowAnnotation[],
): readonly string[] {
  const declaredIds = evaluators.flatMap(({ slug, schema }) =>
    Object.keys(schema.properties ?? {}).map((output) => `${slug}.${output}`),
  )
  const annotatedIds = annotations.flatMap(({ evaluator, outputs }) =>
    Object.keys(outputs).map((output) => `${evaluator}.${output}`),
  )
  return [...new Set([...declaredIds, ...annotatedIds])].toSorted()
}

/** The typed path itself, which may be a rare attribute. */
const typedPath = (searchText: string): readonly string[] => {
  const path = searchText.trim().replace(/^attributes\./, '')
  return /^[^\s,]+\.[^\s,]*[^\s,.]$/.test(path) ? [path] : []
}

export function columnChoices({
  fixedColumns,
  visibleColumns,
  searchText,
  evaluators,
  annotations,
  attributes,
}: {
  readonly fixedColumns: readonly ColumnChoice[]
  readonly visibleColumns: readonly VisibleColumn[]
  readonly searchText: string
  readonly evaluators: readonly EvaluatorOutputs[]
  readonly annotations: readonly RowAnnotation[]
  readonly attributes: readonly string[]
}): readonly ChoiceGroup[] {
  const existingIds = new Set(visibleColumns.map(({ id }) => id))
  const terms = searchText.toLowerCase().split(/\s+/).filter(Boolean)
  const isMatch = ({ id, name }: ColumnChoice): boolean =>
    !existingIds.has(id) && terms.every((term) => `${name} ${id}`.toLowerCase().includes(term))
  const groups = [
    { name: 'Fields', choices: fixedColumns.map(({ id, name }) => ({ id, name })) },
    {
      name: 'Scores',
      choices: scoreIds(evaluators, annotations).map((name) => ({ id: `${annotationPrefix}${name}`, name })),
    },
    {
      name: 'Attributes',
      choices: [...new Set([...attributes, ...typedPath(searchText)])].map((name) => ({
        id: `${attributePrefix}${name}`,
        name,
      })),
    },
  ]
  return groups
    .map(({ name, choices }) => ({ name, choices: choices.filter(isMatch).slice(0, choicesMax) }))
    .filter(({ choices }) => choices.length > 0)
}
