// Request schemas of evaluations; they transform requests into the input of the records.
import { withoutUndefined } from '../../kernel/own.ts'
import { z } from 'zod'
import { statuses } from '../../evaluations/plan/status.ts'
import type { StoredRunData } from '../../evaluations/records/run-data.ts'
import type { References } from '../../programs/references.ts'
import type { Step } from '../../evaluations/plan/steps.ts'
import { traceIdOf } from '../../tracing/canonical/record-input.ts'
import {
  float,
  hasAtMost,
  int,
  jsonObject,
  optional,
  fieldIssue,
  documentedAs,
  time,
  uuid,
} from '../../kernel/validation.ts'
import { sentTraceId } from '../tracing/shapes.ts'
import {
  description,
  flags,
  flagsEdit,
  listOf,
  meta,
  name,
  optionalReference,
  partOfLongText,
  partOfName,
  tags,
  windowing,
} from '../field-schemas.ts'

export const status = z.enum(statuses)

/** The value of an annotation. */
export const annotationValue = z.union([z.string(), z.number(), z.boolean()])

export const idList = listOf(uuid)

/** Text that identifies a step inside a run. */
export const stepKey = z
  .string()
  .min(1)
  .refine((key) => hasAtMost(1000, key), {
    params: { type: 'too_long' },
    message: 'A key has at most 1000 characters.',
  })
  .refine((key) => !key.includes('\u0000') && key.isWellFormed(), {
    params: { type: 'value_error' },
    message: 'A key must not contain NUL or a lone surrogate.',
  })
  .meta({ id: 'StepKey', minLength: 1, maxLength: 1000, pattern: '^[^\u0000]*$' })

export const repeatIdx = int(0, 99)
export const repeats = int(1, 100)
/** The users of each repeat. */
export const userIds = z.array(idList).max(100)
export const interval = int(1, 2 ** 31 - 1).meta({ id: 'Interval' })

/** 32 hex digits, or a UUID. */
export const traceId = documentedAs(
  z.string().transform((text, ctx) => {
    const id = traceIdOf(text)
    if (id !== undefined) return id
    ctx.addIssue(fieldIssue('value_error', 'A trace id has 32 hex digits.', { input: text }))
    return z.NEVER
  }),
  sentTraceId,
)

export const references = z
  .record(z.string(), optionalReference)
  .transform((input): References =>
    Object.fromEntries(
      Object.entries(input).flatMap(([name, reference]) =>
        reference === undefined ? [] : [[name, withoutUndefined(reference)] as const],
      ),
    ),
  )
  .meta({ id: 'References', description: 'References by role: application_revision, testset, …' })

export const step = z
  .object({
    key: stepKey,
    type: z.enum(['input', 'invocation', 'annotation']),
    origin: z.enum(['custom', 'human', 'auto']),
    references: optional(references),
    inputs: optional(listOf(z.object({ key: stepKey }).meta({ id: 'StepInput' }))),
    schemas: optional(
      z
        .object({
          parameters: optional(jsonObject),
          inputs: optional(jsonObject),
          outputs: optional(jsonObject),
        })
        .transform(withoutUndefined)
        .meta({ id: 'StepSchemas' }),
    ),
  })
  .transform((input): Step => withoutUndefined({ ...input, references: input.references ?? {} }))
  .meta({ id: 'EvaluationStep' })

/** Steps with unique keys. */
export const steps = listOf(step).superRefine((all, ctx) => {
  const keys = new Set<string>()
  for (const [i, { key }] of all.entries()) {
    if (keys.has(key)) {
      const msg = `Two steps have the key '${key}'.`
      ctx.addIssue(fieldIssue('value_error', msg, { path: [i, 'key'], input: key }))
    }
    keys.add(key)
  }
})

const mapping = z
  .object({
    column: z.object({ kind: z.string(), name: z.string() }).meta({ id: 'MappedColumn' }),
    step: z.object({ key: z.string(), path: z.string() }).meta({ id: 'MappedStep' }),
  })
  .meta({ id: 'StepMapping' })

export const concurrency = z
  .object({
    batch_size: optional(int(1, 1000)),
    max_retries: optional(int(0, 100)),
    retry_delay: optional(float(0, 3600)),
  })
  .transform(withoutUndefined)
  .meta({ id: 'EvaluationConcurrency' })

export const runData = z
  .object({
    steps: optional(steps),
    repeats: optional(repeats),
    mappings: optional(listOf(mapping)),
    concurrency: optional(concurrency),
  })
  .transform((input): StoredRunData =>
    withoutUndefined({ ...input, steps: input.steps ?? [], repeats: input.repeats ?? 1 }),
  )
  .meta({ id: 'EvaluationRunData' })

/** Header fields of a new record. */
export const newFields = { flags: optional(flags), tags: optional(tags), meta: optional(meta) } as const
export const newNamedFields = {
  name: optional(name),
  description: optional(description),
  ...newFields,
} as const

/** Absent members stay unchanged; null clears a member. */
export const editFields = {
  flags: flagsEdit.nullish(),
  tags: tags.nullish(),
  meta: meta.nullish(),
} as const
export const editNamedFields = {
  name: name.nullish(),
  description: description.nullish(),
  ...editFields,
} as const

export const fieldFilter = {
  flags: optional(flags),
  tags: optional(tags),
  meta: optional(meta),
} as const
export const textFilter = { name: partOfName, description: partOfLongText } as const

/** Joins the singular and the plural form of a filter, such as `status` and `statuses`. */
export const alternatives = <T>(
  single: T | undefined,
  plural: readonly T[] | undefined,
): readonly T[] | undefined => {
  const all = [...(single === undefined ? [] : [single]), ...(plural ?? [])]
  return all.length === 0 ? undefined : all
}

/** The filter fields of all parts of a run. */
export const ownedFilter = z.object({
  ids: optional(idList),
  run_id: optional(uuid),
  run_ids: optional(idList),
  status: optional(status),
  statuses: optional(listOf(status)),
  interval: optional(interval),
  intervals: optional(listOf(interval)),
  ...fieldFilter,
})

export const readOwnedFilter = (input: z.output<typeof ownedFilter>) => ({
  ids: input.ids,
  runIds: alternatives(input.run_id, input.run_ids),
  statuses: alternatives(input.status, input.statuses),
  intervals: alternatives(input.interval, input.intervals),
  flags: input.flags,
  tags: input.tags,
  meta: input.meta,
})

/** The filter fields of scenarios and results. */
export const partFilter = ownedFilter.extend({
  timestamp: optional(time),
  timestamps: optional(listOf(time)),
})

export const readPartFilter = (input: z.output<typeof partFilter>) => ({
  ...readOwnedFilter(input),
  timestamps: alternatives(input.timestamp, input.timestamps),
})

export const scenarioFilter = partFilter.transform(readPartFilter).meta({ id: 'ScenarioFilter' })

/** A query body: the filter under the name of its kind, and windowing. */
export const queryBody = <K extends string, F extends z.ZodType>(key: K, filter: F) =>
  z.object({ [key]: optional(filter), windowing: optional(windowing) } as {
    readonly [P in K]: ReturnType<typeof optional<F>>
  } & { readonly windowing: ReturnType<typeof optional<typeof windowing>> })
