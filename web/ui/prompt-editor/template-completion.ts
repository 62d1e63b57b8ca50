// Suggests variables and embeds after an opening brace of a template. This file is pure.

export interface TemplateSuggestion {
  readonly label: string
  /** The text that replaces the typed one. */
  readonly insert: string
  readonly note: string
}

/** An embed that a prompt may use. */
export interface EmbedOption {
  readonly label: string
  /** The embed as written in the text: `@{{workflow.slug=tone, path=text}}`. */
  readonly source: string
}

export interface TemplateNames {
  /** Names with a short note, such as the value of the selected row. */
  readonly variables: readonly { readonly name: string; readonly note: string }[]
  readonly embeds: readonly EmbedOption[]
}

export interface TemplateCompletion {
  /** The range that a suggestion replaces. */
  readonly from: number
  readonly to: number
  readonly suggestions: readonly TemplateSuggestion[]
}

const suggestionsMax = 40
const openingPattern = /(?<at>@?)\{\{(?<raw>\{?)(?<sigil>[#^&]?)\s*(?<typed>[^{}\s|]*)$/
const openingOfFstring = /(?:^|[^{])(?<brace>\{)(?<typed>[^{}\s]*)$/
/** The rest of a placeholder behind the caret. */
const closingPattern = /^[^{}\s|]*\s*\}\}\}?/
const closingOfFstring = /^[^{}\s]*\}/

interface CompletionPlace {
  readonly caret: number
  readonly format?: string | undefined
}

interface Position {
  readonly from: number
  readonly to: number
  readonly typedText: string
  readonly insertOf: (name: string) => string
  readonly isEmbedOnly: boolean
}

function positionAt(text: string, { caret, format = 'curly' }: CompletionPlace): Position | undefined {
  const textBefore = text.slice(0, caret)
  const textAfter = text.slice(caret)
  if (format === 'fstring') {
    const match = openingOfFstring.exec(textBefore)
    if (match?.groups === undefined) return undefined
    const { typed: typedText = '' } = match.groups
    const to = caret + (closingOfFstring.exec(textAfter)?.[0].length ?? 0)
    return {
      from: caret - typedText.length - 1,
      to,
      typedText,
      insertOf: (name) => `{${name}}`,
      isEmbedOnly: false,
    }
  }
  const match = openingPattern.exec(textBefore)
  if (match?.groups === undefined) return undefined
  const { at = '', raw = '', sigil = '', typed: typedText = '' } = match.groups
  return {
    from: match.index,
    to: caret + (closingPattern.exec(textAfter)?.[0].length ?? 0),
    typedText,
    insertOf: (name) => `{{${raw}${sigil}${name}${raw === '' ? '' : '}'}}}`,
    isEmbedOnly: at === '@',
  }
}

const rank = (label: string, needle: string): number => label.toLowerCase().indexOf(needle)

/** Completes the placeholder at the caret; undefined: the caret is not inside of an open one, or nothing matches. */
export function completionOf(
  text: string,
  { names: { variables, embeds }, ...place }: CompletionPlace & { readonly names: TemplateNames },
): TemplateCompletion | undefined {
  const position = positionAt(text, place)
  if (position === undefined) return undefined
  const needle = position.typedText.toLowerCase()
  const all: readonly TemplateSuggestion[] = [
    ...(position.isEmbedOnly ? [] : variables).map(({ name, note }) => ({
      label: name,
      insert: position.insertOf(name),
      note,
    })),
    ...embeds.map(({ label, source }) => ({ label, insert: source, note: 'embed' })),
  ]
  const suggestions = all
    .filter(({ label }) => rank(label, needle) >= 0)
    .toSorted((a, b) => Number(rank(a.label, needle) > 0) - Number(rank(b.label, needle) > 0))
    .slice(0, suggestionsMax)
  return suggestions.length === 0 ? undefined : { from: position.from, to: position.to, suggestions }
}
