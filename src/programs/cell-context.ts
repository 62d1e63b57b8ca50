// The context of one program call: it is created by the runner or a service and passed as one value to the program, its
// ports and its trace.
import type { CallKeys } from '../access/call-keys.ts'
import type { Scope } from '../access/scope.ts'
import type { Secrets } from '../access/secrets.ts'
import type { Clock } from '../kernel/clock.ts'
import type { SandboxPool } from '../kernel/work/calls.ts'
import type { EmbedLimits } from '../workflows/resolve.ts'
import type { Limiter } from './clients/limiter.ts'
import type { Outgoing } from './clients/outgoing.ts'
import type { RetryPolicy, RetryEnvironment } from './clients/retry.ts'
import type { SpanAddress } from './evaluators/evaluator.ts'
import type { ChatDelta } from './prompts/chat.ts'
import type { References } from './references.ts'
import type { Sandbox } from './sandbox/sandbox.ts'

/** Model calls of a program are numbered from 0. A call that is repeated starts again with `delta` absent. */
export type ModelListener = (event: {
  readonly call: number
  readonly model: string
  readonly delta?: ChatDelta
}) => void

export interface CellContext {
  readonly scope: Scope
  readonly kind: 'invocation' | 'annotation'
  /** The root span of the call's trace. */
  readonly span: SpanAddress
  /** The references of the trace: the program's three, those of the testset or query, and the testcase. */
  readonly references: References
  readonly retries: RetryPolicy
  /** Aborts the call and all calls that it makes. */
  readonly signal: AbortSignal
  /** Called while models answer; absent: models are not streamed. */
  readonly onModelEvent?: ModelListener | undefined
}

/** The parts of the server that program calls share. */
export interface ProgramParts {
  readonly clock: Clock
  readonly secrets: Pick<Secrets, 'list'>
  readonly sandbox: Sandbox
  /** Runs work whose cost a client controls in a separate process. */
  readonly sandboxPool: SandboxPool
  readonly outgoing: Outgoing
  readonly limiter: Limiter
  /** Undefined: programs behind urls get no call-scoped key. */
  readonly callKeys: Pick<CallKeys, 'use'> | undefined
  readonly embedLimits: EmbedLimits
  readonly timeoutMs: number
  readonly retryEnvironment?: RetryEnvironment
  /** Reports unexpected errors. */
  readonly onError: (error: unknown, message: string) => void
}
