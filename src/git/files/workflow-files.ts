// The files of the workflow family. Texts, messages and schemas have files of their own; settings.json has the rest of
// the data in its own shape and key order.
import { ownMember } from '../../kernel/own.ts'
import {
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
  type JsonPath,
} from '../../kernel/json/value.ts'
import { uriOf } from '../../workflows/completion.ts'
import { isManaged } from '../../workflows/uri.ts'
import {
  payloadUnlessErrors,
  hasPayload,
  isPlainText,
  jsonFile,
  locateInJson,
  readJsonFile,
  readJsonObject,
  settingsPath,
  textFile,
  textOfFile,
  type FileError,
  type FilePayload,
  type FileLocation,
  type Files,
  type Layout,
} from './files.ts'
import { messageFiles, messagesFolder, readMessages } from './messages.ts'

type Pointer = readonly string[]

/** A member of the data with a file of its own. */
interface Slot {
  readonly pointer: Pointer
  readonly path: string
  readonly isText: boolean
}

const schemaNames = ['parameters', 'inputs', 'outputs'] as const
const extensions = { javascript: 'js', typescript: 'ts', python: 'py' } as const
const otherExtension = 'txt'
const sourcePaths = ['script', 'code'].flatMap((name) =>
  [...Object.values(extensions), otherExtension].map((extension) => `${name}.${extension}`),
)

/** The extension of a program in this runtime. A program without a runtime is JavaScript. */
const extensionOf = (runtime: Json | undefined): string =>
  runtime === undefined
    ? extensions.javascript
    : ((typeof runtime === 'string' ? ownMember<string>(extensions, runtime) : undefined) ?? otherExtension)

const parametersOf = (data: JsonObject): JsonObject => {
  const parameters = data['parameters']
  return isJsonObject(parameters) ? parameters : {}
}

/** The slots depend only on members that stay in settings.json. */
const slotsOf = (data: JsonObject): readonly Slot[] => [
  { pointer: ['script'], path: `script.${extensionOf(data['runtime'])}`, isText: true },
  {
    pointer: ['parameters', 'code'],
    path: `code.${extensionOf(data['runtime'] ?? parametersOf(data)['runtime'])}`,
    isText: true,
  },
  { pointer: ['parameters', 'rubric'], path: 'rubric.md', isText: true },
  ...schemaNames.map((name) => ({ pointer: ['schemas', name], path: `schemas/${name}.json`, isText: false })),
]

/** The member that is stored in the folder messages/. */
function messagesPointer(data: JsonObject): Pointer {
  const uri = uriOf(data)
  const key = uri !== undefined && isManaged(uri) ? uri.key : undefined
  if (key === 'llm') return ['parameters', 'messages']
  return key === 'auto_ai_critique' ? ['parameters', 'prompt_template'] : ['parameters', 'prompt', 'messages']
}

function valueAt(data: JsonObject, pointer: Pointer): Json | undefined {
  let value: Json | undefined = data
  for (const name of pointer) value = isJsonObject(value) ? ownMember(value, name) : undefined
  return value
}

/** Removes a member, and the containers that are empty without it. */
function withoutMember(object: JsonObject, [name = '', ...rest]: Pointer): JsonObject {
  const member = ownMember(object, name)
  const remaining = rest.length > 0 && isJsonObject(member) ? withoutMember(member, rest) : {}
  const isEmpty = Object.keys(remaining).length === 0
  return Object.fromEntries(
    Object.entries(object).flatMap(([key, value]) => {
      if (key !== name) return [[key, value]]
      return isEmpty ? [] : [[key, remaining]]
    }),
  )
}

/** Adds a member at the end of its container; undefined: there is a value already. */
function withValue(
  object: JsonObject,
  { pointer: [name = '', ...rest], value }: { readonly pointer: Pointer; readonly value: Json },
): JsonObject | undefined {
  const member = ownMember(object, name)
  if (rest.length === 0) return member === undefined ? { ...object, [name]: value } : undefined
  if (member !== undefined && !isJsonObject(member)) return undefined
  const changedMember = withValue(member ?? {}, { pointer: rest, value })
  return changedMember && { ...object, [name]: changedMember }
}

function write(data: JsonObject): Files {
  const files = new Map<string, string>()
  let rest = data
  for (const { pointer, path, isText } of slotsOf(data)) {
    const value = valueAt(data, pointer)
    if (value === undefined || (isText && !isPlainText(value))) continue
    files.set(path, isPlainText(value) && isText ? textFile(value) : jsonFile(value))
    rest = withoutMember(rest, pointer)
  }
  const pointer = messagesPointer(data)
  const messages = valueAt(data, pointer)
  if (isJsonList(messages) && messages.length > 0) {
    for (const [path, text] of messageFiles(messages)) files.set(path, text)
    rest = withoutMember(rest, pointer)
  }
  return files.set(settingsPath, jsonFile(rest))
}

const isPayloadPath = (path: string): boolean =>
  path === settingsPath ||
  path === 'rubric.md' ||
  path.startsWith(messagesFolder) ||
  path.startsWith('schemas/') ||
  sourcePaths.includes(path)

/** Collects the data of the files, and the file of each member. */
class Reader {
  readonly errors: FileError[] = []
  readonly #files: Files
  readonly #settings: JsonObject
  #data: JsonObject
  readonly #locations: { readonly pointer: Pointer; readonly locate: (path: JsonPath) => FileLocation }[] = []

  constructor(files: Files) {
    this.#files = files
    this.#settings = readJsonObject({ files, path: settingsPath }, this.errors)
    this.#data = this.#settings
  }

  #add(
    pointer: Pointer,
    {
      path,
      value,
      locate,
    }: { readonly path: string; readonly value: Json; readonly locate: (path: JsonPath) => FileLocation },
  ): void {
    const data = withValue(this.#data, { pointer, value })
    if (data === undefined) {
      const message = `${pointer.join('.')} is given here and in ${path}; keep one of them.`
      this.errors.push({ ...locateInJson({ files: this.#files, path: settingsPath }, pointer), message })
      return
    }
    this.#data = data
    this.#locations.push({ pointer, locate })
  }

  #readSlots(): void {
    const slots = slotsOf(this.#settings)
    for (const { pointer, path, isText } of slots) {
      const file = this.#files.get(path)
      if (file === undefined) continue
      const value = isText ? textOfFile(file) : readJsonFile({ path, file }, this.errors)
      if (value === undefined) continue
      this.#add(pointer, {
        path,
        value,
        locate: (valuePath) =>
          isText ? { path, line: 1 } : locateInJson({ files: this.#files, path }, valuePath),
      })
    }
    for (const path of this.#files.keys()) {
      if (slots.some((slot) => slot.path === path)) continue
      const expectedSlot = slots.find((slot) => slot.isText && slot.path.split('.')[0] === path.split('.')[0])
      if (expectedSlot !== undefined && sourcePaths.includes(path)) {
        const message = `The runtime of settings.json needs the name ${expectedSlot.path}.`
        this.errors.push({ path, line: 1, message })
      } else if (path.startsWith('schemas/')) {
        const message =
          'The schemas are schemas/parameters.json, schemas/inputs.json and schemas/outputs.json.'
        this.errors.push({ path, line: 1, message })
      }
    }
  }

  read(): FilePayload {
    // Without settings.json the names of the other files cannot be checked.
    if (this.errors.length === 0) this.#readSlots()
    const result = readMessages(this.#files, this.errors)
    if (result !== undefined) {
      const { messages: value, locate } = result
      this.#add(messagesPointer(this.#settings), { path: messagesFolder, value, locate })
    }
    return payloadUnlessErrors(this.#data, { errors: this.errors, locate: (path) => this.#locate(path) })
  }

  #locate(path: JsonPath): FileLocation {
    const location = this.#locations.find(({ pointer }) => pointer.every((name, i) => path[i] === name))
    return (
      location?.locate(path.slice(location.pointer.length)) ??
      locateInJson({ files: this.#files, path: settingsPath }, path)
    )
  }
}

export const workflowFiles: Layout = {
  isPayloadPath,
  write,
  read: (files) =>
    hasPayload(workflowFiles, files)
      ? new Reader(files).read()
      : { data: undefined, errors: [], locate: () => ({ path: settingsPath, line: 1 }) },
}
