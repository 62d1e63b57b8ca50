// Answers with versioned records: their schemas and the functions that create them. Fields without a value are absent.
// Parents appear under generic names and under the names of the requested prefix.
import { z } from 'zod'
import { isJsonObject, type JsonObject } from '../kernel/json/value.ts'
import type {
  Artifact,
  Flags,
  Header,
  Level,
  RelationalReads,
  Revision,
  Variant,
} from '../storage/contract/contract.ts'
import type { Engine } from '../versioning/engine.ts'
import type { Warning } from '../versioning/payload.ts'
import {
  kinds,
  listKey,
  recordKey,
  artifactFlags,
  revisionFlags,
  variantFlags,
  type Kind,
} from '../versioning/kinds.ts'
import type { View } from '../versioning/payload.ts'
import { simpleFlags, type SimpleRecord } from '../versioning/simple.ts'
import { withGeneratedExample } from './examples.ts'
import { exampleData, exampleIds, exampleRecords } from './record-examples.ts'
import type { Windowing } from '../versioning/windowing.ts'
import { setOwn } from '../kernel/own.ts'
import {
  commonSchema,
  freeObject,
  id,
  lifecycle,
  list,
  pascal,
  definedMembers,
  single,
  singleWith,
} from './record-fields.ts'

const header = (record: Header, flags: Flags) => ({
  id: record.id,
  slug: record.slug,
  name: record.name,
  description: record.description,
  flags: Object.keys(flags).length === 0 ? undefined : flags,
  tags: record.tags,
  meta: record.meta,
})

/** The prefixes of parent fields besides the generic ones: the kind, and the base kind of its family. */
const parentPrefixes = (kind: Kind): readonly string[] =>
  kind.family === kinds.workflow.family && kind.name !== 'workflow' ? [kind.name, 'workflow'] : [kind.name]

interface ParentNames {
  readonly id: string
  readonly slug: string
}

/** Names of the members with the artifact and the variant of a record. */
function parentNames(kind: Kind): Readonly<Record<'artifact' | 'variant', readonly ParentNames[]>> {
  const names = (words: readonly string[]) =>
    words.map((word) => ({ id: `${word}_id`, slug: `${word}_slug` }))
  return {
    artifact: names(['artifact', ...parentPrefixes(kind)]),
    variant: names(['variant', ...parentPrefixes(kind).map((word) => `${word}_variant`)]),
  }
}

const parentNamesByKind = Object.fromEntries(
  Object.values(kinds).map((kind) => [kind.name, parentNames(kind)]),
) as Readonly<Record<Kind['name'], ReturnType<typeof parentNames>>>

function parentMembers(
  kind: Kind,
  { level, parent }: { readonly level: 'artifact' | 'variant'; readonly parent: ParentNames },
): { readonly [name: string]: string } {
  const members: { [name: string]: string } = {}
  for (const names of parentNamesByKind[kind.name][level]) {
    setOwn(members, names.id, parent.id)
    setOwn(members, names.slug, parent.slug)
  }
  return members
}

export const wireArtifact = (artifact: Artifact): JsonObject =>
  definedMembers(header(artifact, artifactFlags(artifact)), lifecycle(artifact))

export const wireVariant = (kind: Kind, variant: Variant): JsonObject =>
  definedMembers(
    header(variant, variantFlags(variant.family, { artifact: variant.artifact, flags: variant.flags })),
    { forked_from_revision_id: variant.forkedFromRevisionId },
    parentMembers(kind, { level: 'artifact', parent: variant.artifact }),
    lifecycle(variant),
  )

/** A revision without its payload, plus the members of `extra`. */
export const wireRevisionHeader = (
  kind: Kind,
  {
    revision,
    extra = {},
  }: { readonly revision: Revision; readonly extra?: { readonly [key: string]: unknown } | undefined },
): JsonObject =>
  definedMembers(
    header(revision, revisionFlags(revision)),
    {
      version: String(revision.version),
      message: revision.message,
      author: revision.author,
      date: revision.date,
    },
    parentMembers(kind, { level: 'artifact', parent: revision.artifact }),
    parentMembers(kind, { level: 'variant', parent: revision.variant }),
    { content_hash: revision.contentHash },
    lifecycle(revision),
    extra,
  )

/** The dependencies for writing payloads. */
export interface PayloadContext {
  readonly engine: Engine
  readonly reads: RelationalReads
  readonly projectId: string
  readonly view: View
}

/** A revision with its payload, and the windowing of the next page of its rows. */
export async function wireRevisionPage(
  context: PayloadContext,
  { kind, revision }: { readonly kind: Kind; readonly revision: Revision },
): Promise<{ readonly record: JsonObject; readonly windowing: Windowing | undefined }> {
  const rules = context.engine.payloads[kind.family]
  const { data, windowing } = await rules.view(revision, context.view, context)
  return { record: wireRevisionHeader(kind, { revision, extra: { data } }), windowing }
}

export const wireRevision = async (
  context: PayloadContext,
  { kind, revision }: { readonly kind: Kind; readonly revision: Revision },
): Promise<JsonObject> => (await wireRevisionPage(context, { kind, revision })).record

export async function wireSimple(
  context: PayloadContext,
  { kind, record }: { readonly kind: Kind; readonly record: SimpleRecord },
): Promise<JsonObject> {
  const { artifact, variant, revision } = record
  const rules = context.engine.payloads[kind.family]
  const payload = revision && (await rules.view(revision, context.view, context))
  const flags = simpleFlags(context.engine, record)
  return simpleMembers(kind, { artifact, variantId: variant?.id, revision, flags, data: payload?.data })
}

interface SimpleParts {
  readonly artifact: Artifact
  readonly variantId: string | undefined
  readonly revision: Revision | undefined
  readonly flags: Flags
  readonly data: JsonObject | undefined
}

const simpleMembers = (kind: Kind, { artifact, variantId, revision, flags, data }: SimpleParts): JsonObject =>
  definedMembers(
    header(artifact, flags),
    { variant_id: variantId, revision_id: revision?.id, data },
    lifecycle(artifact),
    kind.name === 'environment' ? deploymentOf(artifact, { revision, data }) : {},
  )

/** Fields that clients of deployments read: environment, version, and the time and author of the last deployment. */
function deploymentOf(
  artifact: Artifact,
  { revision, data }: { readonly revision: Revision | undefined; readonly data: JsonObject | undefined },
) {
  const references = data?.['references']
  const isDeployed = isJsonObject(references) && Object.keys(references).length > 0
  return {
    environment_id: artifact.id,
    version: revision && String(revision.version),
    ...(isDeployed && revision !== undefined && revision.createdAt > (artifact.updatedAt ?? '')
      ? { updated_at: revision.createdAt, updated_by_id: revision.createdById }
      : {}),
  }
}

const headerSchema = {
  id,
  slug: z.string(),
  name: z.string().optional(),
  description: z.string().optional(),
  ...commonSchema,
}

const parentSchema = (words: readonly string[], suffix: string) =>
  Object.fromEntries(
    words.flatMap((word) => [
      [`${word}${suffix}_id`, id],
      [`${word}${suffix}_slug`, z.string()],
    ]),
  )

const simpleExample = (kind: Kind): JsonObject => {
  const { artifact, revision } = exampleRecords(kind)
  const flags = kind.family === 'workflow' ? revisionFlags(revision) : artifactFlags(artifact)
  return simpleMembers(kind, {
    artifact,
    variantId: exampleIds.variant,
    revision,
    flags,
    data: exampleData(kind),
  })
}

function recordSchemas(kind: Kind) {
  const words = parentPrefixes(kind)
  const artifactParents = { artifact_id: id, artifact_slug: z.string(), ...parentSchema(words, '') }
  const storedExamples = exampleRecords(kind)
  const data = exampleData(kind)
  const artifact = withGeneratedExample(
    z.looseObject(headerSchema).meta({ id: pascal(kind.name) }),
    wireArtifact(storedExamples.artifact),
  )
  const variant = withGeneratedExample(
    z
      .looseObject({ ...headerSchema, forked_from_revision_id: id.optional(), ...artifactParents })
      .meta({ id: pascal(`${kind.name}_variant`) }),
    wireVariant(kind, storedExamples.variant),
  )
  const revision = withGeneratedExample(
    z
      .looseObject({
        ...headerSchema,
        version: z.string(),
        message: z.string().optional(),
        author: id,
        date: z.string(),
        content_hash: z.string().optional(),
        data: freeObject.optional(),
        ...artifactParents,
        variant_id: id,
        variant_slug: z.string(),
        ...parentSchema(words, '_variant'),
      })
      .meta({ id: pascal(`${kind.name}_revision`) }),
    wireRevisionHeader(kind, { revision: storedExamples.revision, extra: { data } }),
  )
  const simpleSchema = withGeneratedExample(
    z
      .looseObject({
        ...headerSchema,
        variant_id: id.optional(),
        revision_id: id.optional(),
        data: freeObject.optional(),
        ...(kind.name === 'environment' ? { environment_id: id, version: z.string().optional() } : {}),
      })
      .meta({ id: pascal(`simple_${kind.name}`) }),
    simpleExample(kind),
  )
  return { artifact, variant, revision, simple: simpleSchema }
}

/** Schemas of the records of each kind, created once: the OpenAPI document refers to them by name. */
export const schemasOf = Object.fromEntries(
  Object.values(kinds).map((kind) => [kind.name, recordSchemas(kind)]),
) as Readonly<Record<Kind['name'], ReturnType<typeof recordSchemas>>>

const resolvedReference = z
  .object({ id: z.string().optional(), slug: z.string().optional(), version: z.string().optional() })
  .meta({ id: 'KnownReference', description: 'A reference with all members that the server resolved.' })
const referencesAnswer = z.record(z.string(), resolvedReference)

export const retrievalInfo = z
  .object({
    references: referencesAnswer,
    selector: z.object({ key: z.string() }).meta({ id: 'EntrySelector' }).optional(),
  })
  .meta({
    id: 'RetrievalInfo',
    description: 'The resolved references, and the environment entry that led to them.',
  })

export const resolutionInfo = z
  .object({
    references_used: z.array(referencesAnswer),
    depth_reached: z.int(),
    embeds_resolved: z.int(),
    errors: z.array(z.unknown()),
  })
  .meta({ id: 'ResolutionInfo', description: 'Which embeds were replaced.' })

const warnings = z
  .array(
    z
      .object({
        code: z.string(),
        message: z.string(),
        target: z.array(z.union([z.string(), z.number()])).optional(),
      })
      .meta({ id: 'CommitWarning' }),
  )
  .optional()

export const commitStatus = {
  status: z.enum(['committed', 'no_change']).optional(),
  warnings,
} as const

export const editWarnings = { warnings } as const

/**
 * The `warnings` of an edit whose slug is not the record's. Existing clients send one with every edit, so another slug
 * is ignored with a warning rather than refused.
 */
export function slugWarnings(sentSlug: string | undefined, record: { readonly slug: string }): JsonObject {
  if (sentSlug === undefined || sentSlug === record.slug) return {}
  const message = `A slug never changes: '${sentSlug}' was ignored, the slug is still '${record.slug}'.`
  return { warnings: [{ code: 'slug_unchanged', message, target: ['slug'] } satisfies Warning] }
}

export const singleRecord = (kind: Kind, level: Level) =>
  single(recordKey(kind, level), schemasOf[kind.name][level])

export const singleRecordWith = (
  kind: Kind,
  { level, extra }: { readonly level: Level; readonly extra: z.ZodRawShape },
) => singleWith(recordKey(kind, level), { record: schemasOf[kind.name][level], extra })

export const recordList = (kind: Kind, level: Level) =>
  list(listKey(kind, level), schemasOf[kind.name][level])
