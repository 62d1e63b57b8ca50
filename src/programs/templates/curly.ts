// Renders `{{name}}` templates; names may be paths.
import { readPath } from '../../kernel/json/path.ts'
import type { Json, JsonObject } from '../../kernel/json/value.ts'
import { isJsonPath, readJsonPath } from '../json-path.ts'
import { missingInput, textOf, type OutputLimit } from './values.ts'
import { ownMember } from '../../kernel/own.ts'

/** An input with exactly that name comes first, since columns may have dots in their names. */
function valueAt(values: JsonObject, name: string): Json | undefined {
  if (Object.hasOwn(values, name)) return ownMember(values, name)
  if (isJsonPath(name)) return readJsonPath(values, name)
  const result = readPath(values, name)
  return result.exists ? result.value : undefined
}

export const renderCurly = (text: string, values: JsonObject, limit: OutputLimit): string =>
  text.replaceAll(/\{\{([^{}]+)\}\}/g, (_, placeholder: string) => {
    const name = placeholder.trim()
    const value = valueAt(values, name)
    if (value === undefined) throw missingInput(name)
    return limit.count(textOf(value))
  })
