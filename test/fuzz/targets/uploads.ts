// Uploads of every file type: valid files, the corpus of hostile files, and damaged bytes, with arbitrary form fields.
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { ByteWriter, parquetWrite } from 'hyparquet-writer'
import { hostileFiles } from '../../../src/testsets/import/corpus.ts'
import { damageBytes, hostileJson, hostileName, hostileText, jsonBytes, utf8 } from '../hostile.ts'
import type { HostileRequest, Target } from '../request.ts'

function parquet(): Uint8Array {
  const writer = new ByteWriter()
  void parquetWrite({
    writer,
    columnData: [
      { name: 'question', data: ['a', 'b', 'c'], type: 'STRING' },
      { name: 'n', data: [1, 2, 3], type: 'INT32' },
      { name: 'x', data: [0.5, 1e300, -0], type: 'DOUBLE' },
    ],
  })
  return new Uint8Array(writer.getBuffer())
}
const parquetFile = parquet()

const rows = fc.array(
  fc
    .array(fc.tuple(hostileName, hostileJson), { maxLength: 5 })
    .map((entries) => Object.fromEntries(entries)),
  { maxLength: 6 },
)
const csv = fc
  .array(fc.array(hostileText, { maxLength: 5 }), { maxLength: 6 })
  .map((lines) => utf8(lines.map((line) => line.join(',')).join('\r\n')))

const files = fc.oneof(
  damageBytes(csv),
  damageBytes(rows.map(jsonBytes)),
  damageBytes(rows.map((list) => utf8(list.map((row) => JSON.stringify(row)).join('\n')))),
  damageBytes(fc.constant(parquetFile)),
  damageBytes(fc.constantFrom(...hostileFiles.map(({ content }) => Buffer.from(content)))),
  damageBytes(rows.map((list) => gzipSync(jsonBytes(list)))),
)

const boundary = 'a-boundary-of-the-fuzzer'
const part = (head: string, body: Uint8Array): Uint8Array =>
  Buffer.concat([utf8(`--${boundary}\r\n${head}\r\n\r\n`), body, utf8('\r\n')])

const plain = (text: string): string => text.replaceAll(/["\p{Cc}]/gu, '_')

const fields = fc.array(
  fc.tuple(
    fc.oneof(
      fc.constantFrom('file_type', 'testset_slug', 'testset_name', 'testset_tags', 'delimiter', 'dry_run'),
      hostileName.map(plain),
    ),
    fc.oneof(
      hostileText,
      hostileJson.map((value) => JSON.stringify(value) ?? ''),
    ),
  ),
  { maxLength: 3 },
)

const forms = fc
  .record({
    file: files,
    name: hostileText.map(plain),
    fields,
    fileField: fc.constantFrom('file', 'file', 'file', 'other'),
  })
  .map(({ file, name, fields: sent, fileField }) =>
    Buffer.concat([
      ...sent.map(([field, value]) => part(`Content-Disposition: form-data; name="${field}"`, utf8(value))),
      part(`Content-Disposition: form-data; name="${fileField}"; filename="${name}"`, file),
      utf8(`--${boundary}--\r\n`),
    ]),
  )

export const uploadsTarget = ({
  testsetId,
  testsetRevisionId,
}: {
  readonly testsetId: string
  readonly testsetRevisionId: string
}): Target => ({
  name: 'uploads',
  requests: fc
    .record({
      path: fc.constantFrom(
        '/api/simple/testsets/upload',
        `/api/simple/testsets/${testsetId}/upload`,
        `/api/testsets/revisions/${testsetRevisionId}/upload`,
      ),
      query: fc.constantFrom('', '', '?dry_run=true'),
      // Sometimes the form itself is damaged.
      body: fc.oneof({ weight: 4, arbitrary: forms }, { weight: 1, arbitrary: damageBytes(forms) }),
    })
    .map(({ path, query, body }): HostileRequest => ({
      method: 'POST',
      path: path + query,
      headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
      body,
    })),
})
