// Reading revisions by reference: retrieve, log, diff, deploy and resolve.
import { z } from 'zod'
import { AssayError } from '../../kernel/errors.ts'
import { structuralDiff } from '../../kernel/json/diff.ts'
import type { JsonObject } from '../../kernel/json/value.ts'
import type { Scope } from '../../access/scope.ts'
import type { Revision } from '../../storage/contract/contract.ts'
import { deploy } from '../../versioning/environments/deploy.ts'
import { kinds, listKey, recordKey, type Kind } from '../../versioning/kinds.ts'
import { log } from '../../versioning/log.ts'
import { storedData } from '../../versioning/payload.ts'
import {
  completeReferences,
  referencesOf,
  revisionReference,
  type Reference,
  type References,
  type Target,
} from '../../versioning/references/references.ts'
import {
  referenceRequired,
  resolveReference,
  type Resolved,
} from '../../versioning/references/resolve-reference.ts'
import type { Windowing } from '../../versioning/windowing.ts'
import { resolveData } from '../../workflows/resolve.ts'
import { bool, int, optional } from '../../kernel/validation.ts'
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
import { named, pascal, singleWith } from '../record-fields.ts'
import { projectRoute, type Route } from '../route.ts'
import { entryKey, message, optionalReference, windowingAnswer } from '../words.ts'
import {
  none,
  one,
  operationName,
  showing,
  type DiffForm,
  type DiffSides,
  type Sent,
  type VersioningContext,
} from './context.ts'
import { artifactIdNames, idFields, idUnder, revisionIdNames, variantIdNames } from './parents.ts'
import { rowView } from './records.ts'
import { ownMember } from '../../kernel/own.ts'

const ownRefs = (kind: Kind, prefix = '') => ({
  [`${prefix}${kind.name}_ref`]: optionalReference,
  [`${prefix}${kind.name}_variant_ref`]: optionalReference,
  [`${prefix}${kind.name}_revision_ref`]: optionalReference,
})

/** The references of a retrieve: the kind's own, and for deployable kinds those of an environment with a key. */
const targetFields = (kind: Kind, prefix = '') => ({
  ...ownRefs(kind, prefix),
  ...(kind.deployable
    ? { ...ownRefs(kinds.environment, prefix), [`${prefix}key`]: optional(z.string()) }
    : {}),
})

/** Reads the references of a kind from a body. The names of its members are made once, not for each request. */
function refsReader(kind: Kind, prefix: string): (body: Sent) => References {
  const name = `${prefix}${kind.name}`
  const names = { artifact: `${name}_ref`, variant: `${name}_variant_ref`, revision: `${name}_revision_ref` }
  return (body) => ({
    artifact: ownMember(body, names.artifact) as Reference | undefined,
    variant: ownMember(body, names.variant) as Reference | undefined,
    revision: ownMember(body, names.revision) as Reference | undefined,
  })
}

const isGiven = ({ artifact, variant, revision }: References): boolean =>
  artifact !== undefined || variant !== undefined || revision !== undefined

const isTargetGiven = (target: Target): boolean =>
  isGiven(target) || target.environment !== undefined || target.key !== undefined

function targetReader(kind: Kind, prefix = ''): (body: Sent) => Target {
  const ownIn = refsReader(kind, prefix)
  if (!kind.deployable) return ownIn
  const environmentIn = refsReader(kinds.environment, prefix)
  const keyName = `${prefix}key`
  return (body) => {
    const environment = environmentIn(body)
    return {
      ...ownIn(body),
      environment: isGiven(environment) ? environment : undefined,
      key: ownMember(body, keyName) as string | undefined,
    }
  }
}

export const whereOf = (scope: Scope, kind: Kind) => ({
  reads: scope.store.read,
  projectId: scope.projectId,
  kind,
})

export const retrievalInfoOf = (kind: Kind, { revision, through }: Resolved): JsonObject => ({
  references: {
    ...referencesOf(kind, revision),
    ...(through === undefined ? {} : completeReferences('environment', through.environment)),
  } as unknown as JsonObject,
  ...(through === undefined ? {} : { selector: { key: through.key } }),
})

/** The record with its embeds replaced, and what was found out on the way. */
async function withEmbeds(
  context: VersioningContext,
  scope: Scope,
  record: JsonObject,
  options: Partial<Parameters<typeof resolveData>[2]> = {},
): Promise<{ readonly record: JsonObject; readonly info: JsonObject }> {
  const { data } = record
  const where = { reads: scope.store.read, projectId: scope.projectId }
  const resolved = await resolveData(where, (data ?? {}) as JsonObject, {
    ...context.embedLimits,
    errorPolicy: 'exception',
    ...options,
  })
  return {
    record: data === undefined ? record : { ...record, data: resolved.data },
    info: resolved.info as unknown as JsonObject,
  }
}

function retrieveRoute(context: VersioningContext, kind: Kind): Route {
  const targetIn = targetReader(kind)
  const { rowWindowing } = context.payloads[kind.family]
  const expansion = context.expansions[kind.family]
  return projectRoute({
    method: 'POST',
    path: `/${kind.plural}/revisions/retrieve`,
    operationId: operationName('retrieve', kind, 'revision'),
    sdkName: `${kind.plural}.retrieve`,
    summary: 'Find one revision by references: revision over variant over environment over artifact.',
    access: 'viewer',
    body: z.object({
      ...targetFields(kind),
      resolve: optional(bool),
      ...rowView,
      ...(rowWindowing === undefined ? {} : { windowing: optional(rowWindowing) }),
      ...expansion?.fields,
    }),
    answer: singleRecordWith(kind, 'revision', {
      retrieval_info: retrievalInfo.optional(),
      resolution_info: resolutionInfo.optional(),
      ...(rowWindowing === undefined ? {} : { windowing: windowingAnswer.optional() }),
      ...expansion?.answer,
    }),
    handle: async (call, caller) => {
      const { body, publicUrl } = call
      const { scope } = caller
      const sent = body as Sent
      const resolved = await resolveReference(whereOf(scope, kind), targetIn(body), 'retrieve')
      if (resolved === undefined) return none
      const show = showing(context, scope, publicUrl, body)
      const rows = rowWindowing === undefined ? undefined : (sent['windowing'] as Windowing | undefined)
      const page = await wireRevisionPage({ ...show, view: { ...show.view, rows } }, kind, resolved.revision)
      const more = {
        retrieval_info: retrievalInfoOf(kind, resolved),
        ...(page.windowing === undefined ? {} : { windowing: page.windowing as JsonObject }),
      }
      if (expansion !== undefined) {
        const answer = (shown: JsonObject, beside: JsonObject) =>
          one(kind, 'revision', shown, { ...more, ...beside })
        return expansion.expand(call, caller, { body: sent, record: page.record, answer })
      }
      if (sent['resolve'] !== true || !kind.embeds) return one(kind, 'revision', page.record, more)
      const { record: replaced, info } = await withEmbeds(context, scope, page.record)
      return one(kind, 'revision', replaced, { ...more, resolution_info: info })
    },
  })
}

function logRoute(context: VersioningContext, kind: Kind): Route {
  const names = {
    artifact: artifactIdNames(kind),
    variant: variantIdNames(kind),
    revision: revisionIdNames(kind),
  }
  const wrapper = z
    .object({
      ...idFields(names.artifact),
      ...idFields(names.variant),
      ...idFields(names.revision),
      depth: optional(int(0)),
    })
    .meta({ id: `${pascal(kind.name)}LogTarget` })
  return projectRoute({
    method: 'POST',
    path: `/${kind.plural}/revisions/log`,
    operationId: operationName('log', kind, 'revision', true),
    sdkName: `${kind.plural}.log`,
    summary: 'The history of a variant, newest first.',
    access: 'viewer',
    body: z.object({
      [listKey(kind, 'revision')]: optional(wrapper),
      [kind.name]: optional(wrapper),
      include_data: optional(bool),
      ...rowView,
    }),
    answer: recordList(kind, 'revision'),
    handle: async ({ body, publicUrl }, { scope }) => {
      const sent = body as Sent
      const wrapped = (ownMember(sent, listKey(kind, 'revision')) ?? sent[kind.name] ?? {}) as Sent
      const withData = sent['include_data'] === true
      const revisions = await log(scope, kind, {
        artifactId: idUnder(wrapped, names.artifact),
        variantId: idUnder(wrapped, names.variant),
        revisionId: idUnder(wrapped, names.revision),
        depth: wrapped['depth'] as number | undefined,
        withData,
      })
      const show = showing(context, scope, publicUrl, sent)
      const items = await Promise.all(
        revisions.map(async (revision) =>
          withData ? wireRevision(show, kind, revision) : wireRevisionHeader(kind, revision),
        ),
      )
      return { count: items.length, [listKey(kind, 'revision')]: items }
    },
  })
}

const diffSide = z
  .looseObject({ id: z.uuid(), slug: z.string(), version: z.string(), content_hash: z.string().optional() })
  .meta({ id: 'DiffSide' })
const diffAnswer = (form: DiffForm) =>
  named(`${form.name}Response`, () =>
    z.object({
      count: z.int(),
      diff: z.object({ base: diffSide.optional(), target: diffSide, ...form.answer }).meta({ id: form.name }),
      windowing: windowingAnswer.optional(),
    }),
  )

const changes = z.array(
  z
    .looseObject({ path: z.string(), value: z.unknown().optional() })
    .meta({ id: 'StructuralChange', description: 'path: a JSON Pointer.' }),
)

/** Member by member, by JSON Pointer. */
const structuralForm: DiffForm = {
  name: 'RevisionDiff',
  fields: {},
  answer: { equal: z.boolean(), added: changes, removed: changes, changed: changes },
  compare: async (_, { base, target }) => {
    const found = structuralDiff((base && storedData(base)) ?? {}, storedData(target) ?? {})
    const { added, removed, changed } = found
    const count = added.length + removed.length + changed.length
    return { count, diff: { equal: count === 0, added, removed, changed } as unknown as JsonObject }
  },
}

const sideAnswer = (kind: Kind, revision: Revision): JsonObject => ({
  ...(revisionReference(revision) as JsonObject),
  [`${kind.name}_id`]: revision.artifact.id,
  [`${kind.name}_variant_id`]: revision.variant.id,
  ...(revision.contentHash === undefined ? {} : { content_hash: revision.contentHash }),
})

/** Both sides of a diff; without a base the revision before the target, if there is one. */
async function diffSides(
  scope: Scope,
  kind: Kind,
  sent: { readonly base: Target; readonly target: Target },
): Promise<DiffSides> {
  const where = whereOf(scope, kind)
  const side = async (name: 'base' | 'target'): Promise<Revision> => {
    const resolved = await resolveReference(where, sent[name], 'diff')
    if (resolved === undefined)
      throw new AssayError('not_found', `${kind.label} revision not found: ${name}.`)
    return resolved.revision
  }
  const target = await side('target')
  if (isTargetGiven(sent.base)) return { base: await side('base'), target }
  const before =
    target.version === 0
      ? undefined
      : await scope.store.read.revisionByVersion(scope.projectId, target.variant.id, target.version - 1)
  return { base: before, target }
}

function diffRoute(context: VersioningContext, kind: Kind): Route {
  const form = context.payloads[kind.family].diff ?? structuralForm
  const targetIn = targetReader(kind)
  const baseIn = targetReader(kind, 'base_')
  return projectRoute({
    method: 'POST',
    path: `/${kind.plural}/revisions/diff`,
    operationId: operationName('diff', kind, 'revision', true),
    sdkName: `${kind.plural}.diff`,
    summary: 'What changed between two revisions.',
    access: 'viewer',
    body: z.object({ ...targetFields(kind), ...targetFields(kind, 'base_'), ...form.fields }),
    answer: diffAnswer(form),
    handle: async ({ body }, { scope }) => {
      const sides = await diffSides(scope, kind, { base: baseIn(body), target: targetIn(body) })
      const { count, diff, windowing } = await form.compare(scope, sides, body)
      return {
        count,
        diff: {
          ...(sides.base === undefined ? {} : { base: sideAnswer(kind, sides.base) }),
          target: sideAnswer(kind, sides.target),
          ...diff,
        },
        ...(windowing === undefined ? {} : { windowing }),
      }
    },
  })
}

function deployRoute(context: VersioningContext, kind: Kind): Route {
  const targetIn = targetReader(kind)
  return projectRoute({
    method: 'POST',
    path: `/${kind.plural}/revisions/deploy`,
    operationId: operationName('deploy', kind, 'revision'),
    sdkName: `${kind.plural}.deploy`,
    summary: 'Point an entry of an environment at a revision.',
    access: 'editor',
    writes: true,
    body: z.object({ ...targetFields(kind), key: optional(entryKey), message: optional(message) }),
    answer: singleRecordWith(kind, 'revision', {
      retrieval_info: retrievalInfo.optional(),
      deployed_at: z.string().optional(),
      environment_id: z.uuid().optional(),
      environment_version: z.string().optional(),
    }),
    handle: async ({ body, publicUrl }, { scope }) => {
      const { environment, key, ...references } = targetIn(body)
      const resolved = await deploy(context.engine, scope, kind, {
        references,
        environment,
        key,
        message: (body as Sent)['message'] as string | undefined,
      })
      const record = await wireRevision(showing(context, scope, publicUrl), kind, resolved.revision)
      const into = resolved.through?.environment
      return one(kind, 'revision', record, {
        retrieval_info: retrievalInfoOf(kind, resolved),
        ...(into === undefined
          ? {}
          : {
              deployed_at: into.createdAt,
              environment_id: into.artifact.id,
              environment_version: String(into.version),
            }),
      })
    },
  })
}

function resolveRoute(context: VersioningContext, kind: Kind): Route {
  const key = recordKey(kind, 'revision')
  const targetIn = targetReader(kind)
  return projectRoute({
    method: 'POST',
    path: `/${kind.plural}/revisions/resolve`,
    operationId: operationName('resolve', kind, 'revision'),
    sdkName: `${kind.plural}.resolve`,
    summary: 'A revision, stored or inline, with its embeds replaced.',
    access: 'viewer',
    body: z.object({
      ...targetFields(kind),
      [key]: optional(
        z.object({ data: optional(context.payloads[kind.family].data) }).meta({ id: `Inline${pascal(key)}` }),
      ),
      max_depth: optional(int(1, context.embedLimits.maxDepth)),
      max_embeds: optional(int(1, context.embedLimits.maxEmbeds)),
      error_policy: optional(z.enum(['exception', 'placeholder', 'keep'])),
    }),
    answer: singleWith(key, schemasOf[kind.name].revision.partial().meta({ id: `Resolved${pascal(key)}` }), {
      retrieval_info: retrievalInfo.optional(),
      resolution_info: resolutionInfo.optional(),
    }),
    handle: async ({ body, publicUrl }, { scope }) => {
      const sent = body as Sent
      const inline = ownMember(sent, key) as { readonly data?: JsonObject } | undefined
      const target = targetIn(body)
      const given = isTargetGiven(target)
      const options = embedOptions(context, sent)
      if (inline !== undefined) {
        if (given) {
          throw new AssayError('reference_mismatch', `Give ${key} or references, not both.`)
        }
        if (inline.data === undefined) throw new AssayError('data_required', `${key} has no data to resolve.`)
        const { record, info } = await withEmbeds(context, scope, { data: inline.data }, options)
        return one(kind, 'revision', record, { resolution_info: info })
      }
      if (!given) throw referenceRequired(kind, 'resolve')
      const resolved = await resolveReference(whereOf(scope, kind), target, 'resolve')
      if (resolved === undefined) return none
      const shown = await wireRevision(showing(context, scope, publicUrl), kind, resolved.revision)
      const { record, info } = await withEmbeds(context, scope, shown, options)
      return one(kind, 'revision', record, {
        retrieval_info: retrievalInfoOf(kind, resolved),
        resolution_info: info,
      })
    },
  })
}

const embedOptions = (context: VersioningContext, sent: Sent): Parameters<typeof resolveData>[2] => ({
  maxDepth: (sent['max_depth'] as number | undefined) ?? context.embedLimits.maxDepth,
  maxEmbeds: (sent['max_embeds'] as number | undefined) ?? context.embedLimits.maxEmbeds,
  errorPolicy: (sent['error_policy'] as 'exception' | undefined) ?? 'exception',
})

export const retrieveRoutes = (context: VersioningContext, kind: Kind): readonly Route[] => [
  retrieveRoute(context, kind),
  logRoute(context, kind),
  diffRoute(context, kind),
  ...(kind.deployable ? [deployRoute(context, kind)] : []),
  ...(kind.embeds ? [resolveRoute(context, kind)] : []),
]
