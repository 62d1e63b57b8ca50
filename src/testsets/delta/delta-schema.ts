// The schema and the parser of a commit's delta. Unknown keys are refused.
import { z } from 'zod'
import { fieldErrorsMax } from '../../kernel/bounded-field-errors.ts'
import { AssayError, type FieldError } from '../../kernel/errors.ts'
import { isJsonObject } from '../../kernel/json/value.ts'
import { eachInSlices } from '../../kernel/time-slices.ts'
import { jsonObject, optional, fieldIssue, parseInSlices, uuid } from '../../kernel/validation.ts'
import { columnTypes } from '../conversion.ts'
import type { ColumnChanges } from './columns.ts'
import { RowError, rowFromJson, type IncomingRow, type TestcaseInput } from '../incoming.ts'
import type { RowMetadata } from '../rows.ts'

type Loc = readonly (string | number)[]

/** The key of a row, and its path in the request. */
export interface RequestKey {
  readonly key: string
  readonly loc: Loc
}

export interface Replacement {
  readonly keyKind: 'id' | 'dedupId'
  readonly rowKey: RequestKey
  /** The full new row. Its `continuedTestcaseId` is ignored: the entry names the row. */
  readonly row: IncomingRow
  /** The metadata of the entry; absent parts are carried over from the row. */
  readonly metadata: RowMetadata
}

export interface Delta {
  readonly add: readonly IncomingRow[]
  readonly removeIds: readonly RequestKey[]
  readonly removeDedupIds: readonly RequestKey[]
  readonly replace: readonly Replacement[]
  readonly columns: ColumnChanges
  /** The path of the delta in the request. */
  readonly loc: Loc
}

const testcaseMembers = z.object({
  id: optional(uuid),
  data: optional(jsonObject),
  flags: optional(jsonObject),
  tags: optional(jsonObject),
  meta: optional(jsonObject),
})
export const testcaseObject = testcaseMembers.meta({ id: 'NewTestcase' })
type TestcaseObject = Partial<z.output<typeof testcaseObject>>

const replacement = testcaseMembers
  .extend({ data: jsonObject, testcase_dedup_id: optional(z.string().min(1)) })
  .superRefine((entry, ctx) => {
    if (entry.id === undefined && entry.testcase_dedup_id === undefined) {
      ctx.addIssue(fieldIssue('missing', 'Field required.', { path: ['id'] }))
    }
  })
  .meta({
    id: 'TestcaseReplacement',
    description: 'One of id or testcase_dedup_id is required.',
    'x-refuses': true,
  })

const removalList = z.array(uuid).transform((list) => ({ list, ids: undefined, dedup_ids: undefined }))

const removalObject = z
  .strictObject({ ids: optional(z.array(uuid)), dedup_ids: optional(z.array(z.string())) })
  .transform((keys) => ({ list: undefined, ...keys }))
  .meta({ id: 'TestcaseRemoval' })

/** Every conversion visits every row. */
const convertMax = 100

const columnChanges = z
  .strictObject({
    convert: optional(z.array(z.tuple([z.string(), z.enum(columnTypes)])).max(convertMax)),
    add: optional(z.array(z.string())),
    remove: optional(z.array(z.string())),
    replace: optional(z.array(z.tuple([z.string(), z.string()]))),
  })
  .meta({
    id: 'ColumnChanges',
    description:
      'replace: pairs of the old and the new name. convert runs first: pairs of a column of the base and the new type of its values; a value that does not convert stays.',
  })

const rowChanges = <R extends z.ZodType>(removal: R) =>
  z.strictObject({
    add: optional(z.array(testcaseObject)),
    remove: optional(removal),
    replace: optional(z.array(replacement)),
  })

const deltaSchema = <R extends z.ZodType>(rows: R) =>
  z.strictObject({ rows: optional(rows), columns: optional(columnChanges) })

// Two schemas instead of a union: the errors of a union have no path.
const deltaWithList = deltaSchema(rowChanges(removalList))
const deltaWithKeys = deltaSchema(rowChanges(removalObject))

/** Both schemas in one, for the OpenAPI document. */
export const documentedDelta = deltaSchema(
  rowChanges(z.union([removalList, removalObject])).meta({ id: 'RowChanges' }),
)

function removesByList(value: unknown): boolean {
  const rows = isJsonObject(value) ? value['rows'] : undefined
  return isJsonObject(rows) && Array.isArray(rows['remove'])
}

/** zod returns undefined members; our types have absent ones. */
const testcaseInput = (entry: TestcaseObject): TestcaseInput => ({
  ...(entry.id === undefined ? {} : { id: entry.id }),
  ...(entry.data === undefined ? {} : { data: entry.data }),
  ...(entry.flags === undefined ? {} : { flags: entry.flags }),
  ...(entry.tags === undefined ? {} : { tags: entry.tags }),
  ...(entry.meta === undefined ? {} : { meta: entry.meta }),
})

/** The incoming rows of testcase objects. The error lists the invalid ones. */
export async function incomingRows(
  testcases: readonly TestcaseObject[],
  loc: Loc,
): Promise<readonly IncomingRow[]> {
  const fieldErrors: FieldError[] = []
  const rows: IncomingRow[] = []
  await eachInSlices(testcases, (requestRow, i) => {
    try {
      rows.push(rowFromJson(testcaseInput(requestRow)))
    } catch (cause) {
      if (!(cause instanceof RowError)) throw cause
      if (fieldErrors.length >= fieldErrorsMax) return
      const input = cause.input === undefined ? {} : { input: cause.input }
      fieldErrors.push({ type: 'value_error', loc: [...loc, i, ...cause.path], msg: cause.message, ...input })
    }
  })
  if (fieldErrors.length > 0) throw new AssayError('validation_failed', fieldErrors)
  return rows
}

async function replacements(
  entries: readonly z.output<typeof replacement>[],
  loc: Loc,
): Promise<readonly Replacement[]> {
  const rows = await incomingRows(
    entries.map(({ id: _id, ...rest }) => rest),
    loc,
  )
  const list: Replacement[] = []
  await eachInSlices(entries, (entry, i) => {
    const row = rows[i]
    const keyKind = entry.id === undefined ? 'dedupId' : 'id'
    const key = entry.id ?? entry.testcase_dedup_id
    if (row === undefined || key === undefined) return
    const { id: _id, data: _data, ...metadata } = testcaseInput(entry)
    const rowKey = { key, loc: [...loc, i, keyKind === 'id' ? 'id' : 'testcase_dedup_id'] }
    list.push({ keyKind, rowKey, row, metadata: { ...metadataKeys(row), ...metadata } })
  })
  return list
}

const metadataKeys = (row: IncomingRow): RowMetadata => ({
  ...(row.flags === undefined ? {} : { flags: row.flags }),
  ...(row.tags === undefined ? {} : { tags: row.tags }),
  ...(row.meta === undefined ? {} : { meta: row.meta }),
})

async function requestKeys(
  lists: readonly { readonly keys: readonly string[] | undefined; readonly loc: Loc }[],
): Promise<readonly RequestKey[]> {
  const requestedKeys: RequestKey[] = []
  for (const { keys = [], loc } of lists) {
    await eachInSlices(keys, (key, i) => requestedKeys.push({ key, loc: [...loc, i] }))
  }
  return requestedKeys
}

/** Parses the delta at the path `loc` of the request. Throws a 422 that lists the invalid fields. */
export async function readDelta(value: unknown, loc: Loc): Promise<Delta> {
  const delta = removesByList(value)
    ? await parseInSlices(deltaWithList, value, loc)
    : await parseInSlices(deltaWithKeys, value, loc)
  const rows = delta.rows
  const rowsLoc = [...loc, 'rows']
  return {
    loc,
    add: await incomingRows(rows?.add ?? [], [...rowsLoc, 'add']),
    removeIds: await requestKeys([
      { keys: rows?.remove?.list, loc: [...rowsLoc, 'remove'] },
      { keys: rows?.remove?.ids, loc: [...rowsLoc, 'remove', 'ids'] },
    ]),
    removeDedupIds: await requestKeys([
      { keys: rows?.remove?.dedup_ids, loc: [...rowsLoc, 'remove', 'dedup_ids'] },
    ]),
    replace: await replacements(rows?.replace ?? [], [...rowsLoc, 'replace']),
    columns: {
      convert: delta.columns?.convert ?? [],
      add: delta.columns?.add ?? [],
      remove: delta.columns?.remove ?? [],
      replace: delta.columns?.replace ?? [],
    },
  }
}
