// Messages of a prompt as files: `messages/01-system.md` contains the text, and its name the role. Other members, and
// content that is not plain text, are in `01-system.json` beside it. An entry without a usable role is stored
// completely in `01-message.json`.
import { isJsonObject, type Json, type JsonPath } from '../../kernel/json/value.ts'
import {
  isPlainText,
  jsonFile,
  locateInJson,
  readJsonFile,
  textFile,
  textOfFile,
  type FileError,
  type FileLocation,
  type Files,
} from './files.ts'

export const messagesFolder = 'messages/'

/** The name of an entry whose JSON file has the full value. */
const fullEntry = 'message'

const rolePattern = /^[a-z][a-z0-9_]{0,39}$/
const filePattern = /^messages\/(\d{1,6})-([a-z][a-z0-9_]{0,39})\.(md|json)$/

function* entryFiles(entry: Json, number: string): Generator<readonly [string, string]> {
  const stem = (role: string): string => `${messagesFolder}${number}-${role}`
  const role = isJsonObject(entry) ? entry['role'] : undefined
  if (!isJsonObject(entry) || typeof role !== 'string' || !rolePattern.test(role) || role === fullEntry) {
    yield [`${stem(fullEntry)}.json`, jsonFile(entry)]
    return
  }
  const { content } = entry
  const isText = isPlainText(content)
  const rest = Object.entries(entry).filter(([name]) => name !== 'role' && !(isText && name === 'content'))
  if (isText) yield [`${stem(role)}.md`, textFile(content)]
  if (!isText || rest.length > 0) yield [`${stem(role)}.json`, jsonFile(Object.fromEntries(rest))]
}

/** The files of a list of messages. An empty list has none. */
export function messageFiles(messages: readonly Json[]): readonly (readonly [string, string])[] {
  const digits = Math.max(2, String(messages.length).length)
  return messages.flatMap((entry, i) => [...entryFiles(entry, String(i + 1).padStart(digits, '0'))])
}

/** The files of one message. */
interface Entry {
  readonly role: string
  readonly text?: string
  readonly json?: string
}

const nameRule = 'Name the file after its position and role: messages/01-system.md.'

function entriesByNumber(files: Files, errors: FileError[]): ReadonlyMap<number, Entry> {
  const entries = new Map<number, Entry>()
  for (const path of [...files.keys()].filter((candidate) => candidate.startsWith(messagesFolder)).sort()) {
    const [, digits, role = '', extension] = filePattern.exec(path) ?? []
    if (digits === undefined || (role === fullEntry && extension === 'md')) {
      errors.push({ path, line: 1, message: nameRule })
      continue
    }
    const number = Number(digits)
    const entry = entries.get(number) ?? { role }
    const name = extension === 'md' ? 'text' : 'json'
    if (entry.role !== role || entry[name] !== undefined) {
      const message = `Two messages have the number ${number}: ${entry.text ?? entry.json} and this one.`
      errors.push({ path, line: 1, message })
      continue
    }
    entries.set(number, { ...entry, [name]: path })
  }
  return entries
}

function messageOf(
  { files, errors }: { readonly files: Files; readonly errors: FileError[] },
  { role, text, json }: Entry,
): Json {
  const rest = json === undefined ? {} : readJsonFile({ path: json, file: files.get(json) ?? '' }, errors)
  if (role === fullEntry || json === undefined) {
    return role === fullEntry ? (rest ?? null) : { role, content: textOfFile(files.get(text ?? '') ?? '') }
  }
  if (rest === undefined) return null
  if (!isJsonObject(rest)) {
    errors.push({ path: json, line: 1, message: 'The file must contain a JSON object.' })
    return null
  }
  for (const name of ['role', ...(text === undefined ? [] : ['content'])]) {
    if (!Object.hasOwn(rest, name)) continue
    const owner = name === 'role' ? 'the name of the file' : text
    errors.push({
      ...locateInJson({ files, path: json }, [name]),
      message: `${name} is already given by ${owner}.`,
    })
  }
  return { role, ...(text === undefined ? {} : { content: textOfFile(files.get(text) ?? '') }), ...rest }
}

/** The messages of the files in order of their numbers; undefined if there are none. */
export function readMessages(
  files: Files,
  errors: FileError[],
): { readonly messages: readonly Json[]; readonly locate: (path: JsonPath) => FileLocation } | undefined {
  const entries = [...entriesByNumber(files, errors)].sort(([a], [b]) => a - b).map(([, entry]) => entry)
  if (entries.length === 0) return undefined
  return {
    messages: entries.map((entry) => messageOf({ files, errors }, entry)),
    locate: ([index, ...messagePath]) => {
      const { text, json } = entries[Number(index)] ?? {}
      if (json !== undefined && (text === undefined || messagePath[0] !== 'content')) {
        return locateInJson({ files, path: json }, messagePath)
      }
      return { path: text ?? messagesFolder, line: 1 }
    },
  }
}
