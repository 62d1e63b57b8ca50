// Routes of analytics, sessions and users, and their deprecated paths.
import { withExample } from '../examples.ts'
import { z } from 'zod'
import type { Clock } from '../../kernel/clock.ts'
import type { SpanStore } from '../../storage/contract/contract.ts'
import { activity, activitySorts, sessionRecord, userRecord } from '../../tracing/query/activity.ts'
import { analytics, groupLimit, readAnalytics } from '../../tracing/query/analytics/analytics.ts'
import { groupBySchema } from '../../tracing/query/analytics/groups.ts'
import { plainAnalytics } from '../../tracing/query/analytics/plain-analytics.ts'
import { bothFiltersOf, readBodyOverQuery } from '../../tracing/query/request.ts'
import { parseWindowing, windowingSchema } from '../../tracing/filter/windowing.ts'
import { attributePath, specSchema } from '../../tracing/query/analytics/specs.ts'
import { bool, int, json, optional, documentedAs } from '../../kernel/validation.ts'
import type { PageLimits } from '../../versioning/windowing.ts'
import { freeObject } from '../record-fields.ts'
import { projectRoute, type Route, untypedAnswer } from '../route.ts'
import { legacyFields } from './reads/legacy-queries.ts'
import { asJsonText } from '../openapi/parameters.ts'
import { filterLine, filterTree } from './reads/filter-schema.ts'
import {
  filtering,
  filterText,
  headsField,
  pagedWindowing,
  queryScope,
  windowingField,
} from './reads/span-reads.ts'
import { nextSpans } from './shapes.ts'
import { spanQueryCodes } from '../codes.ts'

export interface AnalyticsParts {
  readonly store: SpanStore
  readonly clock: Clock
  readonly limits: PageLimits
}

/** The time window of analytics; there are no pages. */
const analyticsWindowing = z
  .object({
    oldest: windowingSchema.shape.oldest,
    newest: windowingSchema.shape.newest,
    rate: windowingSchema.shape.rate,
    interval: optional(int(1)),
  })
  .meta({ id: 'AnalyticsWindowing', description: 'interval: the width of a bucket in minutes.' })

const focus = z.enum(['trace', 'span'])

/** The body; in a query string, non-string members are JSON text. */
const documentedFields = {
  focus: optional(focus),
  format: optional(json.meta({ description: 'Ignored: answers have one format.' })),
  filter: optional(filterText),
  filtering: optional(filtering),
  windowing: optional(analyticsWindowing),
  oldest: analyticsWindowing.shape.oldest,
  newest: analyticsWindowing.shape.newest,
  rate: analyticsWindowing.shape.rate,
  interval: analyticsWindowing.shape.interval,
  specs: optional(z.array(specSchema)),
  group_by: optional(
    groupBySchema.meta({ description: 'Groups each bucket by the values of one or two fields.' }),
  ),
  group_limit: optional(
    groupLimit.meta({
      description:
        'With group_by: the number of separate groups, the same in all buckets. The others form one bucket with rest: true.',
    }),
  ),
  group_order: optional(
    attributePath.meta({
      description:
        'With group_limit: the groups with the largest sums of this attribute are separate. Absent: those with the most spans.',
    }),
  ),
  ...headsField,
} as const

/** A schema that checks no members: they are parsed later, together with those of the query string. */
const deferredSchema = (schema: z.ZodType) =>
  documentedAs(z.object(Object.fromEntries(fieldNames.map((name) => [name, anyValue]))), schema)
const fieldNames = [...Object.keys(legacyFields), 'specs', 'group_by', 'group_limit', 'group_order', 'heads']
const anyValue = optional(z.unknown())

const bodySchema = deferredSchema(z.object(documentedFields).meta({ id: 'AnalyticsRequest' }))
const asText = (schema: z.ZodType) => optional(documentedAs(z.unknown().meta(asJsonText), schema))
const querySchema = deferredSchema(
  z.object({
    ...documentedFields,
    filter: optional(filterLine),
    filtering: asText(filterTree),
    windowing: asText(analyticsWindowing),
    specs: asText(z.array(specSchema)),
    group_by: asText(groupBySchema),
  }),
)

const bucketAnswer = withExample(
  z
    .looseObject({
      timestamp: z.string(),
      interval: z.number(),
      group: z.unknown().optional(),
      rest: z.literal(true).optional(),
      spans: z.int().optional(),
      metrics: z.record(z.string(), freeObject).optional(),
    })
    .meta({
      id: 'AnalyticsBucket',
      description:
        'metrics: statistics by the path of their attribute. With group_by: group is the value of the field, or a list of two values, null for spans without a value; rest marks the spans of all groups beyond group_limit.',
    }),
  { timestamp: '2026-11-15T00:00:00.000000Z', interval: 240, group: 'chat', spans: 4, metrics: {} },
)

const bucketsAnswer = z.object({
  count: z.int(),
  buckets: z.array(bucketAnswer),
})

interface RouteAddress {
  readonly path: string
  readonly operationId: string
  readonly sdkName?: string
  readonly deprecatedFor?: string
}

const analyticsRoute = ({ store, clock }: AnalyticsParts, address: RouteAddress): Route =>
  projectRoute({
    method: 'POST',
    ...address,
    examples: { body: { oldest: '2026-11-01T00:00:00Z', newest: '2026-11-15T04:00:00Z', interval: 1 } },
    errors: spanQueryCodes,
    summary: 'Statistics of attributes in time buckets.',
    access: 'viewer',
    body: bodySchema,
    bodyOptional: true,
    query: querySchema,
    answer: bucketsAnswer.extend({
      query: freeObject,
      specs: z.array(freeObject),
      group_by: groupBySchema.optional(),
      group_limit: z.int().optional(),
      group_order: z.string().optional(),
    }),
    handle: async (call, caller) => {
      const now = new Date(clock.now())
      const request = readBodyOverQuery(call.body, call.query, (input) => readAnalytics(input, now))
      return untypedAnswer(await analytics(store.queries, queryScope(call, caller), request))
    },
  })

const plainAnalyticsRoute = ({ store, clock }: AnalyticsParts): Route =>
  projectRoute({
    method: 'POST',
    path: '/tracing/spans/analytics',
    operationId: 'query_tracing_spans_analytics',
    summary: 'Counts, durations, costs and tokens in time buckets, for all spans and for failed ones.',
    access: 'viewer',
    deprecatedFor: '/spans/analytics/query',
    body: bodySchema,
    bodyOptional: true,
    query: querySchema,
    answer: bucketsAnswer,
    handle: async (call, caller) => {
      const now = new Date(clock.now())
      const request = readBodyOverQuery(call.body, call.query, (input) => readAnalytics(input, now))
      return untypedAnswer(await plainAnalytics(store.queries, queryScope(call, caller), request))
    },
  })

/** The period in which spans started. */
const activityPeriod = z
  .object({ oldest: windowingSchema.shape.oldest, newest: windowingSchema.shape.newest })
  .meta({ id: 'ActivityPeriod' })

const activityBody = withExample(
  z
    .object({
      realtime: optional(bool),
      include_totals: optional(bool),
      filter: optional(filterText),
      filtering: optional(filtering),
      within: optional(activityPeriod),
      sort: optional(z.enum(activitySorts)),
      windowing: optional(windowingField),
    })
    .meta({
      id: 'ActivityRequest',
      description:
        'within: counts and reads only spans that started in this period. filter, filtering: only ids of traces with a matching span. sort: the largest first, as one page.',
    }),
  { include_totals: true, windowing: { order: 'ascending', limit: 1 } },
)

const totals = z.object({
  id: z.string(),
  first_active: z.string(),
  last_active: z.string(),
  duration: z.number(),
  traces: z.int(),
  failed_traces: z.int(),
  errors: z.number(),
  tokens: z.number(),
  cost: z.number(),
})

/** The answer for each kind of id, with its totals. */
const activities = {
  session: {
    totals: withExample(
      totals
        .extend({
          user_id: z.string().optional(),
          preview: z.object({ inputs: z.string() }).meta({ id: 'SessionPreview' }).optional(),
        })
        .meta({ id: 'SessionTotals', description: 'preview: the start of its first inputs, as JSON text.' }),
      {
        id: 'again-own',
        first_active: '2026-11-15T09:00:01.000000Z',
        last_active: '2026-11-15T09:00:01.000000Z',
        duration: 500,
        traces: 1,
        failed_traces: 0,
        errors: 0,
        tokens: 0,
        cost: 0,
      },
    ),
    record: sessionRecord,
  },
  user: {
    totals: withExample(totals.extend({ sessions: z.int() }).meta({ id: 'UserTotals' }), {
      id: 'bob',
      first_active: '2026-11-10T10:20:00.000000Z',
      last_active: '2026-11-10T10:20:00.000000Z',
      duration: 30000,
      traces: 1,
      failed_traces: 0,
      errors: 0,
      tokens: 0,
      cost: 0,
      sessions: 1,
    }),
    record: userRecord,
  },
} as const

function activityRoute(
  { store, limits }: AnalyticsParts,
  { name, address }: { readonly name: 'session' | 'user'; readonly address: RouteAddress },
): Route {
  return projectRoute({
    method: 'POST',
    ...address,
    errors: spanQueryCodes,
    summary: `Ids of ${name}s, ordered by the time of their first span; with realtime by their last.`,
    access: 'viewer',
    body: activityBody,
    bodyOptional: true,
    answer: z.object({
      count: z.int(),
      [`${name}_ids`]: z.array(z.string()),
      [`${name}s`]: z.array(activities[name].totals).optional(),
      windowing: nextSpans,
    }),
    handle: async (call, caller) => {
      const { body } = call
      const { activities: page, windowing } = await activity(store.queries, queryScope(call, caller), {
        column: `${name}_id`,
        realtime: body.realtime ?? false,
        windowing: pagedWindowing(parseWindowing(body.windowing, ['body', 'windowing']), {
          focus: 'span',
          pageLimits: limits,
        }),
        within: body.within,
        filter: bothFiltersOf(body, { root: 'body', focus: 'trace' }),
        sort: body.sort,
        totals: body.include_totals ?? false,
      })
      return {
        count: page.length,
        [`${name}_ids`]: page.map(({ id }) => id),
        ...(body.include_totals === true ? { [`${name}s`]: page.map(activities[name].record) } : {}),
        ...(windowing === undefined ? {} : { windowing }),
      }
    },
  })
}

export const analyticsRoutes = (parts: AnalyticsParts): readonly Route[] => [
  analyticsRoute(parts, {
    path: '/spans/analytics/query',
    operationId: 'query_analytics',
    sdkName: 'analytics.query',
  }),
  analyticsRoute(parts, {
    path: '/tracing/analytics/query',
    operationId: 'query_tracing_analytics',
    deprecatedFor: '/spans/analytics/query',
  }),
  plainAnalyticsRoute(parts),
  ...(['session', 'user'] as const).flatMap((name) => [
    activityRoute(parts, {
      name,
      address: {
        path: `/spans/${name}s/query`,
        operationId: `query_${name}s`,
        sdkName: `${name}s.query`,
      },
    }),
    activityRoute(parts, {
      name,
      address: {
        path: `/tracing/${name}s/query`,
        operationId: `query_tracing_${name}s`,
        deprecatedFor: `/spans/${name}s/query`,
      },
    }),
  ]),
]
