// Random histories of API commits and pushes of the real `git`. Every clone has the payloads of the API and is valid for
// `git`.
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { git, gitLine, tryGit } from '../../src/git/objects/test-support.ts'
import { backends, newProject, request, serverOf, type Api, type Body } from '../support/api.ts'
import { cloneOf, commitAll, payloadOf, remoteOf, visiblePayload } from '../support/git-clones.ts'
import { commitTo, kindNamed, makeVariant, type KindRow } from '../support/kinds.ts'
import { amount } from '../support/tier.ts'

/** Numbers from 0 to 1 by a linear congruential generator. */
const randomSource = (seed: number) => {
  let state = seed
  return () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31
}
type Random = ReturnType<typeof randomSource>

/** A kind with the payload of a commit through the API, and the file that a push writes. */
interface Kind {
  readonly row: KindRow
  readonly data: (text: string) => object
  readonly file: (text: string) => readonly [path: string, content: string]
}

const prompt = (text: string) => ({
  uri: 'user:custom:a:v1',
  parameters: { prompt: { messages: [{ role: 'system', content: text }] } },
})
const rowsOf = (text: string) => Array.from(text, (letter, index) => ({ letter, index, half: index / 2 }))

const modelKinds: readonly Kind[] = [
  {
    row: kindNamed('application'),
    data: prompt,
    file: (text) => ['messages/01-system.md', `${text}\n`],
  },
  {
    row: kindNamed('evaluator'),
    data: (text) => ({ uri: 'user:custom:a:v1', runtime: 'python', script: `# ${text}` }),
    file: (text) => ['script.py', `# ${text}\nprint("ä")\n`],
  },
  {
    row: kindNamed('testset'),
    data: (text) => ({ testcases: rowsOf(text).map((data) => ({ data })) }),
    file: (text) => [
      'testcases.jsonl',
      rowsOf(text)
        .map((row) => `${JSON.stringify(row)}\n`)
        .join(''),
    ],
  },
  {
    row: kindNamed('query'),
    data: (text) => ({ filtering: { field: 'span_name', operator: 'is', value: text } }),
    file: (text) => ['settings.json', `{"windowing": {"limit": ${text.length}}}\n`],
  },
]

const letters = 'abcdefghij\n"{é'
const textOf = (random: Random): string =>
  Array.from(
    { length: 1 + Math.floor(random() * 8) },
    () => letters[Math.floor(random() * letters.length)],
  ).join('')

class Model {
  readonly messages: string[] = []
  readonly #random: Random
  readonly #kind: Kind
  readonly #save: (fields: object) => Promise<Body>
  /** Whether the clone lacks a revision. */
  #isStale = false

  constructor(
    random: Random,
    { kind, save }: { readonly kind: Kind; readonly save: (fields: object) => Promise<Body> },
  ) {
    this.#random = random
    this.#kind = kind
    this.#save = save
  }

  async #commitByApi(message: string): Promise<void> {
    await this.#save({ data: this.#kind.data(textOf(this.#random)), message })
    this.messages.push(message)
    this.#isStale = true
  }

  /** Pushes one or two commits. The push of a stale clone is refused; then the clone fetches. */
  async #push(folder: string, message: string): Promise<void> {
    const names = this.#random() < 0.5 ? [message] : [message, `${message} again`]
    for (const name of names) {
      const [path, content] = this.#kind.file(textOf(this.#random))
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), content)
      if (this.#random() < 0.3) await writeFile(join(folder, 'README.md'), `${name}\n`)
      await commitAll(folder, name)
    }
    const { code, stderr } = await tryGit(folder, ['push', '-q', 'origin', 'HEAD'])
    expect(code === 0, stderr).toBe(!this.#isStale)
    if (code === 0) this.messages.push(...names)
    else await this.#refresh(folder)
  }

  async #refresh(folder: string): Promise<void> {
    await git(folder, ['fetch', '-q'])
    await git(folder, ['reset', '-q', '--hard', '@{upstream}'])
    this.#isStale = false
  }

  async step(folder: string, message: string): Promise<void> {
    if (this.#random() < 0.4) return this.#commitByApi(message)
    if (this.#random() < 0.7) await this.#refresh(folder)
    return this.#push(folder, message)
  }
}

/** Removes ids: a pushed row may have none, but the API returns the id that the server assigned. */
const withoutIds = (payload: unknown): unknown =>
  Array.isArray(payload) ? payload.map(({ testcase_dedup_id: _, ...row }: Body) => row) : payload

async function revisionsOf(api: Api, { name, plural }: KindRow, variantId: string): Promise<readonly Body[]> {
  const { body } = await api.post(`/${plural}/revisions/log`, {
    [name]: { [`${name}_variant_id`]: variantId },
  })
  const ids: readonly Body[] = body[`${name}_revisions`]
  return Promise.all(
    ids.map(async ({ id }) => {
      const answer = await api.post(`/${plural}/revisions/retrieve`, { [`${name}_revision_ref`]: { id } })
      return answer.body[`${name}_revision`]
    }),
  )
}

describe.each(backends)('on %s', (backend) => {
  test.each(modelKinds)(
    'random histories of $row.plural are equal in clones and in the API',
    async (kind) => {
      const random = randomSource(20_261_118)
      const { row } = kind
      const api = await newProject(serverOf(backend), { seedDefaults: false })
      const { variant } = await makeVariant(api, row, 'bot')
      const save = (fields: object) => commitTo(api, row, variant.id, fields)
      const model = new Model(random, { kind, save })
      await save({ data: kind.data('first'), message: 'first' })
      const url = remoteOf(api, `${row.plural}/bot`)
      const folder = await cloneOf(url)
      for (let i = 1; i <= amount(3, 6); i++) await model.step(folder, `step ${i}`)
      const revisions = await revisionsOf(api, row, variant.id)
      expect(revisions.map(({ message }) => message).toReversed()).toEqual(['first', ...model.messages])
      const clone = await cloneOf(url)
      const commits = (await gitLine(clone, ['log', '--format=%H'])).split('\n')
      expect(commits).toHaveLength(revisions.length)
      for (const [i, commit] of commits.entries()) {
        await git(clone, ['checkout', '-q', commit])
        expect(withoutIds(await payloadOf(clone, row)), commit).toEqual(
          withoutIds(visiblePayload(row, revisions[i])),
        )
      }
    },
  )

  test('compressed and plain requests have the same answer, and an invalid body is refused', async () => {
    const api = await newProject(serverOf(backend))
    const { variant } = await makeVariant(api, kindNamed('application'), 'bot')
    await commitTo(api, kindNamed('application'), variant.id, { data: prompt('first') })
    const body = Buffer.from('0014command=ls-refs\n00010000')
    const send = (bytes: Uint8Array, headers: Readonly<Record<string, string>>) =>
      fetch(`${api.url}/git/${api.projectId}/apps/bot/git-upload-pack`, {
        method: 'POST',
        body: bytes,
        headers: {
          Authorization: `Basic ${Buffer.from(`x:${api.key}`).toString('base64')}`,
          'Content-Type': 'application/x-git-upload-pack-request',
          'Git-Protocol': 'version=2',
          ...headers,
        },
      })
    const plainAnswer = await send(body, {})
    const refList = await plainAnswer.text()
    expect(refList).toContain('refs/heads/')
    const compressedAnswer = await send(gzipSync(body), { 'Content-Encoding': 'gzip' })
    expect([compressedAnswer.status, await compressedAnswer.text()]).toEqual([200, refList])
    expect((await send(body, { 'Content-Encoding': 'gzip' })).status).toBe(400)
    const gzipBomb = gzipSync(Buffer.alloc(64 * 1024 * 1024))
    expect((await send(gzipBomb, { 'Content-Encoding': 'gzip' })).status).toBe(413)
    expect((await request(`${api.url}/health`, { method: 'GET' })).status).toBe(200)
  })
})
