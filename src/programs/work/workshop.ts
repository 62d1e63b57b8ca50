// The workshop of the server: processes that run child.ts behind the walls of kernel/work, for work whose cost a client
// decides, and what programs ask of it. A refusal of the work is thrown here as it was thrown there.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { dependencyRoots, programRoot } from '../../kernel/installation.ts'
import type { Json, JsonObject } from '../../kernel/json/value.ts'
import { typedCalls, createSandboxPool, type CallOptions, type SandboxPool } from '../../kernel/work/calls.ts'
import type { PartyOf } from '../../kernel/parties.ts'
import { WorkFailure } from '../../kernel/work/failure.ts'
import { createPool, type WorkPool } from '../../kernel/work/pool.ts'
import type { WorkProgram } from '../../kernel/work/process.ts'
import type { Isolation } from '../../kernel/work/isolation.ts'
import { parquetProgram } from '../../testsets/import/parquet-work.ts'
import type { Ports, Rendering } from '../evaluators/evaluator.ts'
import { StepFailure } from '../failure.ts'
import { renderedMessages } from '../prompts/messages.ts'
import { isPlain, plainCharactersMax, TooLong } from '../templates/plain.ts'
import { OutputLimit } from '../templates/values.ts'
import type { ProgramCalls } from './calls.ts'
import type { FailureLine } from './child.ts'

export interface WorkshopOptions {
  readonly walls: Isolation
  readonly processesMax: number
  readonly secondsMax: number
  readonly memoryMb: number
  readonly partyOf?: PartyOf
}

const programOf = (file: string): WorkProgram => ({
  file,
  readable: [
    ...[join(programRoot, 'src'), ...dependencyRoots].map((path) => `${path}/*`),
    join(programRoot, 'package.json'),
  ],
  // Validators are compiled from schemas.
  makesCode: true,
  heapMb: (memoryMb) => memoryMb,
  answerBytesMax: 512 * 1024 * 1024,
  cpuSeconds: 3600,
})

export function startWorkshop({
  walls,
  processesMax,
  secondsMax,
  memoryMb,
  partyOf,
}: WorkshopOptions): SandboxPool {
  const poolOf = (file: string): WorkPool =>
    createPool({ program: programOf(file), walls, processesMax, partyOf, isShared: true })
  const pool = poolOf(fileURLToPath(new URL('child.ts', import.meta.url)))
  // Imports take long: they have places of their own.
  return createSandboxPool({ pool, files: poolOf(parquetProgram) }, { secondsMax, memoryMb })
}

const isFailureLine = (detail: unknown): detail is FailureLine =>
  typeof detail === 'object' && detail !== null && 'step' in detail

/** The failure of a step that could not be worked on. */
export function stepFailureOf(error: unknown): unknown {
  if (!(error instanceof WorkFailure)) return error
  const { reason, message, detail } = error
  switch (reason) {
    case 'refused':
      return isFailureLine(detail) ? new StepFailure(detail.step.code, message, detail.step) : error
    case 'time':
      return new StepFailure('timeout', message, { cause: error })
    case 'closed':
      return new StepFailure('sandbox', message, { retryable: true, cause: error })
    default:
      return new StepFailure('not_runnable', message, { cause: error })
  }
}

const ask = typedCalls<ProgramCalls>()

/** What a pattern may take, and what is said when it takes longer. */
const patternTimeoutMs = 1000

type WorkPorts = Pick<Ports, 'judgement' | 'render' | 'mismatch'>

/** Most templates are short and plain: they are filled in at once, and cost less than the question. */
function renderedHere({ messages, format, values }: Rendering): readonly JsonObject[] | undefined {
  if (!isPlain(messages, format)) return undefined
  try {
    return renderedMessages(
      messages,
      format,
      values,
      new OutputLimit(plainCharactersMax, () => new TooLong()),
    )
  } catch (error) {
    if (error instanceof TooLong) return undefined
    throw error
  }
}

/** The ports of programs that lead to the workshop. */
export function workPorts(workshop: SandboxPool, asking: CallOptions): WorkPorts {
  const step = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      throw stepFailureOf(error)
    }
  }
  return {
    judgement: async (work) => {
      if (work.key !== 'auto_regex_test') return step(ask(workshop, 'judgement', work, asking))
      try {
        return await step(ask(workshop, 'judgement', work, { ...asking, timeoutMs: patternTimeoutMs }))
      } catch (error) {
        if (!(error instanceof StepFailure) || error.code !== 'timeout') throw error
        const message = `The pattern could not be matched within ${patternTimeoutMs} ms.`
        throw new StepFailure('timeout', message, { cause: error })
      }
    },
    render: async (work) => renderedHere(work) ?? step(ask(workshop, 'render', work, asking)),
    mismatch: async (schema: JsonObject, value: Json) =>
      (await step(ask(workshop, 'mismatches', { schema, value, all: false }, asking)))[0],
  }
}
