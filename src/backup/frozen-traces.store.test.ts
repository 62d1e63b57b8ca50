import { mkdtempSync, rmSync } from 'node:fs'
import { createConnection } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freezeInServer, listenForFreezes } from './frozen-traces.ts'

/** A listener that answers with this number of files, and a log of freezes and releases. */
async function listen(fileCount = 1) {
  const folder = mkdtempSync(join(tmpdir(), 'assay-socket-'))
  const path = join(folder, 'control.sock')
  const names = { frozen: [] as string[], released: [] as string[] }
  const errors: unknown[] = []
  const listener = await listenForFreezes(path, {
    copies: {
      freeze: async (name) => {
        names.frozen.push(name)
        return { files: Array.from({ length: fileCount }, () => ({ source: '/a', path: 'a' })), links: [] }
      },
      release: async (name) => void names.released.push(name),
    },
    newName: () => `name${names.frozen.length}`,
    onError: (error) => errors.push(error),
  })
  onTestFinished(async () => {
    await listener.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  return { path, names, errors }
}

test('traces are frozen until the command releases them', async () => {
  const { path, names } = await listen()
  const frozenFiles = await freezeInServer(path)
  expect(frozenFiles?.files).toEqual([{ source: '/a', path: 'a' }])
  expect(names).toEqual({ frozen: ['name0'], released: [] })
  await frozenFiles?.release()
  await expect.poll(() => names.released).toEqual(['name0'])
})

test('a command that is killed while it reads the answer leaves nothing frozen', async () => {
  // More than the buffers of a socket hold: the listener is still writing when the reader disconnects.
  const { path, names, errors } = await listen(200_000)
  const socket = createConnection(path)
  await once(socket, 'readable')
  socket.destroy()
  await expect.poll(() => names.released).toEqual(['name0'])
  expect(errors).toEqual([])
})

test('without a server there are no frozen traces', async () => {
  expect(await freezeInServer(join(tmpdir(), 'assay-no-such.sock'))).toBeUndefined()
})
