// Archives of projects: exported, unpacked, changed and imported.
import { createHash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { tarEnd, tarFiles, tarHeader, tarPadding, type TarFile } from '../../src/kernel/tar.ts'
import { newProject, type Answer, type Api } from './api.ts'
import { makeEvaluatedRun, makeRows } from './evaluated-runs.ts'
import { firstKey } from './process.ts'

export async function archiveOf(
  api: Pick<Api, 'url' | 'key' | 'projectId'>,
  contents = 'full',
): Promise<{ readonly status: number; readonly bytes: Buffer; readonly headers: Headers }> {
  const response = await fetch(`${api.url}/api/projects/${api.projectId}/archive?contents=${contents}`, {
    headers: { Authorization: `ApiKey ${api.key}` },
  })
  return {
    status: response.status,
    bytes: Buffer.from(await response.arrayBuffer()),
    headers: response.headers,
  }
}

export async function upload(
  url: string,
  {
    bytes,
    key = firstKey,
    fields = {},
    signal = null,
  }: { bytes: Buffer; key?: string; fields?: Record<string, string>; signal?: AbortSignal | null },
): Promise<Answer> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', new Blob([new Uint8Array(bytes)]), 'project.assay.tar.gz')
  const response = await fetch(`${url}/api/projects/import`, {
    method: 'POST',
    headers: { Authorization: `ApiKey ${key}` },
    body: form,
    signal,
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

export async function filesOf(bytes: Buffer): Promise<TarFile[]> {
  const files: TarFile[] = []
  async function* chunks(): AsyncGenerator<Buffer> {
    yield gunzipSync(bytes)
  }
  for await (const file of tarFiles(chunks(), { bytesMax: 2 ** 40, fileBytesMax: 2 ** 30 })) files.push(file)
  return files
}

export const archiveFrom = (files: readonly TarFile[]): Buffer =>
  gzipSync(
    Buffer.concat([
      ...files.flatMap(({ name, content }) => [
        tarHeader({ name, bytes: content.length, modifiedMs: 0 }),
        content,
        tarPadding(content.length),
      ]),
      tarEnd(),
    ]),
  )

/** The manifest of these files; the first one is the header. */
export function manifestOf(files: readonly TarFile[]): TarFile {
  const records = (file: TarFile): number => file.content.toString().split('\n').length - 1
  const parts = files.slice(1)
  const counts: Record<string, number> = {}
  for (const part of parts) {
    const kind = part.name.replace(/\/.*/, '')
    counts[kind] = (counts[kind] ?? 0) + records(part)
  }
  const fileEntries = files.map((file, i) => ({
    path: file.name,
    bytes: file.content.length,
    records: i === 0 ? 0 : records(file),
    sha256: createHash('sha256').update(file.content).digest('hex'),
  }))
  const header: object = JSON.parse(files[0]?.content.toString() ?? '')
  return {
    name: 'manifest.json',
    content: Buffer.from(JSON.stringify({ ...header, counts, files: fileEntries })),
  }
}

/** The same archive with one changed file and a matching manifest. */
export async function rewriteArchive(
  bytes: Buffer,
  name: string,
  change: (text: string) => string,
): Promise<Buffer> {
  const files = (await filesOf(bytes)).map((file) =>
    file.name === name ? { name, content: Buffer.from(change(file.content.toString())) } : file,
  )
  const content = files.slice(0, -1)
  return archiveFrom([...content, manifestOf(content)])
}

/** A project with an application, a testset, a run and a span. */
export async function smallProject(url: string): Promise<Api> {
  const api = await newProject(url)
  await api.post('/simple/applications/', {
    application: { slug: 'bot', data: { parameters: { text: 'Hello' } } },
  })
  const { revisionId, ids } = await makeRows(api, 'rows', [{ q: 'a' }, { q: 'b' }])
  await makeEvaluatedRun(api, {
    testsetRevisionId: revisionId,
    rows: ids.map((testcaseId) => ({ testcaseId, outputs: [{ score: 1, success: true }] })),
  })
  return api
}
