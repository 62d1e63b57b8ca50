// The client computes the same ids as the server.
import * as fc from 'fast-check'
import { createBLAKE2b } from 'hash-wasm'
import { describe, expect, test } from 'vitest'
import vectors from '../../test/vectors/testcase-ids.json' with { type: 'json' }
import { blake2bHex } from './blake2b.ts'
import { delta } from './delta.ts'
import { contentHash, generatedDedupId, rowIds, testcaseId } from './identity.ts'
import { rowForm } from './row-file.ts'

type Data = Readonly<Record<string, unknown>>

describe('ids', () => {
  test.each(vectors.vectors)('follow the published vector: $name', (vector) => {
    const scope = { testsetId: vector.testset_id ?? undefined, salt: vector.salt }
    expect(testcaseId(JSON.parse(vector.data_json) as Data | null, scope)).toBe(vector.id)
  })

  test.each(vectors.dedup_vectors)('of rows without a dedup id follow the vector: $data_json', (vector) => {
    const data = JSON.parse(vector.data_json) as Data
    expect(generatedDedupId(data)).toBe(vector.dedup_id)
    expect(rowIds(data, { testsetId: vector.testset_id })).toEqual({
      id: vector.id,
      dedupId: vector.dedup_id,
    })
  })

  test('equal those of an independent BLAKE2b implementation', async () => {
    const hashers = new Map([
      [6, await createBLAKE2b(48)],
      [16, await createBLAKE2b(128)],
      [32, await createBLAKE2b(256)],
    ])
    const texts = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ minLength: 100, maxLength: 400 }))
    fc.assert(
      fc.property(texts, fc.constantFrom(6, 16, 32), (text, size) => {
        expect(blake2bHex(text, size)).toBe(hashers.get(size)?.init().update(text).digest('hex'))
      }),
      { numRuns: 40 },
    )
  })

  test('of content equal the hashes of revisions', () => {
    expect(contentHash({})).toBe('c09da522dac261c3d2566230bed10d2f3ef13f8e7654576c12e857e07f786098')
  })
})

describe('a delta', () => {
  test('has exactly the requested changes', () => {
    const changes = delta()
      .add({ a: 1 }, { tags: { t: 1 } })
      .remove('id-1')
      .remove({ dedupId: 'd' })
      .replace('id-2', { a: 2 })
      .replace({ dedupId: 'e' }, { a: 3 })
      .renameColumn('a', 'b')
      .addColumn('c')
    expect(changes.toJSON()).toEqual({
      columns: { add: ['c'], replace: [['a', 'b']] },
      rows: {
        add: [{ data: { a: 1 }, tags: { t: 1 } }],
        remove: { ids: ['id-1'], dedup_ids: ['d'] },
        replace: [
          { id: 'id-2', data: { a: 2 } },
          { testcase_dedup_id: 'e', data: { a: 3 } },
        ],
      },
    })
    expect([changes.isEmpty, delta().isEmpty]).toEqual([false, true])
  })
})

test('rows are read from their source only as they are sent', async () => {
  let rowsRead = 0
  function* rows() {
    for (; rowsRead < 10_000; rowsRead++) yield { data: { text: 'x'.repeat(100) } }
  }
  const { bytes } = await rowForm({ fields: {}, rows: rows() })
  const reader = (bytes as ReadableStream<Uint8Array>).getReader()
  await reader.read()
  expect(rowsRead).toBeLessThan(2_000)
  await reader.cancel()
})
