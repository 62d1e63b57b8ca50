// Work whose cost a client decides (code, templates, schemas, matchers, files) never runs in the server
// itself. It runs in processes that are killed at a time or memory limit. Start here.
//   pool        assigns work to processes; projects share its slots (../fair-semaphore.ts)
//   process     one process, one request at a time
//   isolation   confines a process
//   reaper      kills the processes when the server ends
//   calls       typed calls, for programs with several functions
//   child-loop  the child side
// The pool does not know the programs: they are passed in. See docs/adr/028-isolate-client-work.md.
import type { PartyOf } from '../parties.ts'
import { createFairSemaphore, type FairSemaphore, type SlotUsage } from '../fair-semaphore.ts'
import { WorkFailure } from './failure.ts'
import { WorkProcess, type WorkProgram } from './process.ts'
import { createReaper } from './reaper.ts'
import type { Isolation } from './isolation.ts'

export interface Work {
  /** The project whose share of the pool the work uses. */
  readonly project: string
  /** One line of JSON. The answer is another line. */
  readonly line: string
  readonly timeoutMs: number
  readonly memoryMb: number
  readonly signal?: AbortSignal | undefined
}

/** A sequence of requests to one process that is reserved for the caller. */
export interface WorkSession {
  readonly ask: (line: string, timeoutMs: number) => Promise<string>
  readonly end: () => Promise<void>
}

export interface WorkPool {
  /** Resolves with the answer. Rejects with a WorkFailure, or with the reason of the signal. */
  readonly run: (work: Work) => Promise<string>
  /** Starts a dedicated process that may read an open file as descriptor 3. */
  readonly open: (session: {
    readonly project: string
    readonly memoryMb: number
    readonly file: number
    /** Kills the process when it is aborted. */
    readonly signal?: AbortSignal | undefined
  }) => Promise<WorkSession>
  readonly usage: () => SlotUsage
  /** Kills all processes. Running work fails. */
  readonly close: () => Promise<void>
}

export interface PoolOptions {
  readonly program: WorkProgram
  readonly isolation: Isolation
  /** The most processes of one project. All other projects together have the same number. */
  readonly processesMax: number
  readonly partyOf?: PartyOf | undefined
  /** Whether a process may serve several projects. */
  readonly isShared: boolean
  /** Opens a file that every process may read as descriptor 3. */
  readonly file?: () => Promise<number>
  /** A process is replaced after this many requests. */
  readonly requestsMax?: number
  /** How long an idle process is retained. */
  readonly idleMsMax?: number
}

/** How often work is attempted when its process dies of an outside cause. */
const attemptsMax = 3

interface WarmProcess {
  readonly key: string
  readonly process: WorkProcess
  requests: number
}

class Pool implements WorkPool {
  readonly #options: PoolOptions
  readonly #slots: FairSemaphore
  readonly #idleProcesses: WarmProcess[] = []
  readonly #processes = new Set<WorkProcess>()
  readonly #reaper = createReaper()
  #isClosed = false

  constructor(options: PoolOptions) {
    this.#options = options
    const { processesMax, partyOf } = options
    this.#slots = createFairSemaphore({ count: 2 * processesMax, reserve: processesMax, partyOf })
  }

  readonly run = async (work: Work): Promise<string> => {
    const slot = await this.#slots.acquire(work.project, work.signal)
    try {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await this.#attempt(work)
        } catch (error) {
          if (!(error instanceof WorkFailure) || error.reason !== 'died' || this.#isClosed) throw error
          if (attempt < attemptsMax) continue
          throw new WorkFailure('died', `${error.message} It was attempted ${attemptsMax} times.`, {
            cause: error,
          })
        }
      }
    } finally {
      slot.release()
    }
  }

  readonly open: WorkPool['open'] = async ({ project, memoryMb, file, signal }) => {
    const slot = await this.#slots.acquire(project, signal)
    const process = this.#start({ memoryMb, file })
    const onAbort = (): void => void process.kill()
    signal?.addEventListener('abort', onAbort, { once: true })
    const end = async (): Promise<void> => {
      signal?.removeEventListener('abort', onAbort)
      try {
        await this.#drop(process)
      } finally {
        slot.release()
      }
    }
    try {
      signal?.throwIfAborted()
      await process.ready()
    } catch (error) {
      await end()
      throw error
    }
    return { ask: (line, timeoutMs) => process.ask(line, timeoutMs), end }
  }

  readonly usage = (): SlotUsage => this.#slots.usage()

  readonly close = async (): Promise<void> => {
    this.#isClosed = true
    this.#idleProcesses.length = 0
    await Promise.all([...this.#processes].map((process) => this.#drop(process)))
    this.#reaper.close()
  }

  async #attempt({ project, line, timeoutMs, memoryMb, signal }: Work): Promise<string> {
    signal?.throwIfAborted()
    const key = this.#options.isShared ? String(memoryMb) : `${memoryMb} ${project}`
    const warmProcess = await this.#takeProcess(key, memoryMb, timeoutMs)
    const onAbort = (): void => void warmProcess.process.kill()
    signal?.addEventListener('abort', onAbort, { once: true })
    try {
      signal?.throwIfAborted()
      warmProcess.requests += 1
      return await warmProcess.process.ask(line, timeoutMs)
    } catch (error) {
      signal?.throwIfAborted()
      throw this.#isClosed ? stoppingFailure() : error
    } finally {
      signal?.removeEventListener('abort', onAbort)
      await this.#release(warmProcess)
    }
  }

  #start(options: { readonly memoryMb: number; readonly file?: number | undefined }): WorkProcess {
    if (this.#isClosed) throw stoppingFailure()
    const { program, isolation } = this.#options
    const process = new WorkProcess(program, { isolation, reaper: this.#reaper, ...options })
    this.#processes.add(process)
    return process
  }

  /** Takes a matching idle process or starts a new one. */
  async #takeProcess(key: string, memoryMb: number, timeoutMs: number): Promise<WarmProcess> {
    const index = this.#idleProcesses.findIndex(
      (candidate) => candidate.key === key && candidate.process.canRun(timeoutMs),
    )
    const [idleProcess] = index < 0 ? [] : this.#idleProcesses.splice(index, 1)
    if (idleProcess !== undefined) {
      idleProcess.process.setIdle(false)
      return idleProcess
    }
    // Idle processes of other work are stopped to make room.
    if (this.#processes.size >= this.#options.processesMax)
      await this.#drop(this.#idleProcesses.shift()?.process)
    const file = await this.#options.file?.()
    const process = this.#start({ memoryMb, file })
    try {
      await process.ready()
    } catch (error) {
      await this.#drop(process)
      throw error
    }
    return { key, process, requests: 0 }
  }

  async #drop(process: WorkProcess | undefined): Promise<void> {
    if (process === undefined) return
    this.#processes.delete(process)
    await process.kill()
  }

  async #release(warmProcess: WarmProcess): Promise<void> {
    const { requestsMax = 1000, idleMsMax = 60_000, processesMax } = this.#options
    const isSpent = !warmProcess.process.isAlive || warmProcess.requests >= requestsMax
    if (this.#isClosed || isSpent || this.#processes.size > processesMax) {
      await this.#drop(warmProcess.process)
      return
    }
    warmProcess.process.setIdle(true)
    this.#idleProcesses.push(warmProcess)
    const { requests } = warmProcess
    const evict = async (): Promise<void> => {
      const index = this.#idleProcesses.indexOf(warmProcess)
      if (index < 0 || warmProcess.requests !== requests) return
      this.#idleProcesses.splice(index, 1)
      await this.#drop(warmProcess.process)
    }
    setTimeout(() => void evict(), idleMsMax).unref()
  }
}

const stoppingFailure = (): WorkFailure => new WorkFailure('closed', 'The server is stopping.')

export const createPool = (options: PoolOptions): WorkPool => new Pool(options)
