// The schemas of revision payloads, by family: what a commit may bring as `data` and as `delta`.
import { z } from 'zod'
import { isJsonObject, type JsonObject } from '../json/value.ts'
import type { Family } from '../storage/contract.ts'
import { queryData } from '../tracing/filter/saved-query.ts'
import { workflowData } from '../workflows/payload.ts'
import { asSent, jsonObject, ownFault } from '../validation.ts'
import type { PayloadSchemas } from './versioning/context.ts'

const workflowDelta = asSent<JsonObject>(
  'WorkflowDelta',
  z.strictObject({ set: jsonObject.nullish(), remove: z.array(z.string()).nullish() }),
)

const keyCharactersMax = 255

/** A map from key to a group of references. */
const entries = jsonObject.superRefine((sent, ctx) => {
  for (const [key, group] of Object.entries(sent)) {
    if (key === '' || key.length > keyCharactersMax) {
      const msg = `A key has 1 to ${keyCharactersMax} characters.`
      ctx.addIssue(ownFault('value_error', msg, { path: [key], input: key }))
    }
    if (!isJsonObject(group)) {
      ctx.addIssue(ownFault('dict_type', 'Input should be an object.', { path: [key], input: group }))
      continue
    }
    for (const [name, reference] of Object.entries(group)) {
      if (!isJsonObject(reference)) {
        ctx.addIssue(
          ownFault('dict_type', 'Input should be a reference.', { path: [key, name], input: reference }),
        )
      }
    }
  }
})

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
)

export const payloadSchemas: Readonly<Record<Family, PayloadSchemas>> = {
  workflow: { data: workflowData.meta({ id: 'WorkflowData' }), delta: workflowDelta },
  environment: { data: environmentData, delta: environmentDelta },
  testset: { data: testsetData, delta: undefined },
  query: { data: asSent<JsonObject>('QueryData', queryData), delta: undefined },
}
