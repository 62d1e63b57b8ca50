// Runs code of clients in isolated processes (see child.ts and kernel/work/isolation.ts). Processes stay warm and are
// reused only within one project, so that leftovers in a process meet only code of the same owner.
// docs/adr/028-isolate-client-work.md has the decision and the measurements.
import { fileURLToPath } from 'node:url'
import { programFiles } from '../../kernel/installation.ts'
import { parseJsonInSlices } from '../../kernel/json/parse.ts'
import { isJsonObject, type Json } from '../../kernel/json/value.ts'
import type { PartyOf } from '../../kernel/parties.ts'
import { WorkFailure } from '../../kernel/work/failure.ts'
import type { SlotUsage } from '../../kernel/fair-semaphore.ts'
import { createPool, type WorkPool } from '../../kernel/work/pool.ts'
import type { WorkProgram } from '../../kernel/work/process.ts'
import type { Isolation } from '../../kernel/work/isolation.ts'
import { badSettings, StepFailure } from '../failure.ts'
import { answerValuesMax, isAnswerTooLarge } from '../nesting.ts'
import type { CodeLanguage, SandboxRequest } from './child.ts'
import { createPythonSnapshot, pythonProgram } from './python-snapshot.ts'

export interface SandboxJob {
  /** Processes are never shared between projects, and projects get fair shares. */
  readonly project: string
  readonly code: string
  readonly language: CodeLanguage
  /** The names that the function may have. */
  readonly functions: readonly string[]
  readonly argument: Json
  readonly timeoutMs: number
  readonly memoryMb: number
  /** Kills the process that runs the code. */
  readonly signal?: AbortSignal | undefined
}

export interface Sandbox {
  /** The return value of the function; undefined for nothing. Every failure is a StepFailure. */
  run(job: SandboxJob): Promise<Json | undefined>
  /** The usage of its pools, by name. */
  usage(): Readonly<Record<'javascript' | 'python', SlotUsage>>
  /** Kills all processes; active runs fail. */
  close(): Promise<void>
}

export interface SandboxOptions {
  readonly isolation: Isolation
  /** Concurrent processes; further runs wait. */
  readonly processesMax: number
  readonly partyOf?: PartyOf
  /** The directory of the snapshot of the Python interpreter (python-snapshot.ts). */
  readonly directory: string
  /** How long an idle process is kept. */
  readonly idleMsMax?: number
}

/** The heap outside the engine holds the request, the response and their copies. */
const heapMb = 128

const file = fileURLToPath(new URL('child.ts', import.meta.url))

export const sandboxProgram: WorkProgram = {
  file,
  readable: programFiles(file, ['@jitl/quickjs-wasmfile-release-sync']),
  canGenerateCode: false,
  heapMb: () => heapMb,
  // Results are verdicts, not files.
  answerBytesMax: 4 * 1024 * 1024,
  cpuSeconds: 300,
}

/**
 * The time after which a process aborts code by itself: later than the parent would (kernel/work/process.ts counts
 * processor time, with at most five times as much wall time), so that a busy machine does not abort a run that the
 * parent allows.
 */
const childTimeoutMs = (timeoutMs: number): number => 6 * timeoutMs + 2000

const sandboxFailure = (message: string, cause?: unknown): StepFailure =>
  new StepFailure('sandbox', message, { cause })

/** The line comes from a process that ran foreign code: it is not trusted. */
async function answerOf(line: string): Promise<Json | undefined> {
  try {
    const answer = await parseJsonInSlices(line)
    if (isJsonObject(answer) && answer['ok'] === true) {
      if (typeof answer['value'] !== 'string') return undefined
      if (isAnswerTooLarge(answer['value'])) {
        throw sandboxFailure(`The code returned more than ${answerValuesMax} values.`)
      }
      return await parseJsonInSlices(answer['value'])
    }
    if (isJsonObject(answer) && typeof answer['reason'] === 'string') {
      throw answer['isSettings'] === true ? badSettings(answer['reason']) : sandboxFailure(answer['reason'])
    }
  } catch (error) {
    if (error instanceof StepFailure) throw error
    throw sandboxFailure('The return value of the code is not valid JSON.', error)
  }
  throw sandboxFailure('The sandbox returned an unreadable response.')
}

function failureOf(error: WorkFailure, { timeoutMs, memoryMb }: SandboxJob): StepFailure {
  switch (error.reason) {
    case 'time':
      return sandboxFailure(`The code ran longer than ${timeoutMs} ms (timeout_ms).`, error)
    case 'memory':
      return sandboxFailure(`The code used more than ${memoryMb} MB of memory (memory_mb).`, error)
    case 'answer':
      return sandboxFailure(`The code returned more than ${sandboxProgram.answerBytesMax} bytes.`, error)
    case 'closed':
      return new StepFailure('sandbox', error.message, { isRetryable: true, cause: error })
    default:
      return sandboxFailure(`The code could not be completed: ${error.message}`, error)
  }
}

async function runIn(pool: WorkPool, job: SandboxJob): Promise<Json | undefined> {
  const { project, code, language, functions, timeoutMs, memoryMb, signal } = job
  const request: SandboxRequest = {
    code,
    language,
    functions,
    argument: JSON.stringify(job.argument),
    memoryMb,
    timeoutMs: childTimeoutMs(timeoutMs),
  }
  const line = JSON.stringify(request)
  try {
    return await answerOf(await pool.run({ project, line, timeoutMs, memoryMb, signal }))
  } catch (error) {
    throw error instanceof WorkFailure ? failureOf(error, job) : error
  }
}

export function createSandbox(options: SandboxOptions): Sandbox {
  const snapshot = createPythonSnapshot(options)
  const javascript = createPool({ ...options, program: sandboxProgram, isShared: false })
  const python = createPool({ ...options, program: pythonProgram, isShared: false, file: snapshot.open })
  return {
    usage: () => ({ javascript: javascript.usage(), python: python.usage() }),
    run: (job) => runIn(job.language === 'python' ? python : javascript, job),
    close: async () => {
      await Promise.all([javascript.close(), python.close()])
      await snapshot.close()
    },
  }
}
