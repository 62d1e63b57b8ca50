// The built-ins as a service: one call runs one of them and leaves one trace. Its settings come with the call or from
// the referenced revision.
import { AssayError } from '../../kernel/errors.ts'
import type { Json, JsonObject } from '../../kernel/json/value.ts'
import type { Scope } from '../../access/scope.ts'
import type { Builtin } from '../../workflows/builtins/builtin.ts'
import { builtinByKey } from '../../workflows/builtins/table.ts'
import { objectAt } from '../../workflows/builtins/schema-parts.ts'
import { completeWorkflowData, uriOf } from '../../workflows/completion.ts'
import { settingErrors } from '../../workflows/settings.ts'
import { builtinOf, defaultProvider, uriText } from '../../workflows/uri.ts'
import { kinds, type Kind } from '../../versioning/kinds.ts'
import { readStoredData } from '../../versioning/payload.ts'
import { completeReferences, referencesOf, type References } from '../../versioning/references/references.ts'
import { resolveReference } from '../../versioning/references/resolve-reference.ts'
import { noRetries } from '../clients/retry.ts'
import type { ProgramInput, SpanAddress } from '../evaluators/evaluator.ts'
import type { CellContext } from '../cell-context.ts'
import { badSettings, StepFailure } from '../failure.ts'
import type { References as TraceReferences } from '../references.ts'
import { writeDurably } from './durable-traces.ts'
import type { ExecutorParts } from './executor.ts'
import { tracedInputs, writeProgramTrace, type TraceHeader } from './program-trace.ts'
import { runProgram, type ProgramOutcome } from './run-program.ts'
import { createTraceGroup } from './trace-group.ts'

export interface ServiceCall {
  readonly builtin: Builtin
  /** By reference name. */
  readonly references: TraceReferences
  /** The key of an environment entry. */
  readonly entryKey: string | undefined
  readonly links: Readonly<Record<string, SpanAddress>>
  /** The data of an inline revision; nothing is fetched. */
  readonly revision: JsonObject | undefined
  /** Override those of the revision. */
  readonly parameters: JsonObject | undefined
  readonly input: ProgramInput
  readonly metadata: Pick<TraceHeader, 'flags' | 'tags' | 'meta' | 'sessionId'>
}

export type ServiceResult = SpanAddress & ({ readonly outputs: Json } | { readonly failure: StepFailure })

/** The built-in at a path; undefined: there is none. */
export function servedBuiltin(key: string, version: string): Builtin | undefined {
  const kind = builtinByKey(key)?.kind ?? ''
  return builtinOf({ provider: defaultProvider, kind, key, version })
}

/** A call with links is an evaluation; without, the built-in and the input decide. */
function isEvaluation({ builtin, links, input, references }: ServiceCall): boolean {
  if (!builtin.isApplication || !builtin.isEvaluator) return builtin.isEvaluator
  const hasEvaluator = Object.keys(references).some((name) => name.startsWith('evaluator'))
  return Object.keys(links).length > 0 || input.outputs !== undefined || hasEvaluator
}

const refsOf = (kind: Kind, references: TraceReferences): References => ({
  artifact: references[kind.name],
  variant: references[`${kind.name}_variant`],
  revision: references[`${kind.name}_revision`],
})

const hasReference = (refs: References): boolean =>
  Object.values(refs).some((reference) => reference !== undefined)

interface Subject {
  readonly data: JsonObject
  readonly references: TraceReferences
}

/** Refused references are errors of the caller, reported in the protocol's form. */
function asFailure(error: unknown): unknown {
  if (!(error instanceof AssayError) || error.status >= 500) return error
  return new StepFailure('not_runnable', error.message, { status: error.status, cause: error })
}

type ReferenceInput = Pick<ServiceCall, 'references' | 'entryKey'>

/**
 * The referenced revision, as in a retrieve; undefined when no program is referenced. An environment entry may have any
 * kind of the family, regardless of the kind it was deployed through.
 */
async function referencedSubject(
  scope: Scope,
  {
    referenceInput: { references, entryKey },
    family,
  }: { readonly referenceInput: ReferenceInput; readonly family: readonly [Kind, ...Kind[]] },
): Promise<Subject | undefined> {
  const referencedKind = family.find((candidate) => hasReference(refsOf(candidate, references)))
  const environment = refsOf(kinds.environment, references)
  if (referencedKind === undefined && !hasReference(environment)) return undefined
  const kind = { ...(referencedKind ?? family[0]), groupNames: kinds.workflow.groupNames }
  const source = { reads: scope.store.read, projectId: scope.projectId, kind }
  const target = {
    ...(referencedKind === undefined ? {} : refsOf(referencedKind, references)),
    ...(hasReference(environment) ? { environment, key: entryKey } : {}),
  }
  const resolution = await resolveReference(source, { target, verb: 'invoke' })
  if (resolution === undefined) throw new AssayError('not_found', 'The references match no revision.')
  const { revision, through } = resolution
  return {
    data: (await readStoredData(revision)) ?? {},
    references: {
      ...references,
      ...(through === undefined ? {} : completeReferences('environment', through.environment)),
      ...referencesOf(kind, revision),
    } as TraceReferences,
  }
}

const inlineData = (revision: JsonObject): JsonObject => objectAt(revision, 'data') ?? revision

const familyOf = (call: ServiceCall): readonly [Kind, ...Kind[]] => [
  isEvaluation(call) ? kinds.evaluator : kinds.application,
  kinds.workflow,
]

/** The program with its settings: those of the call override those of the revision. */
async function subjectOf(scope: Scope, call: ServiceCall): Promise<Subject> {
  const { builtin, references } = call
  const subject =
    call.revision === undefined
      ? await referencedSubject(scope, { referenceInput: call, family: familyOf(call) })
      : { data: inlineData(call.revision), references }
  const { kind, key } = builtin
  const uri = uriText({ provider: defaultProvider, kind, key, version: 'v0' })
  const { parameters: storedParameters, ...rest } = subject?.data ?? {}
  const parameters = call.parameters ?? storedParameters
  const data: JsonObject = { ...rest, uri, ...(parameters === undefined ? {} : { parameters }) }
  return { data, references: subject?.references ?? references }
}

/** The built-in that runs this data; data with only a prompt runs as a completion. */
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

/** A call without a built-in in its path: the uri of the inline or referenced revision decides. */
export async function resolveBuiltin(scope: Scope, call: Omit<ServiceCall, 'builtin'>): Promise<ServiceCall> {
  const { references, revision } = call
  const subject =
    revision === undefined
      ? await referencedSubject(scope, {
          referenceInput: call,
          family: [kinds.workflow, kinds.application, kinds.evaluator],
        })
      : { data: inlineData(revision), references }
  if (subject === undefined) {
    throw new AssayError('reference_required', 'Send data.revision, or references to a revision.')
  }
  const builtin = builtinOfData(subject.data)
  return { ...call, builtin, revision: subject.data, references: subject.references }
}

/** The data that a call would run, with the schemas and default parameters of its built-in. */
export async function inspectData(scope: Scope, call: ServiceCall): Promise<JsonObject> {
  const { data } = await subjectOf(scope, call)
  const {
    uri,
    schemas = {},
    parameters,
  } = completeWorkflowData({ ...data, parameters: data['parameters'] ?? call.builtin.defaults }, '')
  return { uri: uri ?? null, schemas, parameters: parameters ?? {} }
}

function refuseSettings(builtin: Builtin, data: JsonObject): void {
  const [problem] = builtin.hasSettings ? settingErrors(builtin, data) : []
  if (problem === undefined) return
  throw badSettings(`The settings are invalid: ${[...problem.path].join('.')}: ${problem.msg}`)
}

type CallContext = Pick<CellContext, 'scope' | 'span' | 'signal' | 'onModelEvent'>

/** A call that fails before the program runs leaves a trace, too. */
async function outcomeOf(
  parts: ExecutorParts,
  {
    callContext: { scope, span, signal, onModelEvent },
    call,
  }: { readonly callContext: CallContext; readonly call: ServiceCall },
): Promise<{ readonly outcome: ProgramOutcome; readonly references: TraceReferences }> {
  const startedAt = parts.clock.now()
  let references = call.references
  try {
    const subject = await subjectOf(scope, call).catch((error: unknown) => {
      throw asFailure(error)
    })
    references = subject.references
    refuseSettings(call.builtin, subject.data)
    const context: CellContext = {
      scope,
      kind: isEvaluation(call) ? 'annotation' : 'invocation',
      span,
      references,
      retries: noRetries,
      signal,
      onModelEvent,
    }
    const outcome = await runProgram(parts, { context, data: subject.data, input: call.input })
    return { outcome, references }
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
  {
    context: { scope, signal, onModelEvent },
    call,
  }: {
    readonly context: Pick<CellContext, 'scope' | 'signal' | 'onModelEvent'>
    readonly call: ServiceCall
  },
): Promise<ServiceResult> {
  const span = { traceId: parts.clock.hex(32), spanId: parts.clock.hex(16) }
  const { outcome, references } = await outcomeOf(parts, {
    callContext: { scope, span, signal, onModelEvent },
    call,
  })
  const isAnnotation = isEvaluation(call) && Object.keys(call.links).length > 0
  const header: TraceHeader = {
    kind: isAnnotation ? 'annotation' : 'invocation',
    span,
    references,
    inputs: tracedInputs(isEvaluation(call), call.input),
    links: call.links,
    labels: { origin: 'custom', kind: 'adhoc' },
    ...call.metadata,
  }
  const group = createTraceGroup(parts.traceWrites, { gatherMs: 0 })
  const { result } = await writeProgramTrace(
    (records) => writeDurably({ group, ingest: parts.ingest, scope }, records),
    { header, outcome },
  )
  return result.ok ? { ...span, outputs: result.outputs } : { ...span, failure: result.failure }
}
