import { isJsonObject, type Json, type JsonObject } from '../../kernel/json/value.ts'
import { badSettings } from '../failure.ts'
import { missingInput, written, type OutputLimit } from './values.ts'
import { ownMember } from '../../kernel/own.ts'

const fieldPattern = /^([^.[\]!:{}]+)((?:\.[^.[\]!:{}]+|\[[^\]{}]+\])*)(?:!s)?$/

function valueOf(field: string, values: JsonObject): string {
  const match = fieldPattern.exec(field.trim())
  if (match === null) {
    throw badSettings(`'{${field}}' is not a plain name: format specifications are not supported.`)
  }
  const [, name = '', rest = ''] = match
  let at: Json | undefined = ownMember(values, name.trim())
  for (const [, member, position] of rest.matchAll(/\.([^.[\]]+)|\[['"]?([^\]'"]+)['"]?\]/g)) {
    const part = member ?? position ?? ''
    if (Array.isArray(at)) at = /^-?\d+$/.test(part) ? (at as readonly Json[]).at(Number(part)) : undefined
    else at = isJsonObject(at) ? ownMember(at, part) : undefined
  }
  if (at === undefined) throw missingInput(field.trim())
  return written(at)
}

/** Doubled braces stand for themselves; one that is alone and closes nothing is an error, as where this comes from. */
export const renderFstring = (text: string, values: JsonObject, limit: OutputLimit): string =>
  text.replaceAll(/\{\{|\}\}|\{([^{}]*)\}|[{}]/g, (whole: string, field: string | undefined) => {
    if (whole === '{{') return '{'
    if (whole === '}}') return '}'
    if (field === undefined) throw badSettings(`A single '${whole}' stands in the template: double it.`)
    if (field.trim() === '') throw badSettings("'{}' in the template names nothing.")
    return limit.pass(valueOf(field, values))
  })
