// The promises of a relational store about text: every character survives, and text sorts by code point. Part of the
// suite in relational.ts.
import { expect, test } from 'vitest'
import * as fc from 'fast-check'
import { amount } from '../../../test/support/tier.ts'
import { systemClock } from '../../kernel/clock.ts'
import type { JsonObject } from '../../kernel/json/value.ts'
import { allAscending, noFilter, family, records } from './records.ts'
import type { Subject } from './subject.ts'

const clock = systemClock()

/** Text that every store accepts: all of Unicode except NUL. */
const wholeUnicode = fc
  .string({ unit: 'binary', maxLength: 40 })
  .filter((text) => !text.includes('\u0000') && text.isWellFormed())

/** JSON text of a client: escapes of NUL and of lone surrogates stay escapes. */
const jsonText = fc.oneof(
  fc.json({ stringUnit: 'binary' }),
  fc.constantFrom(
    String.raw`{"nul":"\u0000","half":"\ud800","other half":"\udc00 \uDFFF","slash":"\/"}`,
    '{"b":1,"a":2,"10":3,"2":4,"":5}',
    '{ "spaces" : [ 1.0, 1e3, -0, 123456789012345678901234567890 ] }',
    '{"a":1,"a":2}',
    '"\u2028\u2029\ufeff\u{10ffff}"',
  ),
)

export function textConformance({ store }: Subject): void {
  test('of every kind is returned exactly as written', async () => {
    const { projectId, artifact, variant, revision } = records(clock)
    await fc.assert(
      fc.asyncProperty(wholeUnicode, wholeUnicode, jsonText, async (name, message, dataText) => {
        const top = artifact({ name, description: message })
        const branch = variant(top.id, { name })
        const commit = revision(branch, 0, { name, message, dataText })
        await store().write(async (tx) => {
          await tx.insertArtifact(projectId, top)
          await tx.insertVariant(projectId, branch)
          await tx.insertRevision(projectId, commit)
        })
        const { read } = store()
        const header = await read.artifact(projectId, family, { id: top.id })
        expect([header?.name, header?.description]).toEqual([name, message])
        const storedRevision = await read.revision(projectId, family, { id: commit.id })
        expect([storedRevision?.name, storedRevision?.message, storedRevision?.dataText]).toEqual([
          name,
          message,
          dataText,
        ])
      }),
      { numRuns: amount(20, 60) },
    )
  })

  test('in tags and meta keeps its key order, its NULs and its lone surrogates', async () => {
    const { projectId, artifact } = records(clock)
    const meta: JsonObject = {
      zebra: 1,
      apple: { z: null, a: [] },
      nul: 'a\u0000b',
      half: 'x\ud800y',
      'key \u0000 \udfff': { '': '' },
      smile: '👩‍🚀',
    }
    const top = artifact({ meta, tags: meta })
    await store().write((tx) => tx.insertArtifact(projectId, top))
    const storedArtifact = await store().read.artifact(projectId, family, { id: top.id })
    expect(JSON.stringify(storedArtifact?.meta)).toBe(JSON.stringify(meta))
    expect(JSON.stringify(storedArtifact?.tags)).toBe(JSON.stringify(meta))
  })

  test('of megabytes is returned in full', async () => {
    const { projectId, revision, history } = records(clock)
    const { variant } = await history(store(), 0)
    const dataText = JSON.stringify({ text: 'Größe 👋 '.repeat(500_000) })
    const commit = revision(variant, 0, { dataText, message: 'm'.repeat(100_000) })
    await store().write((tx) => tx.insertRevision(projectId, commit))
    const storedRevision = await store().read.revision(projectId, family, { id: commit.id })
    expect(storedRevision?.dataText === dataText).toBe(true)
    expect(storedRevision?.message).toHaveLength(100_000)
  })

  test('sorts by code point, whatever the locale', async () => {
    const { projectId, artifact } = records(clock)
    const createdAt = clock.now()
    const ids = ['Zebra', 'apple', 'Äpfel', 'zebra', '_', 'a-b', 'aB'].map((id) => `${id}-${clock.hex(8)}`)
    await store().write(async (tx) => {
      for (const id of ids) await tx.insertArtifact(projectId, artifact({ id, createdAt }))
    })
    const listedArtifacts = await store().read.listArtifacts(projectId, noFilter, allAscending)
    expect(listedArtifacts.map(({ id }) => id)).toEqual(ids.toSorted())
  })

  test('that differs in case or in composition is different text', async () => {
    const { projectId, artifact } = records(clock)
    const slugs = ['Name', 'name', 'n\u00e4me', 'na\u0308me', 'name ']
    await store().write(async (tx) => {
      for (const slug of slugs) {
        expect(await tx.insertArtifact(projectId, artifact({ slug }))).toBe('inserted')
      }
    })
    expect((await store().read.artifact(projectId, family, { slug: 'na\u0308me' }))?.slug).toBe('na\u0308me')
  })
}
