// Two processes behind a PgBouncer in transaction mode share four connections of PostgreSQL.
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { newProject, throughServer, type Api } from '../support/api.ts'
import { startClickHouse, type ClickHouse } from '../support/clickhouse.ts'
import { freshDatabase, type FreshDatabase } from '../support/databases.ts'
import { startServer, type RunningServer } from '../support/process.ts'
import { startPgBouncer, type PgBouncer } from './pgbouncer.ts'

let bouncer: PgBouncer
let clickhouse: ClickHouse
let database: FreshDatabase
const servers: RunningServer[] = []

beforeAll(async () => {
  bouncer = await startPgBouncer(inject('postgresUrl'), 4)
  clickhouse = await startClickHouse()
  database = await freshDatabase('postgres')
  const name = new URL(database.location).pathname
  const env = {
    ...database.env,
    ASSAY_DATABASE_URL: `${bouncer.url}${name}`,
    ASSAY_DATABASE_PREPARED_STATEMENTS: 'false',
    ASSAY_CLICKHOUSE_URL: clickhouse.url,
  }
  for (const _ of [1, 2]) servers.push(await startServer({ env }))
})
afterAll(async () => {
  for (const server of servers) expect(await server.stop()).toBe(0)
  await bouncer.stop()
  await clickhouse.remove()
  await database.remove()
})

/** Creates applications and reads them; returns the statuses and messages of the answers. */
async function useApplications(api: Api, prefix: string): Promise<readonly unknown[]> {
  const outcomes: unknown[] = []
  for (let i = 0; i < 40; i++) {
    const content = `${prefix} ${i}`
    const data = { parameters: { prompt: { messages: [{ role: 'user', content }] } } }
    const answer = await api.post('/simple/applications/', {
      application: { slug: `${prefix}-${i}`, name: content, data },
    })
    const retrieveAnswer = await api.post('/applications/revisions/retrieve', {
      application_ref: { slug: `${prefix}-${i}` },
    })
    outcomes.push([
      answer.status,
      retrieveAnswer.status,
      retrieveAnswer.body.application_revision?.data.parameters.prompt.messages[0].content,
    ])
  }
  return outcomes
}

test('every statement gets its own values, whichever connection it runs on', async () => {
  const [first, second] = servers
  const api = await newProject(first?.url ?? '')
  const other = throughServer(api, second?.url ?? '')
  const prefixes = ['a', 'b', 'c', 'd', 'e', 'f']
  const answers = await Promise.all(
    prefixes.map((prefix, i) => useApplications(i % 2 === 0 ? api : other, prefix)),
  )
  for (const [i, prefix] of prefixes.entries()) {
    expect(answers[i]).toEqual(Array.from({ length: 40 }, (_, n) => [200, 200, `${prefix} ${n}`]))
  }
  for (const server of servers) expect(server.output()).not.toMatch(/prepared statement|bind message/)
})
