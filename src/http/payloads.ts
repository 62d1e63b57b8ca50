// The schemas of revision payloads, by family: `data` and `delta` of a commit.
import { z } from 'zod'
import { checkMembers } from '../kernel/bounded-field-errors.ts'
import { isJsonObject, type JsonObject } from '../kernel/json/value.ts'
import type { Family } from '../storage/contract/contract.ts'
import { queryData } from '../tracing/filter/saved-query.ts'
import { workflowData } from '../workflows/payload.ts'
import { asSent, jsonObject, optional, fieldIssue, documentedAs } from '../kernel/validation.ts'
import type { TestsetSettings } from '../testsets/stored/stored-list.ts'
import { documentedDelta } from '../testsets/delta/delta-schema.ts'
import { testsetData as shownTestsetData } from '../testsets/rules.ts'
import { testsetDiff } from './testsets/diff.ts'
import { rowWindowing } from './testsets/context.ts'
import { filtering } from './tracing/reads/span-reads.ts'
import { entryNames } from '../versioning/environments/environment.ts'
import type { PayloadSchemas } from './versioning/context.ts'
import { entryKey, optionalReference, reference } from './field-schemas.ts'

const workflowDelta = asSent<JsonObject>(
  'WorkflowDelta',
  z.strictObject({ set: jsonObject.nullish(), remove: z.array(z.string()).nullish() }),
)

const groupNames: ReadonlySet<string> = new Set(
  entryNames.flatMap((name) => [name, `${name}_variant`, `${name}_revision`]),
)

/** Other names are stored unchanged and have no meaning. */
const documentedEntries = z.record(
  entryKey,
  z
    .looseObject(Object.fromEntries([...groupNames].map((name) => [name, optionalReference])))
    .meta({ id: 'EnvironmentEntry' }),
)

/** A map from key to a group of references. */
const checkedEntries = jsonObject.superRefine((input, ctx) =>
  checkMembers(input, ctx, (key, group) => {
    for (const { message } of entryKey.safeParse(key).error?.issues ?? []) {
      ctx.addIssue(fieldIssue('value_error', message, { path: [key], input: key }))
    }
    if (!isJsonObject(group)) {
      ctx.addIssue(fieldIssue('dict_type', 'Input should be an object.', { path: [key], input: group }))
      return
    }
    for (const [name, entry] of Object.entries(group)) {
      // Other names are stored unchanged and have no meaning.
      if (!groupNames.has(name) || entry === null) continue
      const issues = reference.safeParse(entry, { reportInput: true }).error?.issues ?? []
      for (const issue of issues) ctx.addIssue({ ...issue, path: [key, name, ...issue.path] })
    }
  }),
)

const entries = documentedAs(checkedEntries, documentedEntries)

const environmentData = asSent<JsonObject>(
  'EnvironmentData',
  z.strictObject({ references: entries.nullish() }),
)
const environmentDelta = asSent<JsonObject>(
  'EnvironmentDelta',
  z.strictObject({ set: entries.nullish(), remove: z.array(z.string()).nullish() }),
)

const testsetData = asSent<JsonObject>(
  'TestsetData',
  z.strictObject({
    testcase_ids: z.array(z.string()).nullish(),
    testcases: z.array(z.looseObject({ data: jsonObject.nullish() })).nullish(),
  }),
  shownTestsetData,
)

/** The delta is validated while it is read; see the delta of a commit. */
const testsetDelta = asSent<JsonObject>(
  'TestsetDelta',
  z.strictObject({ rows: jsonObject.nullish(), columns: jsonObject.nullish() }),
  documentedDelta,
)

export const payloadSchemas = (testsets: TestsetSettings): Readonly<Record<Family, PayloadSchemas>> => ({
  workflow: { data: workflowData, delta: workflowDelta },
  environment: { data: environmentData, delta: environmentDelta },
  testset: { data: testsetData, delta: testsetDelta, rowWindowing, diff: testsetDiff(testsets) },
  query: {
    data: asSent<JsonObject>('QueryData', queryData, queryData.extend({ filtering: optional(filtering) })),
    delta: undefined,
  },
})
