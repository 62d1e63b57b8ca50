// The usage of a project by day, and the limits of the server.
import { withExample } from '../examples.ts'
import { z } from 'zod'
import { noUsage, usageSubjects, utcDay, type UsageLimits } from '../../access/usage.ts'
import type { Clock } from '../../kernel/clock.ts'
import { int, optional } from '../../kernel/validation.ts'
import { projectRoute, type Route } from '../route.ts'

const daysMax = 366
const daysDefault = 30

const counts = {
  spans: z.int(),
  bytes: z.int().describe('Bytes of the requests with these spans, inflated.'),
  testcases: z.int().describe('New testcases.'),
  calls: z.int().describe('Calls of models in these spans.'),
  cost: z.number().describe('Cost of these calls, in US dollars.'),
}
const usageDay = withExample(z.object({ day: z.string(), ...counts }).meta({ id: 'UsageDay' }), {
  day: '2026-11-15',
  spans: 1204,
  bytes: 2408112,
  testcases: 40,
  calls: 310,
  cost: 0.0651,
})
const usageLimit = z
  .object({
    name: z.enum(['spans', 'bytes', 'testcases', 'calls', 'cost']),
    setting: z.string(),
    max: z.number(),
    used: z.number(),
  })
  .meta({ id: 'UsageLimit' })

const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10)

export interface UsageRouteParts {
  readonly clock: Clock
  readonly usageLimits: UsageLimits
}

export const usageRoute = ({ clock, usageLimits }: UsageRouteParts): Route =>
  projectRoute({
    method: 'GET',
    path: '/usage',
    operationId: 'fetch_usage',
    sdkName: 'usage.fetch',
    summary: 'Spans, bytes, testcases, calls of models and their cost by day (UTC), newest first.',
    description:
      'Data is counted when it is stored: deletions do not change the usage. `limits` has the daily limits of the server, with the usage of today.',
    access: 'viewer',
    query: z.object({ days: optional(int(1, daysMax)) }),
    answer: z
      .object({ count: z.int(), days: z.array(usageDay), limits: z.array(usageLimit) })
      .meta({ id: 'UsageResponse' }),
    handle: async ({ query }, { scope }) => {
      const to = utcDay(clock)
      const from = dayBefore(to, (query.days ?? daysDefault) - 1)
      const rows = await scope.store.read.usageDays({ projectId: scope.projectId, from, to })
      const days = rows.map(({ projectId: _, ...day }) => day)
      const today = days.find(({ day }) => day === to) ?? noUsage
      const limits = usageLimit.shape.name.options.flatMap((name) =>
        usageLimits[name] === 0
          ? []
          : [{ name, setting: usageSubjects[name].setting, max: usageLimits[name], used: today[name] }],
      )
      return { count: days.length, days, limits }
    },
  })
