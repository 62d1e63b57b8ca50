// The files of a saved query: query.txt has the filter as text when the text form is exact, settings.json the rest. Any
// other filter stays in settings.json as JSON.
import { AssayError } from '../../kernel/errors.ts'
import { isJsonObject, jsonEqual, type Json, type JsonObject } from '../../kernel/json/value.ts'
import { parseFilterText } from '../../tracing/filter/text/text-parse.ts'
import { printFilter } from '../../tracing/filter/text/text-print.ts'
import { filterToJson } from '../../tracing/filter/tree/to-json.ts'
import { parseFiltering } from '../../tracing/filter/tree/parse.ts'
import {
  payloadUnlessErrors,
  hasPayload,
  isPlainText,
  jsonFile,
  locateInJson,
  readJsonObject,
  settingsPath,
  textFile,
  textOfFile,
  type FileError,
  type Files,
  type Layout,
} from './files.ts'

const queryPath = 'query.txt'

/** The text of a filter, if parsing it gives this JSON form again. */
function exactFilterText(filtering: Json | undefined): string | undefined {
  if (!isJsonObject(filtering)) return undefined
  try {
    const text = printFilter(parseFiltering(filtering, []))
    return isPlainText(text) && jsonEqual(filterToJson(parseFilterText(text)), filtering) ? text : undefined
  } catch (error) {
    // A filter of an earlier version may exceed the limits of the text form.
    if (error instanceof AssayError) return undefined
    throw error
  }
}

function write(data: JsonObject): Files {
  const { filtering, ...rest } = data
  const text = exactFilterText(filtering)
  const settings = [settingsPath, jsonFile(text === undefined ? data : rest)] as const
  return new Map(text === undefined ? [settings] : [[queryPath, textFile(text)], settings])
}

function filterOf(files: Files, errors: FileError[]): JsonObject | undefined {
  const file = files.get(queryPath)
  if (file === undefined) return undefined
  try {
    return filterToJson(parseFilterText(textOfFile(file)))
  } catch (error) {
    if (!(error instanceof AssayError)) throw error
    errors.push({ path: queryPath, line: 1, message: error.message })
    return undefined
  }
}

export const queryFiles: Layout = {
  isPayloadPath: (path) => path === queryPath || path === settingsPath,
  write,
  read: (files) => {
    const errors: FileError[] = []
    const hasQueryFile = files.has(queryPath)
    const locate: ReturnType<Layout['read']>['locate'] = (path) =>
      hasQueryFile && path[0] === 'filtering'
        ? { path: queryPath, line: 1 }
        : locateInJson({ files, path: settingsPath }, path)
    if (!hasPayload(queryFiles, files)) return { data: undefined, errors, locate }
    const settings = readJsonObject({ files, path: settingsPath }, errors)
    const filtering = filterOf(files, errors)
    if (hasQueryFile && Object.hasOwn(settings, 'filtering')) {
      const message = `filtering is given here and in ${queryPath}; keep one of them.`
      errors.push({ ...locateInJson({ files, path: settingsPath }, ['filtering']), message })
    }
    return payloadUnlessErrors(
      { ...settings, ...(filtering === undefined ? {} : { filtering }) },
      { errors, locate },
    )
  },
}
