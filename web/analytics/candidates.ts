// The fields that pickers of Analytics offer, narrowed by the typed text.
import type { Field } from '../ui/filter/completion.ts'
import { fieldOf, groupFields, measureName, type GroupField } from './fields.ts'

const isPath = (text: string): boolean => /^(attributes\.)?[^\s.]+\.[^\s]+$/.test(text)

/** The fields to group by: named fields, then attributes; tags first, because people set them to group by. */
export function groupCandidates(knownFields: readonly Field[], searchText: string): readonly GroupField[] {
  const attributes = knownFields
    .filter(({ name }) => name.startsWith('attributes.'))
    .map(({ name, description }) => ({ ...fieldOf(name), about: description }))
    .toSorted((a, b) => Number(b.name.startsWith('Tag ')) - Number(a.name.startsWith('Tag ')))
  const needle = searchText.trim().toLowerCase()
  const matching = [...groupFields, ...attributes].filter(
    ({ id, name }) => name.toLowerCase().includes(needle) || id.toLowerCase().includes(needle),
  )
  const typedField = fieldOf(searchText.trim().replace(/^(attributes\.)?/, 'attributes.'))
  return isPath(searchText.trim()) && !matching.some(({ id }) => id === typedField.id)
    ? [...matching, typedField]
    : matching
}

const isOutput = ({ name }: Field): boolean => name.startsWith('annotation.')

/** Booleans of annotations are plotted as 1 and 0. */
const isNumeric = (field: Field): boolean =>
  field.type === 'number' || (isOutput(field) && field.values?.includes('true') === true)

/** The measures to plot: scores of annotations, then numeric attributes. */
export function measureCandidates(knownFields: readonly Field[], searchText: string): readonly GroupField[] {
  const needle = searchText.trim().toLowerCase()
  return knownFields
    .filter((field) => isNumeric(field) && field.name.toLowerCase().includes(needle))
    .toSorted((a, b) => Number(isOutput(b)) - Number(isOutput(a)))
    .map(({ name, description }) => ({ id: name, name: measureName(name), about: description }))
}
