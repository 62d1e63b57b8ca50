// Connects `assay backup` to the server that owns the embedded trace store: through a socket in the data directory,
// which only its user can open. The traces stay frozen as long as the connection is open, so that a killed command
// leaves nothing behind.
import { rmSync } from 'node:fs'
import { createConnection, createServer, type Socket } from 'node:net'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { messageOf } from '../kernel/errors.ts'
import type { FrozenFiles, StoreCopies } from '../storage/contract/contract.ts'
import { BackupError } from './archive.ts'

const answer = z.union([
  z.object({
    files: z.array(z.object({ source: z.string(), path: z.string() })),
    links: z.array(z.object({ path: z.string(), target: z.string() })),
  }),
  z.object({ error: z.string() }),
])

export interface FreezeParts {
  readonly copies: StoreCopies
  readonly newName: () => string
  readonly onError: (error: unknown) => void
}

export interface FreezeListener {
  readonly stop: () => Promise<void>
}

/** Freezes the traces for each connection until it closes. */
export async function listenForFreezes(
  path: string,
  { copies, newName, onError }: FreezeParts,
): Promise<FreezeListener> {
  const openSockets = new Set<Socket>()
  const serve = async (socket: Socket): Promise<void> => {
    openSockets.add(socket)
    const name = newName()
    // Not `once` of node:events: it rejects on an error, after which the socket closes, too.
    const closePromise = new Promise((resolve) => socket.once('close', resolve))
    try {
      const frozenFiles = await copies.freeze(name)
      socket.write(`${JSON.stringify(frozenFiles)}\n`)
    } catch (error) {
      socket.end(`${JSON.stringify({ error: messageOf(error) })}\n`)
    }
    await closePromise
    openSockets.delete(socket)
    await copies.release(name)
  }
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.resume()
    serve(socket).catch(onError)
  })
  // Removes the socket of a process that was killed.
  rmSync(path, { force: true })
  server.listen(path)
  await once(server, 'listening')
  return {
    stop: async () => {
      const closePromise = once(server, 'close')
      server.close()
      for (const socket of openSockets) socket.destroy()
      await closePromise
    },
  }
}

const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ECONNREFUSED')

/** Undefined: no server is running. */
export async function freezeInServer(
  path: string,
): Promise<(FrozenFiles & { readonly release: () => Promise<void> }) | undefined> {
  const socket = createConnection(path)
  // Without a listener of errors, the end of the server would crash this process.
  socket.on('error', () => socket.destroy())
  try {
    await once(socket, 'connect')
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw error
  }
  for await (const line of createInterface(socket)) {
    const frozenFiles = answer.parse(JSON.parse(line))
    if ('error' in frozenFiles)
      throw new BackupError(`The server could not freeze the traces: ${frozenFiles.error}`)
    const release = async (): Promise<void> => {
      const closePromise = once(socket, 'close')
      socket.destroy()
      await closePromise
    }
    return { ...frozenFiles, release }
  }
  throw new BackupError('The server ended before the traces were frozen. Try again.')
}
