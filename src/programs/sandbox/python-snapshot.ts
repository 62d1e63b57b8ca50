// The memory of an initialized Python interpreter, as a file that every Python process starts from: 0.3 s instead of 2.
// An isolated process builds it at the first use after a server start. The file is unlinked once it is written, so
// nobody can change it, its version always matches, and it disappears with the server.
import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { programFiles } from '../../kernel/installation.ts'
import { WorkProcess, type WorkProgram } from '../../kernel/work/process.ts'
import { createReaper } from '../../kernel/work/reaper.ts'
import type { Isolation } from '../../kernel/work/isolation.ts'

const file = fileURLToPath(new URL('python-child.ts', import.meta.url))

export const pythonProgram: WorkProgram = {
  file,
  readable: [
    // Pyodide imports ws when it is loaded; nothing uses it.
    ...programFiles(file, ['pyodide', 'ws']),
    fileURLToPath(new URL('python-harness.py', import.meta.url)),
  ],
  canGenerateCode: false,
  heapMb: () => 192,
  answerBytesMax: 4 * 1024 * 1024,
  cpuSeconds: 300,
}

export interface PythonSnapshot {
  /** The descriptor of the snapshot, which is built on the first call. */
  readonly open: () => Promise<number>
  readonly close: () => Promise<void>
}

const builderMemoryMb = 128

async function build(file: number, isolation: Isolation): Promise<void> {
  const reaper = createReaper()
  const builder = new WorkProcess(pythonProgram, {
    isolation,
    memoryMb: builderMemoryMb,
    reaper,
    file,
  })
  try {
    await builder.ready()
  } finally {
    await builder.kill()
    reaper.close()
  }
}

async function buildSnapshot(isolation: Isolation, parent: string): Promise<FileHandle> {
  const directory = await mkdtemp(join(parent, 'assay-python-'))
  try {
    const path = join(directory, 'snapshot')
    const writable = await open(path, 'wx+', 0o600)
    try {
      const snapshotFile = await open(path, 'r')
      try {
        await build(writable.fd, isolation)
      } catch (error) {
        await snapshotFile.close()
        throw error
      }
      return snapshotFile
    } finally {
      await writable.close()
    }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

export function createPythonSnapshot(options: {
  readonly isolation: Isolation
  readonly directory?: string
}): PythonSnapshot {
  let snapshot: Promise<FileHandle> | undefined
  const openSnapshot = async (): Promise<number> => {
    const pending = (snapshot ??= buildSnapshot(options.isolation, options.directory ?? tmpdir()))
    try {
      return (await pending).fd
    } catch (error) {
      // The next caller tries again.
      if (snapshot === pending) snapshot = undefined
      throw error
    }
  }
  return {
    open: openSnapshot,
    close: async () => {
      const handle = await snapshot?.catch(() => undefined)
      await handle?.close()
    },
  }
}
