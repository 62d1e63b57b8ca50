// Runs short processes to their end and returns their output.
import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { noteEvent } from './patience.ts'

export interface ProcessResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

const root = join(import.meta.dirname, '../..')

/** The cache of compiled code of `npm start`: a program of the repository starts in a third to two thirds of the time. */
export const compileCacheDir = join(root, 'node_modules/.cache/compiled')

/** The built programs (scripts/build-server.ts): the server with its administration, and the command line. */
export const serverProgram = join(root, 'dist/server/main.mjs')
export const commandLineProgram = join(root, 'dist/server/assay.mjs')

/** The snapshot of the Python interpreter, shared by all tests: global-setup.ts builds it before them. */
export const pythonDirectory = join(root, 'node_modules/.cache/tests/python')

/** Runs a program, or a TypeScript file of this repository; `env` is its environment besides PATH and the compile cache. */
export const runFile = (
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<ProcessResult> =>
  run(process.execPath, [resolve(root, file), ...args], { NODE_COMPILE_CACHE: compileCacheDir, ...env })

export const run = (
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<ProcessResult> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      env: { PATH: process.env['PATH'], ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
    child.stdout.on('data', noteEvent)
    child.stderr.on('data', noteEvent)
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, stdout, stderr }))
  })
