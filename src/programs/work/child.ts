// The program of a process of the sandbox pool. It runs code of the server on data from clients.
import { serveCalls } from '../../kernel/work/serve-calls.ts'
import { StepFailure, type FailureCode } from '../failure.ts'
import { programCalls } from './calls.ts'

/** A StepFailure as it crosses the process boundary. */
export interface FailureLine {
  readonly step: { readonly code: FailureCode; readonly status: number }
}

await serveCalls(programCalls, (error): FailureLine | undefined =>
  error instanceof StepFailure ? { step: { code: error.code, status: error.status } } : undefined,
)
