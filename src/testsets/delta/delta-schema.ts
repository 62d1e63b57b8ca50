// The delta of a commit as a client sends it, and its reading. Unknown keys are refused.
import { z } from 'zod'
import { AssayError, type FieldError } from '../../kernel/errors.ts'
import { isJsonObject } from '../../kernel/json/value.ts'
import { jsonObject, optional, fieldIssue, parse, uuid } from '../../kernel/validation.ts'
import { columnTypes } from '../conversion.ts'
import type { ColumnChanges } from './columns.ts'
import { RowFault, rowFromJson, type IncomingRow, type TestcaseInput } from '../incoming.ts'
import type { RowMetadata } from '../rows.ts'

type Loc = readonly (string | number)[]

/** A key in the request and where it stands there. */
export interface Named {
  readonly key: string
  readonly loc: Loc
}

export interface Replacement {
  readonly by: 'id' | 'dedupId'
  readonly named: Named
  /** The whole new row; its own `continues` has no meaning, the entry names the row. */
  readonly row: IncomingRow
  /** What the entry itself says; parts that are absent are carried over from the row. */
  readonly metadata: RowMetadata
}

export interface Delta {
  readonly add: readonly IncomingRow[]
  readonly removeIds: readonly Named[]
  readonly removeDedupIds: readonly Named[]
  readonly replace: readonly Replacement[]
  readonly columns: ColumnChanges
  /** Where the delta stands in the request. */
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

/** Each is done to every row. */
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
      'replace: pairs of the old and the new name. convert, which comes first: pairs of a column of the base and the type that its values get; what does not read as the type stays.',
  })

const rowChanges = <R extends z.ZodType>(removal: R) =>
  z.strictObject({
    add: optional(z.array(testcaseObject)),
    remove: optional(removal),
    replace: optional(z.array(replacement)),
  })

const deltaSchema = <R extends z.ZodType>(rows: R) =>
  z.strictObject({ rows: optional(rows), columns: optional(columnChanges) })

// Two schemas instead of a union, whose faults would not say where they stand.
const deltaWithList = deltaSchema(rowChanges(removalList))
const deltaWithKeys = deltaSchema(rowChanges(removalObject))

/** Both in one, for the OpenAPI document. */
export const shownDelta = deltaSchema(
  rowChanges(z.union([removalList, removalObject])).meta({ id: 'RowChanges' }),
)

function removesByList(value: unknown): boolean {
  const rows = isJsonObject(value) ? value['rows'] : undefined
  return isJsonObject(rows) && Array.isArray(rows['remove'])
}

/** zod gives undefined members where our types have absent ones. */
export const testcaseInput = (entry: z.output<typeof testcaseObject>): TestcaseInput => ({
  ...(entry.id === undefined ? {} : { id: entry.id }),
  ...(entry.data === undefined ? {} : { data: entry.data }),
  ...(entry.flags === undefined ? {} : { flags: entry.flags }),
  ...(entry.tags === undefined ? {} : { tags: entry.tags }),
  ...(entry.meta === undefined ? {} : { meta: entry.meta }),
})

/** The incoming rows of testcase objects; every faulty one is named. */
export function incomingRows(testcases: readonly TestcaseInput[], loc: Loc): readonly IncomingRow[] {
  const faults: FieldError[] = []
  const rows = testcases.flatMap((each, i) => {
    try {
      return [rowFromJson(each)]
    } catch (cause) {
      if (!(cause instanceof RowFault)) throw cause
      const shown = cause.input === undefined ? {} : { input: cause.input }
      faults.push({ type: 'value_error', loc: [...loc, i, ...cause.path], msg: cause.message, ...shown })
      return []
    }
  })
  if (faults.length > 0) throw new AssayError('validation_failed', faults)
  return rows
}

function replacements(entries: readonly z.output<typeof replacement>[], loc: Loc): readonly Replacement[] {
  const rows = incomingRows(
    entries.map((entry) => {
      const { id: _id, ...rest } = testcaseInput(entry)
      return rest
    }),
    loc,
  )
  return entries.flatMap((entry, i): readonly Replacement[] => {
    const row = rows[i]
    const by = entry.id === undefined ? 'dedupId' : 'id'
    const key = entry.id ?? entry.testcase_dedup_id
    if (row === undefined || key === undefined) return []
    const { id: _id, data: _data, ...own } = testcaseInput(entry)
    const named = { key, loc: [...loc, i, by === 'id' ? 'id' : 'testcase_dedup_id'] }
    return [{ by, named, row, metadata: { ...metadataKeys(row), ...own } }]
  })
}

const metadataKeys = (row: IncomingRow): RowMetadata => ({
  ...(row.flags === undefined ? {} : { flags: row.flags }),
  ...(row.tags === undefined ? {} : { tags: row.tags }),
  ...(row.meta === undefined ? {} : { meta: row.meta }),
})

const named = (keys: readonly string[] | undefined, loc: Loc): readonly Named[] =>
  (keys ?? []).map((key, i) => ({ key, loc: [...loc, i] }))

/** Reads a delta that stands at `loc` of the request. Throws a 422 that lists every fault of form. */
export function readDelta(value: unknown, loc: Loc): Delta {
  const delta = removesByList(value) ? parse(deltaWithList, value, loc) : parse(deltaWithKeys, value, loc)
  const rows = delta.rows
  const at = [...loc, 'rows']
  return {
    loc,
    add: incomingRows((rows?.add ?? []).map(testcaseInput), [...at, 'add']),
    removeIds: [
      ...named(rows?.remove?.list, [...at, 'remove']),
      ...named(rows?.remove?.ids, [...at, 'remove', 'ids']),
    ],
    removeDedupIds: named(rows?.remove?.dedup_ids, [...at, 'remove', 'dedup_ids']),
    replace: replacements(rows?.replace ?? [], [...at, 'replace']),
    columns: {
      convert: delta.columns?.convert ?? [],
      add: delta.columns?.add ?? [],
      remove: delta.columns?.remove ?? [],
      replace: delta.columns?.replace ?? [],
    },
  }
}
