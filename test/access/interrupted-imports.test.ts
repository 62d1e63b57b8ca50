// An interrupted import stores nothing, and the same file can be imported again.
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { admin, backends, serverOf, type Backend } from '../support/api.ts'
import { freshDatabase } from '../support/databases.ts'
import { until } from '../support/eventually.ts'
import { requestOf, span } from '../support/otlp.ts'
import { startServer } from '../support/process.ts'
import {
  archiveFrom,
  archiveOf,
  filesOf,
  manifestOf,
  smallProject,
  upload,
} from '../support/project-archives.ts'

/** The import takes long enough to be interrupted: about a second of work remains after the first rows are stored. */
const spanParts = 8
const linesPerPart = 250

/** An archive of a small project with many spans. */
async function largeArchive(): Promise<Buffer> {
  const api = await smallProject(serverOf('sqlite'))
  const request = requestOf(span({ traceId: 'a'.repeat(32), name: 'x'.repeat(5000) }))
  expect((await api.post('/otlp/v1/traces', request)).status).toBe(202)
  const files = await filesOf((await archiveOf(api)).bytes)
  const isSpans = ({ name }: { readonly name: string }): boolean => name.startsWith('spans/')
  const line =
    files
      .find(isSpans)
      ?.content.toString()
      .split('\n')
      .find((text) => text.includes('xxxxx')) ?? ''
  const parts = Array.from({ length: spanParts }, (_, part) => ({
    name: `spans/${String(part + 1).padStart(6, '0')}.jsonl`,
    content: Buffer.from(
      Array.from({ length: linesPerPart }, (__, no) => {
        const traceId = (part * linesPerPart + no + 1).toString(16).padStart(32, '0')
        return `${line.replaceAll('a'.repeat(32), traceId)}\n`
      }).join(''),
    ),
  }))
  const content = [...files.slice(0, -1).filter((file) => !isSpans(file)), ...parts]
  return archiveFrom([...content, manifestOf(content)])
}

let archive: Buffer
beforeAll(async () => {
  archive = await largeArchive()
})

/** Reads the database of a running server. */
async function openReader(backend: Backend, location: string) {
  const orphans = 'select count(*) as total from artifacts where project_id not in (select id from projects)'
  if (backend === 'sqlite') {
    const database = new DatabaseSync(location, { readOnly: true })
    return {
      orphans: async () => Number(database.prepare(orphans).get()?.['total']),
      close: async () => database.close(),
    }
  }
  const client = new Client({ connectionString: location })
  await client.connect()
  return {
    orphans: async () => Number((await client.query<{ total: string }>(orphans)).rows[0]?.total),
    close: () => client.end(),
  }
}

const projectsOf = async (url: string): Promise<number> =>
  (await admin(url, 'GET', '/projects/')).body.projects.length

describe.each(backends)('on %s an import', (backend) => {
  let database: Awaited<ReturnType<typeof freshDatabase>>
  beforeAll(async () => {
    database = await freshDatabase(backend)
  })
  afterAll(() => database.remove())

  test('that loses its connection, or whose server is killed, stores nothing and can be repeated', async () => {
    let server = await startServer({ env: database.env })
    const reader = await openReader(backend, database.location)
    try {
      const rowsExist = () => until(async () => (await reader.orphans()) > 0, 'rows of the import')
      const rowsAreGone = () => until(async () => (await reader.orphans()) === 0, 'no rows of the import')
      const projects = await projectsOf(server.url)

      const connection = new AbortController()
      const abortedUpload = upload(server.url, { bytes: archive, signal: connection.signal }).catch(String)
      await rowsExist()
      connection.abort()
      expect(await abortedUpload).toContain('abort')
      await rowsAreGone()

      const failedUpload = upload(server.url, { bytes: archive }).catch(String)
      await rowsExist()
      await server.kill()
      expect(await failedUpload).toContain('fetch failed')
      expect(await reader.orphans()).toBeGreaterThan(0)

      server = await startServer({ env: database.env })
      await rowsAreGone()
      expect(await projectsOf(server.url)).toBe(projects)
      const { status, body } = await upload(server.url, { bytes: archive })
      expect([status, body.counts?.spans], JSON.stringify(body)).toEqual([200, spanParts * linesPerPart])
    } finally {
      await reader.close()
      await server.kill()
    }
  })
})
