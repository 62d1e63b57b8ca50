// The data of a saved query's revision: a closed object, checked at commit with the same errors as a query.
import { z } from 'zod'
import { boundFieldErrors } from '../../kernel/bounded-field-errors.ts'
import { AssayError } from '../../kernel/errors.ts'
import { isJsonObject, type JsonObject } from '../../kernel/json/value.ts'
import { fieldErrorsOf, json, jsonObject, optional } from '../../kernel/validation.ts'
import { emptyFilter, type Filter } from './ast.ts'
import { compileFilter } from './compile/compile.ts'
import { parseFiltering, readFiltering } from './tree/parse.ts'
import { type Loc, noProblems, problemsError } from './problems.ts'
import { closedWindowingSchema, parseWindowing, type Windowing, windowOf } from './windowing.ts'

export const queryData = z.strictObject({
  formatting: optional(
    z
      .strictObject({
        focus: optional(z.enum(['trace', 'span'])),
        /** Accepted for clients that send it. Responses have one format. */
        format: optional(z.enum(['agenta', 'opentelemetry'])),
      })
      .meta({ id: 'QueryFormatting' }),
  ),
  filtering: optional(jsonObject),
  windowing: optional(closedWindowingSchema),
  /** Members of responses that clients send back: accepted and not stored. */
  trace_ids: optional(json),
  traces: optional(json),
})

/** The parsed content of a stored query. */
export interface SavedQuery {
  readonly focus?: 'trace' | 'span'
  readonly filter: Filter
  /** Absent if none is stored. */
  readonly windowing?: Windowing
}

/**
 * The data to store: as sent, without null members and members that only responses have. Throws a 422 that lists every
 * field error, including those of the filter; else 400 `filter_invalid` for a condition that cannot be applied, else
 * 400 `cursor_unknown`.
 */
export function checkQueryData(data: unknown, loc: Loc): JsonObject {
  const result = boundFieldErrors(queryData).safeParse(data, { reportInput: true })
  const problems = noProblems()
  const filtering = isJsonObject(data) ? data['filtering'] : undefined
  // The schema already reports a filter of a wrong type.
  const filter = isJsonObject(filtering)
    ? readFiltering(filtering, { loc: [...loc, 'filtering'], problems })
    : emptyFilter
  if (!result.success) problems.fieldErrors.unshift(...fieldErrorsOf(result.error, loc))
  const error = problemsError(problems)
  if (error !== undefined) throw error
  // A filter that is too large to be compiled could be stored but never run.
  compileFilter(filter, { source: 'spans' })
  if (!isJsonObject(data)) throw new AssayError('validation_failed', [])
  const windowing = parseWindowing(data['windowing'], [...loc, 'windowing'])
  windowOf('trace', windowing)
  const storedMembers = Object.entries(data).filter(
    ([key, value]) => value !== null && key !== 'trace_ids' && key !== 'traces',
  )
  return Object.fromEntries(storedMembers)
}

/**
 * Parses data that checkQueryData accepted. A filter of an earlier version that exceeds the current limits is refused
 * like one of a request: without some conditions it would match more.
 */
export function readQueryData(data: JsonObject): SavedQuery {
  const { formatting, filtering, windowing } = data
  const focus = isJsonObject(formatting) ? formatting['focus'] : undefined
  return {
    filter: parseFiltering(filtering, ['data', 'filtering']),
    ...(focus === 'trace' || focus === 'span' ? { focus } : {}),
    ...(isJsonObject(windowing) ? { windowing: parseWindowing(windowing, ['data', 'windowing']) } : {}),
  }
}
