import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Context } from '../command.ts'
import { plainStyle } from '../terminal/style.ts'
import { terminalOf } from '../terminal/terminal.ts'
import { saveDownload } from './downloads.ts'

const dir = mkdtempSync(join(tmpdir(), 'assay-downloads-'))
afterAll(() => rmSync(dir, { recursive: true }))

const stream = { write: () => true }
const contextOf = (signal: AbortSignal): Context =>
  ({
    terminal: terminalOf({ stdout: stream, stderr: stream, style: plainStyle }),
    signal,
  }) as unknown as Context

test('a download is saved under its name, without a temporary file', async () => {
  const bytes = await saveDownload(contextOf(new AbortController().signal), {
    response: new Response('a,b\n'),
    file: join(dir, 'rows.csv'),
  })
  expect([bytes, readFileSync(join(dir, 'rows.csv'), 'utf8'), readdirSync(dir)]).toEqual([
    4,
    'a,b\n',
    ['rows.csv'],
  ])
})

test('a private download is readable only by its user, also when it replaces a file', async () => {
  const file = join(dir, 'project.tar.gz')
  writeFileSync(file, 'former', { mode: 0o644 })
  const { signal } = new AbortController()
  await saveDownload(contextOf(signal), { response: new Response('archive'), file, isPrivate: true })
  expect(readFileSync(file, 'utf8')).toBe('archive')
  expect((statSync(file).mode & 0o777).toString(8)).toBe('600')
})

test('a failed download keeps the former file', async () => {
  const file = join(dir, 'kept.csv')
  writeFileSync(file, 'former')
  const body = new ReadableStream<Uint8Array>({
    start: (to) => to.enqueue(new TextEncoder().encode('half')),
    pull: (to) => to.error(new Error('the connection broke')),
  })
  const { signal } = new AbortController()
  const download = saveDownload(contextOf(signal), { response: new Response(body), file })
  await expect(download).rejects.toThrow('the connection broke')
  expect(readFileSync(file, 'utf8')).toBe('former')
  expect(readdirSync(dir).filter((name) => name.startsWith('kept'))).toEqual(['kept.csv'])
})

test('an incomplete download leaves no file', async () => {
  const interruption = new AbortController()
  const body = new ReadableStream<Uint8Array>({
    // The first bytes arrive, the rest never does.
    start: (to) => to.enqueue(new TextEncoder().encode('a,b\n')),
    pull: () => interruption.abort(),
  })
  const download = saveDownload(contextOf(interruption.signal), {
    response: new Response(body),
    file: join(dir, 'half.csv'),
  })
  await expect(download).rejects.toThrow('aborted')
  expect(readdirSync(dir).filter((name) => name.startsWith('half'))).toEqual([])
})
