// Which templates cost no more than their length and what they write, so that they may be filled in where they are met:
// placeholders alone, no sections, loops or expressions.
import { isJsonObject, type Json } from '../../kernel/json/value.ts'
import type { TemplateFormat } from './template.ts'

/** Characters of templates, and of what they write, that are not worth a question to the workshop. */
export const plainCharactersMax = 100_000

/** The template writes more than it may here. */
export class TooLong extends Error {}

/** What makes a template of this format more than placeholders. */
const notPlain: Readonly<Record<TemplateFormat, RegExp>> = {
  curly: /(?!)/,
  fstring: /(?!)/,
  mustache: /\{\{\{?\s*[#^/>=]/,
  jinja2: /\{[%#]|\{\{(?!\s*[\w.]+\s*\}\})/,
}

/** Whether all texts of the messages are short and plain. */
export function isPlain(messages: Json | undefined, format: TemplateFormat): boolean {
  let left = plainCharactersMax
  const visit = (value: Json): boolean => {
    if (typeof value === 'string') {
      left -= value.length
      return left >= 0 && !notPlain[format].test(value)
    }
    if (Array.isArray(value)) return value.every((item: Json) => visit(item))
    return !isJsonObject(value) || Object.values(value).every(visit)
  }
  return messages === undefined || visit(messages)
}
