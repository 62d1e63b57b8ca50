// One process of the pool: isolated, one request at a time, killed when it exceeds a limit.
import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { withOnlyDescriptors } from './descriptors.ts'
import { WorkFailure } from './failure.ts'
import type { Reaper } from './reaper.ts'
import { freeze, lowerPriority, type Isolation } from './isolation.ts'

export interface WorkProgram {
  /** The file to run. */
  readonly file: string
  /** The readable files, including the program's own; a directory ends with `/*`. */
  readonly readable: readonly string[]
  /** Whether the program may create code from text: only for our own text, never for a client's. */
  readonly canGenerateCode: boolean
  /** The heap of the engine for a memory limit of the work. */
  readonly heapMb: (memoryMb: number) => number
  /** The length limit of an answer. */
  readonly answerBytesMax: number
  /** The processor time of one process in its lifetime. */
  readonly cpuSeconds: number
}

export interface ProcessOptions {
  readonly isolation: Isolation
  readonly memoryMb: number
  /** Kills the process when this one ends. */
  readonly reaper: Reaper
  /** An open file that the process may read as descriptor 3. */
  readonly file?: number | undefined
}

const startTimeoutMs = 60_000

/**
 * The only environment variable disables io_uring for files. libuv loops have rings nevertheless; `freeze`
 * makes them useless.
 */
const workEnvironment = { UV_USE_IO_URING: '0' }

const flagsOf = (
  { file, readable, canGenerateCode, heapMb }: WorkProgram,
  memoryMb: number,
): readonly string[] => [
  '--permission',
  ...readable.map((path) => `--allow-fs-read=${path}`),
  ...(canGenerateCode ? [] : ['--disallow-code-generation-from-strings']),
  // With trap handlers each WebAssembly memory would reserve gigabytes of addresses, and the address space
  // could not be limited.
  '--disable-wasm-trap-handler',
  '--no-addons',
  '--no-warnings',
  `--max-old-space-size=${heapMb(memoryMb)}`,
  file,
]

/**
 * A time limit counts processor time, so that a busy machine fails no work. Wall time is limited to this
 * multiple of it.
 */
const waitFactor = 5

/** Processor time of a process so far, in milliseconds; undefined when unknown. */
function cpuMsOf(pid: number | undefined): number | undefined {
  try {
    // The name may contain anything, so the fields are read after it: the state, then eleven numbers, then
    // user and system time.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return undefined
  }
}

interface PendingAnswer {
  readonly resolve: (line: string) => void
  readonly reject: (error: WorkFailure) => void
}

/** The engine aborts when its heap is full or the kernel refuses more memory. */
const ranOutOfMemory = (code: number | null, signal: NodeJS.Signals | null): boolean =>
  signal === 'SIGABRT' || signal === 'SIGTRAP' || code === 134 || code === 133

export class WorkProcess {
  readonly memoryMb: number
  readonly #program: WorkProgram
  readonly #isolation: Isolation
  readonly #child: ChildProcess
  readonly #stdin: Writable
  /** Resolves when the process has exited. */
  readonly #exit: Promise<void>
  #pendingAnswer: PendingAnswer | undefined
  #parts: Buffer[] = []
  #bytes = 0
  #busyMs = 0
  isAlive = true

  /** Starts a process. It accepts requests once `ready` resolves. */
  constructor(program: WorkProgram, { isolation, memoryMb, reaper, file }: ProcessOptions) {
    this.#isolation = isolation
    this.memoryMb = memoryMb
    this.#program = program
    const [command = '', ...args] = [
      ...isolation.namespaces,
      ...isolation.privileges,
      process.execPath,
      ...flagsOf(program, memoryMb),
    ]
    const descriptors = ['pipe', 'pipe', 'ignore', ...(file === undefined ? [] : [file])] as const
    this.#child = withOnlyDescriptors(descriptors, (stdio) =>
      spawn(command, args, { env: workEnvironment, cwd: '/', stdio }),
    )
    const { pid } = this.#child
    if (pid !== undefined) {
      reaper.watch(pid)
      this.#child.once('exit', () => reaper.forget(pid))
    }
    this.#stdin = this.#child.stdin as Writable
    // A write to a dead process fails. Its exit is reported instead.
    this.#stdin.on('error', () => undefined)
    const stdout = this.#child.stdout as Readable
    stdout.on('data', (part: Buffer) => this.#receive(part))
    this.#exit = this.#reportExit()
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  /** Call once, first. The process receives no work before it is fully isolated. */
  async ready(): Promise<void> {
    const lateMessage = 'The worker process did not start in time.'
    await this.#answerWithin(startTimeoutMs, lateMessage)
    const { pid } = this.#child
    if (pid === undefined) return
    lowerPriority(pid)
    try {
      await freeze(this.#isolation, pid, { memoryMb: this.memoryMb, cpuSeconds: this.#program.cpuSeconds })
    } catch (error) {
      await this.kill()
      const message = 'The worker process could not be limited.'
      throw new WorkFailure('died', message, { cause: error })
    }
    const ready = this.#answerWithin(startTimeoutMs, lateMessage)
    this.#stdin.write('begin\n')
    await ready
  }

  /** Whether the remaining processor time covers this timeout. */
  canRun(timeoutMs: number): boolean {
    return this.isAlive && this.#busyMs + timeoutMs < this.#program.cpuSeconds * 1000
  }

  /**
   * Sends one line and resolves with one line. A process that takes too long or answers too much is killed.
   */
  async ask(line: string, timeoutMs: number): Promise<string> {
    const answer = this.#answerWithin(timeoutMs, `It took longer than ${timeoutMs} ms.`)
    this.#stdin.write(`${line}\n`)
    const startMs = performance.now()
    try {
      return await answer
    } finally {
      this.#busyMs += performance.now() - startMs
    }
  }

  /** An idle process does not keep its parent alive. */
  setIdle(isIdle: boolean): void {
    const pipes = [this.#child.stdin, this.#child.stdout] as unknown as readonly {
      ref(): void
      unref(): void
    }[]
    for (const handle of [this.#child, ...pipes]) {
      if (isIdle) handle.unref()
      else handle.ref()
    }
  }

  async kill(): Promise<void> {
    this.isAlive = false
    this.setIdle(false)
    this.#child.kill('SIGKILL')
    await this.#exit
  }

  #reportExit(): Promise<void> {
    return new Promise((resolve) => {
      this.#child.once('error', (error) => {
        this.#fail(new WorkFailure('died', `The worker process could not be started: ${error.message}`))
        resolve()
      })
      this.#child.once('close', (code, signal) => {
        this.#fail(
          ranOutOfMemory(code, signal)
            ? new WorkFailure('memory', `It took more than ${this.memoryMb} MB of memory.`)
            : signal === 'SIGXCPU'
              ? new WorkFailure('time', `It took more than ${this.#program.cpuSeconds} s of processor time.`)
              : new WorkFailure('died', `The worker process died (${signal ?? `exit ${code}`}).`),
        )
        resolve()
      })
    })
  }

  async #answerWithin(timeoutMs: number, timeoutMessage: string): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    if (!this.isAlive) reject(new WorkFailure('died', 'The worker process died.'))
    this.#pendingAnswer = { resolve, reject }
    const startCpuMs = cpuMsOf(this.#child.pid) ?? 0
    const wallDeadlineMs = performance.now() + waitFactor * timeoutMs
    let timer: NodeJS.Timeout | undefined
    const checkTime = (): void => {
      const usedCpuMs = (cpuMsOf(this.#child.pid) ?? Infinity) - startCpuMs
      const remainingMs = Math.min(timeoutMs - usedCpuMs, wallDeadlineMs - performance.now())
      // Processor time is counted in hundredths of a second.
      if (remainingMs <= 10) this.#abandon(new WorkFailure('time', timeoutMessage))
      else timer = setTimeout(checkTime, remainingMs)
    }
    timer = setTimeout(checkTime, timeoutMs)
    try {
      return await promise
    } finally {
      clearTimeout(timer)
    }
  }

  #receive(part: Buffer): void {
    this.#parts.push(part)
    this.#bytes += part.length
    const { answerBytesMax } = this.#program
    if (this.#bytes > answerBytesMax) {
      this.#abandon(new WorkFailure('answer', `It answered more than ${answerBytesMax} bytes.`))
      return
    }
    if (part.at(-1) !== 10) return
    const line = Buffer.concat(this.#parts).toString('utf8')
    this.#parts = []
    this.#bytes = 0
    this.#pendingAnswer?.resolve(line)
    this.#pendingAnswer = undefined
  }

  #abandon(error: WorkFailure): void {
    this.#fail(error)
    this.#child.kill('SIGKILL')
  }

  #fail(error: WorkFailure): void {
    this.isAlive = false
    this.#pendingAnswer?.reject(error)
    this.#pendingAnswer = undefined
  }
}
