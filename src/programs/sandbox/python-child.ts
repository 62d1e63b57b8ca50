// The program of a sandbox process for Python. Layers of isolation, from the inside outwards:
// the engine    CPython, compiled to WebAssembly (Pyodide), in a memory that cannot grow beyond the limit. Before each
// run the memory is reset to its initial state, so that a run sees nothing of any other
// the boundary  python-boundary.ts: once sealed, the engine imports only its clock, random bytes and its own files
// the realm     every global that is not part of the language is deleted
// the process   see kernel/work/isolation.ts
// Descriptor 3 is the snapshot file: a process that finds it empty builds the interpreter and writes it; all others
// start from it. Imports only its own files and the loop, because the process may read no other.
import { closeSync, fstatSync, readFileSync, readSync, writeSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { loadPyodide } from 'pyodide'
import { answerLines } from '../../kernel/work/child-loop.ts'
import { deleteHostGlobals } from './host-globals.ts'
import { SandboxBoundary, SandboxBoundaryError } from './python-boundary.ts'
import type { SandboxRequest } from './child.ts'

const snapshotDescriptor = 3
const MiB = 1024 * 1024

/** The used part of the module behind Pyodide. */
interface Engine {
  readonly stringToNewUTF8: (text: string) => number
  readonly _PyRun_SimpleStringFlags: (code: number, flags: number) => number
  readonly FS: {
    readonly streams: readonly unknown[]
    readonly close: (stream: unknown) => void
    readonly readdir: (path: string) => readonly string[]
    readonly unlink: (path: string) => void
  }
}

const boundary = new SandboxBoundary()
// Pyodide reads flags of the host's files, which the permission model refuses and nothing here uses.
Object.defineProperty(process, 'binding', { value: () => ({ fs: {} }) })

function readSnapshot(size: number): Uint8Array {
  const bytes = new Uint8Array(size)
  for (let offset = 0; offset < size;)
    offset += readSync(snapshotDescriptor, bytes, offset, size - offset, offset)
  return bytes
}

const directory = dirname(createRequire(import.meta.url).resolve('pyodide'))
const { info } = JSON.parse(readFileSync(join(directory, 'pyodide-lock.json'), 'utf8')) as {
  readonly info: unknown
}

const discard = (): void => undefined
const options = {
  indexURL: directory,
  jsglobals: { __proto__: null },
  // The same order of sets in every process, so that equal runs give equal results.
  env: { HOME: '/', PYTHONHASHSEED: '0' },
  // No package but the standard library: nothing is looked up or loaded.
  lockFileContents: { info, packages: {} },
  packageBaseUrl: '/',
  stdin: discard,
  stdout: discard,
  stderr: discard,
} as unknown as Parameters<typeof loadPyodide>[0]

const harness = `
import sys, types
harness = types.ModuleType('_assay')
exec(compile(${JSON.stringify(readFileSync(new URL('python-harness.py', import.meta.url), 'utf8'))}, '_assay.py', 'exec'), harness.__dict__)
sys.modules['_assay'] = harness
`

/**
 * Removes names that lead to JavaScript. The boundary is safe without this; the errors are clearer with it. Pyodide
 * also sets environment variables.
 */
const withoutJavaScript = `
import os, sys
os.environ.clear()
for name in [*sys.modules, 'js', 'pyodide_js', 'pyodide', '_pyodide', '_pyodide_core', 'micropip']:
    if name.split('.')[0] in ('js', 'pyodide_js', 'pyodide', '_pyodide', '_pyodide_core', 'micropip'):
        sys.modules[name] = None
sys.meta_path[:] = [finder for finder in sys.meta_path if finder.__module__.startswith('_frozen_importlib')]
del name, os
`

const { size } = fstatSync(snapshotDescriptor)
if (size === 0) {
  const python = await loadPyodide({ ...options, _makeSnapshot: true })
  python.runPython(harness)
  const bytes = python.makeMemorySnapshot()
  for (let offset = 0; offset < bytes.length;)
    offset += writeSync(snapshotDescriptor, bytes, offset, bytes.length - offset, offset)
}
const python = size === 0 ? undefined : await loadPyodide({ ...options, _loadSnapshot: readSnapshot(size) })
python?.runPython(withoutJavaScript)
closeSync(snapshotDescriptor)
const engine = (python as unknown as { readonly _module: Engine } | undefined)?._module
// Remove devices whose other end would be this process.
for (const name of engine?.FS.readdir('/dev') ?? []) {
  if (!['.', '..', 'null', 'shm'].includes(name)) engine?.FS.unlink(`/dev/${name}`)
}
const call = engine?.stringToNewUTF8("__import__('_assay').answer()") ?? 0
const initialMemory = engine === undefined ? new Uint8Array() : boundary.bytes.slice()

/** Restores the initial memory and closes all files opened since. */
function reset({ FS }: Engine): void {
  const { bytes } = boundary
  bytes.set(initialMemory)
  bytes.fill(0, initialMemory.length)
  for (const stream of FS.streams.slice(3)) if (stream !== null && stream !== undefined) FS.close(stream)
}

const failureLine = (reason: string): string => JSON.stringify({ ok: false, reason })

/** The text comes from the interpreter, whose memory the client's code may have overwritten: it is not trusted. */
function answerIn(text: string, memoryMb: number): string {
  const outOfMemory = `The code used more than ${memoryMb} MB of memory (memory_mb).`
  if (text === '') return failureLine('The function never returns.')
  try {
    const answer: { readonly [key: string]: unknown } = JSON.parse(text)
    if (answer['ok'] === true) return JSON.stringify({ ok: true, value: String(answer['value']) })
    return failureLine(answer['isFull'] === true ? outOfMemory : String(answer['reason']))
  } catch {
    return failureLine('The code overwrote its own response.')
  }
}

let isBroken = false
const ownProcess = process

function run(line: string): string {
  if (engine === undefined) return failureLine('This process only makes the snapshot.')
  // The parent notices the exit and starts another process.
  if (isBroken) ownProcess.exit(1)
  const { code, functions, argument, memoryMb }: SandboxRequest = JSON.parse(line)
  reset(engine)
  boundary.memoryBytesMax = initialMemory.length + memoryMb * MiB
  boundary.request = JSON.stringify({ code, functions, argument })
  try {
    engine._PyRun_SimpleStringFlags(call, 0)
  } catch (error) {
    isBroken = true
    return failureLine(
      error instanceof SandboxBoundaryError
        ? `The code called a function that the sandbox does not provide (${error.message}).`
        : `The code used more than ${memoryMb} MB of memory (memory_mb), or nested too deep.`,
    )
  }
  return answerIn(boundary.answer, memoryMb)
}

const clock = performance
Object.defineProperty(globalThis, 'performance', {
  value: { now: () => clock.now(), timeOrigin: clock.timeOrigin },
})
boundary.seal()
if (engine !== undefined)
  run(JSON.stringify({ code: 'def evaluate(): pass', functions: ['evaluate'], argument: '{}', memoryMb: 16 }))
deleteHostGlobals(['TextDecoder', 'performance'])
await answerLines(run)
