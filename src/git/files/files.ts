// Payloads of revisions as files that a person would write, and back. Pure functions: no store, no clock.
//   files.ts              types, and the rules of text and JSON files (start here)
//   layouts.ts            the layout of each family
//   workflow-files.ts     settings.json, messages/, schemas/, script, code and rubric
//   messages.ts           one Markdown file per message
//   query-files.ts        query.txt and settings.json
//   environment-files.ts  environment.json
//   testcase-lines.ts     testcases.jsonl: one row per line
//   locate.ts             the line of a value in a JSON text
// Promise: reading the written files gives an equal payload, and writing a payload that was read from canonical files
// gives the same bytes. Object ids depend on these bytes. A changed layout would rewrite the history that clients have
// fetched, so files.test.ts pins the bytes. May import every module that git/ may import.
import { parseChecked } from '../../kernel/json/checked.ts'
import { syntaxErrorAt } from '../../kernel/json/syntax.ts'
import { isJsonObject, type Json, type JsonObject, type JsonPath } from '../../kernel/json/value.ts'
import { atOnce } from '../../kernel/sliced.ts'
import { exactText } from '../../testsets/exact-text.ts'
import { lineOfOffset, lineOfPath } from './locate.ts'

/** The texts of files by path. */
export type Files = ReadonlyMap<string, string>

export interface FileLocation {
  readonly path: string
  readonly line: number
}

export interface FileError extends FileLocation {
  readonly message: string
}

/** A payload that was read from files. */
export interface FilePayload {
  /** Undefined: there is no payload file, or there are errors. */
  readonly data: JsonObject | undefined
  readonly errors: readonly FileError[]
  /** Finds the file and line of a value of the data. */
  readonly locate: (path: JsonPath) => FileLocation
}

/** The files of a family. Paths that belong to no payload are the client's own. */
export interface Layout {
  readonly isPayloadPath: (path: string) => boolean
  readonly write: (data: JsonObject) => Files
  readonly read: (files: Files) => FilePayload
}

export const settingsPath = 'settings.json'

const byteOrderMark = '\u{feff}'

/**
 * Whether a text file can store the value. Other texts stay in JSON, because line ends of text files are normalized.
 */
export const isPlainText = (value: Json | undefined): value is string =>
  typeof value === 'string' &&
  !/[\r\0]/.test(value) &&
  !value.startsWith(byteOrderMark) &&
  value.isWellFormed()

/** A text file ends with one newline more than its text. */
export const textFile = (text: string): string => `${text}\n`

export const stripByteOrderMark = (text: string): string =>
  text.startsWith(byteOrderMark) ? text.slice(1) : text

export const textOfFile = (file: string): string =>
  stripByteOrderMark(file).replaceAll('\r\n', '\n').replace(/\n$/, '')

/** Two spaces, keys in their own order, and numbers that the parser accepts. */
export const jsonFile = (value: Json): string => `${exactText(value, 2)}\n`

/** The most errors that get a line number. A refusal shows no more. */
export const locatedErrorsMax = 10

/** The JSON value of a file; errors are added to `errors`. */
export function readJsonFile(
  { path, file }: { readonly path: string; readonly file: string },
  errors: FileError[],
): Json | undefined {
  const text = stripByteOrderMark(file)
  try {
    const { value, fieldErrors } = parseChecked(text)
    for (const [i, error] of fieldErrors.entries()) {
      // Only the first errors are shown, and each line number costs a scan of the file.
      const line = i < locatedErrorsMax ? lineOfPath(text, error.path) : 1
      errors.push({ path, line, message: error.msg })
    }
    return fieldErrors.length === 0 ? value : undefined
  } catch {
    const line = lineOfOffset(text, atOnce(syntaxErrorAt(text)))
    errors.push({ path, line, message: 'The file is not valid JSON.' })
    return undefined
  }
}

/** A JSON file, and the files around it. */
interface JsonSource {
  readonly files: Files
  readonly path: string
}

/** The object of a JSON file. An absent file is an empty object. */
export function readJsonObject({ files, path }: JsonSource, errors: FileError[]): JsonObject {
  const file = files.get(path)
  if (file === undefined) return {}
  const value = readJsonFile({ path, file }, errors)
  if (isJsonObject(value)) return value
  if (value !== undefined) errors.push({ path, line: 1, message: 'The file must contain a JSON object.' })
  return {}
}

/** The file and line of a value in a JSON file. */
export const locateInJson = ({ files, path }: JsonSource, valuePath: JsonPath): FileLocation => ({
  path,
  line: lineOfPath(stripByteOrderMark(files.get(path) ?? ''), valuePath),
})

/** Whether the files contain a payload. */
export const hasPayload = (layout: Pick<Layout, 'isPayloadPath'>, files: Files): boolean =>
  files.keys().some(layout.isPayloadPath)

export const payloadUnlessErrors = (
  data: JsonObject,
  rest: Pick<FilePayload, 'errors' | 'locate'>,
): FilePayload => ({ ...rest, data: rest.errors.length === 0 ? data : undefined })
