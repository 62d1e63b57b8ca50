// Parses query requests for spans. Filters are JSON (`filtering`, or `filter` on older routes) or one line of text
// (`filter`). If several are sent, all must match.
import { AssayError, invalid, type FieldError } from '../../kernel/errors.ts'
import { isJsonObject, type JsonObject } from '../../kernel/json/value.ts'
import { bothFilters, type Filter } from '../filter/ast.ts'
import { jsonOfText } from '../filter/text/json-text.ts'
import { parseFiltering } from '../filter/tree/parse.ts'
import { parseFilter } from '../filter/text/text-parse.ts'
import { parseWindowing, type Focus } from '../filter/windowing.ts'
import { headsOf } from './heads.ts'
import type { TraceQuery } from './pages.ts'

export type Sent = { readonly [name: string]: unknown }

const isPresent = (value: unknown): boolean => value !== undefined && value !== null

/** The location of the members, and the focus: with the focus `trace` the text form is about traces. */
interface RequestContext {
  readonly root: string
  readonly focus: Focus
}

/** Both filters of older routes. In a query string the JSON form is a text. */
export function bothFiltersOf(input: Sent, { root, focus }: RequestContext): Filter {
  const loc = [root, 'filtering']
  const filtering =
    typeof input['filtering'] === 'string' ? jsonOfText(input['filtering'], loc) : input['filtering']
  return bothFilters(
    parseFiltering(filtering, loc),
    parseFilter(input['filter'], { loc: [root, 'filter'], focus }),
  )
}

/**
 * `heads: true` requests the heads of traces: the text is then about the trace, and only one span per trace is
 * returned.
 */
export function readTraceQuery(input: Sent, focus: Focus, root = 'body'): TraceQuery {
  const requestsHeads = input['heads'] === true
  const filter = bothFilters(
    parseFiltering(input['filtering'], [root, 'filtering']),
    parseFilter(input['filter'], { loc: [root, 'filter'], focus: requestsHeads ? 'trace' : focus }),
  )
  return {
    filter: requestsHeads ? headsOf(filter) : filter,
    windowing: parseWindowing(input['windowing'], [root, 'windowing']),
    isWindowed: isPresent(input['windowing']),
    isPartial: input['partial'] === true,
  }
}

const windowMembers = ['oldest', 'newest', 'limit', 'next', 'order', 'rate', 'interval'] as const

/** Windowing members next to `windowing`. They take precedence over those inside it. */
export function flatWindowing(input: Sent, root: string): JsonObject | undefined {
  const windowing =
    typeof input['windowing'] === 'string'
      ? jsonOfText(input['windowing'], [root, 'windowing'])
      : input['windowing']
  const flatNames = windowMembers.filter((name) => isPresent(input[name]))
  if (flatNames.length === 0 && !isPresent(windowing)) return undefined
  if (isPresent(windowing) && !isJsonObject(windowing)) {
    throw invalid([{ type: 'dict_type', loc: [root, 'windowing'], msg: 'Input should be an object.' }])
  }
  const nestedMembers = isJsonObject(windowing) ? windowing : {}
  return {
    ...nestedMembers,
    ...(Object.fromEntries(flatNames.map((name) => [name, input[name]])) as JsonObject),
  }
}

/**
 * Older routes accept everything in the body or in the query string; the body wins per member. A member of the query
 * string is validated even if the body wins. Field errors of members from the query string name it as their location.
 */
export function readBodyOverQuery<T>(body: Sent, query: Sent, read: (sent: Sent) => T): T {
  const fromBody = Object.fromEntries(Object.entries(body).filter(([, value]) => isPresent(value)))
  if (Object.keys(query).some((name) => Object.hasOwn(fromBody, name))) readMerged({}, query, read)
  return readMerged(fromBody, query, read)
}

function readMerged<T>(bodyInput: Sent, query: Sent, read: (sent: Sent) => T): T {
  try {
    return read({ ...query, ...bodyInput })
  } catch (error) {
    if (!(error instanceof AssayError) || error.code !== 'validation_failed') throw error
    if (!Array.isArray(error.detail)) throw error
    const fieldErrors = error.detail as readonly FieldError[]
    throw invalid(
      fieldErrors.map((fieldError) => {
        const [root, member = '', ...rest] = fieldError.loc
        const isOfQuery = root === 'body' && !Object.hasOwn(bodyInput, member) && Object.hasOwn(query, member)
        return isOfQuery ? { ...fieldError, loc: ['query', member, ...rest] } : fieldError
      }),
    )
  }
}

export function readFlatQuery(input: Sent, focus: Focus, root = 'body'): TraceQuery {
  const windowing = flatWindowing(input, root)
  return {
    filter: bothFiltersOf(input, { root, focus }),
    windowing: parseWindowing(windowing, [root]),
    isWindowed: windowing !== undefined,
  }
}
