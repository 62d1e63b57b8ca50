// Statements for the usage of projects by day.
import { sql, type Kysely } from 'kysely'
import type { UsageReads, UsageWrites } from '../../contract/contract.ts'
import type { Tables } from '../schema.ts'

export const usageReads = (db: Kysely<Tables>): UsageReads => ({
  async usageDays({ projectId, from, to }) {
    const rows = await db
      .selectFrom('usage_days')
      .selectAll()
      .$if(projectId !== undefined, (query) => query.where('project_id', '=', projectId ?? ''))
      .where('day', '>=', from)
      .where('day', '<=', to)
      .orderBy('day', 'desc')
      .orderBy('project_id')
      .execute()
    return rows.map((row) => ({
      projectId: row.project_id,
      day: row.day,
      spans: Number(row.spans),
      bytes: Number(row.bytes),
      testcases: Number(row.testcases),
      calls: Number(row.calls),
      cost: row.cost,
    }))
  },
})

export const usageWrites = (db: Kysely<Tables>): UsageWrites => ({
  async addUsage(usage) {
    // In one order, so that transactions on the same rows wait for each other without a deadlock.
    const orderedUsage = usage.toSorted((a, b) =>
      a.projectId + a.day < b.projectId + b.day ? -1 : a.projectId + a.day > b.projectId + b.day ? 1 : 0,
    )
    for (const { projectId, day, spans = 0, bytes = 0, testcases = 0, calls = 0, cost = 0 } of orderedUsage) {
      await db
        .insertInto('usage_days')
        .values({ project_id: projectId, day, spans, bytes, testcases, calls, cost })
        .onConflict((conflict) =>
          conflict.columns(['project_id', 'day']).doUpdateSet({
            spans: sql`usage_days.spans + excluded.spans`,
            bytes: sql`usage_days.bytes + excluded.bytes`,
            testcases: sql`usage_days.testcases + excluded.testcases`,
            calls: sql`usage_days.calls + excluded.calls`,
            cost: sql`usage_days.cost + excluded.cost`,
          }),
        )
        .execute()
    }
  },
})
