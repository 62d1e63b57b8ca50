// Executing one cell of a run: what whoever runs a run hands in, and what it gets back.
// This folder computes cells: it finds what runs a revision, runs it, and writes the trace. It keeps no state of runs.
// May import the rest of programs/ and what stands below it. Start here, then executor.ts.
import type { Json, JsonObject } from '../../kernel/json/value.ts'
import type { Scope } from '../../access/scope.ts'
import type { Revision } from '../../storage/contract/contract.ts'
import type { ResultError } from '../failure.ts'
import type { References } from '../references.ts'

/** A stored trace that a cell works on. */
export interface KnownTrace {
  readonly traceId: string
  /** Its root span. */
  readonly spanId: string
  /** The root span as tracing answers it. */
  readonly root: JsonObject
  /** The whole trace as tracing answers it (`{trace_id, spans}`); absent: the root span stands for it. */
  readonly trace?: JsonObject
}

/** What an annotation judges: an invocation of the run. */
export interface JudgedInvocation {
  readonly traceId: string
  readonly spanId: string
  readonly outputs: Json
  /** The trace as tracing answers it (`{trace_id, spans}`), or its root span. */
  readonly trace?: JsonObject
}

/**
 * One cell to compute. References and the judged invocation are resolved by the caller. The ids follow from the cell and
 * its generation, so that computing it again after a crash overwrites its own trace.
 */
export interface CellWork {
  readonly scope: Scope
  readonly runId: string
  readonly scenarioId: string
  readonly stepKey: string
  readonly repeatIdx: number
  readonly kind: 'invocation' | 'annotation'
  readonly traceId: string
  readonly spanId: string
  /** The application, workflow or evaluator. */
  readonly revision: Revision
  /** Of the trace: the triple of the program, that of the testset or query, the testcase. */
  readonly references: References
  readonly testcase?: { readonly id: string; readonly data: JsonObject }
  /** The trace that a scenario is about: its inputs are used, and it is judged where no invocation is. */
  readonly sourceTrace?: KnownTrace
  readonly judged?: JudgedInvocation
  /** Take the `repeatIdx`-th successful trace of an equal cell, if there is one. */
  readonly cached: boolean
  readonly retry: { readonly maxRetries: number; readonly retryDelaySeconds: number }
}

export type CellOutcome =
  | {
      readonly status: 'success'
      readonly traceId: string
      readonly spanId: string
      readonly hashId: string
      readonly outputs: Json
    }
  | {
      readonly status: 'failure'
      /** The trace that tells of the failure. */
      readonly traceId?: string
      readonly hashId?: string
      readonly error: ResultError
    }

export interface Executor {
  /**
   * Computes a cell; its trace can be read when this resolves. Failures of programs are outcomes. It rejects with the
   * reason of the signal when that is aborted, and with an AssayError when a store cannot be used: nothing is known about
   * the cell then, and it may be executed again.
   */
  execute(work: CellWork, signal: AbortSignal): Promise<CellOutcome>
  /** Ends what is under way and kills the sandbox. */
  close(): Promise<void>
}
