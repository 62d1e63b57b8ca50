// Finds the placeholders of a prompt: the inputs that it needs.
import type { Prompt } from './prompt.ts'

/** `{{ name }}` with optional spaces. Blocks and helpers (`{{#each}}`, `{{/if}}`) name the word after them. */
const double = /\{\{\{?\s*[#^/&]?\s*([^{}]+?)\s*\}?\}\}/g
/** `{name}`; doubled braces are escaped braces. */
const single = /\{\{|\}\}|\{([^{}]*)\}/g
const jinjaBlock = /\{%-?\s*(?:for\s+\w+\s+in|if|elif)\s+([A-Za-z_]\w*)/g
const jinjaBound = /\{%-?\s*(?:for\s+(\w+)\s+in|set\s+(\w+))/g

/** The first name of an expression: `customer.name | upper` needs `customer`. */
const root = (expression: string): string | undefined => /^[A-Za-z_$][\w$-]*/.exec(expression.trim())?.[0]

function* namesIn(text: string, format: string): Generator<string> {
  // Embeds have the same braces, but are not placeholders.
  const plain = text.replaceAll(/@\{\{[^{}]*\}\}/g, '')
  if (format === 'fstring') {
    for (const [, name] of plain.matchAll(single)) if (name !== undefined) yield name.split(/[:!]/)[0] ?? ''
    return
  }
  for (const [, name = ''] of plain.matchAll(double)) yield format === 'curly' ? name : (root(name) ?? '')
  if (format === 'jinja2') for (const [, name = ''] of plain.matchAll(jinjaBlock)) yield name
}

const localNames = (text: string, format: string): ReadonlySet<string> =>
  new Set(format === 'jinja2' ? [...text.matchAll(jinjaBound)].flatMap(([, a, b]) => a ?? b ?? []) : [])

const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsIn)
  return []
}

/** Each name once, in the order of appearance. */
export function variablesOf(prompt: Pick<Prompt, 'messages' | 'template_format'>): readonly string[] {
  const format = prompt.template_format ?? 'curly'
  const texts = prompt.messages.flatMap(({ content }) => textsIn(content))
  const local = localNames(texts.join('\n'), format)
  const names = texts.flatMap((text) => [...namesIn(text, format)]).map((name) => name.trim())
  return [...new Set(names)].filter((name) => name !== '' && name !== '.' && !local.has(name))
}

/** The embeds of a text, as written. */
export const embedsIn = (text: string): readonly string[] =>
  text.match(/@ag\.embed\[[^[\]]*(?:\[[^[\]]*\][^[\]]*)*\]|@\{\{[^{}]*\}\}/g) ?? []
