// The fields that pickers of Analytics offer, narrowed by the typed text.
import type { Field } from '../ui/filter/completion.ts'
import { fieldOf, groupFields, measureName, type GroupField } from './fields.ts'

const isPath = (typed: string): boolean => /^(attributes\.)?[^\s.]+\.[^\s]+$/.test(typed)

/** Named fields, then attributes; tags first, because people set them to group by. */
export function groupCandidates(seen: readonly Field[], typed: string): readonly GroupField[] {
  const attributes = seen
    .filter(({ name }) => name.startsWith('attributes.'))
    .map(({ name, about }) => ({ ...fieldOf(name), about }))
    .toSorted((a, b) => Number(b.name.startsWith('Tag ')) - Number(a.name.startsWith('Tag ')))
  const needle = typed.trim().toLowerCase()
  const matching = [...groupFields, ...attributes].filter(
    ({ id, name }) => name.toLowerCase().includes(needle) || id.toLowerCase().includes(needle),
  )
  const typedField = fieldOf(typed.trim().replace(/^(attributes\.)?/, 'attributes.'))
  return isPath(typed.trim()) && !matching.some(({ id }) => id === typedField.id)
    ? [...matching, typedField]
    : matching
}

const isOutput = ({ name }: Field): boolean => name.startsWith('annotation.')

/** Booleans of annotations are plotted as 1 and 0. */
const isNumeric = (field: Field): boolean =>
  field.type === 'number' || (isOutput(field) && field.values?.includes('true') === true)

/** Scores of annotations, then numeric attributes. */
export function measureCandidates(seen: readonly Field[], typed: string): readonly GroupField[] {
  const needle = typed.trim().toLowerCase()
  return seen
    .filter((field) => isNumeric(field) && field.name.toLowerCase().includes(needle))
    .toSorted((a, b) => Number(isOutput(b)) - Number(isOutput(a)))
    .map(({ name, about }) => ({ id: name, name: measureName(name), about }))
}
