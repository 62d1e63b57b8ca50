// One process of the sandbox: started, asked one thing at a time, killed when it does not answer in time.
import { spawn, type ChildProcessByStdio } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { StepFailure } from '../failure.ts'

const program = fileURLToPath(new URL('child.ts', import.meta.url))

/** Longer answers are refused: a result is a judgement, not a file. */
const answerBytesMax = 4 * 1024 * 1024
const startTimeoutMs = 20_000

const flagsOf = (memoryMb: number): readonly string[] => [
  '--permission',
  `--allow-fs-read=${program}`,
  '--disallow-code-generation-from-strings',
  '--no-addons',
  '--no-warnings',
  `--max-old-space-size=${memoryMb}`,
  program,
]

interface Waiting {
  readonly resolve: (line: string) => void
  readonly reject: (error: StepFailure) => void
}

const failed = (message: string): StepFailure => new StepFailure('sandbox', message)

export class SandboxProcess {
  readonly memoryMb: number
  readonly #child: ChildProcessByStdio<Writable, Readable, null>
  readonly #exited: Promise<void>
  #waiting: Waiting | undefined
  #parts: Buffer[] = []
  #bytes = 0
  isAlive = true

  /** Starts a process; it is ready for the first question once `ready` resolves. */
  constructor(memoryMb: number) {
    this.memoryMb = memoryMb
    this.#child = spawn(process.execPath, flagsOf(memoryMb), {
      env: {},
      cwd: '/',
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    // A write to a process that just died: its exit is what gets reported.
    this.#child.stdin.on('error', () => undefined)
    this.#child.stdout.on('data', (part: Buffer) => this.#receive(part))
    this.#exited = new Promise((resolve) => {
      this.#child.once('error', (error) => {
        this.#fail(failed(`The sandbox could not be started: ${error.message}`))
        resolve()
      })
      this.#child.once('close', (code, signal) => {
        // V8 aborts the process when the heap is full.
        const full = signal === 'SIGABRT' || code === 134
        this.#fail(
          failed(
            full ? `The code used more than ${memoryMb} MB of memory.` : 'The sandbox ended unexpectedly.',
          ),
        )
        resolve()
      })
    })
  }

  /** Asked once, before anything else. */
  async ready(): Promise<void> {
    await this.#answerWithin(startTimeoutMs, 'The sandbox did not start in time.')
  }

  /** One line in, one line out. A process that took too long, or answered too much, is killed. */
  ask(line: string, timeoutMs: number): Promise<string> {
    const answer = this.#answerWithin(timeoutMs, `The code ran longer than ${timeoutMs} ms.`)
    this.#child.stdin.write(`${line}\n`)
    return answer
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

  async #answerWithin(timeoutMs: number, late: string): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    this.#waiting = { resolve, reject }
    const timer = setTimeout(() => this.#giveUp(failed(late)), timeoutMs)
    try {
      return await promise
    } finally {
      clearTimeout(timer)
    }
  }

  #receive(part: Buffer): void {
    this.#parts.push(part)
    this.#bytes += part.length
    if (this.#bytes > answerBytesMax) {
      this.#giveUp(failed(`The code answered more than ${answerBytesMax} bytes.`))
      return
    }
    if (part.at(-1) !== 10) return
    const line = Buffer.concat(this.#parts).toString('utf8')
    this.#parts = []
    this.#bytes = 0
    this.#waiting?.resolve(line)
    this.#waiting = undefined
  }

  #giveUp(error: StepFailure): void {
    this.#fail(error)
    this.#child.kill('SIGKILL')
  }

  #fail(error: StepFailure): void {
    this.isAlive = false
    this.#waiting?.reject(error)
    this.#waiting = undefined
  }
}
