// Runs a revision once: resolves its embeds, then runs its program. Errors of the program are outcomes; only aborts and
// unavailable stores are thrown.
import type { CallKeys } from '../../access/call-keys.ts'
import type { Secret, Secrets } from '../../access/secrets.ts'
import type { Clock } from '../../kernel/clock.ts'
import { AssayError } from '../../kernel/errors.ts'
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json/value.ts'
import type { SandboxPool } from '../../kernel/work/calls.ts'
import type { Scope } from '../../access/scope.ts'
import { objectAt } from '../../workflows/builtins/schema-parts.ts'
import { resolveData, type EmbedLimits } from '../../workflows/resolve.ts'
import { resolvedHeaders } from '../clients/headers.ts'
import { invoke, type Invocation, type InvocationResult } from '../clients/invoke.ts'
import type { Limiter } from '../clients/limiter.ts'
import type { Outgoing } from '../clients/outgoing.ts'
import { withRetries, type RetryPolicy, type RetryWorld } from '../clients/retry.ts'
import type { ProgramInput, SpanAddress } from '../evaluators/evaluator.ts'
import { badSettings, StepFailure } from '../failure.ts'
import { createPorts, hostOf, type ModelUse } from '../ports.ts'
import { runApplication, runEvaluatorProgram } from '../programs.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { References } from '../references.ts'

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
  readonly world?: RetryWorld
  /** Reports unexpected errors. */
  readonly onError: (error: unknown, message: string) => void
}

export interface ProgramWork {
  readonly scope: Scope
  readonly kind: 'invocation' | 'annotation'
  /** The payload of the revision as stored. */
  readonly data: JsonObject
  /** Inputs and testcase; for an evaluator also the values to evaluate. */
  readonly input: ProgramInput
  /** The parent of the program's own spans. */
  readonly span: SpanAddress
  readonly references: References
  readonly retries: RetryPolicy
}

export interface ProgramOutcome {
  readonly result:
    | { readonly ok: true; readonly outputs: Json }
    | { readonly ok: false; readonly failure: StepFailure }
  readonly uses: readonly ModelUse[]
  /** With embeds resolved. */
  readonly parameters: JsonObject
  readonly startedAt: string
  readonly endedAt: string
  /** The trace that the program reports for the call, if it is not the one we offered. */
  readonly reportedTrace?: { readonly traceId: string; readonly spanId?: string }
}

/** Facts collected during a run beside its outputs. */
interface Collected {
  readonly uses: ModelUse[]
  parameters: JsonObject
  reportedTrace: ProgramOutcome['reportedTrace']
}

async function resolvedPayload(parts: ProgramParts, { scope, data }: ProgramWork): Promise<JsonObject> {
  const source = { reads: scope.store.read, projectId: scope.projectId }
  try {
    return (await resolveData(source, data, { ...parts.embedLimits, errorPolicy: 'exception' })).data
  } catch (error) {
    if (!(error instanceof AssayError) || error.code !== 'embed_failed') throw error
    throw badSettings(`The embeds of the revision cannot be resolved: ${error.message}`)
  }
}

const linksOf = ({ link }: ProgramInput): JsonObject | undefined =>
  link && { invocation: { trace_id: link.traceId, span_id: link.spanId } }

/** Links, trace and outputs are for evaluators only. */
const evaluatorMembers = ({ kind, input }: ProgramWork): Partial<Invocation> => {
  if (kind === 'invocation') return {}
  const links = linksOf(input)
  return {
    ...(links === undefined ? {} : { links }),
    ...(input.trace === undefined ? {} : { trace: input.trace }),
    ...(input.outputs === undefined ? {} : { outputs: input.outputs }),
  }
}

interface UrlCall {
  readonly parts: ProgramParts
  readonly work: ProgramWork
  readonly data: JsonObject
  readonly secrets: () => Promise<readonly Secret[]>
  readonly signal: AbortSignal
}

/** Calls the program behind a url. */
async function callUrl(
  { parts, work, data, secrets, signal }: UrlCall,
  url: string,
): Promise<InvocationResult> {
  const { input, span } = work
  const headers = resolvedHeaders(data['headers'], data['headers'] === undefined ? [] : await secrets())
  const call: Invocation = {
    outgoing: parts.outgoing,
    url,
    headers,
    span,
    references: work.references as JsonObject,
    revision: data,
    parameters: objectAt(data, 'parameters') ?? {},
    inputs: input.inputs,
    ...(input.testcase === undefined ? {} : { testcase: input.testcase }),
    ...evaluatorMembers(work),
    timeoutMs: parts.timeoutMs,
    signal,
  }
  const hasOwnKey = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')
  const callKeys = hasOwnKey ? undefined : parts.callKeys
  const { projectId } = work.scope
  const attempt = (): Promise<InvocationResult> =>
    callKeys === undefined
      ? invoke(call)
      : callKeys.use({ projectId, traceId: span.traceId }, (authorization) =>
          invoke({ ...call, authorization }),
        )
  return withRetries(work.retries, () => parts.limiter.admit(hostOf(url), attempt, signal), {
    signal,
    ...(parts.world === undefined ? {} : { world: parts.world }),
  })
}

async function outputsOf(
  parts: ProgramParts,
  work: ProgramWork,
  collected: Collected,
  signal: AbortSignal,
): Promise<Json> {
  const { scope, kind, input, span } = work
  const data = await resolvedPayload(parts, work)
  collected.parameters = objectAt(data, 'parameters') ?? {}
  let memoized: Promise<readonly Secret[]> | undefined
  const secrets = (): Promise<readonly Secret[]> => (memoized ??= parts.secrets.list(scope))
  const ports = createPorts({
    projectId: scope.projectId,
    secrets,
    sandbox: parts.sandbox,
    sandboxPool: parts.sandboxPool,
    outgoing: parts.outgoing,
    retries: work.retries,
    timeoutMs: parts.timeoutMs,
    signal,
    limiter: parts.limiter,
    clock: parts.clock,
    onUse: (use) => collected.uses.push(use),
    ...(parts.world === undefined ? {} : { world: parts.world }),
  })
  const invokeUrl = async (url: string): Promise<Json> => {
    const { outputs, traceId, spanId } = await callUrl({ parts, work, data, secrets, signal }, url)
    if (traceId !== undefined && traceId !== span.traceId) {
      collected.reportedTrace = { traceId, ...(spanId === undefined ? {} : { spanId }) }
    }
    return outputs
  }
  if (kind === 'annotation') return runEvaluatorProgram({ data, input, ports, invokeUrl })
  const { inputs, testcase } = input
  const row: JsonObject | undefined = testcase && { ...testcase }
  return runApplication({ data, inputs, testcase: row, ports, invokeUrl })
}

/** Resolves with the value, or rejects with the signal's reason as soon as it aborts. */
async function unlessAborted<T>(value: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = (): void => reject(signal.reason as Error)
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([value, promise])
  } finally {
    signal.removeEventListener('abort', stop)
    // The abandoned work ends by itself: calls are aborted, code has its time limit.
    value.catch(() => undefined)
  }
}

/** A bug of ours must not be retried forever: it fails the cell and is reported. */
function failureFrom(parts: ProgramParts, error: unknown, signal: AbortSignal): StepFailure {
  signal.throwIfAborted()
  if (error instanceof StepFailure) return error
  if (error instanceof AssayError) throw error
  parts.onError(error, 'a program could not be run')
  return new StepFailure('not_runnable', `The program could not be run: ${String(error)}`, { cause: error })
}

/** Rejects only with the signal's reason, or when a store is unavailable. */
export async function runProgram(
  parts: ProgramParts,
  work: ProgramWork,
  signal: AbortSignal,
): Promise<ProgramOutcome> {
  const parameters = isJsonObject(work.data['parameters']) ? work.data['parameters'] : {}
  const collected: Collected = { uses: [], parameters, reportedTrace: undefined }
  const startedAt = parts.clock.now()
  let result: ProgramOutcome['result']
  try {
    result = { ok: true, outputs: await unlessAborted(outputsOf(parts, work, collected, signal), signal) }
  } catch (error) {
    result = { ok: false, failure: failureFrom(parts, error, signal) }
  }
  return {
    result,
    uses: collected.uses,
    parameters: collected.parameters,
    startedAt,
    endedAt: parts.clock.now(),
    ...(collected.reportedTrace === undefined ? {} : { reportedTrace: collected.reportedTrace }),
  }
}
