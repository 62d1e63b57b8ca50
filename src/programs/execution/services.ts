// The built-ins as a service: one call runs one of them and leaves one trace. What it is to do comes with the call, or
// from the revision that the call refers to.
import { AssayError } from '../../kernel/errors.ts'
import type { Json, JsonObject } from '../../kernel/json/value.ts'
import type { Scope } from '../../access/scope.ts'
import type { Builtin } from '../../workflows/builtins/builtin.ts'
import { builtinByKey } from '../../workflows/builtins/table.ts'
import { objectAt } from '../../workflows/builtins/words.ts'
import { settingFaults } from '../../workflows/settings.ts'
import { builtinOf, defaultProvider, uriText } from '../../workflows/uri.ts'
import { kinds, type Kind } from '../../versioning/kinds.ts'
import { storedData } from '../../versioning/payload.ts'
import { completeReferences, referencesOf, type References } from '../../versioning/references/references.ts'
import { resolveReference } from '../../versioning/references/resolve-reference.ts'
import { noRetries } from '../clients/retry.ts'
import type { Judged, SpanAddress } from '../evaluators/evaluator.ts'
import { badSettings, StepFailure } from '../failure.ts'
import type { References as TraceReferences } from '../references.ts'
import type { ExecutorParts } from './executor.ts'
import { tracedInputs, writeProgramTrace, type TraceHeader } from './program-trace.ts'
import { runProgram, type ProgramOutcome } from './run-program.ts'
import { createTraceGroup } from './trace-group.ts'

export interface ServiceCall {
  readonly builtin: Builtin
  /** By the names that traces use. */
  readonly references: TraceReferences
  /** The key of an environment. */
  readonly entryKey: string | undefined
  readonly links: Readonly<Record<string, SpanAddress>>
  /** The data of a revision that is not to be fetched. */
  readonly revision: JsonObject | undefined
  /** Wins over those of the revision. */
  readonly parameters: JsonObject | undefined
  readonly given: Judged
  readonly kept: Pick<TraceHeader, 'flags' | 'tags' | 'meta' | 'sessionId'>
}

export type ServiceAnswer = SpanAddress & ({ readonly outputs: Json } | { readonly failure: StepFailure })

/** The built-in that a path names; undefined: there is none. */
export function servedBuiltin(key: string, version: string): Builtin | undefined {
  const kind = builtinByKey(key)?.kind ?? ''
  return builtinOf({ provider: defaultProvider, kind, key, version })
}

/** A call with links judges what they name; without, the built-in decides, and what it was handed. */
function isJudge({ builtin, links, given, references }: ServiceCall): boolean {
  if (!builtin.isApplication || !builtin.isEvaluator) return builtin.isEvaluator
  const hasEvaluator = Object.keys(references).some((name) => name.startsWith('evaluator'))
  return Object.keys(links).length > 0 || given.outputs !== undefined || hasEvaluator
}

const refsOf = (kind: Kind, references: TraceReferences): References => ({
  artifact: references[kind.name],
  variant: references[`${kind.name}_variant`],
  revision: references[`${kind.name}_revision`],
})

const isGiven = (refs: References): boolean => Object.values(refs).some((one) => one !== undefined)

interface Subject {
  readonly data: JsonObject
  readonly references: TraceReferences
}

/** Refusals of references are what the caller did wrong, in the words of the protocol. */
function asFailure(error: unknown): unknown {
  if (!(error instanceof AssayError) || error.status >= 500) return error
  return new StepFailure('not_runnable', error.message, { status: error.status, cause: error })
}

/** What the references name, as in a retrieve; nothing when they name no program. */
async function referredSubject(scope: Scope, call: ServiceCall): Promise<Subject | undefined> {
  const { references } = call
  const own = isJudge(call) ? kinds.evaluator : kinds.application
  const kind = [own, kinds.workflow].find((one) => isGiven(refsOf(one, references)))
  const environment = refsOf(kinds.environment, references)
  if (kind === undefined && !isGiven(environment)) return undefined
  const where = { reads: scope.store.read, projectId: scope.projectId, kind: kind ?? own }
  const target = {
    ...(kind === undefined ? {} : refsOf(kind, references)),
    ...(isGiven(environment) ? { environment, key: call.entryKey } : {}),
  }
  const found = await resolveReference(where, target, 'invoke').catch((error: unknown) => {
    throw asFailure(error)
  })
  if (found === undefined) {
    throw new StepFailure('not_runnable', 'The references name no revision.', { status: 404 })
  }
  const { revision, through } = found
  return {
    data: storedData(revision) ?? {},
    references: {
      ...references,
      ...(through === undefined ? {} : completeReferences('environment', through.environment)),
      ...referencesOf(where.kind, revision),
    } as TraceReferences,
  }
}

/** The program with its settings: those of the call over those of the revision. */
async function subjectOf(scope: Scope, call: ServiceCall): Promise<Subject> {
  const { builtin, references } = call
  const found =
    call.revision === undefined
      ? await referredSubject(scope, call)
      : { data: objectAt(call.revision, 'data') ?? call.revision, references }
  const { kind, key } = builtin
  const uri = uriText({ provider: defaultProvider, kind, key, version: 'v0' })
  const { parameters: stored, ...rest } = found?.data ?? {}
  const parameters = call.parameters ?? stored
  const data: JsonObject = { ...rest, uri, ...(parameters === undefined ? {} : { parameters }) }
  return { data, references: found?.references ?? references }
}

function refuseSettings(builtin: Builtin, data: JsonObject): void {
  const [fault] = builtin.hasSettings ? settingFaults(builtin, data) : []
  if (fault === undefined) return
  throw badSettings(`The settings cannot be used: ${[...fault.path].join('.')}: ${fault.msg}`)
}

/** A call that fails before anything runs leaves a trace too. */
async function outcomeOf(
  parts: ExecutorParts,
  scope: Scope,
  call: ServiceCall,
  run: { readonly span: SpanAddress; readonly signal: AbortSignal },
): Promise<{ readonly outcome: ProgramOutcome; readonly references: TraceReferences }> {
  const startedAt = parts.clock.now()
  let references = call.references
  try {
    const subject = await subjectOf(scope, call)
    references = subject.references
    refuseSettings(call.builtin, subject.data)
    const work = {
      scope,
      kind: isJudge(call) ? ('annotation' as const) : ('invocation' as const),
      data: subject.data,
      given: call.given,
      span: run.span,
      references,
      retries: noRetries,
    }
    return { outcome: await runProgram(parts, work, run.signal), references }
  } catch (error) {
    if (!(error instanceof StepFailure)) throw error
    const parameters = call.parameters ?? {}
    const result = { ok: false, failure: error } as const
    return {
      outcome: { result, uses: [], parameters, startedAt, endedAt: parts.clock.now() },
      references,
    }
  }
}

export async function callService(
  parts: ExecutorParts,
  scope: Scope,
  call: ServiceCall,
  signal: AbortSignal,
): Promise<ServiceAnswer> {
  const span = { traceId: parts.clock.hex(32), spanId: parts.clock.hex(16) }
  const { outcome, references } = await outcomeOf(parts, scope, call, { span, signal })
  const isJudgement = isJudge(call) && Object.keys(call.links).length > 0
  const header: TraceHeader = {
    kind: isJudgement ? 'annotation' : 'invocation',
    span,
    references,
    inputs: tracedInputs(isJudge(call), call.given),
    links: call.links,
    words: { origin: 'custom', kind: 'adhoc' },
    ...call.kept,
  }
  const traces = createTraceGroup(parts.traceWrites, { gatherMs: 0 })
  const { result } = await writeProgramTrace(traces, scope, header, outcome)
  return result.ok ? { ...span, outputs: result.outputs } : { ...span, failure: result.failure }
}
