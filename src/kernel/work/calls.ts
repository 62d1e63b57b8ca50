// Typed calls to a program of the pool that answers several: what is asked and answered crosses as JSON. A refusal that the
// work itself has a code for is thrown on this side as it was thrown on that one.
import { AssayError, type ErrorCode, type ErrorDetail } from '../errors.ts'
import { WorkFailure } from './failure.ts'
import type { WorkPool } from './pool.ts'

/** What a program can be asked, by name. */
export type Calls = Readonly<Record<string, (args: never) => unknown>>

export interface Asking {
  /** Whose turn it takes. */
  readonly project: string
  readonly signal?: AbortSignal | undefined
  /** Shorter than the limit of the settings, where the work has one of its own. */
  readonly timeoutMs?: number | undefined
}

/** Several calls to one process that reads an open file as descriptor 3. */
export interface FileSession {
  readonly ask: (call: string, args: unknown) => Promise<unknown>
  readonly end: () => Promise<void>
}

/** Where work is done whose cost a client decides. Rejects with AssayError or WorkFailure. */
export interface Workshop {
  readonly ask: (call: string, args: unknown, asking: Asking) => Promise<unknown>
  readonly openFile: (project: string, file: number) => Promise<FileSession>
  readonly close: () => Promise<void>
}

/** The calls of one room, typed: `const ask = asker<typeof parquetCalls>()`. */
export const asker =
  <C extends Calls>() =>
  <N extends keyof C & string>(
    workshop: Pick<Workshop, 'ask'>,
    call: N,
    args: Parameters<C[N]>[0],
    asking: Asking,
  ) =>
    workshop.ask(call, args, asking) as Promise<Awaited<ReturnType<C[N]>>>

interface CallLine {
  readonly call: string
  readonly args: unknown
}

type AnswerLine =
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

/** The sentence of a failure names the limit and its setting. */
function limited(error: unknown, { secondsMax, memoryMb }: WorkLimits): unknown {
  if (!(error instanceof WorkFailure)) return error
  const { reason } = error
  if (reason === 'time') {
    const message = `It takes longer than such work may: ${secondsMax} s (work.seconds_max).`
    return new WorkFailure('time', message, { cause: error })
  }
  if (reason === 'memory' || reason === 'answer') {
    const message = `It takes more memory than such work may: ${memoryMb} MB (work.memory_mb_max).`
    return new WorkFailure('memory', message, { cause: error })
  }
  return error
}

function valueOf(line: string): unknown {
  const answer = JSON.parse(line) as AnswerLine
  if (answer.ok) return answer.value
  if ('memory' in answer) throw new WorkFailure('memory', 'It needs more memory.')
  if ('code' in answer) throw new AssayError(answer.code, answer.detail, { extra: answer.extra })
  throw new WorkFailure('refused', answer.message, { detail: answer.detail })
}

export function createWorkshop(pool: WorkPool, limits: WorkLimits): Workshop {
  const { memoryMb } = limits
  const secondsMs = limits.secondsMax * 1000
  const ask: Workshop['ask'] = async (call, args, { project, signal, timeoutMs = secondsMs }) => {
    const line = JSON.stringify({ call, args } satisfies CallLine)
    try {
      return valueOf(
        await pool.run({ project, line, memoryMb, signal, timeoutMs: Math.min(timeoutMs, secondsMs) }),
      )
    } catch (error) {
      throw limited(error, timeoutMs < secondsMs ? { ...limits, secondsMax: timeoutMs / 1000 } : limits)
    }
  }
  return {
    ask,
    openFile: async (project, file) => {
      const session = await pool.open({ project, memoryMb, file })
      return {
        ask: async (call, args) => {
          try {
            return valueOf(await session.ask(JSON.stringify({ call, args }), secondsMs))
          } catch (error) {
            throw limited(error, limits)
          }
        },
        end: session.end,
      }
    },
    close: pool.close,
  }
}

/** What allocations say that the limits of the process refused. */
const outOfMemory =
  /Array buffer allocation failed|Invalid (typed )?array (buffer )?length|Invalid string length/

/** The answer to a line, for child-loop.ts. `detailOf` is what rooms above know about errors of their own. */
export async function answerCall(
  calls: Calls,
  line: string,
  detailOf: (error: unknown) => unknown,
): Promise<string> {
  const { call, args } = JSON.parse(line) as CallLine
  let answer: AnswerLine
  try {
    const work = Object.hasOwn(calls, call) ? calls[call] : undefined
    if (work === undefined) throw new Error(`there is no call '${call}'`)
    answer = { ok: true, value: await work(args as never) }
  } catch (error) {
    if (error instanceof AssayError) {
      const { code, detail, extra } = error
      answer = { ok: false, code, detail, extra }
    } else {
      const message = error instanceof Error ? error.message : String(error)
      const isFull = error instanceof RangeError && outOfMemory.test(message)
      answer = isFull ? { ok: false, memory: true } : { ok: false, message, detail: detailOf(error) }
    }
  }
  return JSON.stringify(answer)
}
