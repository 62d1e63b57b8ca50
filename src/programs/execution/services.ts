// The built-ins as a service: one call runs one of them and leaves one trace. What it is to do comes with the call, or
// from the revision that the call refers to.
import { AssayError } from '../../kernel/errors.ts'
import type { Json, JsonObject } from '../../kernel/json/value.ts'
import type { Scope } from '../../access/scope.ts'
import type { Builtin } from '../../workflows/builtins/builtin.ts'
import { builtinByKey } from '../../workflows/builtins/table.ts'
import { objectAt } from '../../workflows/builtins/words.ts'
import { completeWorkflowData, uriOf } from '../../workflows/completion.ts'
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

type Referring = Pick<ServiceCall, 'references' | 'entryKey'>

/**
 * The revision that the references name, as in a retrieve; undefined when they name no program. An entry of an environment
 * may hold any kind of the family, whichever it was deployed through.
 */
async function referredSubject(
  scope: Scope,
  { references, entryKey }: Referring,
  family: readonly [Kind, ...Kind[]],
): Promise<Subject | undefined> {
  const named = family.find((one) => isGiven(refsOf(one, references)))
  const environment = refsOf(kinds.environment, references)
  if (named === undefined && !isGiven(environment)) return undefined
  const kind = { ...(named ?? family[0]), groupNames: kinds.workflow.groupNames }
  const where = { reads: scope.store.read, projectId: scope.projectId, kind }
  const target = {
    ...(named === undefined ? {} : refsOf(named, references)),
    ...(isGiven(environment) ? { environment, key: entryKey } : {}),
  }
  const resolved = await resolveReference(where, target, 'invoke')
  if (resolved === undefined) throw new AssayError('not_found', 'The references name no revision.')
  const { revision, through } = resolved
  return {
    data: storedData(revision) ?? {},
    references: {
      ...references,
      ...(through === undefined ? {} : completeReferences('environment', through.environment)),
      ...referencesOf(kind, revision),
    } as TraceReferences,
  }
}

const inlineData = (revision: JsonObject): JsonObject => objectAt(revision, 'data') ?? revision

const familyOf = (call: ServiceCall): readonly [Kind, ...Kind[]] => [
  isJudge(call) ? kinds.evaluator : kinds.application,
  kinds.workflow,
]

/** The program with its settings: those of the call over those of the revision. */
async function subjectOf(scope: Scope, call: ServiceCall): Promise<Subject> {
  const { builtin, references } = call
  const found =
    call.revision === undefined
      ? await referredSubject(scope, call, familyOf(call))
      : { data: inlineData(call.revision), references }
  const { kind, key } = builtin
  const uri = uriText({ provider: defaultProvider, kind, key, version: 'v0' })
  const { parameters: stored, ...rest } = found?.data ?? {}
  const parameters = call.parameters ?? stored
  const data: JsonObject = { ...rest, uri, ...(parameters === undefined ? {} : { parameters }) }
  return { data, references: found?.references ?? references }
}

/** The built-in that runs this data; data with a prompt alone is run as a completion. */
function builtinOfData(data: JsonObject): Builtin {
  const uri = uriOf(data)
  const builtin = uri === undefined ? undefined : builtinOf(uri)
  if (builtin !== undefined) return builtin
  const completion = builtinByKey('completion')
  const hasPrompt = data['uri'] === undefined && objectAt(data, 'parameters', 'prompt') !== undefined
  if (hasPrompt && completion !== undefined) return completion
  const name = uri === undefined ? 'a revision without a uri' : `'${uriText(uri)}'`
  throw new AssayError('not_found', `There is no service for ${name}.`)
}

/** A call that names no built-in by its path: the uri of the revision that it holds or refers to decides. */
export async function dispatched(scope: Scope, call: Omit<ServiceCall, 'builtin'>): Promise<ServiceCall> {
  const { references, revision } = call
  const subject =
    revision === undefined
      ? await referredSubject(scope, call, [kinds.workflow, kinds.application, kinds.evaluator])
      : { data: inlineData(revision), references }
  if (subject === undefined) {
    throw new AssayError('reference_required', 'Give data.revision, or references to one.')
  }
  const builtin = builtinOfData(subject.data)
  return { ...call, builtin, revision: subject.data, references: subject.references }
}

/** The data that a call would run: with the schemas and, where it sets none, the default parameters of its built-in. */
export async function inspectedData(scope: Scope, call: ServiceCall): Promise<JsonObject> {
  const { data } = await subjectOf(scope, call)
  const {
    uri,
    schemas = {},
    parameters,
  } = completeWorkflowData({ ...data, parameters: data['parameters'] ?? call.builtin.defaults }, '')
  return { uri: uri ?? null, schemas, parameters: parameters ?? {} }
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
    const subject = await subjectOf(scope, call).catch((error: unknown) => {
      throw asFailure(error)
    })
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
