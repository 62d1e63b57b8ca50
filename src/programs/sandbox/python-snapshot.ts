// The memory of a Python interpreter that is ready to run code, as a file that every Python process starts from: 0.3 s in
// place of 2. Made by a process behind the same walls, at the first use in the life of a server. The file has no name once it
// is made, so nobody else can change it, it is never of another version, and it goes with the server.
import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { dependencyFiles, programRoot } from '../../kernel/installation.ts'
import { WorkProcess, type WorkProgram } from '../../kernel/work/process.ts'
import { createReaper } from '../../kernel/work/reaper.ts'
import type { Isolation } from '../../kernel/work/isolation.ts'

const beside = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

export const pythonProgram: WorkProgram = {
  file: fileURLToPath(new URL('python-child.ts', import.meta.url)),
  readable: [
    ...['python-child.ts', 'python-border.ts', 'python-harness.py', 'host-globals.ts', 'child.ts'].map(
      beside,
    ),
    beside('../../kernel/work/child-loop.ts'),
    join(programRoot, 'package.json'),
    // Pyodide imports ws when it is loaded; nothing uses it.
    ...['pyodide', 'ws'].flatMap(dependencyFiles),
  ],
  makesCode: false,
  heapMb: () => 192,
  answerBytesMax: 4 * 1024 * 1024,
  cpuSeconds: 300,
}

export interface PythonSnapshot {
  /** The descriptor of the snapshot, which is made when it is first asked for. */
  readonly open: () => Promise<number>
  readonly close: () => Promise<void>
}

const builderMemoryMb = 128

async function build(file: number, walls: Isolation): Promise<void> {
  const reaper = createReaper()
  const builder = new WorkProcess(pythonProgram, { walls, memoryMb: builderMemoryMb, reaper, file })
  try {
    await builder.ready()
  } finally {
    await builder.kill()
    reaper.close()
  }
}

async function make(walls: Isolation, parent: string): Promise<FileHandle> {
  const directory = await mkdtemp(join(parent, 'assay-python-'))
  try {
    const path = join(directory, 'snapshot')
    const written = await open(path, 'wx+', 0o600)
    try {
      const read = await open(path, 'r')
      try {
        await build(written.fd, walls)
      } catch (error) {
        await read.close()
        throw error
      }
      return read
    } finally {
      await written.close()
    }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

export function createPythonSnapshot(options: {
  readonly walls: Isolation
  readonly directory?: string
}): PythonSnapshot {
  let made: Promise<FileHandle> | undefined
  const open = async (): Promise<number> => {
    const pending = (made ??= make(options.walls, options.directory ?? tmpdir()))
    try {
      return (await pending).fd
    } catch (error) {
      // The next one who needs it tries again.
      if (made === pending) made = undefined
      throw error
    }
  }
  return {
    open,
    close: async () => {
      const handle = await made?.catch(() => undefined)
      await handle?.close()
    },
  }
}
