// Runs a revision once: resolves its embeds, then runs its program. Errors of the program are outcomes; only aborts and
// unavailable stores are thrown.
import type { Secret } from '../../access/secrets.ts'
import { abortError, AssayError } from '../../kernel/errors.ts'
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json/value.ts'
import { objectAt } from '../../workflows/builtins/schema-parts.ts'
import { resolveData } from '../../workflows/resolve.ts'
import { resolveHeaders } from '../clients/headers.ts'
import { invoke, type Invocation, type InvocationResult } from '../clients/invoke.ts'
import { withRetries } from '../clients/retry.ts'
import type { CellContext, ProgramParts } from '../cell-context.ts'
import type { ProgramInput } from '../evaluators/evaluator.ts'
import { badSettings, StepFailure } from '../failure.ts'
import { createPorts, hostOf, type ModelUse } from '../ports.ts'
import { runApplication, runEvaluatorProgram } from '../programs.ts'

/** One call of a program. */
export interface ProgramCall {
  readonly context: CellContext
  /** The payload of the revision as stored. */
  readonly data: JsonObject
  /** Inputs and testcase; for an evaluator also the values to evaluate. */
  readonly input: ProgramInput
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
  /** The trace that the program reports for the call, if it is another than the one in the request. */
  readonly reportedTrace?: { readonly traceId: string; readonly spanId?: string }
}

/** Facts that a run yields beside its outputs. */
interface RunFacts {
  readonly uses: ModelUse[]
  parameters: JsonObject
  reportedTrace: ProgramOutcome['reportedTrace']
}

async function resolvePayload(parts: ProgramParts, { context, data }: ProgramCall): Promise<JsonObject> {
  const { scope } = context
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
const evaluatorMembers = ({ context, input }: ProgramCall): Partial<Invocation> => {
  if (context.kind === 'invocation') return {}
  const links = linksOf(input)
  return {
    ...(links === undefined ? {} : { links }),
    ...(input.trace === undefined ? {} : { trace: input.trace }),
    ...(input.outputs === undefined ? {} : { outputs: input.outputs }),
  }
}

interface UrlCall {
  readonly parts: ProgramParts
  readonly call: ProgramCall
  /** With embeds resolved. */
  readonly data: JsonObject
  readonly secrets: () => Promise<readonly Secret[]>
}

/** Calls the program behind a url. */
async function callUrl({ parts, call, data, secrets }: UrlCall, url: string): Promise<InvocationResult> {
  const { context, input } = call
  const { span, signal } = context
  const headers = resolveHeaders(data['headers'], data['headers'] === undefined ? [] : await secrets())
  const invocation: Invocation = {
    outgoing: parts.outgoing,
    url,
    headers,
    span,
    references: context.references as JsonObject,
    revision: data,
    parameters: objectAt(data, 'parameters') ?? {},
    inputs: input.inputs,
    ...(input.testcase === undefined ? {} : { testcase: input.testcase }),
    ...evaluatorMembers(call),
    timeoutMs: parts.timeoutMs,
    signal,
  }
  const hasOwnKey = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')
  const callKeys = hasOwnKey ? undefined : parts.callKeys
  const { projectId } = context.scope
  const attempt = (): Promise<InvocationResult> =>
    callKeys === undefined
      ? invoke(invocation)
      : callKeys.use({ projectId, traceId: span.traceId }, (authorization) =>
          invoke({ ...invocation, authorization }),
        )
  return withRetries(context.retries, () => parts.limiter.admit(hostOf(url), attempt, signal), {
    signal,
    ...(parts.retryEnvironment === undefined ? {} : { retryEnvironment: parts.retryEnvironment }),
  })
}

async function outputsOf(
  parts: ProgramParts,
  { call, facts }: { readonly call: ProgramCall; readonly facts: RunFacts },
): Promise<Json> {
  const { context, input } = call
  const data = await resolvePayload(parts, call)
  facts.parameters = objectAt(data, 'parameters') ?? {}
  let secretsPromise: Promise<readonly Secret[]> | undefined
  const secrets = (): Promise<readonly Secret[]> => (secretsPromise ??= parts.secrets.list(context.scope))
  const ports = createPorts({ parts, context, secrets, onUse: (use) => facts.uses.push(use) })
  const invokeUrl = async (url: string): Promise<Json> => {
    const { outputs, traceId, spanId } = await callUrl({ parts, call, data, secrets }, url)
    if (traceId !== undefined && traceId !== context.span.traceId) {
      facts.reportedTrace = { traceId, ...(spanId === undefined ? {} : { spanId }) }
    }
    return outputs
  }
  if (context.kind === 'annotation') return runEvaluatorProgram({ data, input, ports, invokeUrl })
  const { inputs, testcase } = input
  const row: JsonObject | undefined = testcase && { ...testcase }
  return runApplication({ data, inputs, testcase: row, ports, invokeUrl })
}

/** Resolves with the value, or rejects with the signal's reason as soon as it aborts. */
async function unlessAborted<T>(value: Promise<T>, signal: AbortSignal): Promise<T> {
  // Abandoned work ends by itself: calls are aborted, code has its time limit.
  value.catch(() => undefined)
  signal.throwIfAborted()
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = (): void => reject(abortError(signal))
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([value, promise])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** A bug of the server must not be retried forever: it fails the cell and is reported. */
function failureFrom(
  parts: ProgramParts,
  { error, signal }: { readonly error: unknown; readonly signal: AbortSignal },
): StepFailure {
  signal.throwIfAborted()
  if (error instanceof StepFailure) return error
  if (error instanceof AssayError) throw error
  parts.onError(error, 'a program could not be run')
  return new StepFailure('not_runnable', `The program could not be run: ${String(error)}`, { cause: error })
}

/** Rejects only with the signal's reason, or when a store is unavailable. */
export async function runProgram(parts: ProgramParts, call: ProgramCall): Promise<ProgramOutcome> {
  const { signal } = call.context
  const parameters = isJsonObject(call.data['parameters']) ? call.data['parameters'] : {}
  const facts: RunFacts = { uses: [], parameters, reportedTrace: undefined }
  const startedAt = parts.clock.now()
  let result: ProgramOutcome['result']
  try {
    result = { ok: true, outputs: await unlessAborted(outputsOf(parts, { call, facts }), signal) }
  } catch (error) {
    result = { ok: false, failure: failureFrom(parts, { error, signal }) }
  }
  return {
    result,
    uses: facts.uses,
    parameters: facts.parameters,
    startedAt,
    endedAt: parts.clock.now(),
    ...(facts.reportedTrace === undefined ? {} : { reportedTrace: facts.reportedTrace }),
  }
}
