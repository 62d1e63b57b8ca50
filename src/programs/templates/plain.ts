// Recognizes templates whose cost is their length plus their output, so that they may be rendered in this process: only
// placeholders, no sections, loops or expressions.
import { isJsonObject, type Json } from '../../kernel/json/value.ts'
import type { TemplateFormat } from './template.ts'

/** The most characters of templates and output that are rendered without the sandbox pool. */
export const plainCharactersMax = 100_000

/** Thrown when a template writes more than is allowed in this process. */
export class TooLong extends Error {}

/** Syntax beyond placeholders, by format. */
const complexSyntax: Readonly<Record<TemplateFormat, RegExp>> = {
  curly: /(?!)/,
  fstring: /(?!)/,
  mustache: /\{\{\{?\s*[#^/>=]/,
  jinja2: /\{[%#]|\{\{(?!\s*[\w.]+\s*\}\})/,
}

/** Whether all texts of the messages are short and plain. */
export function isPlain(messages: Json | undefined, format: TemplateFormat): boolean {
  let remaining = plainCharactersMax
  const visit = (value: Json): boolean => {
    if (typeof value === 'string') {
      remaining -= value.length
      return remaining >= 0 && !complexSyntax[format].test(value)
    }
    if (Array.isArray(value)) return value.every((item: Json) => visit(item))
    return !isJsonObject(value) || Object.values(value).every(visit)
  }
  return messages === undefined || visit(messages)
}
