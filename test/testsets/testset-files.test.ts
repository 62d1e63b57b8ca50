// Uploads and downloads of testsets over HTTP; a download can be uploaded again. Long because each format is tested in
// both directions.
import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, newProject, request, serverOf, type Api, type Body } from '../support/api.ts'
import { download, upload, type Fields } from '../support/files.ts'
import { unknownId } from '../support/scenarios.ts'
import { amount } from '../support/tier.ts'

const fileTypes = ['csv', 'json', 'jsonl', 'parquet'] as const

const csv = 'country,capital\nFrance,Paris\nJapan,Tokyo\n'
const rows = [
  { country: 'France', capital: 'Paris' },
  { country: 'Japan', capital: 'Tokyo' },
]
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString()

describe.each(backends)('files on %s', (backend) => {
  let api: Api
  beforeAll(async () => {
    api = await newProject(serverOf(backend))
  })
  const uploadNew = (content: string | Uint8Array<ArrayBuffer>, fields: Fields = {}, name = 'file') =>
    upload(api, '/simple/testsets/upload', { content, name }, fields)
  const dataOf = (answer: Body): Body[] =>
    answer.body.testset.data.testcases.map(({ data: { testcase_dedup_id: _, ...data } }: Body) => data)

  describe('an upload', () => {
    test('renames and omits columns; an invalid mapping is refused', async () => {
      const columns = JSON.stringify({ country: 'land', capital: null })
      const answer = await uploadNew(csv, { columns })
      expect(dataOf(answer)).toEqual([{ land: 'France' }, { land: 'Japan' }])
      const secondAnswer = await upload(
        api,
        `/testsets/revisions/${answer.body.testset.revision_id}/upload`,
        { content: csv },
        { columns: '{"country": "capital"}', dry_run: 'true' },
      )
      expect(secondAnswer.body.dry_run).toMatchObject({ errors_total: 2, columns: [] })
      expect(await uploadNew(csv, { columns: '{' })).toMatchObject({
        status: 400,
        body: { code: 'payload_undecodable' },
      })
      expect(await uploadNew(csv, { columns: '{"country": 3}' })).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', 'columns', 'country'] }] },
      })
    })

    test('creates a testset with its header, an empty version 0 and the rows as version 1', async () => {
      const answer = await uploadNew(csv, {
        testset_slug: `up-${backend}`,
        testset_description: 'from a file',
        testset_tags: '{"team":"geo"}',
        testset_meta: '{"source":{"file":true}}',
      })
      expect(answer.status).toBe(200)
      expect(answer.body.testset).toMatchObject({
        slug: `up-${backend}`,
        name: `up-${backend}`,
        description: 'from a file',
        tags: { team: 'geo' },
        meta: { source: { file: true } },
      })
      expect(dataOf(answer)).toEqual(rows)
      const log = await api.post('/testsets/revisions/log', {
        testset: { testset_id: answer.body.testset.id },
      })
      expect(log.body.testset_revisions.map((each: Body) => each.version)).toEqual(['1', '0'])
    })

    test('of a file with a field of 100 MB is refused with the name of the limit, and stores nothing', async () => {
      const slug = `wide-${backend}`
      const content = `a\n1\n"${'x'.repeat(100 * 2 ** 20)}"\n`
      const { status, body } = await uploadNew(content, { testset_slug: slug }, 'wide.csv')
      expect([status, body.code]).toEqual([422, 'limit_exceeded'])
      expect(body.detail).toEqual([
        {
          type: 'too_long',
          loc: ['body', 'file'],
          msg: expect.stringContaining('exceeds testsets.field_bytes_max (67108864 bytes).'),
          ctx: { limit: 67_108_864, setting: 'testsets.field_bytes_max' },
        },
      ])
      const answer = await api.post('/testsets/query', { testset_refs: [{ slug }] })
      expect(answer.body.count).toBe(0)
    })

    test.each([
      ['the name of the file', 'rows.tsv', csv.replaceAll(',', '\t'), {}],
      ['the field', 'rows.bin', JSON.stringify(rows), { file_type: 'json' }],
      ['its content: an array', 'rows', JSON.stringify(rows), {}],
      ['its content: objects by line', 'rows', rows.map((row) => JSON.stringify(row)).join('\n'), {}],
      ['its content: anything else', 'rows', csv, {}],
      ['the type of its compressed content', 'rows.csv.gz', gzipSync(csv), {}],
      ['the requested delimiter', 'rows.csv', csv.replaceAll(',', '#'), { delimiter: '#' }],
      ['a byte order mark', 'rows.csv', `\ufeff${csv.replaceAll('\n', '\r\n')}`, {}],
    ])('is read by %s', async (_, name, content, fields) => {
      expect(dataOf(await uploadNew(content, fields as Fields, name))).toEqual(rows)
    })

    test('takes its fields before or after the file, and may be compressed', async () => {
      const fields = { file_type: 'csv', delimiter: ';' }
      const content = csv.replaceAll(',', ';')
      const after = await upload(api, '/simple/testsets/upload', { content }, fields, { fileFirst: true })
      expect(dataOf(after)).toEqual(rows)
      const body = `--b\r\nContent-Disposition: form-data; name="file"; filename="x.csv"\r\n\r\n${csv}\r\n--b--\r\n`
      const response = await fetch(`${api.url}/api/simple/testsets/upload`, {
        method: 'POST',
        headers: {
          Authorization: `ApiKey ${api.key}`,
          'Content-Type': 'multipart/form-data; boundary=b',
          'Content-Encoding': 'gzip',
        },
        body: gzipSync(body),
      })
      expect(dataOf({ body: await response.json() })).toEqual(rows)
    })

    test('to a testset commits one revision, keeps omitted header fields, and returns its ids', async () => {
      const { testset } = (await uploadNew(csv, { testset_name: 'Before', testset_tags: '{"a":1}' })).body
      const answer = await upload(
        api,
        `/simple/testsets/${testset.id}/upload`,
        { content: `${csv}Peru,Lima\n` },
        { testset_description: 'now with Peru' },
      )
      expect(answer.body.testset).toMatchObject({
        name: 'Before',
        tags: { a: 1 },
        description: 'now with Peru',
      })
      expect(answer.body.testset_revision.version).toBe('2')
      expect(Object.keys(answer.body.testset_revision.data)).toEqual(['testcase_ids'])
      expect(answer.body.testset_revision.id).toBe(answer.body.testset.revision_id)
      const secondAnswer = await upload(api, `/simple/testsets/${testset.id}/upload`, {
        content: `${csv}Peru,Lima\n`,
      })
      expect(secondAnswer.body.testset_revision.version).toBe('3')
      expect(secondAnswer.body.testset_revision.content_hash).toBe(answer.body.testset_revision.content_hash)
    })

    test('to a revision commits to its variant', async () => {
      const { testset } = (await uploadNew(csv)).body
      const path = `/testsets/revisions/${testset.revision_id}/upload`
      const answer = await upload(
        api,
        path,
        { content: csv },
        { message: 'again', base_revision_id: testset.revision_id },
      )
      expect(answer.body.testset_revision).toMatchObject({ version: '2', message: 'again' })
      expect(answer.body.testset_revision.data.testcases).toHaveLength(2)
      const answerWithoutRows = await upload(api, path, { content: csv }, { include_testcases: 'false' })
      expect(Object.keys(answerWithoutRows.body.testset_revision.data)).toEqual(['testcase_ids'])
      const staleAnswer = await upload(api, path, { content: csv }, { base_revision_id: testset.revision_id })
      expect([staleAnswer.status, staleAnswer.body.code]).toEqual([409, 'revision_conflict'])
    })

    test('of more than 10,000 rows omits the rows from its answer; retrieve pages them', async () => {
      const content = `n\n${Array.from({ length: 10_001 }, (_, n) => n).join('\n')}\n`
      const answer = await uploadNew(content)
      expect(answer.body.testset.data).toEqual({})
      const page = await api.post('/testsets/revisions/retrieve', {
        testset_ref: { id: answer.body.testset.id },
        windowing: { limit: 1, next: '00000000-0000-8000-8000-000000002710' },
      })
      expect(page.body.testset_revision.data.testcases[0].data.n).toBe('10000')
      expect(page.body.windowing).toBeUndefined()
    })

    test('omits rows with errors on request, and reports their lines', async () => {
      const file = { content: 'country,capital\nFrance,Paris\nPeru\nJapan,Tokyo\n', name: 'x.csv' }
      const errors = [{ line: 3, message: 'The row has 1 cells, the header has 2.' }]
      const preview = await upload(api, '/simple/testsets/upload', file, { dry_run: 'true', preview: 'true' })
      expect(preview.body.dry_run).toMatchObject({ errors, preview: { bad_rows: 1, can_skip: true } })
      expect((await upload(api, '/simple/testsets/upload', file)).body).toMatchObject({ errors })
      const { body } = await upload(api, '/simple/testsets/upload', file, { skip_errors: 'true' })
      expect(body.skipped).toEqual({ rows: 1, errors })
      expect(body.testset.data.testcase_ids).toHaveLength(2)
      for (const path of [
        `/simple/testsets/${body.testset.id}/upload`,
        `/testsets/revisions/${body.testset.revision_id}/upload`,
      ]) {
        const next = await upload(api, path, file, { skip_errors: 'true' })
        expect(next.body.skipped).toEqual({ rows: 1, errors })
      }
    })

    test('as a dry run reports and stores nothing', async () => {
      const { testset } = (await uploadNew(csv)).body
      const [id] = testset.data.testcase_ids
      const content = `country,capital,__id__,__tags__\nFrance,Paris,${id},\nPeru,,,{bad\nChad,N'Djamena,,\n`
      const path = `/simple/testsets/${testset.id}/upload`
      const report = await upload(api, path, { content, name: 'x.csv' }, { dry_run: 'true' })
      expect(report.body).toEqual({
        count: 0,
        dry_run: {
          file_type: 'csv',
          delimiter: ',',
          rows: 3,
          columns: [
            { name: 'country', types: ['string'], missing: 0 },
            { name: 'capital', types: ['string'], missing: 1 },
          ],
          metadata_columns: ['__id__', '__tags__'],
          testcases: { new: 2, existing: 1 },
          errors: [{ line: 3, column: '__tags__', message: '__tags__ is not a JSON object.' }],
          errors_total: 1,
        },
      })
      const slug = `dry-${backend}`
      const newTestsetReport = await upload(
        api,
        '/simple/testsets/upload?dry_run=true',
        { content: csv },
        { testset_slug: slug },
      )
      expect(newTestsetReport.body.dry_run.testcases).toEqual({ new: 2, existing: 0 })
      const answer = await api.post('/simple/testsets/query', { testset_refs: [{ slug }] })
      expect(answer.body.count).toBe(0)
      expect((await api.get(`/simple/testsets/${testset.id}`)).body.testset.revision_id).toBe(
        testset.revision_id,
      )
    })
  })

  describe('a refused upload', () => {
    test.each([
      ['without a file', undefined, {}, 422, { detail: [{ type: 'missing', loc: ['body', 'file'] }] }],
      [
        'of an unknown type',
        csv,
        { file_type: 'xls' },
        422,
        { detail: [{ type: 'enum', loc: ['body', 'file_type'] }] },
      ],
      [
        'with a bad slug',
        csv,
        { testset_slug: 'no spaces' },
        422,
        { detail: [{ loc: ['body', 'testset_slug'] }] },
      ],
      [
        'with tags that are not JSON',
        csv,
        { testset_tags: '{a' },
        400,
        {
          detail: expect.stringMatching(/^Failed to parse tags or meta as JSON: /),
          code: 'payload_undecodable',
        },
      ],
      [
        'of a ragged CSV file',
        'a,b\n1,2\n3\n',
        {},
        400,
        {
          detail: expect.stringMatching(/^Failed to read CSV file: line 3: /),
          code: 'payload_undecodable',
          errors: [{ line: 3 }],
        },
      ],
      [
        'of JSON that is no array',
        '{"a":1}',
        { file_type: 'json' },
        400,
        { detail: 'Failed to parse testcases as JSON array: Testset rows must be a dictionary.' },
      ],
      [
        'with a row that is no object',
        '[{"a":1},2]',
        { file_type: 'json' },
        400,
        {
          detail: 'Failed to parse testcases as JSON array: Testset rows must be a dictionary.',
          errors: [{ row: 2 }],
        },
      ],
      [
        'of text that is no Parquet',
        'PAR1nothing',
        { file_type: 'parquet' },
        400,
        { code: 'payload_undecodable' },
      ],
    ])('%s stores nothing and gives the reason', async (_, content, fields, status, part) => {
      const slug = `no-${backend}-${status}-${randomUUID()}`
      const file = content === undefined ? undefined : { content }
      const answer = await upload(api, '/simple/testsets/upload', file, { testset_slug: slug, ...fields })
      expect(answer.status, JSON.stringify(answer.body)).toBe(status)
      expect(answer.body).toMatchObject(part)
      const response = await api.post('/simple/testsets/query', { testset_refs: [{ slug }] })
      expect(response.body.count).toBe(0)
    })

    test('has an unknown target or an existing slug', async () => {
      const testset = await upload(api, `/simple/testsets/${unknownId}/upload`, { content: csv })
      expect([testset.status, testset.body.detail]).toEqual([
        404,
        'Testset not found. Please check the testset_id and try again.',
      ])
      const revision = await upload(api, `/testsets/revisions/${unknownId}/upload`, { content: csv })
      expect([revision.status, revision.body.detail]).toEqual([404, 'Testset revision not found.'])
      await uploadNew(csv, { testset_slug: `taken-${backend}` })
      const answer = await uploadNew(csv, { testset_slug: `taken-${backend}` })
      expect([answer.status, answer.body.code]).toEqual([409, 'slug_conflict'])
    })

    test('has an archived target, also in a dry run', async () => {
      const { testset } = (await uploadNew(csv)).body
      await api.post(`/testsets/${testset.id}/archive`)
      for (const path of [
        `/simple/testsets/${testset.id}/upload`,
        `/testsets/revisions/${testset.revision_id}/upload`,
      ]) {
        for (const fields of [{}, { dry_run: 'true' }] as const) {
          const { status, body } = await upload(api, path, { content: csv }, fields)
          expect([status, body.code]).toEqual([404, 'archived'])
        }
      }
    })

    test('has two files: only one of them could be stored', async () => {
      const form = new FormData()
      form.append('file', new Blob([csv]), 'one.csv')
      form.append('file', new Blob([csv]), 'two.csv')
      const response = await fetch(`${api.url}/api/simple/testsets/upload`, {
        method: 'POST',
        headers: { Authorization: `ApiKey ${api.key}` },
        body: form,
      })
      expect(response.status).toBe(422)
      expect(await response.json()).toMatchObject({ detail: [{ loc: ['body', 'file'] }] })
    })

    test('is not a form, or a form without a boundary', async () => {
      const json = await api.post('/simple/testsets/upload', { file: 'x' })
      expect([json.status, json.body.code]).toEqual([415, 'unsupported_media_type'])
      const answer = await request(`${api.url}/api/simple/testsets/upload`, {
        method: 'POST',
        authorization: `ApiKey ${api.key}`,
        headers: { 'Content-Type': 'multipart/form-data' },
        body: 'x',
      })
      expect([answer.status, answer.body.detail]).toEqual([400, 'The multipart body has no boundary.'])
    })

    const fileHead = '--b\r\nContent-Disposition: form-data; name="file"; filename="x.csv"\r\n'
    test.each([
      ['ends in the file', `${fileHead}\r\na,b\n1,2`],
      ['has a part whose headers do not end', `${fileHead}--b--\r\n`],
      ['has such a part before the file', `--b\r\nContent-e\r\n${fileHead}\r\na,b\n1,2\r\n--b--\r\n`],
      ['has such a part after the file', `${fileHead}\r\na,b\n1,2\r\n--b\r\nContent-e\r\n--b--\r\n`],
      ['has no part', '--b--\r\n'],
    ])('is a form that %s', async (_, body) => {
      const answer = await request(`${api.url}/api/simple/testsets/upload`, {
        method: 'POST',
        authorization: `ApiKey ${api.key}`,
        headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
        body,
      })
      expect([400, 422]).toContain(answer.status)
    })
  })

  describe('a download', () => {
    let testset: Body
    beforeAll(async () => {
      const testcases = [
        { data: { country: 'France', n: 1.5, nested: { a: [1, null] } }, tags: { t: 'x' } },
        { data: { country: 'a "quoted", cell\nwith a line end', extra: null } },
        { data: { country: 'France', n: 1.5, nested: { a: [1, null] } } },
      ]
      testset = (await api.post('/simple/testsets/', { testset: { data: { testcases } } })).body.testset
    })

    test('is CSV by default, with a header, types as text and metadata columns', async () => {
      const answer = await download(api, `/simple/testsets/${testset.id}/download`)
      expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
      expect(answer.headers.get('content-disposition')).toBe(`attachment; filename=testset_${testset.id}.csv`)
      expect(answer.headers.get('x-assay-revision-id')).toBe(testset.revision_id)
      const [id, other] = testset.data.testcase_ids
      const dedup = testset.data.testcases.map((each: Body) => each.data.testcase_dedup_id)
      expect(text(answer.bytes)).toBe(
        'country,n,nested,extra,__id__,__dedup_id__,__tags__\r\n' +
          `France,1.5,"{""a"":[1,null]}",,${id},${dedup[0]},"{""t"":""x""}"\r\n` +
          `"a ""quoted"", cell\nwith a line end",,,,${other},${dedup[1]},\r\n` +
          `France,1.5,"{""a"":[1,null]}",,${id},${dedup[2]},\r\n`,
      )
    })

    test.each([
      ['json', 'application/json'],
      ['jsonl', 'application/x-ndjson'],
      ['parquet', 'application/vnd.apache.parquet'],
    ])('can be %s', async (fileType, contentType) => {
      const answer = await download(
        api,
        `/testsets/revisions/${testset.revision_id}/download?file_type=${fileType}`,
      )
      expect(answer.headers.get('content-type')).toBe(contentType)
      expect(answer.headers.get('content-disposition')).toBe(
        `attachment; filename=revision_${testset.revision_id}.${fileType}`,
      )
    })

    test('has the requested name without path separators', async () => {
      const dispositionOf = async (name: string) =>
        (
          await download(api, `/simple/testsets/${testset.id}/download?file_name=${encodeURIComponent(name)}`)
        ).headers.get('content-disposition')
      expect(await dispositionOf('capitals')).toBe('attachment; filename=capitals.csv')
      expect(await dispositionOf('../a\\b\r\nc')).toBe('attachment; filename=..abc.csv')
      expect(await dispositionOf('my "set"')).toBe('attachment; filename="my \\"set\\".csv"')
      expect(await dispositionOf('Städte')).toBe(
        "attachment; filename=St_dte.csv; filename*=UTF-8''St%C3%A4dte.csv",
      )
    })

    test('of CSV keeps texts that spreadsheets treat as formulas, and escapes them on request', async () => {
      const answer = await api.post('/simple/testsets/', {
        testset: { data: { testcases: [{ data: { '=a': '=1+1', b: '@x', n: -5, t: '-5', plain: 'a=b' } }] } },
      })
      const lines = async (query: string): Promise<readonly string[]> => {
        const { bytes } = await download(api, `/simple/testsets/${answer.body.testset.id}/download?${query}`)
        return Buffer.from(bytes)
          .toString()
          .split('\r\n')
          .map((line) => line.split(',').slice(0, 5).join(','))
      }
      expect((await lines('')).slice(0, 2)).toEqual(['=a,b,n,t,plain', '=1+1,@x,-5,-5,a=b'])
      expect((await lines('escape_formulas=true')).slice(0, 2)).toEqual([
        "'=a,b,n,t,plain",
        "'=1+1,'@x,-5,'-5,a=b",
      ])
    })

    test('of an empty testset has a header row', async () => {
      const { id } = (await api.post('/simple/testsets/', { testset: {} })).body.testset
      const answer = await download(api, `/simple/testsets/${id}/download`)
      expect(text(answer.bytes)).toBe('__id__,__dedup_id__\r\n')
      const json = await download(api, `/simple/testsets/${id}/download?file_type=json`)
      expect(text(json.bytes)).toBe('[]')
    })

    test('of an unknown record, or of an unknown type, is refused', async () => {
      expect((await download(api, `/simple/testsets/${unknownId}/download`)).status).toBe(404)
      expect((await download(api, `/testsets/revisions/${unknownId}/download`)).status).toBe(404)
      expect((await download(api, `/simple/testsets/${testset.id}/download?file_type=xls`)).status).toBe(422)
    })

    test('is gzipped for clients that accept it', async () => {
      const response = await fetch(`${api.url}/api/simple/testsets/${testset.id}/download`, {
        method: 'POST',
        headers: { Authorization: `ApiKey ${api.key}`, 'Accept-Encoding': 'gzip' },
      })
      expect(response.headers.get('content-encoding')).toBe('gzip')
      expect(await response.text()).toContain('France')
    })
  })

  test.each(fileTypes)('an unedited download uploads to the same rows, as %s', async (fileType) => {
    const value = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 8 }),
      fc.integer(),
      fc
        .double({ noNaN: true, noDefaultInfinity: true })
        // Integers that lose digits are refused.
        .filter((n) => !Number.isInteger(n) || Number.isSafeInteger(n)),
      fc.boolean(),
      fc.constant(null),
      fc.constantFrom({ a: { b: [] } }, [1, 'x', null], {}, ' padded ', '', 'a,b;"c"\r\nd', '1.0'),
    )
    const data = fc.dictionary(fc.constantFrom('a', 'b', 'c d', 'ä', '', ' e ', 'f;g', '0'), value)
    const tags = fc.option(fc.constantFrom({ x: 1 }, { y: { z: true } }), { nil: undefined })
    const rowsArbitrary = fc.array(fc.record({ data, tags }), { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(rowsArbitrary, async (testcases) => {
        const { testset } = (await api.post('/simple/testsets/', { testset: { data: { testcases } } })).body
        const file = await download(api, `/simple/testsets/${testset.id}/download?file_type=${fileType}`)
        const answer = await upload(api, `/simple/testsets/${testset.id}/upload`, {
          content: file.bytes,
          name: `x.${fileType}`,
        })
        expect(answer.status, JSON.stringify(answer.body)).toBe(200)
        expect(answer.body.testset.data.testcase_ids).toEqual(testset.data.testcase_ids)
        const comparable = (record: Body) =>
          record.data.testcases.map((each: Body) => ({ data: each.data, tags: each.tags }))
        expect(comparable(answer.body.testset)).toEqual(comparable(testset))
      }),
      { numRuns: amount(3, 12) },
    )
  })

  test('a file downloaded from another testset imports cleanly', async () => {
    const { testset } = (await uploadNew(csv)).body
    const file = await download(api, `/simple/testsets/${testset.id}/download`)
    const importAnswer = await uploadNew(file.bytes)
    expect(dataOf(importAnswer)).toEqual(rows)
    expect(importAnswer.body.testset.data.testcase_ids).not.toEqual(testset.data.testcase_ids)
  })
})
