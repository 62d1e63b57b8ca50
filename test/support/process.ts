// A server as a separate process, used over HTTP.
import { spawn, type ChildProcess } from 'node:child_process'
import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { compileCacheDir, pythonDirectory, serverProgram } from './children.ts'
import { newDataDirectory } from './data-directory.ts'
import { noteEvent } from './patience.ts'
import { countServerStart } from './usage.ts'

export const adminKey = 'tests-admin-key-0123456789-0123456789'
export const firstKey = 'tests-first-key-0123456789-0123456789'

export interface RunningServer {
  readonly url: string
  readonly dataDir: string
  readonly process: ChildProcess
  /** The output of the process so far. */
  readonly output: () => string
  /** SIGTERM, and the exit code. */
  readonly stop: () => Promise<number | null>
  /** kill -9. */
  readonly kill: () => Promise<void>
}

function newServerDirectory(): string {
  const directory = newDataDirectory()
  symlinkSync(pythonDirectory, join(directory, 'python'))
  return directory
}

/** Starts a server on a free port and resolves when it listens. Without a data directory it gets a new one. */
export async function startServer(
  options: {
    readonly dataDir?: string
    readonly env?: Readonly<Record<string, string>>
    /** Flags of the engine. */
    readonly execArgv?: readonly string[]
    /** The command of the program; by default the one of this repository. */
    readonly program?: readonly string[]
    /** Whether messages can be sent to the process. */
    readonly hasChannel?: boolean
    /** An open file that the server inherits as descriptor 40. */
    readonly inherited?: number
  } = {},
): Promise<RunningServer> {
  const dataDir = options.dataDir ?? options.env?.['ASSAY_DATA_DIR'] ?? newServerDirectory()
  const flags = ['--max-semi-space-size=16', ...(options.execArgv ?? [])]
  const [command, ...args] = options.program ?? [process.execPath, ...flags, serverProgram]
  countServerStart()
  const child = spawn(command ?? process.execPath, [...args, 'serve'], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: compileCacheDir,
      ASSAY_PORT: '0',
      ASSAY_OTLP_HTTP_PORT: '0',
      ASSAY_OTLP_GRPC_PORT: '0',
      ASSAY_DATA_DIR: dataDir,
      ASSAY_ADMIN_KEY: adminKey,
      ASSAY_API_KEY: firstKey,
      ASSAY_CHECK_ANSWERS: 'true',
      // Tests try many wrong keys, all from one address.
      ASSAY_WRONG_KEYS_PER_MINUTE_MAX: '0',
      // Programs and models of the tests, also for servers that are not embedded.
      ASSAY_OUTGOING_ALLOW: '127.0.0.0/8',
      ...options.env,
    },
    stdio: [
      'ignore',
      'pipe',
      'pipe',
      ...(options.hasChannel === true ? (['ipc'] as const) : []),
      ...(options.inherited === undefined
        ? []
        : [...Array.from({ length: 37 }, () => 'ignore' as const), options.inherited]),
    ],
  })
  let output = ''
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const url = await new Promise<string>((resolve, reject) => {
    const readOutput = (chunk: Buffer): void => {
      noteEvent()
      output += chunk.toString()
      const match = /listens on (\S+)/.exec(output)
      if (match?.[1] !== undefined) resolve(match[1])
    }
    child.stdout?.on('data', readOutput)
    child.stderr?.on('data', readOutput)
    void exit.then((code) => reject(new Error(`the server ended with ${code}:\n${output}`)))
  })
  return {
    url,
    dataDir,
    process: child,
    output: () => output,
    stop: () => {
      child.kill('SIGTERM')
      return exit
    },
    kill: async () => {
      child.kill('SIGKILL')
      await exit
    },
  }
}

export const removeDataDir = (server: RunningServer): void =>
  rmSync(server.dataDir, { recursive: true, force: true })
