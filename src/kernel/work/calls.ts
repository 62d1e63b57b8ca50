// Typed calls to a program of the pool. Arguments and results cross the process boundary as JSON. An
// AssayError of the work is thrown again on this side.
import type { SlotUsage } from '../fair-semaphore.ts'
import { AssayError, type ErrorCode, type ErrorDetail } from '../errors.ts'
import { WorkFailure } from './failure.ts'
import type { WorkPool } from './pool.ts'

/** The functions of a program, by name. */
export type Calls = Readonly<Record<string, (args: never) => unknown>>

export interface CallOptions {
  /** The project whose share of the pool the call uses. */
  readonly project: string
  readonly signal?: AbortSignal | undefined
  /** A limit of this work, lower than that of the settings. */
  readonly timeoutMs?: number | undefined
}

/** A sequence of calls to one process, which reads an open file as descriptor 3. */
export interface FileSession {
  readonly ask: (call: string, args: unknown) => Promise<unknown>
  readonly end: () => Promise<void>
}

/** Runs work whose cost a client decides. Rejects with AssayError or WorkFailure. */
export interface SandboxPool {
  readonly ask: (call: string, args: unknown, options: CallOptions) => Promise<unknown>
  /** An abort of the signal kills the process. */
  readonly openFile: (options: Omit<CallOptions, 'timeoutMs'>, file: number) => Promise<FileSession>
  /** The usage of each pool, by name. */
  readonly usage: () => Readonly<Record<'work' | 'files', SlotUsage>>
  readonly close: () => Promise<void>
}

/** Typed calls of one module: `const ask = typedCalls<typeof parquetCalls>()`. */
export const typedCalls =
  <C extends Calls>() =>
  <N extends keyof C & string>(
    pool: Pick<SandboxPool, 'ask'>,
    call: N,
    args: Parameters<C[N]>[0],
    options: CallOptions,
  ) =>
    pool.ask(call, args, options) as Promise<Awaited<ReturnType<C[N]>>>

export interface CallLine {
  readonly call: string
  readonly args: unknown
}

export type AnswerLine =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly memory: true }
  | { readonly ok: false; readonly message: string; readonly detail?: unknown }
  | {
      readonly ok: false
      readonly code: ErrorCode
      readonly detail: ErrorDetail
      readonly extra: { readonly [key: string]: unknown }
    }

export interface WorkLimits {
  readonly secondsMax: number
  readonly memoryMb: number
}

/** Adds the limit and its setting to the message of a failure. */
function withLimit(error: unknown, { secondsMax, memoryMb }: WorkLimits): unknown {
  if (!(error instanceof WorkFailure)) return error
  const { reason } = error
  if (reason === 'time') {
    const message = `It takes longer than the limit: ${secondsMax} s (work.seconds_max).`
    return new WorkFailure('time', message, { cause: error, limit: secondsMax, setting: 'work.seconds_max' })
  }
  if (reason === 'memory' || reason === 'answer') {
    const message = `It takes more memory than the limit: ${memoryMb} MB (work.memory_mb_max).`
    return new WorkFailure('memory', message, {
      cause: error,
      limit: memoryMb,
      setting: 'work.memory_mb_max',
    })
  }
  return error
}

function valueOf(line: string): unknown {
  const answer: AnswerLine = JSON.parse(line)
  if (answer.ok) return answer.value
  if ('memory' in answer) throw new WorkFailure('memory', 'It needs more memory.')
  if ('code' in answer) throw new AssayError(answer.code, answer.detail, { extra: answer.extra })
  throw new WorkFailure('refused', answer.message, { detail: answer.detail })
}

/** `files`: the processes that read one file each. */
export function createSandboxPool(
  { pool, files }: { readonly pool: WorkPool; readonly files: WorkPool },
  limits: WorkLimits,
): SandboxPool {
  const { memoryMb } = limits
  const secondsMs = limits.secondsMax * 1000
  const ask: SandboxPool['ask'] = async (call, args, { project, signal, timeoutMs = secondsMs }) => {
    const line = JSON.stringify({ call, args } satisfies CallLine)
    try {
      return valueOf(
        await pool.run({ project, line, memoryMb, signal, timeoutMs: Math.min(timeoutMs, secondsMs) }),
      )
    } catch (error) {
      throw withLimit(error, timeoutMs < secondsMs ? { ...limits, secondsMax: timeoutMs / 1000 } : limits)
    }
  }
  return {
    ask,
    usage: () => ({ work: pool.usage(), files: files.usage() }),
    openFile: async ({ project, signal }, file) => {
      const session = await files.open({ project, memoryMb, file, signal })
      return {
        ask: async (call, args) => {
          try {
            return valueOf(await session.ask(JSON.stringify({ call, args }), secondsMs))
          } catch (error) {
            throw withLimit(error, limits)
          }
        },
        end: session.end,
      }
    },
    close: async () => {
      await Promise.all([pool.close(), files.close()])
    },
  }
}
