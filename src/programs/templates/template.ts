// Prompt templates: a text with placeholders, in one of four formats, and the values for them.
// curly     {{name}}, {{path.to.0.value}}, {{$.json.path}}
// mustache  variables, sections, inverted sections, comments; nothing is escaped, since a prompt is not HTML
// fstring   {name}, {name.member}, {name[0]}, {{ and }} for braces
// jinja2    variables, filters, tests, if, for, set; no calls and nothing of the host, so no code can run
// A value is inserted once and never searched for placeholders. A placeholder without a value is an error.
import { badSettings } from '../failure.ts'
import type { JsonObject } from '../../kernel/json/value.ts'
import { renderCurly } from './curly.ts'
import { renderFstring } from './fstring.ts'
import { renderJinja } from './jinja.ts'
import { renderMustache } from './mustache.ts'
import { OutputLimit } from './values.ts'

const renderers = {
  curly: renderCurly,
  mustache: renderMustache,
  fstring: renderFstring,
  jinja2: renderJinja,
} as const

export type TemplateFormat = keyof typeof renderers

/** The format of this name; absent: curly. */
export function templateFormat(name: unknown): TemplateFormat {
  if (name === undefined || name === null) return 'curly'
  if (typeof name === 'string' && Object.hasOwn(renderers, name)) return name as TemplateFormat
  throw badSettings(`Unknown template format ${JSON.stringify(name)}.`)
}

export const renderTemplate = (
  format: TemplateFormat,
  {
    text,
    values,
    limit = new OutputLimit(),
  }: { readonly text: string; readonly values: JsonObject; readonly limit?: OutputLimit | undefined },
): string => renderers[format](text, values, limit)
