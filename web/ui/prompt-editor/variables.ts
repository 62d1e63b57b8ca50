// The placeholders of a prompt, by the format of its template: what has to be given when it is run.
import type { Prompt } from './prompt.ts'

/** `{{ name }}`; blanks around it mean nothing. Blocks and helpers (`{{#each}}`, `{{/if}}`) name what stands after them. */
const double = /\{\{\{?\s*[#^/&]?\s*([^{}]+?)\s*\}?\}\}/g
/** `{name}`, where doubled braces are braces. */
const single = /\{\{|\}\}|\{([^{}]*)\}/g
const jinjaBlock = /\{%-?\s*(?:for\s+\w+\s+in|if|elif)\s+([A-Za-z_]\w*)/g
const jinjaBound = /\{%-?\s*(?:for\s+(\w+)\s+in|set\s+(\w+))/g

/** The name that an expression begins with: `customer.name | upper` asks for `customer`. */
const root = (expression: string): string | undefined => /^[A-Za-z_$][\w$-]*/.exec(expression.trim())?.[0]

function* namesIn(text: string, format: string): Generator<string> {
  // Embeds are written with the same braces and are no placeholders.
  const plain = text.replaceAll(/@\{\{[^{}]*\}\}/g, '')
  if (format === 'fstring') {
    for (const [, name] of plain.matchAll(single)) if (name !== undefined) yield name.split(/[:!]/)[0] ?? ''
    return
  }
  for (const [, name = ''] of plain.matchAll(double)) yield format === 'curly' ? name : (root(name) ?? '')
  if (format === 'jinja2') for (const [, name = ''] of plain.matchAll(jinjaBlock)) yield name
}

const bound = (text: string, format: string): ReadonlySet<string> =>
  new Set(format === 'jinja2' ? [...text.matchAll(jinjaBound)].flatMap(([, a, b]) => a ?? b ?? []) : [])

const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsIn)
  return []
}

/** In the order in which they are met, each once. */
export function variablesOf(prompt: Pick<Prompt, 'messages' | 'template_format'>): readonly string[] {
  const format = prompt.template_format ?? 'curly'
  const texts = prompt.messages.flatMap(({ content }) => textsIn(content))
  const local = bound(texts.join('\n'), format)
  const names = texts.flatMap((text) => [...namesIn(text, format)]).map((name) => name.trim())
  return [...new Set(names)].filter((name) => name !== '' && name !== '.' && !local.has(name))
}

/** Embeds as they are written in a text. */
export const embedsIn = (text: string): readonly string[] =>
  text.match(/@ag\.embed\[[^[\]]*(?:\[[^[\]]*\][^[\]]*)*\]|@\{\{[^{}]*\}\}/g) ?? []
