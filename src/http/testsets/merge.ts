// Merges, picks and reverts testset revisions.
import { z } from 'zod'
import { AssayError } from '../../kernel/errors.ts'
import type { JsonObject } from '../../kernel/json/value.ts'
import type { Scope } from '../../access/scope.ts'
import type { Revision, Variant } from '../../storage/contract/contract.ts'
import { positionCursor, requirePosition } from '../../testsets/reading/cursor.ts'
import { isInHistory } from '../../testsets/merge/lineage.ts'
import { commitMerge, type MergeReport, type MergeRequest } from '../../testsets/merge/merge-commit.ts'
import type { MergeConflict } from '../../testsets/merge/resolutions.ts'
import { notFound } from '../../versioning/engine.ts'
import { kinds } from '../../versioning/kinds.ts'
import { referenceWithIdOrSlug, type Reference } from '../../versioning/references/references.ts'
import { refuseContradiction, resolveReference } from '../../versioning/references/resolve-reference.ts'
import { bool, optional, uuid } from '../../kernel/validation.ts'
import { schemasOf, wireRevision } from '../records.ts'
import { projectRoute, type Route, untypedAnswer } from '../route.ts'
import { message, optionalReference, windowingAnswer } from '../field-schemas.ts'
import { payloadContext } from '../versioning/context.ts'
import { rowView } from '../versioning/records.ts'
import { resolution } from './resolution.ts'
import { listWindowing, type TestsetRoutesContext } from './context.ts'
import { pageCodes, rowCodes } from '../codes.ts'

const conflictsListedMax = 1000
const kind = kinds.testset

const commonFields = {
  message: optional(message),
  base_revision_id: optional(uuid),
  strategy: optional(z.enum(['ours', 'theirs'])),
  resolutions: optional(z.array(resolution)),
  dry_run: optional(bool),
  ...rowView,
  windowing: optional(listWindowing('ConflictWindowing', conflictsListedMax)),
}
type Common = z.output<z.ZodObject<typeof commonFields>>

const sideAnswer = z.object({ id: z.guid(), version: z.string() }).meta({ id: 'MergeSide' })
const conflict = z
  .looseObject({
    kind: z.enum(['field', 'edit_remove']),
    testcase_dedup_id: z.string(),
    occurrence: z.int(),
  })
  .meta({ id: 'MergeConflict' })
const answer = z
  .object({
    count: z.int(),
    testset_revision: schemasOf.testset.revision.optional(),
    merge: z
      .object({
        status: z.enum(['merged', 'up_to_date', 'mergeable', 'conflicts']),
        base: sideAnswer.optional(),
        ours: sideAnswer.optional(),
        theirs: sideAnswer,
        counts: z.record(z.enum(['added', 'removed', 'edited', 'moved', 'conflicts', 'resolved']), z.int()),
        conflicts: z.array(conflict).optional(),
      })
      .meta({ id: 'MergeReport' }),
    windowing: windowingAnswer.optional(),
  })
  .meta({ id: 'MergeResponse' })

const wireSide = ({ id, version }: Revision): JsonObject => ({ id, version: String(version) })

const wireConflict = ({ dedupId, occurrence, conflict }: MergeConflict): JsonObject => {
  const { kind, ...rest } = conflict
  return { kind, testcase_dedup_id: dedupId, occurrence, ...rest }
}

const wireReport = (report: MergeReport, conflicts?: readonly MergeConflict[]): JsonObject => ({
  status: report.status,
  ...(report.base === undefined ? {} : { base: wireSide(report.base) }),
  ...(report.ours === undefined ? {} : { ours: wireSide(report.ours) }),
  theirs: wireSide(report.theirs),
  counts: { ...report.counts },
  ...(conflicts === undefined ? {} : { conflicts: conflicts.map(wireConflict) }),
})

/** The requested page of conflicts. */
function conflictPage(report: MergeReport, body: Common) {
  const windowing: Partial<NonNullable<Common['windowing']>> = body.windowing ?? {}
  const limit = windowing.limit === undefined || windowing.limit === 0 ? conflictsListedMax : windowing.limit
  const start = windowing.next === undefined ? 0 : requirePosition(windowing.next)
  const hasMore = start + limit < report.openConflicts.length
  return {
    merge: wireReport(report, report.openConflicts.slice(start, start + limit)),
    ...(hasMore ? { windowing: { next: positionCursor(start + limit), limit } } : {}),
  }
}

async function answerMerge(
  context: TestsetRoutesContext,
  {
    call,
    request,
  }: {
    readonly call: { readonly scope: Scope; readonly publicUrl: string; readonly body: Common }
    readonly request: Omit<MergeRequest, 'baseRevisionId' | 'strategy' | 'resolutions' | 'isDryRun'>
  },
): Promise<JsonObject> {
  const { scope, body } = call
  const { report, revision } = await commitMerge(context.engine, {
    settings: context.testsets,
    scope,
    request: {
      ...request,
      message: body.message ?? request.message,
      baseRevisionId: body.base_revision_id,
      strategy: body.strategy,
      resolutions: body.resolutions ?? [],
      isDryRun: body.dry_run === true,
    },
  })
  if (body.dry_run === true) return { count: 0, ...conflictPage(report, body) }
  if (report.status === 'conflicts') {
    const conflictNoun = report.openConflicts.length === 1 ? 'conflict' : 'conflicts'
    const text = `The merge has ${report.openConflicts.length} unresolved ${conflictNoun}; nothing was committed.`
    throw new AssayError('merge_conflict', { message: text }, { extra: conflictPage(report, body) })
  }
  const viewContext = payloadContext(context, { scope, publicUrl: call.publicUrl, rows: body })
  const record = revision && (await wireRevision(viewContext, { kind, revision }))
  return {
    count: record === undefined ? 0 : 1,
    ...(record === undefined ? {} : { testset_revision: record }),
    merge: wireReport(report),
  }
}

const missingReference = (name: string): AssayError =>
  new AssayError('reference_required', `${name} is required.`)

const versionWithoutRecord = (name: string): AssayError =>
  new AssayError('reference_insufficient', `${name} has only version: give its id or slug.`)

async function variantOf(
  scope: Scope,
  { name, ref }: { readonly name: string; readonly ref: Reference | undefined },
): Promise<Variant> {
  if (ref === undefined) throw missingReference(name)
  if (referenceWithIdOrSlug(ref) === undefined) throw versionWithoutRecord(name)
  const { id, slug } = ref
  const key = id === undefined ? { slug } : { id }
  const variant = await scope.store.read.variant(scope.projectId, kind.family, key)
  if (variant === undefined) throw notFound(kind, 'variant')
  refuseContradiction(name, { ref: { id, slug }, record: variant })
  return variant
}

/** A bare version refers to `variant`, if there is one. */
async function revisionOf(
  scope: Scope,
  {
    name,
    ref,
    variant,
  }: { readonly name: string; readonly ref: Reference | undefined; readonly variant?: Reference | undefined },
): Promise<Revision> {
  if (ref === undefined) throw missingReference(name)
  if (referenceWithIdOrSlug(ref) === undefined && variant === undefined) throw versionWithoutRecord(name)
  const kindScope = { reads: scope.store.read, projectId: scope.projectId, kind }
  const resolution = await resolveReference(kindScope, { target: { revision: ref, variant }, verb: 'merge' })
  if (resolution === undefined) throw notFound(kind, 'revision')
  return resolution.revision
}

/** The previous revision. Version 0, which has none, is refused. */
async function revisionBefore(scope: Scope, revision: Revision): Promise<Revision> {
  const previousRevision =
    revision.version === 0
      ? undefined
      : await scope.store.read.revisionByVersion(scope.projectId, revision.variant.id, revision.version - 1)
  if (previousRevision !== undefined) return previousRevision
  throw new AssayError(
    'reference_mismatch',
    'Version 0 has no previous revision: it cannot be reverted or picked.',
  )
}

const headOf = async (scope: Scope, variant: Variant): Promise<Revision> => {
  const head =
    variant.headRevisionId === undefined
      ? undefined
      : await scope.store.read.revision(scope.projectId, kind.family, { id: variant.headRevisionId })
  if (head === undefined) throw notFound(kind, 'revision')
  return head
}

const commonRoute = { method: 'POST', access: 'editor', writes: true, answer } as const

const mergeExample = {
  testset_variant_ref: { id: '01a1e25f-1aa6-7eb8-941f-58ef12c97af2' },
  source_testset_variant_ref: { slug: 'anna' },
}

const mergeRoute = (context: TestsetRoutesContext): Route =>
  projectRoute({
    ...commonRoute,
    path: '/testsets/variants/merge',
    operationId: 'merge_testset_variants',
    examples: { body: mergeExample },
    sdkName: 'testsets.merge',
    errors: [...rowCodes, ...pageCodes, 'merge_conflict'],
    summary: 'Merge the rows of one variant into another; the base is their newest common commit.',
    body: z.object({
      testset_variant_ref: optionalReference,
      source_testset_variant_ref: optionalReference,
      source_testset_revision_ref: optionalReference,
      ...commonFields,
    }),
    handle: async ({ body, publicUrl }, { scope }) => {
      const variant = await variantOf(scope, { name: 'testset_variant_ref', ref: body.testset_variant_ref })
      const byRevision = body.source_testset_revision_ref
      const source =
        byRevision === undefined
          ? await variantOf(scope, {
              name: 'source_testset_variant_ref',
              ref: body.source_testset_variant_ref,
            })
          : undefined
      const sourceRevision =
        source === undefined
          ? await revisionOf(scope, {
              name: 'source_testset_revision_ref',
              ref: byRevision,
              variant: body.source_testset_variant_ref,
            })
          : await headOf(scope, source)
      return untypedAnswer(
        await answerMerge(context, {
          call: { scope, publicUrl, body },
          request: {
            variant,
            theirs: sourceRevision,
            base: 'ancestor',
            isRestore: false,
            mergedRevisionId: sourceRevision.id,
            message: `Merge ${source?.slug ?? sourceRevision.slug} into ${variant.slug}`,
          },
        }),
      )
    },
  })

/** The picked revision if it counts as merged: the variant must already contain the rest of its history. */
async function mergedRevisionIdOf(
  scope: Scope,
  {
    variant,
    sides,
  }: { readonly variant: Variant; readonly sides: { readonly theirs: Revision; readonly base: Revision } },
): Promise<string | undefined> {
  if (variant.headRevisionId === undefined) return undefined
  const source = { reads: scope.store.read, projectId: scope.projectId }
  const isFullHistory = await isInHistory(source, {
    revision: sides.base,
    descendant: await headOf(scope, variant),
  })
  return isFullHistory ? sides.theirs.id : undefined
}

const pickRoute = (context: TestsetRoutesContext): Route =>
  projectRoute({
    ...commonRoute,
    path: '/testsets/revisions/pick',
    operationId: 'pick_testset_revision',
    examples: {
      body: {
        testset_revision_ref: { id: '01a1e260-3a43-7758-b170-fb4b2ef1a66c' },
        testset_variant_ref: { id: '01a1e260-3567-7d33-8e01-186d38ad1597' },
      },
    },
    sdkName: 'testsets.pick',
    errors: [...rowCodes, ...pageCodes, 'merge_conflict'],
    summary: 'Apply the change of one revision to another variant.',
    body: z.object({
      testset_revision_ref: optionalReference,
      testset_variant_ref: optionalReference,
      ...commonFields,
    }),
    handle: async ({ body, publicUrl }, { scope }) => {
      const source = await revisionOf(scope, { name: 'testset_revision_ref', ref: body.testset_revision_ref })
      const variant = await variantOf(scope, { name: 'testset_variant_ref', ref: body.testset_variant_ref })
      const base = await revisionBefore(scope, source)
      return untypedAnswer(
        await answerMerge(context, {
          call: { scope, publicUrl, body },
          request: {
            variant,
            theirs: source,
            base,
            isRestore: false,
            mergedRevisionId: await mergedRevisionIdOf(scope, { variant, sides: { theirs: source, base } }),
            message: `Pick ${source.slug}`,
          },
        }),
      )
    },
  })

const revertRoute = (context: TestsetRoutesContext): Route =>
  projectRoute({
    ...commonRoute,
    path: '/testsets/revisions/revert',
    operationId: 'revert_testset_revision',
    examples: { body: { testset_revision_ref: { id: '01a1e260-4966-7b06-b870-368ef969df20' } } },
    sdkName: 'testsets.revert',
    errors: [...rowCodes, ...pageCodes, 'merge_conflict'],
    summary: 'Revert the change of one revision, or restore its rows.',
    body: z.object({
      testset_revision_ref: optionalReference,
      testset_variant_ref: optionalReference,
      mode: optional(z.enum(['undo', 'restore'])),
      ...commonFields,
    }),
    handle: async ({ body, publicUrl }, { scope }) => {
      const { testset_revision_ref: revisionRef, testset_variant_ref: variantRef } = body
      const revision = await revisionOf(scope, {
        name: 'testset_revision_ref',
        ref: revisionRef,
        variant: variantRef,
      })
      const variant = await variantOf(scope, {
        name: 'testset_variant_ref',
        ref: body.testset_variant_ref ?? { id: revision.variant.id },
      })
      const restores = body.mode === 'restore'
      const source = restores ? revision : await revisionBefore(scope, revision)
      return untypedAnswer(
        await answerMerge(context, {
          call: { scope, publicUrl, body },
          request: {
            variant,
            theirs: source,
            base: revision,
            isRestore: restores,
            mergedRevisionId: undefined,
            message: `${restores ? 'Restore' : 'Revert'} ${revision.slug}`,
          },
        }),
      )
    },
  })

export const mergeRoutes = (context: TestsetRoutesContext): readonly Route[] => [
  mergeRoute(context),
  pickRoute(context),
  revertRoute(context),
]
