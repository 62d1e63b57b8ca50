// Parses resolutions of merge conflicts. Their rows are checked like the rows of a commit.
import { z } from 'zod'
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json/value.ts'
import { checkExact, InexactValue } from '../../testsets/exact.ts'
import { rowFromJson, RowError, type IncomingRow } from '../../testsets/incoming.ts'
import type { Resolution } from '../../testsets/merge/resolutions.ts'
import { metadataNames, rowMetadata } from '../../testsets/rows.ts'
import { exactlyOneOf, stated } from '../stated-rules.ts'
import { int, json, jsonObject, optional, fieldIssue } from '../../kernel/validation.ts'

type Refuse = (message: string, path: readonly (string | number)[], input?: Json) => void

const metadataKeys: ReadonlySet<string> = new Set(metadataNames.map((name) => `__${name}__`))

/** A value for one field; for row metadata an object, or null to clear it. */
function checkValue(
  value: Json,
  { path, refuse }: { readonly path: readonly string[] | undefined; readonly refuse: Refuse },
): void {
  const [first = '', ...innerParts] = path ?? []
  if (metadataKeys.has(first) && innerParts.length === 0 && value !== null && !isJsonObject(value)) {
    refuse(`${first} is not a JSON object.`, ['value'], value)
  }
  try {
    checkExact(value)
  } catch (cause) {
    if (!(cause instanceof InexactValue)) throw cause
    refuse(cause.message, ['value', ...cause.path])
  }
}

/** A full row. It must keep the dedup id of the row that it resolves. */
function rowOf(
  data: JsonObject,
  { dedupId, refuse }: { readonly dedupId: string; readonly refuse: Refuse },
): IncomingRow | undefined {
  try {
    const row = rowFromJson({ data })
    if (row.dedupId !== undefined && row.dedupId !== dedupId) {
      refuse('The row must keep its dedup id.', ['data', 'testcase_dedup_id'], row.dedupId)
    }
    return row
  } catch (cause) {
    if (!(cause instanceof RowError)) throw cause
    refuse(cause.message, cause.path, cause.input)
    return undefined
  }
}

/** `value` may be null, so its presence counts, not its value. */
export const resolution = z
  .object({
    testcase_dedup_id: z.string().min(1),
    occurrence: optional(int(1)),
    path: optional(z.array(z.string())),
    choice: optional(z.enum(['ours', 'theirs'])),
    value: json.optional(),
    data: optional(jsonObject),
  })
  .superRefine((members, ctx) => {
    const sentCount = [members.choice, members.value, members.data].filter(
      (part) => part !== undefined,
    ).length
    if (sentCount === 1) return
    ctx.addIssue(fieldIssue('value_error', 'Send exactly one of choice, value and data.'))
  })
  .transform(({ testcase_dedup_id: dedupId, occurrence, path, choice, value, data }, ctx): Resolution => {
    const refuse: Refuse = (message, at, input) => {
      ctx.addIssue(fieldIssue('value_error', message, { path: at, input }))
    }
    if (value !== undefined) checkValue(value, { path, refuse })
    const row = data && rowOf(data, { dedupId, refuse })
    return {
      dedupId,
      occurrence: occurrence ?? 1,
      ...(path === undefined ? {} : { path }),
      ...(choice === undefined ? {} : { choice }),
      ...(value === undefined ? {} : { value }),
      ...(row === undefined ? {} : { data: row.data, metadata: rowMetadata(row) }),
    }
  })
  .meta({
    id: 'MergeResolution',
    ...stated('Resolves a conflict.', exactlyOneOf(['choice', 'value', 'data'])),
  })
