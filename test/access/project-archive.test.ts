// Exports a project to a file and imports it on another server. Both servers then give the same answers.
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import type { TarFile } from '../../src/kernel/tar.ts'
import { commandLine } from '../cli/command-line.ts'
import { newProject, request, serverOf, type Answer, type Api, type Body } from '../support/api.ts'
import { requestOf, span } from '../support/otlp.ts'
import { until } from '../support/eventually.ts'
import { firstKey } from '../support/process.ts'
import {
  archiveFrom,
  archiveOf,
  filesOf,
  rewriteArchive,
  smallProject,
  upload,
} from '../support/project-archives.ts'
import { inDeep, isDeep } from '../support/tier.ts'

type Call = (method: string, path: string, body?: unknown) => Promise<Answer>

const callWith =
  (url: string, key: string): Call =>
  (method, path, body) =>
    request(`${url}/api${path}`, { method, authorization: `ApiKey ${key}`, body })

const kinds = ['applications', 'evaluators', 'workflows', 'testsets', 'queries', 'environments']
const queryAll = { include_archived: true, windowing: { limit: 1000 } }

/** Reads all records of a project through the API, by path. */
async function readAll(call: Call): Promise<Readonly<Record<string, Body>>> {
  const answers: Record<string, Body> = {}
  const read = async (path: string, body: unknown = queryAll): Promise<Body> => {
    const answer = await call('POST', path, body)
    expect(answer.status, `${path}: ${JSON.stringify(answer.body)}`).toBe(200)
    return (answers[path] = answer.body)
  }
  for (const kind of kinds) {
    for (const level of ['', '/variants', '/revisions']) await read(`/${kind}${level}/query`)
    await read(`/simple/${kind}/query`)
  }
  for (const { id } of answers['/testsets/revisions/query'].testset_revisions) {
    await read(`/testsets/revisions/${id}/download?file_type=jsonl`)
  }
  for (const records of ['runs', 'scenarios', 'results', 'metrics', 'queues']) {
    await read(`/evaluations/${records}/query`, { windowing: { limit: 10_000 } })
  }
  for (const { id } of answers['/evaluations/queues/query'].queues)
    await read(`/simple/queues/${id}/scenarios/query`, {})
  await read('/annotations/query', { windowing: { limit: 1000 } })
  await read('/spans/sessions/query', { windowing: { limit: 1000 } })
  await read('/spans/users/query', { windowing: { limit: 1000 } })
  await read('/traces/query', { windowing: { limit: 10_000 } })
  await read('/spans/query', { focus: 'span', windowing: { limit: 10_000 } })
  for (const path of ['/prices/', '/redaction/rules/', '/retention/', '/projects/current/records']) {
    answers[path] = (await call('GET', path)).body
  }
  return answers
}

/** Answers without the address of their server, for a comparison. */
const comparable = (answers: Readonly<Record<string, Body>>, url: string): Readonly<Record<string, Body>> =>
  JSON.parse(JSON.stringify(answers).replaceAll(url, '<url>'))

type Source = Pick<Api, 'url' | 'key' | 'projectId'>

async function demoProject(url: string): Promise<Source> {
  const { status, body } = await callWith(url, firstKey)('POST', '/projects/demo')
  expect(status, JSON.stringify(body)).toBe(200)
  const call = callWith(url, body.key)
  await call('PUT', '/prices/', { prices: [{ provider: 'acme', model: 'acme-1', input: 1, output: 2 }] })
  return { url, key: body.key, projectId: body.project.id }
}

async function moveProject(source: Source, targetUrl: string): Promise<Call> {
  const sourceAnswers = await readAll(callWith(source.url, source.key))
  const { bytes } = await archiveOf(source)
  const { status, body } = await upload(targetUrl, { bytes, fields: { name: 'Moved' } })
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.project.name).toBe('Moved')
  expect(body.counts.spans).toBe(sourceAnswers['/spans/query'].count)
  const call = callWith(targetUrl, body.key)
  expect(comparable(await readAll(call), targetUrl)).toEqual(comparable(sourceAnswers, source.url))
  const authors = async (from: Call): Promise<Body[]> => (await from('GET', '/keys/names')).body.keys
  expect(await authors(call)).toEqual(expect.arrayContaining(await authors(callWith(source.url, source.key))))
  return call
}

describe('a project gives the same answers after a move', () => {
  test('from PostgreSQL to SQLite', async () => {
    await moveProject(await smallProject(serverOf('postgres')), serverOf('sqlite'))
  })

  inDeep(() => {
    test('from SQLite to PostgreSQL: the demo project, which then accepts new commits and spans', async () => {
      const source = await demoProject(serverOf('sqlite'))
      const call = await moveProject(source, serverOf('postgres'))
      const { body: before } = await call('POST', '/applications/revisions/retrieve', {
        application_ref: { slug: 'support-chat' },
      })
      const { body: after } = await call('POST', '/applications/revisions/commit', {
        application_revision: {
          application_variant_id: before.application_revision.variant_id,
          data: { parameters: { changed: true } },
        },
      })
      expect(Number(after.application_revision.version)).toBe(Number(before.application_revision.version) + 1)
      const { body: spanList } = await call('POST', '/spans/query', { windowing: { limit: 1 } })
      const [{ trace_id }] = spanList.spans
      const spanRequest = requestOf(span({ traceId: trace_id.replaceAll('-', ''), name: 'later' }))
      expect((await call('POST', '/otlp/v1/traces', spanRequest)).status).toBe(202)
      await until(
        async () => JSON.stringify((await call('GET', `/traces/${trace_id}`)).body).includes('"later"'),
        'the new span of an imported trace',
      )
    })
  })
})

describe('an archive', () => {
  let api: Api
  let archive: Buffer
  const url = serverOf('sqlite')
  const otherUrl = serverOf('postgres')
  beforeAll(async () => {
    api = await smallProject(url)
    archive = (await archiveOf(api)).bytes
  })
  const refusal = async (bytes: Buffer): Promise<readonly [number, string, string]> => {
    const { status, body } = await upload(otherUrl, { bytes })
    return [status, body.code, typeof body.detail === 'string' ? body.detail : body.detail.message]
  }

  test('can be read with tar and jq: a manifest with counts and checksums, and JSON lines', async () => {
    const { headers } = await archiveOf(api)
    expect(headers.get('content-type')).toBe('application/gzip')
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename=.*\.assay\.tar\.gz$/)
    const files = await filesOf(archive)
    expect(files[0]?.name).toBe('header.json')
    const manifest = JSON.parse(files.at(-1)?.content.toString() ?? '')
    expect(manifest).toMatchObject({
      format: 'assay-project',
      version: 1,
      contents: 'full',
      project: { id: api.projectId },
      counts: { runs: 1, scenarios: 2, testcases: 2 },
    })
    const revisions = files.find(({ name }) => name === 'revisions/000001.jsonl')?.content.toString() ?? ''
    const texts = revisions
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).data?.parameters?.text)
    expect(texts).toContain('Hello')
    expect(archive.includes(api.key)).toBe(false)
  })

  test('of the configuration has no testsets, runs or traces', async () => {
    const { bytes } = await archiveOf(await smallProject(url), 'configuration')
    const { status, body } = await upload(otherUrl, { bytes })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(Object.keys(body.counts)).toEqual(['artifacts', 'variants', 'revisions', 'uses', 'settings'])
    const call = callWith(otherUrl, body.key)
    expect((await call('POST', '/applications/query', {})).body.count).toBeGreaterThan(0)
    expect((await call('POST', '/environments/query', {})).body.count).toBeGreaterThan(0)
    expect((await call('POST', '/testsets/query', {})).body.count).toBe(0)
    expect((await call('POST', '/evaluations/runs/query', {})).body.count).toBe(0)
  })

  test.each(isDeep ? [1, 200, 5000] : [200])('that lacks its last %d bytes is refused', async (bytes) => {
    const truncatedArchive = archive.subarray(0, Math.max(archive.length - bytes, 20))
    expect(await refusal(truncatedArchive)).toEqual([
      400,
      'payload_undecodable',
      expect.stringContaining('truncated'),
    ])
  })

  test('is refused if it is another kind of file', async () => {
    expect(await refusal(Buffer.from('hello'))).toEqual([
      400,
      'payload_undecodable',
      'The archive cannot be imported: it is not a gzip file, or it is truncated.',
    ])
    expect((await refusal(gzipSync(Buffer.alloc(4096, 'x'))))[2]).toContain('it is not a tar file.')
  })

  test('whose content was changed is refused: the manifest or the hash of a revision differs', async () => {
    const change = (text: string): string => text.replace('Hello', 'Hallo')
    const files = (await filesOf(archive)).map(({ name, content }) => ({
      name,
      content:
        name.startsWith('uses/') || name.startsWith('runs/') ? Buffer.concat([content, content]) : content,
    }))
    expect((await refusal(archiveFrom(files)))[2]).toContain('differs from its manifest')
    const changedArchive = await rewriteArchive(archive, 'revisions/000001.jsonl', change)
    expect((await refusal(changedArchive))[2]).toContain('differs from its hash')
  })

  test('of another version of the format is refused', async () => {
    const files = (await filesOf(archive)).map(({ name, content }) => ({
      name,
      content: Buffer.from(content.toString().replace('"version": 1', '"version": 2')),
    }))
    expect((await refusal(archiveFrom(files)))[2]).toContain(
      'its format has version 2, and this server reads version 1',
    )
  })

  test.each([
    ['../evil/000001.jsonl', "the file '../evil/000001.jsonl' does not belong to it, or"],
    ['spans/000002.jsonl', "the file 'spans/000002.jsonl' is not in its place."],
  ])('with the file %s is refused', async (name, reason) => {
    const [first, ...files] = await filesOf(archive)
    const withFile = [first as TarFile, { name, content: Buffer.from('{}\n') }, ...files]
    expect((await refusal(archiveFrom(withFile)))[2]).toContain(`The archive cannot be imported: ${reason}`)
  })

  test('whose records reference records of another project is refused, and nothing is stored', async () => {
    const otherProject = await newProject(otherUrl)
    const { body } = await otherProject.post('/simple/applications/', { application: { slug: 'theirs' } })
    const forgedArchive = await rewriteArchive(archive, 'variants/000001.jsonl', (text) =>
      text.replaceAll(/"artifact_id":"[^"]*"/g, `"artifact_id":"${body.application.id}"`),
    )
    expect((await refusal(forgedArchive))[2]).toContain('names a record that it does not have')
    // Nothing was stored: the unchanged archive can be imported, but only once.
    expect((await upload(otherUrl, { bytes: archive })).status).toBe(200)
    expect(await refusal(archive)).toEqual([
      409,
      'id_conflict',
      expect.stringContaining('exists on this server'),
    ])
  })

  test('can be exported by admins of the project, and imported by admins of the first project', async () => {
    const viewer = await api.as('viewer')
    expect((await archiveOf(viewer)).status).toBe(403)
    expect((await archiveOf({ ...api, projectId: (await newProject(url)).projectId })).status).toBe(404)
    const { status, body } = await upload(url, { bytes: archive, key: api.key })
    expect([status, body.code]).toEqual([403, 'forbidden'])
    expect((await upload(url, { bytes: archive, key: viewer.key })).status).toBe(403)
  })

  test('can be exported and imported on the command line, which prints its counts', async () => {
    const project = await smallProject(url)
    const lines = [commandLine(project), commandLine({ url: otherUrl, key: firstKey })] as const
    const [exporter, importer] = lines
    try {
      const file = join(exporter.dir, 'project.tar.gz')
      expect(await exporter.run('export', api.projectId, file)).toMatchObject({ code: 3 })
      expect(await exporter.run('export', project.projectId, file)).toMatchObject({ code: 0 })
      const { code, out } = await importer.run('import', 'assay', file, '--name', 'By command')
      expect([code, out]).toEqual([
        0,
        expect.stringMatching(/^Imported \d+ artifacts, .*2 testcases, 1 run, /),
      ])
      expect(out).toContain('The project By command (')
      const secondImport = await importer.run('import', 'assay', file)
      expect(secondImport.err).toContain('exists on this server already')
      expect(secondImport.code).not.toBe(0)
    } finally {
      for (const line of lines) line.remove()
    }
  })
})
