// The contract for executing one cell of a run. This folder resolves the program of a revision, runs it, and writes the
// trace. It has no state of runs.
// May import the rest of programs/ and the modules below it. Start here, then executor.ts.
import type { Json, JsonObject } from '../../kernel/json/value.ts'
import type { Revision } from '../../storage/contract/contract.ts'
import type { CellContext } from '../cell-context.ts'
import type { ResultError } from '../failure.ts'
import type { CellAddress } from './cell.ts'

/** A stored trace that is the input of a cell. */
export interface StoredTrace {
  readonly traceId: string
  /** Its root span. */
  readonly spanId: string
  /** The root span in wire form. */
  readonly root: JsonObject
  /** The full trace in wire form (`{trace_id, spans}`); absent: the root span represents it. */
  readonly trace?: JsonObject
}

/** The invocation of the run that an annotation evaluates. */
export interface EvaluatedInvocation {
  readonly traceId: string
  readonly spanId: string
  readonly outputs: Json
  /** The trace in wire form (`{trace_id, spans}`), or its root span. */
  readonly trace?: JsonObject
}

/**
 * One cell to compute. The caller resolves references and the evaluated invocation. The ids derive from the cell and
 * its generation, so computing it again after a crash overwrites its own trace.
 */
export interface CellWork extends Omit<CellContext, 'signal'>, CellAddress {
  /** The application, workflow or evaluator. */
  readonly revision: Revision
  readonly testcase?: { readonly id: string; readonly data: JsonObject }
  /** The trace of the scenario: its inputs are used, and it is evaluated if there is no invocation. */
  readonly sourceTrace?: StoredTrace
  readonly evaluatedInvocation?: EvaluatedInvocation
  /** Reuse the `repeatIdx`-th successful trace of an equal cell, if there is one. */
  readonly isCached: boolean
  /** A process that computed the cell crashed; its trace may be stored. */
  readonly wasTakenBefore: boolean
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
      /** The trace that describes the failure. */
      readonly traceId?: string
      readonly hashId?: string
      readonly error: ResultError
    }

export interface Executor {
  /**
   * Computes a cell; its trace is readable when this resolves, or at least durable if the signal aborts meanwhile.
   * Failures of programs are outcomes. Rejects with the signal's reason on abort, and with an AssayError when a store
   * is unavailable before the program is called: then the cell may be executed again. A finished call is not repeated.
   */
  execute(work: CellWork, signal: AbortSignal): Promise<CellOutcome>
  /** Aborts running cells and waits until they have ended. */
  close(): Promise<void>
}
