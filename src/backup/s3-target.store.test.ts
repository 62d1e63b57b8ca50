import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { s3Key, startS3, type S3Server } from '../../test/support/s3-server.ts'
import { xmlText } from './s3-client.ts'
import { parseS3Url, s3Target } from './s3-target.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-s3-'))
let server: S3Server
beforeAll(async () => {
  server = await startS3(folder)
})
beforeEach(() => {
  server.gate = () => undefined
  server.requests.length = 0
  server.ranges.length = 0
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

const spool = mkdtempSync(join(tmpdir(), 'assay-spool-'))
afterAll(() => rmSync(spool, { recursive: true }))
const MiB = 1024 * 1024

interface TargetOptions {
  readonly secretKey?: string
  readonly listMax?: number
  readonly endpoint?: string
}
const targetAt = (url: string, options: TargetOptions = {}) => {
  const { secretKey = s3Key, endpoint = server.url, ...rest } = options
  const settings = { endpoint, region: 'us-east-1', accessKey: s3Key, secretKey }
  return s3Target(parseS3Url(url) ?? { bucket: '', prefix: '' }, {
    settings,
    spool,
    partBytes: 5 * MiB,
    ...rest,
  })
}
const store = (target: ReturnType<typeof targetAt>, name: string, content: Buffer) =>
  target.write(Readable.from([content]), async () => name)

describe('an object', () => {
  test.each([
    ['nothing', 0],
    ['a few bytes', 10],
    ['exactly one part', 5 * MiB],
    ['several parts', 12 * MiB + 7],
  ])('of %s is read as it was written', async (_, bytes) => {
    const target = targetAt('s3://backups/a b/c+é')
    const content = randomBytes(bytes)
    await store(target, 'objects/one', content)
    expect((await buffer(target.read('objects/one'))).equals(content)).toBe(true)
    expect(await target.has('objects/one')).toBe(true)
    expect((await target.list('objects')).map(({ name }) => name)).toEqual(['objects/one'])
    expect(server.requests.filter((line) => line.includes('partNumber'))).toHaveLength(
      bytes > 5 * MiB ? Math.ceil(bytes / (5 * MiB)) : 0,
    )
    await target.remove('objects/one')
    expect(await target.has('objects/one')).toBe(false)
    expect(readdirSync(spool)).toEqual([])
  })

  test('without a name is not stored', async () => {
    const target = targetAt('s3://backups/unnamed')
    await target.write(Readable.from([randomBytes(6 * MiB)]), async () => undefined)
    expect(await target.list('objects')).toEqual([])
    expect(readdirSync(spool)).toEqual([])
  })

  test('is not stored when its source fails', async () => {
    const target = targetAt('s3://backups/broken')
    const failingChunks = async function* (): AsyncGenerator<Buffer> {
      yield randomBytes(11 * MiB)
      throw new Error('disk error')
    }
    await expect(target.write(Readable.from(failingChunks()), async () => 'objects/one')).rejects.toThrow(
      'disk error',
    )
    expect(await target.list('objects')).toEqual([])
    expect(readdirSync(spool)).toEqual([])
  })
})

/** The server encrypts page tokens with a cipher that needs this flag. */
async function startPagingS3(): Promise<string> {
  const options = `{ address: '127.0.0.1', port: 0, silent: true, directory: process.argv[1], configureBuckets: [{ name: 'backups' }] }`
  const script = `new (require('@20minutes/s3rver'))(${options}).run().then(({ port }) => console.log(port))`
  const child = spawn(process.execPath, ['--openssl-legacy-provider', '-e', script, join(folder, 'paging')], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [port] = (await once(child.stdout, 'data')) as [Buffer]
  return `http://127.0.0.1:${port.toString().trim()}`
}

test('a list has the files of all pages, sorted, and of its folder only', async () => {
  const target = targetAt('s3://backups/listed', { listMax: 2, endpoint: await startPagingS3() })
  for (const name of ['objects/c', 'objects/a', 'objects/b/d', 'objects/e', 'objects/f', 'snapshots/x']) {
    await store(target, name, Buffer.from(name))
  }
  const files = await target.list('objects')
  expect(files.map(({ name }) => name)).toEqual(['a', 'b/d', 'c', 'e', 'f'].map((name) => `objects/${name}`))
  expect(files.every(({ modifiedMs }) => modifiedMs > 0)).toBe(true)
})

test('a request is repeated after a temporary failure of the storage', async () => {
  let failures = 2
  server.gate = ({ method }) => (method === 'PUT' && failures-- > 0 ? 'fail' : undefined)
  const target = targetAt('s3://backups/repeated')
  await store(target, 'one', Buffer.from('x'))
  expect(await target.has('one')).toBe(true)
})

describe('a download whose connection breaks', () => {
  const isGet = ({ method, url }: IncomingMessage): boolean =>
    method === 'GET' && url?.includes('objects/') === true
  const content = randomBytes(3 * MiB)
  let bytesRead = 0
  const cutAfter = (bytes: number, position: number) => ({
    cutAfterBytes: bytes,
    areRead: () => bytesRead >= position,
  })
  const read = async (target: ReturnType<typeof targetAt>): Promise<Buffer> => {
    bytesRead = 0
    const chunks: Uint8Array[] = []
    for await (const chunk of target.read('objects/one')) {
      chunks.push(chunk)
      bytesRead += chunk.length
    }
    return Buffer.concat(chunks)
  }

  test('continues with the next byte', async () => {
    const target = targetAt('s3://backups/resumed')
    await store(target, 'objects/one', content)
    let breaks = 0
    server.gate = (request) =>
      isGet(request) && breaks < 8 ? cutAfter(300_000, ++breaks * 300_000) : undefined
    expect((await read(target)).equals(content)).toBe(true)
    expect(server.ranges).toEqual(Array.from({ length: 8 }, (_, i) => `bytes=${(i + 1) * 300_000}-`))
  })

  test('continues at its position when the storage has no ranges', async () => {
    const target = targetAt('s3://backups/whole')
    await store(target, 'objects/one', content)
    let cuts = 0
    server.gate = (request) => {
      if (!isGet(request)) return undefined
      delete request.headers.range
      cuts += 1
      return cuts < 3 ? cutAfter(cuts * 1_000_000, cuts * 1_000_000) : undefined
    }
    expect((await read(target)).equals(content)).toBe(true)
    expect(cuts).toBe(3)
  })

  test('fails when no byte arrives for several attempts', async () => {
    const target = targetAt('s3://backups/stuck')
    await store(target, 'objects/one', content)
    server.gate = (request) =>
      isGet(request) ? cutAfter(server.ranges.length === 0 ? 1000 : 0, 1000) : undefined
    await expect(read(target)).rejects.toThrow('broke off 5 times')
    expect(server.ranges).toEqual(Array.from({ length: 4 }, () => 'bytes=1000-'))
  })

  test('fails when the object was replaced meanwhile', async () => {
    const target = targetAt('s3://backups/replaced')
    await store(target, 'objects/one', content)
    server.gate = async (request) => {
      if (!isGet(request)) return undefined
      if (request.headers.range === undefined) return cutAfter(300_000, 300_000)
      await store(target, 'objects/one', randomBytes(3 * MiB))
      return undefined
    }
    await expect(read(target)).rejects.toThrow('was replaced while it was downloaded')
  })
})

test('an upload whose part fails for long is abandoned', async () => {
  server.gate = ({ url }) => (url?.includes('partNumber=2') === true ? 'fail' : undefined)
  const target = targetAt('s3://backups/abandoned')
  await expect(store(target, 'one', randomBytes(6 * MiB))).rejects.toThrow('status 503')
  expect(server.requests.at(-1)).toMatch(/^DELETE .*uploadId=/)
  expect(await target.has('one')).toBe(false)
})

test('a wrong secret and a missing bucket are reported', async () => {
  await expect(targetAt('s3://backups/x', { secretKey: 'wrong' }).list('objects')).rejects.toThrow(
    /refuses access to the bucket 'backups' \(SignatureDoesNotMatch\)\. Check ASSAY_BACKUP_S3_ACCESS_KEY/,
  )
  await expect(targetAt('s3://absent/x').list('objects')).rejects.toThrow("has no bucket 'absent'")
})

test.each([
  ['/backup/assay', undefined],
  ['s3://bucket', { bucket: 'bucket', prefix: '' }],
  ['s3://bucket/', { bucket: 'bucket', prefix: '' }],
  ['s3://bucket/a/b/', { bucket: 'bucket', prefix: 'a/b/' }],
])('the target %s is parsed', (text, expected) => {
  expect(parseS3Url(text)).toEqual(expected)
})

test('texts of answers are decoded once', () => {
  expect(xmlText('<Key>a&amp;amp;b&#39;&#x2F;&quot;</Key><Key>c</Key>', 'Key')).toBe('a&amp;b\'/"')
  expect(xmlText('<Key>a</Key>', 'Code')).toBeUndefined()
})

test.each(['s3:/bucket/x', 'gs://bucket/x', 'file:///backup', 'https://storage.example/x'])(
  'the target %s is refused',
  (text) => {
    expect(() => parseS3Url(text)).toThrow('must have the form s3://bucket/prefix, or be a path')
  },
)
