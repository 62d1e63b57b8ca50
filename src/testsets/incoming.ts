// A row as a client sends it, in a JSON body or in a file: metadata keys are taken out of the data, both spellings of
// the dedup id are read, and values that could not be kept exactly are refused.
import { isJsonObject, type Json, type JsonObject } from '../kernel/json/value.ts'
import { checkExact, InexactValue, parseExact } from './exact.ts'
import { dedupKey, readUuid } from './identity.ts'
import { metadataNames, rowMetadata, type MetadataName, type RowMetadata } from './rows.ts'
import { ownMember, setOwn } from '../kernel/own.ts'

const dedupIdCharactersMax = 255

const metadataColumns = ['__id__', '__dedup_id__', '__flags__', '__tags__', '__meta__'] as const
export type MetadataColumn = (typeof metadataColumns)[number]
const metadataColumnSet: ReadonlySet<string> = new Set(metadataColumns)

/** Keys that never stay in data and can be no column. */
export const isMetadataColumn = (name: string): name is MetadataColumn => metadataColumnSet.has(name)

/** A row before its ids are settled. `data` holds `testcase_dedup_id` exactly when `dedupId` was given. */
export interface IncomingRow extends RowMetadata {
  readonly data: JsonObject
  readonly dedupId?: string
  /** Id of the testcase that this row continues; without meaning when the testset does not know it. */
  readonly continues?: string
}

/** A testcase object of a JSON body. */
export interface TestcaseInput extends RowMetadata {
  readonly id?: string
  readonly data?: JsonObject
}

/** What is wrong with a row; `path` starts at the row's data, or names the metadata column. */
export class RowFault extends Error {
  readonly path: readonly (string | number)[]
  readonly input: Json | undefined

  constructor(path: readonly (string | number)[], message: string, input?: Json) {
    super(message)
    this.name = 'RowFault'
    this.path = path
    this.input = input
  }
}

function dedupIdOf(value: Json | undefined, key: string): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value !== 'string') throw new RowFault([key], `${key} must be a string.`, value)
  if (value.length > dedupIdCharactersMax) {
    throw new RowFault([key], `${key} is longer than ${dedupIdCharactersMax} characters.`)
  }
  return value
}

function continuedId(value: Json | undefined, key: string): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  const id = typeof value === 'string' ? readUuid(value) : undefined
  if (id === undefined) throw new RowFault([key], `${key} is not a UUID.`, value)
  return id
}

/** The object of a metadata column: an object, or its JSON text as files carry it. */
function metadataObject(value: Json | undefined, key: string): JsonObject | undefined {
  if (value === undefined || value === null || value === '') return undefined
  let read: Json = value
  if (typeof value === 'string') {
    try {
      read = parseExact(value)
    } catch (cause) {
      if (cause instanceof InexactValue) throw new RowFault([key, ...cause.path], cause.message)
      throw new RowFault([key], `${key} is not a JSON object.`, value)
    }
    if (read === null) return undefined
  }
  if (!isJsonObject(read)) throw new RowFault([key], `${key} is not a JSON object.`, value)
  return read
}

const isTestcaseIdKey = (key: string, value: Json | undefined): boolean =>
  key === 'testcase_id' && typeof value === 'string' && readUuid(value) !== undefined

const carriesMetadata = (flat: JsonObject): boolean => {
  for (const key of Object.keys(flat)) {
    if (key === dedupKey || isMetadataColumn(key) || isTestcaseIdKey(key, ownMember(flat, key))) return true
  }
  return false
}

/** The data that stays: without metadata keys, and with the dedup id in the key that keeps it. */
function keptData(flat: JsonObject, dedupId: string | undefined): JsonObject {
  const data: Record<string, Json> = {}
  for (const key of Object.keys(flat)) {
    const value = ownMember(flat, key)
    if (value === undefined || isMetadataColumn(key) || isTestcaseIdKey(key, value)) continue
    if (key === dedupKey && value !== dedupId) continue
    setOwn(data, key, value)
  }
  if (dedupId !== undefined && !Object.hasOwn(data, dedupKey)) data[dedupKey] = dedupId
  return data
}

/** A flat row: data keys and metadata keys side by side. The values must be exact already. Throws RowFault. */
export function rowFromFlat(flat: JsonObject): IncomingRow {
  if (!carriesMetadata(flat)) return { data: flat }
  const own = dedupIdOf(flat[dedupKey], dedupKey)
  const dedupId = own ?? dedupIdOf(flat['__dedup_id__'], '__dedup_id__')
  const testcaseIdValue = flat['testcase_id']
  const continues =
    continuedId(flat['__id__'], '__id__') ??
    (isTestcaseIdKey('testcase_id', testcaseIdValue) ? readUuid(testcaseIdValue as string) : undefined)
  const metadata: { [name in MetadataName]?: JsonObject } = {}
  for (const name of metadataNames) {
    const value = metadataObject(flat[`__${name}__`], `__${name}__`)
    if (value !== undefined) metadata[name] = value
  }
  return {
    data: keptData(flat, dedupId),
    ...(dedupId === undefined ? {} : { dedupId }),
    ...(continues === undefined ? {} : { continues }),
    ...rowMetadata(metadata),
  }
}

function checkValues(value: JsonObject, prefix: readonly string[]): void {
  try {
    checkExact(value)
  } catch (cause) {
    if (cause instanceof InexactValue) throw new RowFault([...prefix, ...cause.path], cause.message)
    throw cause
  }
}

/**
 * A testcase object of a JSON body. Its own `id`, `flags`, `tags` and `meta` win over the metadata keys in `data`.
 * Throws RowFault with a path from the testcase object (`data`, …).
 */
export function rowFromJson(testcase: TestcaseInput): IncomingRow {
  const data = testcase.data ?? {}
  checkValues(data, ['data'])
  for (const name of metadataNames) checkValues(testcase[name] ?? {}, [name])
  let row: IncomingRow
  try {
    row = rowFromFlat(data)
  } catch (cause) {
    if (cause instanceof RowFault) throw new RowFault(['data', ...cause.path], cause.message, cause.input)
    throw cause
  }
  const continues = continuedId(testcase.id, 'id') ?? row.continues
  return {
    data: row.data,
    ...(row.dedupId === undefined ? {} : { dedupId: row.dedupId }),
    ...(continues === undefined ? {} : { continues }),
    ...rowMetadata({ ...row, ...presentMetadata(testcase) }),
  }
}

/** The parts that were sent, empty ones included: they win over metadata keys and over what would be carried over. */
export const presentMetadata = (row: RowMetadata): RowMetadata => ({
  ...(row.flags === undefined ? {} : { flags: row.flags }),
  ...(row.tags === undefined ? {} : { tags: row.tags }),
  ...(row.meta === undefined ? {} : { meta: row.meta }),
})
