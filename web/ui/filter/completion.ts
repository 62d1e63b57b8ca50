// Suggests the next token of a filter: fields, operators, values, connectives.
import { expectedAfter, groupWords, tokensOf } from './language.ts'
import { operatorNotes, operatorsOfType, signs, wordOperators, type FieldType } from './operators.ts'

export interface Field {
  readonly name: string
  readonly description: string
  readonly type: FieldType
  readonly values?: readonly string[]
}

export interface Suggestion {
  readonly label: string
  readonly insert: string
  readonly note: string
}

export interface Completion {
  /** The range of the text that a suggestion replaces. */
  readonly from: number
  readonly to: number
  readonly suggestions: readonly Suggestion[]
}

export function completionAt(
  text: string,
  caret: number,
  fields: readonly Field[],
  knownValues: (field: string) => readonly string[] = () => [],
): Completion {
  const precedingTokens = tokensOf(text.slice(0, caret))
  const last = precedingTokens.at(-1)
  // The token at the caret is still being typed, so it does not count as complete.
  const isAtToken = last !== undefined && last.to === caret && last.kind !== 'open' && last.kind !== 'comma'
  const typedText = isAtToken ? last.text : ''
  const from = isAtToken ? last.from : caret
  const to = isAtToken ? (tokensOf(text).find((token) => token.from === from)?.to ?? caret) : caret
  const expectation = expectedAfter(isAtToken ? precedingTokens.slice(0, -1) : precedingTokens)
  const matching = matchingText(typedText.replace(/^"/, ''))
  switch (expectation.kind) {
    case 'field':
      return { from, to, suggestions: matching(fieldSuggestions(fields)) }
    case 'operator':
      return { from, to, suggestions: matching(operatorSuggestions(expectation.field, fields)) }
    case 'value':
      return { from, to, suggestions: matching(valueSuggestions(expectation.field, fields, knownValues)) }
    case 'connective':
      return { from, to, suggestions: matching(connectives) }
    default:
      return { from, to, suggestions: [] }
  }
}

const fieldSuggestions = (fields: readonly Field[]): readonly Suggestion[] => [
  ...fields.map(({ name, description }) => ({ label: name, insert: `${name} `, note: description })),
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

/** The operators of a field; an unknown field gets all. */
export function operatorsFor(field: string, fields: readonly Field[]): readonly string[] {
  const listedField = fields.find(({ name }) => name === field)
  return listedField === undefined ? [...signs, ...wordOperators] : operatorsOfType[listedField.type]
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
  knownValues: (field: string) => readonly string[],
): readonly Suggestion[] {
  const listedField = fields.find(({ name }) => name === field)
  const words = [...new Set([...(listedField?.values ?? []), ...knownValues(field)])]
  return words.map((word) => ({
    label: word,
    insert: `${/^[A-Za-z_][\w.-]*$|^-?\d/.test(word) ? word : JSON.stringify(word)} `,
    note: 'value',
  }))
}

const connectives: readonly Suggestion[] = [
  { label: 'and', insert: 'and ', note: 'both' },
  { label: 'or', insert: 'or ', note: 'either' },
]

/** Keeps up to 40 suggestions that contain the typed text, prefix matches first. */
const matchingText =
  (typedText: string) =>
  (all: readonly Suggestion[]): readonly Suggestion[] => {
    const needle = typedText.toLowerCase()
    return all
      .map((suggestion) => ({ suggestion, at: suggestion.label.toLowerCase().indexOf(needle) }))
      .filter(({ suggestion, at }) => at >= 0 && suggestion.label !== typedText)
      .toSorted((a, b) => Number(a.at > 0) - Number(b.at > 0))
      .slice(0, 40)
      .map(({ suggestion }) => suggestion)
  }

/** Returns the text with the suggestion applied, and the new caret position. */
export function applySuggestion(
  text: string,
  { from, to }: Completion,
  { insert }: Suggestion,
): readonly [string, number] {
  const rest = text.slice(to)
  const insertion = rest.startsWith(' ') ? insert.trimEnd() + ' ' : insert
  return [text.slice(0, from) + insertion + rest.trimStart(), from + insertion.length]
}

/** The column, from 1, that an error message names. */
export function columnOf(message: string): number | undefined {
  const match = /\(column (\d+)\)/.exec(message)
  return match?.[1] === undefined ? undefined : Number(match[1])
}
