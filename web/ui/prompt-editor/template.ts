// Finds the placeholders, tags, embeds and errors of a template text, in the four template formats. This file is pure.

export interface TemplateMark {
  readonly from: number
  readonly to: number
  readonly kind: 'variable' | 'tag' | 'embed' | 'error'
  /** The input that a variable needs. */
  readonly name?: string
  /** Whether the name may be absent or is no input: a loop variable, a member of a section, a name with a default. */
  readonly isOptional?: boolean
  /** The description of an error. */
  readonly message?: string
}

const embedPattern = String.raw`@ag\.embed\[[^[\]]*(?:\[[^[\]]*\][^[\]]*)*\]|@\{\{[^{}]*\}\}`

const patterns: Readonly<Record<string, string>> = {
  curly: String.raw`\{\{([^{}]+)\}\}|\{\{`,
  mustache: String.raw`\{\{\{\s*([^{}]+?)\s*\}\}\}|\{\{\s*([#^/&!>=]?)\s*([^{}]*?)\s*\}\}|\{\{`,
  fstring: String.raw`\{\{|\}\}|\{([^{}]*)\}|[{}]`,
  jinja2: String.raw`\{#[^]*?#\}|\{%-?\s*raw\s*-?%\}[^]*?\{%-?\s*endraw\s*-?%\}|\{%-?([^]*?)-?%\}|\{\{-?([^]*?)-?\}\}|\{[{%#]`,
}

const patternOf = (format: string): RegExp =>
  new RegExp(
    `(?<embed>${embedPattern})|${Object.hasOwn(patterns, format) ? patterns[format] : patterns['curly']}`,
    'g',
  )

/** The embeds of a text, as written. */
export const embedsIn = (text: string): readonly string[] => text.match(new RegExp(embedPattern, 'g')) ?? []

/** The first name of an expression: `customer.name | upper` needs `customer`. */
const rootName = (expression: string): string | undefined => /^[A-Za-z_$][\w$-]*/.exec(expression.trim())?.[0]

type Mark = Omit<TemplateMark, 'from' | 'to'>
type Groups = readonly (string | undefined)[]

const unclosedBrace = (brace: string): Mark => ({ kind: 'error', message: `“${brace}” is not closed.` })
const variable = (name: string | undefined, isOptional = false): Mark =>
  name === undefined || name === '' || name === '.'
    ? { kind: 'tag' }
    : { kind: 'variable', name, ...(isOptional ? { isOptional } : {}) }

const curlyMark = (source: string, [name]: Groups): Mark =>
  name === undefined ? unclosedBrace(source) : variable(name.trim())

function fstringMark(source: string, [field]: Groups): Mark {
  if (source === '{{' || source === '}}') return { kind: 'tag' }
  if (field === undefined) return { kind: 'error', message: `Double a single “${source}” to write a brace.` }
  if (field.trim() === '') return { kind: 'error', message: '“{}” has no name.' }
  return variable(field.split(/[:!.[]/)[0]?.trim())
}

/** Names bound by `for` and `set`. */
const jinjaBindings = /\{%-?\s*(?:for\s+(\w+)(?:\s*,\s*(\w+))?\s+in|set\s+(\w+))/g

function jinjaMark(boundNames: ReadonlySet<string>): (source: string, groups: Groups) => Mark {
  const namedMark = (expression: string, isOptional: boolean): Mark => {
    const name = rootName(expression)
    return variable(name, isOptional || (name !== undefined && boundNames.has(name)))
  }
  return (source, [statement, output]) => {
    if (output !== undefined) return namedMark(output, /\bdefault\b|\bis\b|\bif\b/.test(output))
    const condition = /^\s*(?:for\s+\w+(?:\s*,\s*\w+)?\s+in|if|elif)\s+(?:not\s+)?(.*)$/s.exec(
      statement ?? '',
    )
    if (condition !== null) return namedMark(condition[1] ?? '', true)
    return source.length === 2 ? unclosedBrace(source) : { kind: 'tag' }
  }
}

interface OpenSection {
  readonly name: string
  readonly index: number
}

/** Names inside of a section may be members of its value, so they are optional. */
function mustacheMark(
  sections: OpenSection[],
  marks: readonly Mark[],
): (source: string, groups: Groups) => Mark {
  return (source, [raw, sigil = '', name = '']) => {
    const isInside = sections.length > 0
    if (raw !== undefined) return variable(raw.split('.')[0], isInside)
    if (source === '{{') return unclosedBrace(source)
    if (sigil === '' || sigil === '&') return variable(name.split('.')[0], isInside)
    if (sigil === '#' || sigil === '^') {
      sections.push({ name, index: marks.length })
      return variable(name.split('.')[0], true)
    }
    if (sigil !== '/') return { kind: 'tag' }
    return sections.pop()?.name === name
      ? { kind: 'tag' }
      : { kind: 'error', message: `“${source}” closes no open section.` }
  }
}

/** The names that a template binds itself. */
export const localNames = (text: string, format: string): ReadonlySet<string> =>
  new Set(
    format === 'jinja2'
      ? [...text.matchAll(jinjaBindings)].flatMap(([, a, b, c]) =>
          [a, b, c].filter((one) => one !== undefined),
        )
      : [],
  )

/** All marks of a text in order. Text between them is plain. */
export function templateMarks(text: string, format = 'curly'): readonly TemplateMark[] {
  const marks: TemplateMark[] = []
  const sections: OpenSection[] = []
  const boundNames = localNames(text, format)
  const markOf =
    format === 'fstring'
      ? fstringMark
      : format === 'jinja2'
        ? jinjaMark(boundNames)
        : format === 'mustache'
          ? mustacheMark(sections, marks)
          : curlyMark
  for (const match of text.matchAll(patternOf(format))) {
    const [source, embed, ...groups] = match
    const range = { from: match.index, to: match.index + source.length }
    marks.push({
      ...range,
      ...(embed === undefined ? markOf(source, groups) : { kind: 'embed' }),
    })
  }
  for (const { name, index } of sections) {
    const mark = marks[index]
    if (mark !== undefined)
      marks[index] = { ...mark, kind: 'error', message: `The section “${name}” is not closed.` }
  }
  return marks
}

type Values = Readonly<Record<string, unknown>>

/** Whether a row has the value of a variable: by its name, or by the first part of a path. JSON paths count as present. */
const hasValue = (values: Values, name: string): boolean =>
  Object.hasOwn(values, name) ||
  name.startsWith('$') ||
  name.startsWith('/') ||
  Object.hasOwn(values, name.split(/[.[]/)[0] ?? '')

export interface TemplateProblem {
  readonly from: number
  readonly to: number
  readonly kind: 'error' | 'unknown'
  /** The line of the problem, counted from 1. */
  readonly line: number
  readonly message: string
}

/** The errors of a template, and the variables that the row does not have. Without a row every variable is accepted. */
export function templateProblems(
  text: string,
  {
    format = 'curly',
    values,
  }: { readonly format?: string | undefined; readonly values?: Values | undefined },
): readonly TemplateProblem[] {
  return templateMarks(text, format).flatMap(
    ({ from, to, kind, name = '', isOptional, message }): readonly TemplateProblem[] => {
      const at = { from, to, line: text.slice(0, from).split('\n').length }
      if (kind === 'error') return [{ ...at, kind, message: message ?? '' }]
      const isMissing =
        kind === 'variable' && isOptional !== true && values !== undefined && !hasValue(values, name)
      return isMissing ? [{ ...at, kind: 'unknown', message: `The row has no “${name}”.` }] : []
    },
  )
}
