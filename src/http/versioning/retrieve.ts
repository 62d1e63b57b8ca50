// Routes that read revisions by reference: retrieve, log, deploy and resolve.
import { z } from 'zod'
import { AssayError } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json/value.ts'
import type { Scope } from '../../access/scope.ts'
import { deploy } from '../../versioning/environments/deploy.ts'
import { kinds, listKey, recordKey, type Kind } from '../../versioning/kinds.ts'
import { log } from '../../versioning/log.ts'
import { completeReferences, referencesOf } from '../../versioning/references/references.ts'
import {
  referenceRequired,
  resolveReference,
  type ResolvedReference,
} from '../../versioning/references/resolve-reference.ts'
import { resolveData } from '../../workflows/resolve.ts'
import { parsedBy, bool, int, optional } from '../../kernel/validation.ts'
import {
  recordList,
  resolutionInfo,
  retrievalInfo,
  schemasOf,
  singleRecordWith,
  wireRevision,
  wireRevisionHeader,
  wireRevisionPage,
} from '../records.ts'
import { pascal, singleWith } from '../record-fields.ts'
import { exactlyOneOf, referenceRule, someOf, stated } from '../stated-rules.ts'
import { withGeneratedExample } from '../examples.ts'
import { exampleData, exampleHeader, exampleIds, exampleRecords } from '../record-examples.ts'
import { projectRoute, type Route } from '../route.ts'
import { entryKey, message, windowingAnswer } from '../field-schemas.ts'
import {
  emptyAnswer,
  single,
  operationName,
  payloadContext,
  type SentBody,
  type VersioningContext,
} from './context.ts'
import { artifactIdNames, idFields, idUnder, revisionIdNames, variantIdNames } from './parents.ts'
import { diffRoute } from './diff.ts'
import { rowView } from './records.ts'
import {
  exampleTarget,
  hasTargetReference,
  targetFields,
  targetReader,
  targetRules,
  kindScopeOf,
} from './targets.ts'
import { withoutUndefined, ownMember } from '../../kernel/own.ts'
import { referenceCodes, targetCodes, commitCodes, retrieveCodes } from '../codes.ts'

export const retrievalInfoOf = (kind: Kind, { revision, through }: ResolvedReference): JsonObject => ({
  references: {
    ...referencesOf(kind, revision),
    ...(through === undefined ? {} : completeReferences('environment', through.environment)),
  } as unknown as JsonObject,
  ...(through === undefined ? {} : { selector: { key: through.key } }),
})

/** The record with its embeds replaced, and information about the resolution. */
async function withEmbeds(
  context: VersioningContext,
  {
    scope,
    record,
    options = {},
  }: {
    readonly scope: Scope
    readonly record: JsonObject
    readonly options?: Partial<Parameters<typeof resolveData>[2]> | undefined
  },
): Promise<{ readonly record: JsonObject; readonly info: JsonObject }> {
  const { data } = record
  const project = { reads: scope.store.read, projectId: scope.projectId }
  const resolvedData = await resolveData(project, (data ?? {}) as JsonObject, {
    ...context.embedLimits,
    errorPolicy: 'exception',
    ...options,
  })
  return {
    record: data === undefined ? record : { ...record, data: resolvedData.data },
    info: resolvedData.info as unknown as JsonObject,
  }
}

function retrieveSchemas(context: VersioningContext, kind: Kind) {
  const { rowWindowing } = context.payloads[kind.family]
  const expansion = context.expansions[kind.family]
  const body = z
    .object({
      ...targetFields(kind),
      resolve: optional(bool),
      ...rowView,
      ...(rowWindowing === undefined ? {} : { windowing: optional(rowWindowing) }),
      ...expansion?.fields,
    })
    .meta(stated(...targetRules(kind)))
  const answer = singleRecordWith(kind, {
    level: 'revision',
    extra: {
      retrieval_info: retrievalInfo.optional(),
      resolution_info: resolutionInfo.optional(),
      ...(rowWindowing === undefined ? {} : { windowing: windowingAnswer.optional() }),
      ...expansion?.answer,
    },
  })
  return { body, answer }
}

function retrieveRoute(context: VersioningContext, kind: Kind): Route {
  const targetIn = targetReader(kind)
  const { rowWindowing } = context.payloads[kind.family]
  const expansion = context.expansions[kind.family]
  return projectRoute({
    method: 'POST',
    path: `/${kind.plural}/revisions/retrieve`,
    operationId: operationName('retrieve', { kind, level: 'revision' }),
    examples: { body: exampleTarget(kind) },
    sdkName: `${kind.plural}.retrieve`,
    errors: retrieveCodes(kind),
    summary: 'Retrieve one revision by references. Precedence: revision, variant, environment, artifact.',
    access: 'viewer',
    ...retrieveSchemas(context, kind),
    handle: async (call, caller) => {
      const { body, publicUrl } = call
      const { scope } = caller
      const input: SentBody = body
      const resolution = await resolveReference(kindScopeOf(scope, kind), {
        target: targetIn(body),
        verb: 'retrieve',
      })
      if (resolution === undefined) return emptyAnswer
      const viewContext = payloadContext(context, { scope, publicUrl, rows: body })
      const rows =
        rowWindowing === undefined
          ? undefined
          : parsedBy(rowWindowing.optional(), ownMember<unknown>(body, 'windowing'))
      const page = await wireRevisionPage(
        { ...viewContext, view: { ...viewContext.view, rows } },
        { kind, revision: resolution.revision },
      )
      const members = {
        retrieval_info: retrievalInfoOf(kind, resolution),
        ...(page.windowing === undefined ? {} : { windowing: withoutUndefined(page.windowing) }),
      }
      if (expansion !== undefined) {
        const answer = (wireRecord: JsonObject, embedMembers: JsonObject) =>
          single(kind, { level: 'revision', record: wireRecord, extra: { ...members, ...embedMembers } })
        return expansion.expand(call, caller, { body: input, record: page.record, answer })
      }
      if (input['resolve'] !== true || !kind.hasEmbeds)
        return single(kind, { level: 'revision', record: page.record, extra: members })
      const { record, info } = await withEmbeds(context, { scope, record: page.record })
      return single(kind, { level: 'revision', record, extra: { ...members, resolution_info: info } })
    },
  })
}

/** The names under which a request may have the ids that select a history. */
const logIdNames = (kind: Kind) => ({
  artifact: artifactIdNames(kind),
  variant: variantIdNames(kind),
  revision: revisionIdNames(kind),
})

const logTarget = (kind: Kind, names: ReturnType<typeof logIdNames>) =>
  z
    .object({
      ...idFields(names.artifact),
      ...idFields(names.variant),
      ...idFields(names.revision),
      depth: optional(int(0)),
    })
    .meta({
      id: `${pascal(kind.name)}LogTarget`,
      ...stated(someOf([...names.artifact, ...names.variant, ...names.revision])),
    })

function logRoute(context: VersioningContext, kind: Kind): Route {
  const names = logIdNames(kind)
  const wrapper = logTarget(kind, names)
  return projectRoute({
    method: 'POST',
    path: `/${kind.plural}/revisions/log`,
    operationId: operationName('log', { kind, level: 'revision', plural: true }),
    examples: { body: { [kind.name]: { [`${kind.name}_variant_id`]: exampleIds.variant } } },
    sdkName: `${kind.plural}.log`,
    errors: referenceCodes,
    summary: 'The history of a variant, newest first.',
    access: 'viewer',
    body: z
      .object({
        [listKey(kind, 'revision')]: optional(wrapper),
        [kind.name]: optional(wrapper),
        include_data: optional(bool),
        ...rowView,
      })
      .meta(stated(someOf([listKey(kind, 'revision'), kind.name]))),
    answer: recordList(kind, 'revision'),
    handle: async ({ body, publicUrl }, { scope }) => {
      const input: SentBody = body
      const wrapperSchema = parsedBy(
        wrapper.optional(),
        ownMember(input, listKey(kind, 'revision')) ?? input[kind.name],
      )
      const includesData = input['include_data'] === true
      const revisions = await log(
        { scope, kind },
        {
          artifactId: idUnder(wrapperSchema ?? {}, names.artifact),
          variantId: idUnder(wrapperSchema ?? {}, names.variant),
          revisionId: idUnder(wrapperSchema ?? {}, names.revision),
          depth: wrapperSchema?.depth,
          withData: includesData,
        },
      )
      const viewContext = payloadContext(context, { scope, publicUrl, rows: input })
      const items = await Promise.all(
        revisions.map(async (revision) =>
          includesData
            ? wireRevision(viewContext, { kind, revision })
            : wireRevisionHeader(kind, { revision }),
        ),
      )
      return { count: items.length, [listKey(kind, 'revision')]: items }
    },
  })
}

const optionalMessage = optional(message)

const deploymentOf = ({ through }: ResolvedReference): JsonObject =>
  through === undefined
    ? {}
    : {
        deployed_at: through.environment.createdAt,
        environment_id: through.environment.artifact.id,
        environment_version: String(through.environment.version),
      }

const deployExample = (kind: Kind) => ({
  ...exampleTarget(kind),
  environment_ref: { slug: exampleHeader(kinds.environment).slug },
  key: exampleHeader(kind).slug,
})

function deployRoute(context: VersioningContext, kind: Kind): Route {
  const targetIn = targetReader(kind)
  return projectRoute({
    method: 'POST',
    path: `/${kind.plural}/revisions/deploy`,
    operationId: operationName('deploy', { kind, level: 'revision' }),
    examples: { body: deployExample(kind) },
    sdkName: `${kind.plural}.deploy`,
    errors: [...targetCodes(kind), ...commitCodes(kinds.environment)],
    summary: 'Point an entry of an environment at a revision.',
    access: 'editor',
    writes: true,
    body: z
      .object({ ...targetFields(kind), key: optional(entryKey), message: optionalMessage })
      .meta(stated('The references name the revision, and the environment to deploy to.', referenceRule)),
    answer: singleRecordWith(kind, {
      level: 'revision',
      extra: {
        retrieval_info: retrievalInfo.optional(),
        deployed_at: z.string().optional(),
        environment_id: z.guid().optional(),
        environment_version: z.string().optional(),
      },
    }),
    handle: async ({ body, publicUrl }, { scope }) => {
      const { environment, key, ...references } = targetIn(body)
      const resolution = await deploy(
        { engine: context.engine, scope, kind },
        {
          references,
          environment,
          key,
          message: parsedBy(optionalMessage, ownMember<unknown>(body, 'message')),
        },
      )
      const record = await wireRevision(payloadContext(context, { scope, publicUrl }), {
        kind,
        revision: resolution.revision,
      })
      const members = { retrieval_info: retrievalInfoOf(kind, resolution), ...deploymentOf(resolution) }
      return single(kind, { level: 'revision', record, extra: members })
    },
  })
}

const inlineSchema = ({ payloads }: VersioningContext, kind: Kind) =>
  z.object({ data: optional(payloads[kind.family].data) }).meta({
    id: `Inline${pascal(recordKey(kind, 'revision'))}`,
    ...stated(someOf(['data'])),
  })

function resolvedAnswer(kind: Kind) {
  const key = recordKey(kind, 'revision')
  const { revision } = exampleRecords(kind)
  return singleWith(key, {
    record: withGeneratedExample(
      schemasOf[kind.name].revision.partial().meta({ id: `Resolved${pascal(key)}` }),
      wireRevisionHeader(kind, { revision, extra: { data: exampleData(kind) } }),
    ),
    extra: { retrieval_info: retrievalInfo.optional(), resolution_info: resolutionInfo.optional() },
  })
}

function resolveRoute(context: VersioningContext, kind: Kind): Route {
  const key = recordKey(kind, 'revision')
  const options = embedOptions(context)
  const inlineRevision = inlineSchema(context, kind)
  const targetIn = targetReader(kind)
  return projectRoute({
    method: 'POST',
    path: `/${kind.plural}/revisions/resolve`,
    operationId: operationName('resolve', { kind, level: 'revision' }),
    examples: { body: exampleTarget(kind) },
    sdkName: `${kind.plural}.resolve`,
    errors: [...targetCodes(kind), 'data_required', 'embed_failed'],
    summary: 'A stored or inline revision with its embeds resolved.',
    access: 'viewer',
    body: z
      .object({
        ...targetFields(kind),
        [key]: optional(inlineRevision),
        ...options.shape,
      })
      .meta(stated(exactlyOneOf([key, 'references']), ...targetRules(kind))),
    answer: resolvedAnswer(kind),
    handle: async ({ body, publicUrl }, { scope }) => {
      const inline = parsedBy(inlineRevision.optional(), ownMember<unknown>(body, key))
      const target = targetIn(body)
      const hasTarget = hasTargetReference(target)
      const limits = embedLimits(context, parsedBy(options, body))
      if (inline !== undefined) {
        if (hasTarget) throw new AssayError('reference_mismatch', `Send ${key} or references, not both.`)
        if (inline.data === undefined) throw new AssayError('data_required', `${key} has no data to resolve.`)
        const { record, info } = await withEmbeds(context, {
          scope,
          record: { data: inline.data },
          options: limits,
        })
        return single(kind, { level: 'revision', record, extra: { resolution_info: info } })
      }
      if (!hasTarget) throw referenceRequired(kind, 'resolve')
      const resolution = await resolveReference(kindScopeOf(scope, kind), { target, verb: 'resolve' })
      if (resolution === undefined) return emptyAnswer
      const wireRecord = await wireRevision(payloadContext(context, { scope, publicUrl }), {
        kind,
        revision: resolution.revision,
      })
      const { record, info } = await withEmbeds(context, { scope, record: wireRecord, options: limits })
      const members = { retrieval_info: retrievalInfoOf(kind, resolution), resolution_info: info }
      return single(kind, { level: 'revision', record, extra: members })
    },
  })
}

const embedOptions = ({ embedLimits: { maxDepth, maxEmbeds } }: VersioningContext) =>
  z.object({
    max_depth: optional(int(1, maxDepth)),
    max_embeds: optional(int(1, maxEmbeds)),
    error_policy: optional(z.enum(['exception', 'placeholder', 'keep'])),
  })

const embedLimits = (
  context: VersioningContext,
  options: z.output<ReturnType<typeof embedOptions>>,
): Parameters<typeof resolveData>[2] => ({
  ...context.embedLimits,
  ...withoutUndefined({ maxDepth: options.max_depth, maxEmbeds: options.max_embeds }),
  errorPolicy: options.error_policy ?? 'exception',
})

export const retrieveRoutes = (context: VersioningContext, kind: Kind): readonly Route[] => [
  retrieveRoute(context, kind),
  logRoute(context, kind),
  diffRoute(context, kind),
  ...(kind.isDeployable ? [deployRoute(context, kind)] : []),
  ...(kind.hasEmbeds ? [resolveRoute(context, kind)] : []),
]
