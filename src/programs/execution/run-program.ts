// Running a revision once: its embeds are resolved, then whatever runs it is asked. What a program does wrong is an
// outcome; only a stop and stores that cannot be used are thrown.
import type { CallKeys } from '../../access/call-keys.ts'
import type { Secret, Secrets } from '../../access/secrets.ts'
import type { Clock } from '../../kernel/clock.ts'
import { AssayError } from '../../kernel/errors.ts'
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json/value.ts'
import type { SandboxPool } from '../../kernel/work/calls.ts'
import type { Scope } from '../../access/scope.ts'
import { objectAt } from '../../workflows/builtins/words.ts'
import { resolveData, type EmbedLimits } from '../../workflows/resolve.ts'
import { resolvedHeaders } from '../clients/headers.ts'
import { invoke, type Invocation, type Invoked } from '../clients/invoke.ts'
import type { Limiter } from '../clients/limiter.ts'
import type { Outgoing } from '../clients/outgoing.ts'
import { withRetries, type RetryPolicy, type RetryWorld } from '../clients/retry.ts'
import type { Judged, SpanAddress } from '../evaluators/evaluator.ts'
import { badSettings, StepFailure } from '../failure.ts'
import { createPorts, hostOf, type ModelUse } from '../ports.ts'
import { runApplication, runJudge } from '../programs.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { References } from '../references.ts'

export interface ProgramParts {
  readonly clock: Clock
  readonly secrets: Pick<Secrets, 'list'>
  readonly sandbox: Sandbox
  /** Where work is done whose cost a client decides. */
  readonly workshop: SandboxPool
  readonly outgoing: Outgoing
  readonly limiter: Limiter
  /** Undefined: programs behind urls get no key of ours. */
  readonly callKeys: Pick<CallKeys, 'use'> | undefined
  readonly embedLimits: EmbedLimits
  readonly timeoutMs: number
  readonly world?: RetryWorld
  /** Told of what should not have happened. */
  readonly onError: (error: unknown, what: string) => void
}

export interface ProgramWork {
  readonly scope: Scope
  readonly kind: 'invocation' | 'annotation'
  /** The payload of the revision as it is stored. */
  readonly data: JsonObject
  /** Inputs and testcase; for an evaluator also what is judged. */
  readonly given: Judged
  /** Under which spans of the program join. */
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
  /** The trace of the call by the program's own account, when it is another than the one we offered. */
  readonly named?: { readonly traceId: string; readonly spanId?: string }
}

/** What a run finds out beside its outputs. */
interface Found {
  readonly uses: ModelUse[]
  parameters: JsonObject
  named: ProgramOutcome['named']
}

async function resolvedPayload(parts: ProgramParts, { scope, data }: ProgramWork): Promise<JsonObject> {
  const where = { reads: scope.store.read, projectId: scope.projectId }
  try {
    return (await resolveData(where, data, { ...parts.embedLimits, errorPolicy: 'exception' })).data
  } catch (error) {
    if (!(error instanceof AssayError) || error.code !== 'embed_failed') throw error
    throw badSettings(`The revision cannot be put together: ${error.message}`)
  }
}

const linksOf = ({ link }: Judged): JsonObject | undefined =>
  link && { invocation: { trace_id: link.traceId, span_id: link.spanId } }

/** Links, trace and outputs are for evaluators only. */
const judgedMembers = ({ kind, given }: ProgramWork): Partial<Invocation> => {
  if (kind === 'invocation') return {}
  const links = linksOf(given)
  return {
    ...(links === undefined ? {} : { links }),
    ...(given.trace === undefined ? {} : { trace: given.trace }),
    ...(given.outputs === undefined ? {} : { outputs: given.outputs }),
  }
}

interface UrlCall {
  readonly parts: ProgramParts
  readonly work: ProgramWork
  readonly data: JsonObject
  readonly secrets: () => Promise<readonly Secret[]>
  readonly signal: AbortSignal
}

/** The answer of the program behind a url. */
async function askUrl({ parts, work, data, secrets, signal }: UrlCall, url: string): Promise<Invoked> {
  const { given, span } = work
  const headers = resolvedHeaders(data['headers'], data['headers'] === undefined ? [] : await secrets())
  const call: Invocation = {
    outgoing: parts.outgoing,
    url,
    headers,
    span,
    references: work.references as JsonObject,
    revision: data,
    parameters: objectAt(data, 'parameters') ?? {},
    inputs: given.inputs,
    ...(given.testcase === undefined ? {} : { testcase: given.testcase }),
    ...judgedMembers(work),
    timeoutMs: parts.timeoutMs,
    signal,
  }
  const hasOwnKey = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')
  const callKeys = hasOwnKey ? undefined : parts.callKeys
  const { projectId } = work.scope
  const ask = (): Promise<Invoked> =>
    callKeys === undefined
      ? invoke(call)
      : callKeys.use({ projectId, traceId: span.traceId }, (authorization) =>
          invoke({ ...call, authorization }),
        )
  return withRetries(work.retries, () => parts.limiter.admit(hostOf(url), ask, signal), {
    signal,
    ...(parts.world === undefined ? {} : { world: parts.world }),
  })
}

async function outputsOf(
  parts: ProgramParts,
  work: ProgramWork,
  found: Found,
  signal: AbortSignal,
): Promise<Json> {
  const { scope, kind, given, span } = work
  const data = await resolvedPayload(parts, work)
  found.parameters = objectAt(data, 'parameters') ?? {}
  let listed: Promise<readonly Secret[]> | undefined
  const secrets = (): Promise<readonly Secret[]> => (listed ??= parts.secrets.list(scope))
  const ports = createPorts({
    projectId: scope.projectId,
    secrets,
    sandbox: parts.sandbox,
    workshop: parts.workshop,
    outgoing: parts.outgoing,
    retries: work.retries,
    timeoutMs: parts.timeoutMs,
    signal,
    limiter: parts.limiter,
    clock: parts.clock,
    onUse: (use) => found.uses.push(use),
    ...(parts.world === undefined ? {} : { world: parts.world }),
  })
  const invokeUrl = async (url: string): Promise<Json> => {
    const { outputs, traceId, spanId } = await askUrl({ parts, work, data, secrets, signal }, url)
    if (traceId !== undefined && traceId !== span.traceId) {
      found.named = { traceId, ...(spanId === undefined ? {} : { spanId }) }
    }
    return outputs
  }
  if (kind === 'annotation') return runJudge({ data, judged: given, ports, invokeUrl })
  const { inputs, testcase } = given
  const row: JsonObject | undefined = testcase && { ...testcase }
  return runApplication({ data, inputs, testcase: row, ports, invokeUrl })
}

/** Resolves with the value, or rejects with the reason of the signal as soon as that is aborted. */
async function unlessAborted<T>(value: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = (): void => reject(signal.reason as Error)
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([value, promise])
  } finally {
    signal.removeEventListener('abort', stop)
    // What is left behind ends by itself: calls are aborted, code has its time limit.
    value.catch(() => undefined)
  }
}

/** A fault of ours must not be tried again for ever: it fails the cell, and is reported. */
function failureFrom(parts: ProgramParts, error: unknown, signal: AbortSignal): StepFailure {
  signal.throwIfAborted()
  if (error instanceof StepFailure) return error
  if (error instanceof AssayError) throw error
  parts.onError(error, 'a program could not be run')
  return new StepFailure('not_runnable', `The program could not be run: ${String(error)}`, { cause: error })
}

/** Rejects only with the reason of the signal, or when a store cannot be used. */
export async function runProgram(
  parts: ProgramParts,
  work: ProgramWork,
  signal: AbortSignal,
): Promise<ProgramOutcome> {
  const parameters = isJsonObject(work.data['parameters']) ? work.data['parameters'] : {}
  const found: Found = { uses: [], parameters, named: undefined }
  const startedAt = parts.clock.now()
  let result: ProgramOutcome['result']
  try {
    result = { ok: true, outputs: await unlessAborted(outputsOf(parts, work, found, signal), signal) }
  } catch (error) {
    result = { ok: false, failure: failureFrom(parts, error, signal) }
  }
  return {
    result,
    uses: found.uses,
    parameters: found.parameters,
    startedAt,
    endedAt: parts.clock.now(),
    ...(found.named === undefined ? {} : { named: found.named }),
  }
}
