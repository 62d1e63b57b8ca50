// Runs code of users in processes of their own (child.ts says what keeps it in). Processes stay warm: a run in one that
// is ready takes 1.5 ms, starting one takes 60 to 140 ms (two cores, Node 24; four times as much when the machine has
// five times the work it can do). They are reused only within a scope, one project say, so that whatever code could
// leave behind in a process meets only code of the same owner. docs/adr/017-code-runs-in-processes.md has the choice.
import { stripTypeScriptTypes } from 'node:module'
import { parseJson } from '../../kernel/json/parse.ts'
import { isJsonObject, type Json } from '../../kernel/json/value.ts'
import { badSettings, StepFailure } from '../failure.ts'
import type { SandboxRequest } from './child.ts'
import { SandboxProcess } from './process.ts'

export interface SandboxJob {
  /** Processes are never shared between scopes. */
  readonly scope: string
  readonly code: string
  readonly language: 'javascript' | 'typescript'
  /** The function to call, by the names it may have. */
  readonly functions: readonly string[]
  readonly argument: Json
  readonly timeoutMs: number
  readonly memoryMb: number
}

export interface Sandbox {
  /** What the function answered; undefined when that is nothing. Every failure is a StepFailure of code `sandbox`. */
  run(job: SandboxJob): Promise<Json | undefined>
  /** Kills all processes; runs under way fail. */
  close(): Promise<void>
}

export interface SandboxOptions {
  /** Processes at a time; further runs wait their turn. */
  readonly processesMax?: number
  /** Runs after which a process is replaced. */
  readonly runsMax?: number
  /** How long a process is kept that nobody needs. */
  readonly idleMsMax?: number
}

/** How much later than its parent a process ends code by itself: a server that was killed leaves no loop behind. */
const ownLimitMs = 2000

interface Warm {
  readonly key: string
  readonly process: SandboxProcess
  runs: number
}

/** Scripts written as modules: the word alone is dropped, since nothing imports them. */
const withoutExports = (code: string): string =>
  code.replace(/^([ \t]*)export\s+(?=(?:async\s+)?function\b|const\b|let\b|var\b|class\b)/gm, '$1')

function javascriptOf({ code, language }: SandboxJob): string {
  if (language === 'javascript') return withoutExports(code)
  try {
    return withoutExports(stripTypeScriptTypes(code))
  } catch (error) {
    throw badSettings(`The code is not TypeScript that only needs its types removed: ${String(error)}`)
  }
}

/** The line comes from a process that ran foreign code, so nothing about it is taken for granted. */
function answerOf(line: string): Json | undefined {
  try {
    const answer = parseJson(line)
    if (isJsonObject(answer) && answer['ok'] === true) {
      return typeof answer['value'] === 'string' ? parseJson(answer['value']) : undefined
    }
    if (isJsonObject(answer) && typeof answer['reason'] === 'string') {
      throw new StepFailure('sandbox', answer['reason'])
    }
  } catch (error) {
    if (error instanceof StepFailure) throw error
    throw new StepFailure('sandbox', 'The answer of the code cannot be kept as JSON.', { cause: error })
  }
  throw new StepFailure('sandbox', 'The sandbox answered nothing that can be read.')
}

export function createSandbox({
  processesMax = 4,
  runsMax = 1000,
  idleMsMax = 60_000,
}: SandboxOptions = {}): Sandbox {
  const idle: Warm[] = []
  const all = new Set<SandboxProcess>()
  const queue: (() => void)[] = []
  let busy = 0
  let closed = false

  const turn = async (): Promise<void> => {
    if (busy >= processesMax) await new Promise<void>((resolve) => queue.push(resolve))
    else busy += 1
  }
  const endTurn = (): void => {
    const next = queue.shift()
    if (next === undefined) busy -= 1
    else next()
  }

  const take = async (key: string, memoryMb: number): Promise<Warm> => {
    const at = idle.findIndex((warm) => warm.key === key && warm.process.isAlive)
    const [found] = at < 0 ? [] : idle.splice(at, 1)
    if (found !== undefined) {
      found.process.setIdle(false)
      return found
    }
    // Only as many processes as there are turns: one that waits for another scope makes room.
    if (idle.length + busy > processesMax) await drop(idle.shift())
    const process = new SandboxProcess(memoryMb)
    all.add(process)
    await process.ready()
    return { key, process, runs: 0 }
  }
  const drop = async (warm: Warm | undefined): Promise<void> => {
    if (warm === undefined) return
    all.delete(warm.process)
    await warm.process.kill()
  }
  const giveBack = async (warm: Warm): Promise<void> => {
    if (closed || !warm.process.isAlive || warm.runs >= runsMax) {
      await drop(warm)
      return
    }
    warm.process.setIdle(true)
    idle.push(warm)
    const { runs } = warm
    const evict = async (): Promise<void> => {
      const at = idle.indexOf(warm)
      if (at < 0 || warm.runs !== runs) return
      idle.splice(at, 1)
      await drop(warm)
    }
    setTimeout(() => void evict(), idleMsMax).unref()
  }

  return {
    async run(job) {
      const request: SandboxRequest = {
        code: javascriptOf(job),
        functions: job.functions,
        argument: JSON.stringify(job.argument),
        timeoutMs: job.timeoutMs + ownLimitMs,
      }
      await turn()
      try {
        if (closed) throw new StepFailure('sandbox', 'The server is stopping.', { retryable: true })
        const warm = await take(`${job.memoryMb} ${job.scope}`, job.memoryMb)
        try {
          warm.runs += 1
          return answerOf(await warm.process.ask(JSON.stringify(request), job.timeoutMs))
        } finally {
          await giveBack(warm)
        }
      } finally {
        endTurn()
      }
    },
    async close() {
      closed = true
      await Promise.all([...all].map((process) => process.kill()))
    },
  }
}
