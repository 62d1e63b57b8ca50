// src/programs/work: work whose cost a client decides (templates, schemas, evaluators) runs in processes with limits.
// calls.ts lists the calls, child.ts answers them inside a process.
// Imports kernel/work and programs/. Start here.
//
// The sandbox pool of the server: isolated processes that run child.ts, for work whose cost a client controls, and the
// ports of programs that use it. Refusals from the child are thrown here unchanged.
import { fileURLToPath } from 'node:url'
import { programFiles } from '../../kernel/installation.ts'
import type { Json, JsonObject } from '../../kernel/json/value.ts'
import { typedCalls, createSandboxPool, type CallOptions, type SandboxPool } from '../../kernel/work/calls.ts'
import type { PartyOf } from '../../kernel/parties.ts'
import { WorkFailure } from '../../kernel/work/failure.ts'
import { createPool, type WorkPool } from '../../kernel/work/pool.ts'
import type { WorkProgram } from '../../kernel/work/process.ts'
import type { Isolation } from '../../kernel/work/isolation.ts'
import { parquetProgram } from '../../testsets/import/parquet/parquet-work.ts'
import type { Ports } from '../evaluators/evaluator.ts'
import type { RenderWork } from '../prompts/prompt-ports.ts'
import { StepFailure } from '../failure.ts'
import { renderMessages } from '../prompts/messages.ts'
import { isPlain, plainCharactersMax, TooLong } from '../templates/plain.ts'
import { OutputLimit } from '../templates/values.ts'
import type { ProgramCalls } from './calls.ts'
import type { FailureLine } from './child.ts'

export interface SandboxPoolOptions {
  readonly isolation: Isolation
  readonly processesMax: number
  readonly secondsMax: number
  readonly memoryMb: number
  readonly partyOf?: PartyOf
}

const programOf = (file: string): WorkProgram => ({
  file,
  readable: programFiles(file),
  // Validators are generated from schemas.
  canGenerateCode: true,
  heapMb: (memoryMb) => memoryMb,
  answerBytesMax: 512 * 1024 * 1024,
  cpuSeconds: 3600,
})

export function startSandboxPool({
  isolation,
  processesMax,
  secondsMax,
  memoryMb,
  partyOf,
}: SandboxPoolOptions): SandboxPool {
  const poolOf = (file: string): WorkPool =>
    createPool({ program: programOf(file), isolation, processesMax, partyOf, isShared: true })
  const pool = poolOf(fileURLToPath(new URL('child.ts', import.meta.url)))
  // Imports take long: they have their own processes.
  return createSandboxPool({ pool, files: poolOf(parquetProgram) }, { secondsMax, memoryMb })
}

const isFailureLine = (detail: unknown): detail is FailureLine =>
  typeof detail === 'object' && detail !== null && 'step' in detail

/** Converts a failure of the pool into a step failure. */
export function stepFailureOf(error: unknown): unknown {
  if (!(error instanceof WorkFailure)) return error
  const { reason, message, detail } = error
  switch (reason) {
    case 'refused':
      return isFailureLine(detail) ? new StepFailure(detail.step.code, message, detail.step) : error
    case 'time':
      return new StepFailure('timeout', message, { cause: error })
    case 'closed':
      return new StepFailure('sandbox', message, { isRetryable: true, cause: error })
    default:
      return new StepFailure('not_runnable', message, { cause: error })
  }
}

const callSandbox = typedCalls<ProgramCalls>()

/** The time limit of a regular expression. */
const patternTimeoutMs = 1000

type WorkPorts = Pick<Ports, 'evaluatePure' | 'render' | 'mismatch'>

/** Renders short, plain templates in this process: that costs less than a call to the pool. */
function renderInProcess({ messages, format, values }: RenderWork): readonly JsonObject[] | undefined {
  if (!isPlain(messages, format)) return undefined
  try {
    return renderMessages(messages, {
      format,
      values,
      limit: new OutputLimit(plainCharactersMax, () => new TooLong()),
    })
  } catch (error) {
    if (error instanceof TooLong) return undefined
    throw error
  }
}

/** The ports of programs that run in the pool. */
export function workPorts(pool: SandboxPool, callOptions: CallOptions): WorkPorts {
  const asStep = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      throw stepFailureOf(error)
    }
  }
  return {
    evaluatePure: async (work) => {
      if (work.key !== 'auto_regex_test') return asStep(callSandbox(pool, 'evaluatePure', work, callOptions))
      try {
        return await asStep(
          callSandbox(pool, 'evaluatePure', work, { ...callOptions, timeoutMs: patternTimeoutMs }),
        )
      } catch (error) {
        if (!(error instanceof StepFailure) || error.code !== 'timeout') throw error
        const message = `The pattern could not be matched within ${patternTimeoutMs} ms.`
        throw new StepFailure('timeout', message, { cause: error })
      }
    },
    render: async (work) => renderInProcess(work) ?? asStep(callSandbox(pool, 'render', work, callOptions)),
    mismatch: async (schema: JsonObject, value: Json) =>
      (await asStep(callSandbox(pool, 'mismatches', { schema, value, isExhaustive: false }, callOptions)))[0],
  }
}
