// A copy of the embedded store that is taken while spans arrive is a complete store. A process has one embedded store:
// the copy is opened by another one.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run } from '../../../test/support/children.ts'
import { rowOf, filterColumns } from '../conformance/columnar-rows.ts'
import { encodeRows, versionSteps, type FrozenFiles, type SpanStore } from '../contract/contract.ts'
import { openEmbedded } from './open.ts'

const directory = mkdtempSync(join(tmpdir(), 'assay-frozen-'))
const copy = join(directory, 'copy')
const original = join(directory, 'columnar')
let store: SpanStore
beforeAll(async () => {
  store = await openEmbedded(original)
})
afterAll(async () => {
  await store.close()
  rmSync(directory, { recursive: true, force: true })
})

const write = (count: number): Promise<void> =>
  store.write(
    encodeRows(
      Array.from({ length: count }, () => ({
        ...filterColumns,
        ...rowOf(),
        version: versionSteps.toString(),
      })),
    ),
  )

function copyFiles({ files, links }: FrozenFiles): void {
  rmSync(copy, { recursive: true, force: true })
  for (const { source, path } of files) {
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    cpSync(source, join(copy, path))
  }
  for (const { path, target } of links) {
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    symlinkSync(target, join(copy, path))
  }
}

const integrityOfCopy = async (): Promise<unknown> => {
  const program = `
    const { openEmbedded } = await import('${join(import.meta.dirname, 'open.ts')}')
    const store = await openEmbedded('${copy}')
    console.log(JSON.stringify(await store.integrity()))
    await store.close()`
  const { stdout, stderr } = await run(process.execPath, [
    '--input-type=module-typescript',
    '--eval',
    program,
  ])
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout)
}

test('a copy has every span that was stored before, each with its facts', async () => {
  const copies = store.copies
  if (copies === undefined) throw new Error('the embedded store offers no copies')
  await write(20)
  const stopController = new AbortController()
  let spanCount = 20
  const writePromise = (async () => {
    while (!stopController.signal.aborted) {
      await write(1)
      spanCount += 1
    }
  })()
  const before = spanCount
  const snapshot = await copies.freeze('first')
  const after = spanCount
  await write(5)
  stopController.abort()
  await writePromise
  copyFiles(snapshot)
  await copies.release('first')
  const integrity = (await integrityOfCopy()) as { readonly spans: number }
  expect(integrity).toMatchObject({ spansWithoutFacts: 0, factsWithoutSpans: 0 })
  expect(integrity.spans).toBeGreaterThanOrEqual(before)
  // One more span may have been in flight during the freeze.
  expect(integrity.spans).toBeLessThanOrEqual(after + 1)
})

test('a snapshot takes no space after it was released', async () => {
  const { files } = (await store.copies?.freeze('second')) ?? { files: [] }
  expect(files.some(({ source }) => source.includes('second'))).toBe(true)
  await store.copies?.release('second')
  expect(existsSync(join(original, 'shadow')) ? readdirSync(join(original, 'shadow')) : []).not.toContain(
    'second',
  )
})
