// What may be typed next in a filter: fields, operators, values, and how to join conditions.
import { expectedAfter, groupWords, tokensOf } from './language.ts'
import { operatorNotes, operatorsOfType, signs, wordOperators, type FieldType } from './operators.ts'

export interface Field {
  readonly name: string
  readonly about: string
  readonly type: FieldType
  readonly values?: readonly string[]
}

export interface Suggestion {
  readonly label: string
  readonly insert: string
  readonly note: string
}

export interface Completion {
  /** The part of the text that a suggestion takes the place of. */
  readonly from: number
  readonly to: number
  readonly suggestions: readonly Suggestion[]
}

export function completionAt(
  text: string,
  caret: number,
  fields: readonly Field[],
  seenValues: (field: string) => readonly string[] = () => [],
): Completion {
  const before = tokensOf(text.slice(0, caret))
  const last = before.at(-1)
  // The token under the caret is the one being typed; it is not yet part of what was said.
  const touches = last !== undefined && last.to === caret && last.kind !== 'open' && last.kind !== 'comma'
  const typed = touches ? last.text : ''
  const from = touches ? last.from : caret
  const to = touches ? (tokensOf(text).find((token) => token.from === from)?.to ?? caret) : caret
  const expected = expectedAfter(touches ? before.slice(0, -1) : before)
  const fits = fitting(typed.replace(/^"/, ''))
  switch (expected.what) {
    case 'field':
      return { from, to, suggestions: fits(fieldSuggestions(fields)) }
    case 'operator':
      return { from, to, suggestions: fits(operatorSuggestions(expected.field, fields)) }
    case 'value':
      return { from, to, suggestions: fits(valueSuggestions(expected.field, fields, seenValues)) }
    case 'connective':
      return { from, to, suggestions: fits(joins) }
    default:
      return { from, to, suggestions: [] }
  }
}

const fieldSuggestions = (fields: readonly Field[]): readonly Suggestion[] => [
  ...fields.map(({ name, about }) => ({ label: name, insert: `${name} `, note: about })),
  ...groupWords.map((word) => ({
    label: word === 'not' ? 'not' : `${word}(…)`,
    insert: word === 'not' ? 'not ' : `${word}(`,
    note: groupNotes[word],
  })),
]

const groupNotes: Readonly<Record<(typeof groupWords)[number], string>> = {
  span: 'all conditions on one span',
  any: 'some span of the same trace',
  root: 'the root of the trace',
  head: 'the span that represents the trace in lists',
  parent: 'the span above',
  child: 'a span below',
  annotation: 'an annotation of the span',
  trace: 'each condition on some span of the trace',
  not: 'the opposite',
  nand: 'not all of these',
  nor: 'none of these',
}

/** Of a field that is not known every operator. */
export function operatorsFor(field: string, fields: readonly Field[]): readonly string[] {
  const known = fields.find(({ name }) => name === field)
  return known === undefined ? [...signs, ...wordOperators] : operatorsOfType[known.type]
}

function operatorSuggestions(field: string, fields: readonly Field[]): readonly Suggestion[] {
  return operatorsFor(field, fields).map((word) => ({
    label: word,
    insert: `${word} `,
    note: operatorNotes[word] ?? '',
  }))
}

function valueSuggestions(
  field: string,
  fields: readonly Field[],
  seenValues: (field: string) => readonly string[],
): readonly Suggestion[] {
  const known = fields.find(({ name }) => name === field)
  const words = [...new Set([...(known?.values ?? []), ...seenValues(field)])]
  return words.map((word) => ({
    label: word,
    insert: `${/^[A-Za-z_][\w.-]*$|^-?\d/.test(word) ? word : JSON.stringify(word)} `,
    note: 'value',
  }))
}

const joins: readonly Suggestion[] = [
  { label: 'and', insert: 'and ', note: 'both' },
  { label: 'or', insert: 'or ', note: 'either' },
]

/** Those that have what was typed, beginnings first; at most 40, more nobody reads. */
const fitting =
  (typed: string) =>
  (all: readonly Suggestion[]): readonly Suggestion[] => {
    const wanted = typed.toLowerCase()
    return all
      .map((suggestion) => ({ suggestion, at: suggestion.label.toLowerCase().indexOf(wanted) }))
      .filter(({ suggestion, at }) => at >= 0 && suggestion.label !== typed)
      .toSorted((a, b) => Number(a.at > 0) - Number(b.at > 0))
      .slice(0, 40)
      .map(({ suggestion }) => suggestion)
  }

/** The text after a suggestion was applied, and where the caret stands then. */
export function applySuggestion(
  text: string,
  { from, to }: Completion,
  { insert }: Suggestion,
): readonly [string, number] {
  const rest = text.slice(to)
  const own = rest.startsWith(' ') ? insert.trimEnd() + ' ' : insert
  return [text.slice(0, from) + own + rest.trimStart(), from + own.length]
}

/** The column that a refusal names, from 1; undefined: it names none. */
export function columnOf(sentence: string): number | undefined {
  const match = /\(column (\d+)\)/.exec(sentence)
  return match?.[1] === undefined ? undefined : Number(match[1])
}
