// Renders `{name}` templates in the style of Python's f-strings.
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../kernel/json/value.ts'
import { badSettings } from '../failure.ts'
import { missingInput, textOf, type OutputLimit } from './values.ts'
import { ownMember } from '../../kernel/own.ts'

const fieldPattern = /^([^.[\]!:{}]+)((?:\.[^.[\]!:{}]+|\[[^\]{}]+\])*)(?:!s)?$/

function valueOf(field: string, values: JsonObject): string {
  const match = fieldPattern.exec(field.trim())
  if (match === null) {
    throw badSettings(`'{${field}}' is not a plain name: format specifications are not supported.`)
  }
  const [, name = '', rest = ''] = match
  let current: Json | undefined = ownMember(values, name.trim())
  for (const [, member, position] of rest.matchAll(/\.([^.[\]]+)|\[['"]?([^\]'"]+)['"]?\]/g)) {
    const part = member ?? position ?? ''
    if (isJsonList(current)) current = /^-?\d+$/.test(part) ? current.at(Number(part)) : undefined
    else current = isJsonObject(current) ? ownMember(current, part) : undefined
  }
  if (current === undefined) throw missingInput(field.trim())
  return textOf(current)
}

/** Doubled braces are literal braces; a single brace is an error, as in Python. */
export const renderFstring = (text: string, values: JsonObject, limit: OutputLimit): string =>
  text.replaceAll(/\{\{|\}\}|\{([^{}]*)\}|[{}]/g, (match: string, field: string | undefined) => {
    if (match === '{{') return '{'
    if (match === '}}') return '}'
    if (field === undefined) throw badSettings(`The template has a single '${match}': double it.`)
    if (field.trim() === '') throw badSettings("'{}' in the template has no name.")
    return limit.count(valueOf(field, values))
  })
