// One process of the pool: started behind the walls, asked one thing at a time, killed when it goes beyond a limit.
import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { withOnlyDescriptors } from './descriptors.ts'
import { WorkFailure } from './failure.ts'
import type { Reaper } from './reaper.ts'
import { freeze, lowerPriority, type Isolation } from './isolation.ts'

export interface WorkProgram {
  /** The file that is run. */
  readonly file: string
  /** What it may read, its own file included: files, or directories with `/*` behind. */
  readonly readable: readonly string[]
  /** Whether the program may make code from text: only where that is ours and not a client's. */
  readonly makesCode: boolean
  /** Heap of the engine that runs the program, for so much memory of the work. */
  readonly heapMb: (memoryMb: number) => number
  /** Longer answers are refused. */
  readonly answerBytesMax: number
  /** Processor time of one process in its life. */
  readonly cpuSeconds: number
}

export interface ProcessOptions {
  readonly walls: Isolation
  readonly memoryMb: number
  /** Ends the process with this one. */
  readonly reaper: Reaper
  /** An open file that the process may read as descriptor 3. */
  readonly file?: number | undefined
}

const startTimeoutMs = 60_000

/** All there is of it: no io_uring for files. The loops of libuv have rings all the same; `freeze` makes them useless. */
const workEnvironment = { UV_USE_IO_URING: '0' }

const flagsOf = ({ file, readable, makesCode, heapMb }: WorkProgram, memoryMb: number): readonly string[] => [
  '--permission',
  ...readable.map((each) => `--allow-fs-read=${each}`),
  ...(makesCode ? [] : ['--disallow-code-generation-from-strings']),
  // With it each WebAssembly memory would reserve gigabytes of addresses, and no limit on them could be set.
  '--disable-wasm-trap-handler',
  '--no-addons',
  '--no-warnings',
  `--max-old-space-size=${heapMb(memoryMb)}`,
  file,
]

/** A limit of time is one of processor time, so that a busy machine fails no work; after so many times of it, of any time. */
const waitFactor = 5

/** Processor time of a process so far, in milliseconds; undefined when the machine does not say. */
function cpuMsOf(pid: number | undefined): number | undefined {
  try {
    // After the name, which may hold anything: the state, then eleven numbers up to the two that are meant.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return undefined
  }
}

interface Waiting {
  readonly resolve: (line: string) => void
  readonly reject: (error: WorkFailure) => void
}

/** The engine aborts when its heap is full or the kernel gives it no more memory. */
const endedFull = (code: number | null, signal: NodeJS.Signals | null): boolean =>
  signal === 'SIGABRT' || signal === 'SIGTRAP' || code === 134 || code === 133

export class WorkProcess {
  readonly memoryMb: number
  readonly #program: WorkProgram
  readonly #walls: Isolation
  readonly #child: ChildProcess
  readonly #stdin: Writable
  readonly #exited: Promise<void>
  #waiting: Waiting | undefined
  #parts: Buffer[] = []
  #bytes = 0
  #busyMs = 0
  isAlive = true

  /** Starts a process; it is ready for the first question once `ready` resolves. */
  constructor(program: WorkProgram, { walls, memoryMb, reaper, file }: ProcessOptions) {
    this.#walls = walls
    this.memoryMb = memoryMb
    this.#program = program
    const [command = '', ...args] = [
      ...walls.namespaces,
      ...walls.privileges,
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
    // A write to a process that just died: its exit is what gets reported.
    this.#stdin.on('error', () => undefined)
    const stdout = this.#child.stdout as Readable
    stdout.on('data', (part: Buffer) => this.#receive(part))
    this.#exited = this.#reportExit()
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  /** Asked once, before anything else. No work is handed over before nothing more can be opened. */
  async ready(): Promise<void> {
    const late = 'The process for the work did not start in time.'
    await this.#answerWithin(startTimeoutMs, late)
    const { pid } = this.#child
    if (pid === undefined) return
    lowerPriority(pid)
    try {
      await freeze(this.#walls, pid, { memoryMb: this.memoryMb, cpuSeconds: this.#program.cpuSeconds })
    } catch (error) {
      await this.kill()
      const message = 'The process for the work could not be held to its limits.'
      throw new WorkFailure('died', message, { cause: error })
    }
    const ready = this.#answerWithin(startTimeoutMs, late)
    this.#stdin.write('begin\n')
    await ready
  }

  /** Whether the processor time that is left to it is enough for that long. */
  lasts(timeoutMs: number): boolean {
    return this.isAlive && this.#busyMs + timeoutMs < this.#program.cpuSeconds * 1000
  }

  /** One line in, one line out. A process that took too long, or answered too much, is killed. */
  async ask(line: string, timeoutMs: number): Promise<string> {
    const answer = this.#answerWithin(timeoutMs, `It took longer than ${timeoutMs} ms.`)
    this.#stdin.write(`${line}\n`)
    const from = performance.now()
    try {
      return await answer
    } finally {
      this.#busyMs += performance.now() - from
    }
  }

  /** Keeps the process from keeping its parent alive, or lets it again. */
  setIdle(idle: boolean): void {
    const pipes = [this.#child.stdin, this.#child.stdout] as unknown as readonly {
      ref(): void
      unref(): void
    }[]
    for (const handle of [this.#child, ...pipes]) {
      if (idle) handle.unref()
      else handle.ref()
    }
  }

  async kill(): Promise<void> {
    this.isAlive = false
    this.setIdle(false)
    this.#child.kill('SIGKILL')
    await this.#exited
  }

  #reportExit(): Promise<void> {
    return new Promise((resolve) => {
      this.#child.once('error', (error) => {
        this.#fail(new WorkFailure('died', `The process for the work could not be started: ${error.message}`))
        resolve()
      })
      this.#child.once('close', (code, signal) => {
        this.#fail(
          endedFull(code, signal)
            ? new WorkFailure('memory', `It took more than ${this.memoryMb} MB of memory.`)
            : signal === 'SIGXCPU'
              ? new WorkFailure('time', `It took more than ${this.#program.cpuSeconds} s of processor time.`)
              : new WorkFailure('died', `The process that did it died (${signal ?? `exit ${code}`}).`),
        )
        resolve()
      })
    })
  }

  async #answerWithin(timeoutMs: number, late: string): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    if (!this.isAlive) reject(new WorkFailure('died', 'The process that did it died.'))
    this.#waiting = { resolve, reject }
    const before = cpuMsOf(this.#child.pid) ?? 0
    const wallMs = performance.now() + waitFactor * timeoutMs
    let timer: NodeJS.Timeout | undefined
    const look = (): void => {
      const used = (cpuMsOf(this.#child.pid) ?? Infinity) - before
      const left = Math.min(timeoutMs - used, wallMs - performance.now())
      // Processor time is counted in hundredths of a second.
      if (left <= 10) this.#giveUp(new WorkFailure('time', late))
      else timer = setTimeout(look, left)
    }
    timer = setTimeout(look, timeoutMs)
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
      this.#giveUp(new WorkFailure('answer', `It answered more than ${answerBytesMax} bytes.`))
      return
    }
    if (part.at(-1) !== 10) return
    const line = Buffer.concat(this.#parts).toString('utf8')
    this.#parts = []
    this.#bytes = 0
    this.#waiting?.resolve(line)
    this.#waiting = undefined
  }

  #giveUp(error: WorkFailure): void {
    this.#fail(error)
    this.#child.kill('SIGKILL')
  }

  #fail(error: WorkFailure): void {
    this.isAlive = false
    this.#waiting?.reject(error)
    this.#waiting = undefined
  }
}
