// The memory of an initialized Python interpreter, as a file that every Python process starts from: 0.3 s instead of 2.
// An isolated process builds it at the first use. The data directory keeps it for later starts: read-only, for its owner alone, under
// a name with the hash of the programs that built it and the hash of its content. A file that differs from its name is built again.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, mkdir, mkdtemp, open, readdir, readFile, rename, rm, type FileHandle } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { programFiles } from '../../kernel/installation.ts'
import { WorkProcess, type WorkProgram } from '../../kernel/work/process.ts'
import { createReaper } from '../../kernel/work/reaper.ts'
import type { Isolation } from '../../kernel/work/isolation.ts'

const file = fileURLToPath(new URL('python-child.ts', import.meta.url))
const harness = fileURLToPath(new URL('python-harness.py', import.meta.url))

export const pythonProgram: WorkProgram = {
  file,
  readable: [
    // Pyodide imports ws when it is loaded; nothing uses it.
    ...programFiles(file, ['pyodide', 'ws']),
    harness,
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

/** Identifies the programs that determine the content of a snapshot. */
async function programsHash(): Promise<string> {
  const interpreter = createRequire(import.meta.url).resolve('pyodide/package.json')
  const hash = createHash('sha256')
  for (const path of [file, harness, interpreter]) hash.update(await readFile(path)).update('\0')
  return hash.digest('hex').slice(0, 16)
}

async function contentHash(handle: FileHandle): Promise<string> {
  const hash = createHash('sha256')
  const { size } = await handle.stat()
  if (size === 0) return ''
  for await (const bytes of createReadStream('', {
    fd: handle.fd,
    autoClose: false,
    start: 0,
    end: size - 1,
  }))
    hash.update(bytes as Buffer)
  return hash.digest('hex')
}

/** The stored snapshot of these programs, if nothing but its owner could change it and its content is the one it had. */
async function openStored(directory: string, programs: string): Promise<FileHandle | undefined> {
  const names = await readdir(directory)
  for (const name of names.filter((each) => each.startsWith(`${programs}-`))) {
    const handle = await open(join(directory, name), 'r')
    const { uid, mode } = await handle.stat()
    const isPrivate = uid === process.getuid?.() && (mode & 0o777) === 0o400
    if (isPrivate && name === `${programs}-${await contentHash(handle)}`) return handle
    await handle.close()
  }
  return undefined
}

interface SnapshotTarget {
  readonly directory: string
  readonly programs: string
}

/** Builds a snapshot in a folder of its own and moves it into the directory, which then has nothing else. */
async function buildSnapshot(isolation: Isolation, target: SnapshotTarget): Promise<FileHandle> {
  const { directory, programs } = target
  const folder = await mkdtemp(join(directory, 'new-'))
  try {
    const path = join(folder, 'snapshot')
    const writable = await open(path, 'wx+', 0o600)
    try {
      await build(writable.fd, isolation)
      await writable.sync()
    } finally {
      await writable.close()
    }
    await chmod(path, 0o400)
    const snapshot = await open(path, 'r')
    // Snapshots of other programs, and what a killed process left behind.
    for (const name of await readdir(directory))
      if (name !== basename(folder)) await rm(join(directory, name), { recursive: true, force: true })
    await rename(path, join(directory, `${programs}-${await contentHash(snapshot)}`))
    return snapshot
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function storedSnapshot(isolation: Isolation, directory: string): Promise<FileHandle> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const target = { directory, programs: await programsHash() }
  return (await openStored(directory, target.programs)) ?? (await buildSnapshot(isolation, target))
}

export function createPythonSnapshot(options: {
  readonly isolation: Isolation
  /** Keeps the snapshot. It belongs to this process: nothing else may be in there. */
  readonly directory: string
}): PythonSnapshot {
  let snapshot: Promise<FileHandle> | undefined
  const openSnapshot = async (): Promise<number> => {
    const pending = (snapshot ??= storedSnapshot(options.isolation, options.directory))
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
