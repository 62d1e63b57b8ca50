// An archive passes the checks of the routes that write the same data: each forgery is refused with its path.
import { beforeAll, describe, expect, test } from 'vitest'
import { encodeEntries, encodeRows } from '../../src/testsets/pages/format.ts'
import type { ListRoot } from '../../src/testsets/pages/store.ts'
import { blake2bHex } from '../../src/kernel/json/canonical.ts'
import type { TarFile } from '../../src/kernel/tar.ts'
import { serverOf } from '../support/api.ts'
import {
  archiveFrom,
  archiveOf,
  filesOf,
  manifestOf,
  smallProject,
  upload,
} from '../support/project-archives.ts'

type Line = Record<string, unknown>

const part = (kind: string): string => `${kind}/000001.jsonl`
const linesOf = (file: TarFile | undefined): Line[] =>
  (file?.content.toString() ?? '')
    .trimEnd()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

describe('a forged archive is refused', () => {
  const target = serverOf('sqlite')
  let files: readonly TarFile[]
  beforeAll(async () => {
    files = await filesOf((await archiveOf(await smallProject(serverOf('postgres')))).bytes)
  })

  /** The reason of the refusal of the archive with these lines in place of its own. */
  async function refusalOf(changes: Readonly<Record<string, (lines: Line[]) => readonly (Line | string)[]>>) {
    const content = files.slice(0, -1).map((file) => {
      const change = changes[file.name.replace(/\/.*/, '')]
      if (change === undefined) return file
      const lines = change(linesOf(file)).map((line) =>
        typeof line === 'string' ? line : JSON.stringify(line),
      )
      return { name: file.name, content: Buffer.from(lines.map((line) => `${line}\n`).join('')) }
    })
    const { status, body } = await upload(target, { bytes: archiveFrom([...content, manifestOf(content)]) })
    expect([status, body.code], JSON.stringify(body)).toEqual([400, 'payload_undecodable'])
    return String(body.detail.message ?? body.detail)
  }

  const isList = (line: Line): boolean => line['family'] === 'testset' && line['data'] !== null
  const listOf = (lines: readonly Line[]): ListRoot =>
    (lines.find(isList) ?? expect.fail('no testset'))['data'] as ListRoot
  const root = (): ListRoot => listOf(linesOf(files.find(({ name }) => name === part('revisions'))))
  const withRoot = (change: (list: ListRoot) => ListRoot) => (lines: Line[]) =>
    lines.map((line) => {
      if (!isList(line)) return line
      const data = change(line['data'] as ListRoot)
      return { ...line, data, content_hash: blake2bHex(data.hash, 32) }
    })

  const changed = (name: string, value: unknown) => (lines: Line[]) =>
    lines.map((line, index) => (index === lines.length - 1 ? { ...line, [name]: value } : line))
  /** The text of the last line with a change of its characters. */
  const retyped = (pattern: RegExp, replacement: string) => (lines: Line[]) =>
    lines.map((line, index) =>
      index === lines.length - 1 ? JSON.stringify(line).replace(pattern, () => replacement) : line,
    )
  const otherFamily = (lines: Line[]): string =>
    lines.at(-1)?.['family'] === 'workflow' ? 'query' : 'workflow'

  test('whose variant or revision has another family than its artifact', async () => {
    const change = (lines: Line[]) => changed('family', otherFamily(lines))(lines)
    expect(await refusalOf({ variants: change })).toMatch(/family of variant [-0-9a-f]{36} is /)
    const revisions = (lines: Line[]) =>
      changed(
        'family',
        otherFamily(lines),
      )(lines).map((line) =>
        line['family'] === 'testset' ? line : { ...line, data: null, content_hash: null },
      )
    expect(await refusalOf({ revisions })).toMatch(/family of revision [-0-9a-f]{36} is /)
  })

  test.each(['x', '11111111-1111-7111-8111-111111111111'])(
    'whose variant was forked from the revision %s, which it does not have',
    async (id) => {
      const variants = changed('forked_from_revision_id', id)
      expect(await refusalOf({ variants })).toMatch(
        new RegExp(`forked_from_revision_id of variant [-0-9a-f]{36} names the revision ${id}`),
      )
    },
  )

  test.each([
    ['a key twice', /"flags":\{\}/, '"flags":{"a":1,"a":2}', 'flags.a: The object has this key twice.'],
    ['a column twice', /^\{/, '{"slug":"other",', 'slug: The object has this key twice.'],
    ['the column __proto__', /^\{/, '{"__proto__":{},', "there is no column '__proto__'"],
    [
      'too many levels',
      /"meta":null/,
      `"meta":{"a":${'['.repeat(2000)}${']'.repeat(2000)}}`,
      'JSON nests deeper than 256 levels.',
    ],
  ])('with %s', async (_, pattern, replacement, reason) => {
    expect(await refusalOf({ artifacts: retyped(pattern, replacement) })).toContain(reason)
  })

  const setting = (name: string, value: unknown): Line => ({
    name,
    value,
    updated_at: '2026-01-01T00:00:00.000000Z',
    updated_by_id: '',
  })

  test.each([
    ['retention', 'days: ', { days: 'x' }],
    ['retention', 'days: ', { days: 36_501 }],
    ['retention', 'days: ', {}],
    ['prices', 'expected array', {}],
    ['prices', '0.input: ', [{ model: 'm', input: -1, output: 0 }]],
    ['prices', '10000', Array.from({ length: 10_001 }, () => ({ model: 'm', input: 1, output: 0 }))],
    ['redaction', 'expected array', {}],
    ['redaction', '0.path: ', [{ kind: 'path' }]],
    ['redaction', 'pattern', [{ kind: 'pattern', pattern: '(' }]],
    ['secrets', 'masked: ', {}],
    ['authors', '0.id: ', [{ id: 'x' }]],
  ])('whose setting %s is invalid (%s)', async (name, reason, value) => {
    const settings = (lines: Line[]) => [
      ...lines.filter((line) => line['name'] !== name),
      setting(name, value),
    ]
    const refusal = await refusalOf({ settings })
    expect(refusal).toContain(`the setting '${name}' is invalid: `)
    expect(refusal).toContain(reason)
  })

  describe('whose list', () => {
    test.each([
      ['rows', 1_000_000],
      ['level', 1],
      ['marks', 1],
      ['columns', ['q', 'other']],
    ])('claims other %s than its pages', async (name, value) => {
      const revisions = withRoot((list) => ({ ...list, [name]: value }))
      expect(await refusalOf({ revisions })).toMatch(
        new RegExp(`: ${name} in data of revision [-0-9a-f]{36} `),
      )
    })

    test('claims more rows than a testset has', async () => {
      const revisions = withRoot((list) => ({ ...list, rows: 1_000_000_000 }))
      expect(await refusalOf({ revisions })).toContain('testsets.rows_max')
    })

    test('has an index node whose entries claim more than their pages, or repeat a page without end', async () => {
      const withNodes = async (width: number, levels: number, rows = root().rows): Promise<string> => {
        const pages: Line[] = []
        let list: ListRoot = { ...root(), rows }
        for (let level = 0; level < levels; level += 1) {
          const { page, entry } = encodeEntries(Array<ListRoot>(width).fill(list))
          pages.push({ hash: page.hash, text: JSON.parse(page.text) })
          list = entry
        }
        return refusalOf({
          revisions: withRoot(() => list),
          'testset-pages': (lines) => [...lines, ...pages],
        })
      }
      expect(await withNodes(1, 1, 100)).toMatch(
        /: rows in entries\.0 of page [0-9a-f]{40} is 100, and 2 in /,
      )
      expect(await withNodes(2, 2, 0)).toContain('is no page of a testset')
      expect(await withNodes(40, 5)).toContain('testsets.rows_max')
      expect(await withNodes(1, 17)).toContain('is no page of a testset')
    })

    test('has a page whose rows have no ids of testcases', async () => {
      const { page } = encodeRows([{ testcaseId: 'x', dedupId: 'y', columns: ['q'] }])
      const pages = (lines: Line[]) => [...lines, { hash: page.hash, text: JSON.parse(page.text) }]
      expect(await refusalOf({ 'testset-pages': pages })).toContain(
        `page ${page.hash} is no page of a testset`,
      )
    })
  })
})
