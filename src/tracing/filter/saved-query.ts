// The data of a saved query's revision: a closed object, checked at commit with the errors a query would give.
import { z } from 'zod'
import { boundFieldErrors } from '../../kernel/bounded-field-errors.ts'
import { AssayError } from '../../kernel/errors.ts'
import { isJsonObject, type JsonObject } from '../../kernel/json/value.ts'
import { fieldErrorsOf, json, jsonObject, optional } from '../../kernel/validation.ts'
import { everything, type Filter } from './ast.ts'
import { compileFilter } from './compile/compile.ts'
import { parseFiltering, readFiltering } from './tree/parse.ts'
import { type Loc, noProblems, problemsError } from './problems.ts'
import { closedWindowingSchema, parseWindowing, type Windowing, windowOf } from './windowing.ts'

export const queryData = z.strictObject({
  formatting: optional(
    z
      .strictObject({
        focus: optional(z.enum(['trace', 'span'])),
        /** Kept for the clients that send it; answers have one format. */
        format: optional(z.enum(['agenta', 'opentelemetry'])),
      })
      .meta({ id: 'QueryFormatting' }),
  ),
  filtering: optional(jsonObject),
  windowing: optional(closedWindowingSchema),
  /** Parts of answers, which clients send back: accepted and not stored. */
  trace_ids: optional(json),
  traces: optional(json),
})

/** What a stored query asks for, read. */
export interface SavedQuery {
  readonly focus?: 'trace' | 'span'
  readonly filter: Filter
  /** Absent when none is stored. */
  readonly windowing?: Windowing
}

/**
 * The data to store: as sent, without null members and without what only answers hold. Throws a 422 that lists every
 * fault, of the filter too; else 400 `filter_invalid` for a condition that cannot be applied, else 400 `cursor_unknown`.
 */
export function checkQueryData(data: unknown, loc: Loc): JsonObject {
  const result = boundFieldErrors(queryData).safeParse(data, { reportInput: true })
  const problems = noProblems()
  const filtering = isJsonObject(data) ? data['filtering'] : undefined
  // A filter of the wrong type is among the faults of the schema already.
  const filter = isJsonObject(filtering)
    ? readFiltering(filtering, [...loc, 'filtering'], problems)
    : everything
  if (!result.success) problems.faults.unshift(...fieldErrorsOf(result.error, loc))
  const error = problemsError(problems)
  if (error !== undefined) throw error
  // What is too large to be compiled could be stored, and never asked.
  compileFilter(filter, { source: 'spans' })
  if (!isJsonObject(data)) throw new AssayError('validation_failed', [])
  const windowing = parseWindowing(data['windowing'], [...loc, 'windowing'])
  windowOf('trace', windowing)
  const stored = Object.entries(data).filter(
    ([key, value]) => value !== null && key !== 'trace_ids' && key !== 'traces',
  )
  return Object.fromEntries(stored)
}

/**
 * Reads data that checkQueryData has let pass. A filter that an earlier version stored with more than is allowed now is
 * refused as one of a request is: left out in part it would match more.
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
