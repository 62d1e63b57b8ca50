// Windowing (pagination) of span and trace queries: the items of a page by their time T and id, and the cursor of the
// next page. For spans T is start_time; for traces the largest start_time among the spans that match the filter.
import { z } from 'zod'
import { AssayError } from '../../kernel/errors.ts'
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json/value.ts'
import { float, int, json, optional, fieldIssue, parse } from '../../kernel/validation.ts'
import type { Loc } from './problems.ts'
import { readSpanId, readTime, readTraceId, timeText } from './values.ts'
import { ownMember } from '../../kernel/own.ts'

export type Focus = 'span' | 'trace'
export type Order = 'ascending' | 'descending'

export const windowLimitMax = 10_000
export const windowLimitDefault: Readonly<Record<Focus, number>> = { span: 1000, trace: 100 }

const timeWord = z
  .union([z.string(), z.number()])
  .transform((value, ctx) => {
    const nanoseconds = readTime(value)
    if (nanoseconds !== undefined) return nanoseconds
    ctx.addIssue(fieldIssue('datetime_parsing', 'Input should be a valid time.', { input: value }))
    return z.NEVER
  })
  .meta({
    id: 'FilterTime',
    description: 'ISO 8601, or an integer of 10, 13, 16 or 19 digits: s, ms, µs or ns since 1970.',
    anyOf: [
      { $ref: '#/components/schemas/Time' },
      { type: 'string', pattern: '^[0-9]{10}([0-9]{3}){0,3}$' },
      ...[9, 12, 15].map((zeros) => ({
        type: 'integer',
        minimum: 10 ** zeros,
        maximum: 10 ** (zeros + 1) - 1,
      })),
    ],
  })

/** The cursor of a span is its id written twice, that of a trace its id. Both are 32 hex digits here. */
const cursorWord = z
  .string()
  .transform((text, ctx) => {
    const spanId = readSpanId(text)
    const hex = readTraceId(text) ?? (spanId === undefined ? undefined : spanId + spanId)
    if (hex !== undefined) return hex
    ctx.addIssue(fieldIssue('uuid_parsing', 'Input should be a valid UUID.', { input: text }))
    return z.NEVER
  })
  .meta({
    id: 'SpanCursor',
    type: 'string',
    pattern: '^((0[xX])?([0-9a-fA-F]{16}){1,2}|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$',
  })

const members = {
  /** The maximum page length is a setting, which the caller checks. */
  limit: optional(int(0)),
  order: optional(z.enum(['ascending', 'descending'])),
  oldest: optional(timeWord),
  newest: optional(timeWord),
  next: optional(cursorWord),
  rate: optional(float(0, 1, '^(0([.][0-9]+)?|1([.]0+)?)$')),
  /** Buckets belong to analytics: returned unchanged, without effect here. */
  interval: optional(json),
}

/** Unknown members are ignored, as everywhere in a request. */
export const windowingSchema = z.object(members)
/** For the closed data of saved queries, in which an unknown member is an error. */
export const closedWindowingSchema = z
  .strictObject({ ...members, limit: optional(int(0, windowLimitMax)) })
  .meta({ id: 'SavedWindowing' })

/** The parsed windowing of a client. An absent member restricts nothing. */
export interface Windowing {
  readonly limit?: number
  readonly order?: Order
  readonly oldest?: bigint
  readonly newest?: bigint
  /** 32 hex digits. */
  readonly next?: string
  readonly rate?: number
  /** As sent, for the windowing of the next page. */
  readonly sent: JsonObject
}

/** A windowing with defaults, ready for a query. */
export interface Window {
  readonly focus: Focus
  readonly limit: number
  readonly order: Order
  readonly oldest?: bigint
  readonly newest?: bigint
  /** The id after which the page starts: 16 hex digits of a span, 32 of a trace. */
  readonly after?: string
  readonly rate?: number
  readonly sent: JsonObject
}

/** Absent and null are an empty windowing. Throws a 422 with every field error. */
export function parseWindowing(value: unknown, loc: Loc): Windowing {
  const input = parse(windowingSchema, value ?? {}, loc)
  const presentMembers = Object.fromEntries(
    Object.entries(input).filter(([, member]) => member !== undefined),
  )
  const { interval: _, limit, ...rest } = presentMembers as typeof input
  const sentMembers = isJsonObject(value) ? pickMembers(value, Object.keys(presentMembers)) : {}
  return {
    ...(rest as Omit<Windowing, 'sent'>),
    ...(limit === undefined || limit === 0 ? {} : { limit }),
    sent: sentMembers,
  }
}

const pickMembers = (object: JsonObject, keys: readonly string[]): JsonObject =>
  Object.fromEntries(keys.map((key): [string, Json] => [key, ownMember(object, key) ?? null]))

/** Fills in the defaults. Throws 400 `cursor_unknown` for a `next` without its bound. */
export function windowOf(focus: Focus, windowing: Windowing): Window {
  const { next, ...rest } = windowing
  const order = windowing.order ?? 'descending'
  const boundName = order === 'descending' ? 'newest' : 'oldest'
  if (next !== undefined && windowing[boundName] === undefined) {
    throw new AssayError('cursor_unknown', `windowing.next needs windowing.${boundName} too.`)
  }
  const cursor = next === undefined ? {} : { after: focus === 'span' ? next.slice(16) : next }
  return { ...rest, focus, order, limit: windowing.limit ?? windowLimitDefault[focus], ...cursor }
}

/**
 * A stored windowing, of which the request may set the limit, the cursor and tighter bounds. Without a stored one, the
 * windowing of the request applies unchanged.
 */
export function narrowedWindowing(
  storedWindow: Windowing | undefined,
  requestedWindow: Windowing,
): Windowing {
  if (storedWindow === undefined) return requestedWindow
  const oldest = tighterBound(storedWindow.oldest, requestedWindow.oldest, (a, b) => a > b)
  const newest = tighterBound(storedWindow.newest, requestedWindow.newest, (a, b) => a < b)
  const limit = requestedWindow.limit ?? storedWindow.limit
  const next = requestedWindow.next ?? storedWindow.next
  return {
    ...storedWindow,
    ...(limit === undefined ? {} : { limit }),
    ...(next === undefined ? {} : { next }),
    ...(oldest === undefined ? {} : { oldest }),
    ...(newest === undefined ? {} : { newest }),
    sent: {
      ...storedWindow.sent,
      ...pickMembers(
        requestedWindow.sent,
        ['limit', 'next'].filter((key) => Object.hasOwn(requestedWindow.sent, key)),
      ),
      ...(oldest === undefined ? {} : { oldest: timeText(oldest) }),
      ...(newest === undefined ? {} : { newest: timeText(newest) }),
    },
  }
}

const tighterBound = (
  a: bigint | undefined,
  b: bigint | undefined,
  isTighter: (a: bigint, b: bigint) => boolean,
): bigint | undefined => (a === undefined || (b !== undefined && isTighter(b, a)) ? b : a)

export interface WindowItem {
  /** Nanoseconds. */
  readonly time: bigint
  /** Hex: span_id or trace_id. */
  readonly id: string
}

/** Whether an item is within the bounds. The reference for the SQL of boundsSql. */
export function windowAdmits(window: Window, { time, id }: WindowItem): boolean {
  const { order, oldest, newest, after } = window
  if (order === 'descending') {
    const isBeforeNewest =
      newest === undefined || time < newest || (after !== undefined && time === newest && id < after)
    return isBeforeNewest && (oldest === undefined || time >= oldest)
  }
  const isAfterOldest =
    oldest === undefined || time > oldest || (after !== undefined && time === oldest && id > after)
  return isAfterOldest && (newest === undefined || time <= newest)
}

const asUuid = (hex: string): string =>
  [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')

/** The windowing in the response to a full page. Sent back unchanged, it requests the page after `last`. */
export function nextWindowing(window: Window, last: WindowItem): JsonObject {
  return {
    ...window.sent,
    [window.order === 'descending' ? 'newest' : 'oldest']: timeText(last.time),
    next: asUuid(window.focus === 'span' ? last.id + last.id : last.id),
    limit: window.limit,
    order: window.order,
  }
}

/** The windowing that continues a search which ended at this time, inclusive. */
export function continuedWindowing({ sent, order, limit }: Window, time: bigint): JsonObject {
  const { next: _, ...members } = sent
  const bound = order === 'descending' ? { newest: timeText(time + 1n) } : { oldest: timeText(time - 1n) }
  return { ...members, ...bound, limit, order }
}

/** The share of traces, in percent, that are sampled. */
export const rateShare = (rate: number): number => Math.floor(rate * 100 + 1e-9)

/** Depends only on the trace id, so that all spans of a trace are sampled together. */
export const rateKeeps = (rate: number, traceId: string): boolean =>
  Number.parseInt(traceId.slice(0, 8), 16) % 100 < rateShare(rate)
