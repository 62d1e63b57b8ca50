// Parses a row of a JSON body or a file: removes metadata keys from the data, reads both spellings of the dedup id, and
// refuses values that cannot be stored exactly.
import { isJsonObject, type Json, type JsonObject } from '../kernel/json/value.ts'
import { checkExact, InexactValue, parseExact } from './exact.ts'
import { dedupKey, readUuid } from './identity.ts'
import { metadataNames, rowMetadata, type MetadataName, type RowMetadata } from './rows.ts'
import { ownMember, setOwn } from '../kernel/own.ts'

const dedupIdCharactersMax = 255

const metadataColumns = ['__id__', '__dedup_id__', '__flags__', '__tags__', '__meta__'] as const
export type MetadataColumn = (typeof metadataColumns)[number]
const metadataColumnSet: ReadonlySet<string> = new Set(metadataColumns)

/** Metadata keys are removed from the data and cannot be columns. */
export const isMetadataColumn = (name: string): name is MetadataColumn => metadataColumnSet.has(name)

/** A row before it gets its ids. `data` has `testcase_dedup_id` if and only if `dedupId` is set. */
export interface IncomingRow extends RowMetadata {
  readonly data: JsonObject
  readonly dedupId?: string
  /** Id of the testcase that this row continues; ignored when the testset does not have it. */
  readonly continuedTestcaseId?: string
}

/** A testcase object of a JSON body. */
export interface TestcaseInput extends RowMetadata {
  readonly id?: string
  readonly data?: JsonObject
}

/** An invalid row. `path` starts at the row's data, or is the metadata column. */
export class RowError extends Error {
  readonly path: readonly (string | number)[]
  readonly input: Json | undefined

  constructor(
    path: readonly (string | number)[],
    { message, input }: { readonly message: string; readonly input?: Json | undefined },
  ) {
    super(message)
    this.name = 'RowError'
    this.path = path
    this.input = input
  }
}

function dedupIdOf(value: Json | undefined, key: string): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value !== 'string')
    throw new RowError([key], { message: `${key} must be a string.`, input: value })
  if (value.length > dedupIdCharactersMax) {
    throw new RowError([key], { message: `${key} is longer than ${dedupIdCharactersMax} characters.` })
  }
  return value
}

function continuedId(value: Json | undefined, key: string): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  const id = typeof value === 'string' ? readUuid(value) : undefined
  if (id === undefined) throw new RowError([key], { message: `${key} is not a UUID.`, input: value })
  return id
}

/** The object of a metadata column: an object, or its JSON text in files. */
function metadataObject(value: Json | undefined, key: string): JsonObject | undefined {
  if (value === undefined || value === null || value === '') return undefined
  let content: Json = value
  if (typeof value === 'string') {
    try {
      content = parseExact(value)
    } catch (cause) {
      if (cause instanceof InexactValue) throw new RowError([key, ...cause.path], { message: cause.message })
      throw new RowError([key], { message: `${key} is not a JSON object.`, input: value })
    }
    if (content === null) return undefined
  }
  if (!isJsonObject(content))
    throw new RowError([key], { message: `${key} is not a JSON object.`, input: value })
  return content
}

const isTestcaseIdKey = (key: string, value: Json | undefined): boolean =>
  key === 'testcase_id' && typeof value === 'string' && readUuid(value) !== undefined

const carriesMetadata = (flatRow: JsonObject): boolean => {
  for (const key of Object.keys(flatRow)) {
    if (key === dedupKey || isMetadataColumn(key) || isTestcaseIdKey(key, ownMember(flatRow, key)))
      return true
  }
  return false
}

/** The data to store: without metadata keys, and with the dedup id under its own key. */
function storedData(flatRow: JsonObject, dedupId: string | undefined): JsonObject {
  const data: Record<string, Json> = {}
  for (const key of Object.keys(flatRow)) {
    const value = ownMember(flatRow, key)
    if (value === undefined || isMetadataColumn(key) || isTestcaseIdKey(key, value)) continue
    if (key === dedupKey && value !== dedupId) continue
    setOwn(data, key, value)
  }
  if (dedupId !== undefined && !Object.hasOwn(data, dedupKey)) data[dedupKey] = dedupId
  return data
}

/** Parses a flat row: data keys and metadata keys side by side. The values were checked before. Throws RowError. */
export function rowFromFlat(flatRow: JsonObject): IncomingRow {
  if (!carriesMetadata(flatRow)) return { data: flatRow }
  const ownDedupId = dedupIdOf(flatRow[dedupKey], dedupKey)
  const dedupId = ownDedupId ?? dedupIdOf(flatRow['__dedup_id__'], '__dedup_id__')
  const testcaseIdValue = flatRow['testcase_id']
  const continuedTestcaseId =
    continuedId(flatRow['__id__'], '__id__') ??
    (isTestcaseIdKey('testcase_id', testcaseIdValue) ? readUuid(testcaseIdValue as string) : undefined)
  const metadata: { [name in MetadataName]?: JsonObject } = {}
  for (const name of metadataNames) {
    const value = metadataObject(flatRow[`__${name}__`], `__${name}__`)
    if (value !== undefined) metadata[name] = value
  }
  return {
    data: storedData(flatRow, dedupId),
    ...(dedupId === undefined ? {} : { dedupId }),
    ...(continuedTestcaseId === undefined ? {} : { continuedTestcaseId }),
    ...rowMetadata(metadata),
  }
}

function checkValues(value: JsonObject, prefix: readonly string[]): void {
  try {
    checkExact(value)
  } catch (cause) {
    if (cause instanceof InexactValue)
      throw new RowError([...prefix, ...cause.path], { message: cause.message })
    throw cause
  }
}

/**
 * Parses a testcase object of a JSON body. Its own `id`, `flags`, `tags` and `meta` win over the metadata keys in
 * `data`. Throws RowError with a path from the testcase object (`data`, …).
 */
export function rowFromJson(testcase: TestcaseInput): IncomingRow {
  const data = testcase.data ?? {}
  checkValues(data, ['data'])
  for (const name of metadataNames) checkValues(testcase[name] ?? {}, [name])
  let row: IncomingRow
  try {
    row = rowFromFlat(data)
  } catch (cause) {
    if (cause instanceof RowError)
      throw new RowError(['data', ...cause.path], { message: cause.message, input: cause.input })
    throw cause
  }
  const continuedTestcaseId = continuedId(testcase.id, 'id') ?? row.continuedTestcaseId
  return {
    data: row.data,
    ...(row.dedupId === undefined ? {} : { dedupId: row.dedupId }),
    ...(continuedTestcaseId === undefined ? {} : { continuedTestcaseId }),
    ...rowMetadata({ ...row, ...presentMetadata(testcase) }),
  }
}

/** The parts that were sent, with empty ones: they win over metadata keys and over carried-over metadata. */
export const presentMetadata = (row: RowMetadata): RowMetadata => ({
  ...(row.flags === undefined ? {} : { flags: row.flags }),
  ...(row.tags === undefined ? {} : { tags: row.tags }),
  ...(row.meta === undefined ? {} : { meta: row.meta }),
})
