// Routes that create artifacts and variants, and fork.
import { exampleTarget, refsReader } from './targets.ts'
import { z } from 'zod'
import { AssayError, invalid, type FieldError } from '../../kernel/errors.ts'
import { createArtifact, createVariant } from '../../versioning/create.ts'
import { fork } from '../../versioning/fork.ts'
import { kinds, recordKey, type Kind } from '../../versioning/kinds.ts'
import type { References } from '../../versioning/references/references.ts'
import { parsedBy, optional, uuid } from '../../kernel/validation.ts'
import { pascal } from '../record-fields.ts'
import { schemasOf, singleRecord, wireArtifact, wireVariant } from '../records.ts'
import { exampleHeader, exampleIds, exampleVariantSlug } from '../record-examples.ts'
import { projectRoute, type Route, untypedAnswer } from '../route.ts'
import { someOf, stated } from '../stated-rules.ts'
import { newHeader, optionalReference } from '../field-schemas.ts'
import {
  levelPath,
  single,
  operationName,
  type SentBody,
  type VersioningContext,
  withArticle,
} from './context.ts'
import { artifactIdNames, idFields, idUnder } from './parents.ts'
import { ownMember } from '../../kernel/own.ts'
import { referenceCodes, newRecordCodes, forkCodes } from '../codes.ts'
import type { KindScope } from '../../versioning/engine.ts'

const missingField = (...path: readonly string[]): FieldError => ({
  type: 'missing',
  loc: ['body', ...path],
  msg: 'Field required.',
})

const newArtifact = z.object(newHeader).meta({ id: 'NewArtifact' })

const createArtifactRoute = (context: VersioningContext, kind: Kind): Route =>
  projectRoute({
    method: 'POST',
    path: `/${kind.plural}/`,
    operationId: operationName('create', { kind, level: 'artifact' }),
    examples: { body: { [kind.name]: exampleHeader(kind) } },
    sdkName: `${kind.plural}.create`,
    errors: newRecordCodes,
    summary: `Create one ${kind.label.toLowerCase()}, without a variant.`,
    access: 'editor',
    writes: true,
    query: z.object({ [`${kind.name}_id`]: optional(uuid) }),
    body: z.object({ [kind.name]: newArtifact }),
    answer: singleRecord(kind, 'artifact'),
    handle: async ({ body, query }, { scope }) => {
      const header = parsedBy(newArtifact, body[kind.name])
      const artifact = await createArtifact(
        { engine: context.engine, scope, kind },
        {
          header,
          id: query[`${kind.name}_id`],
        },
      )
      return single(kind, { level: 'artifact', record: wireArtifact(artifact) })
    },
  })

function createVariantRoute(context: VersioningContext, kind: Kind): Route {
  const key = recordKey(kind, 'variant')
  const names = artifactIdNames(kind)
  const wrapper = z
    .object({ ...newHeader, ...idFields(names) })
    .meta({ id: `New${pascal(key)}`, ...stated(someOf(names)) })
  return projectRoute({
    method: 'POST',
    path: `/${kind.plural}/variants/`,
    operationId: operationName('create', { kind, level: 'variant' }),
    examples: {
      body: { [key]: { slug: exampleVariantSlug(kind), [`${kind.name}_id`]: exampleIds.artifact } },
    },
    sdkName: `${kind.plural}.createVariant`,
    errors: ['not_found', 'archived', ...referenceCodes, ...newRecordCodes],
    summary: `Create one variant of ${withArticle(kind.label.toLowerCase())}, without a revision.`,
    access: 'editor',
    writes: true,
    body: z.object({ [key]: wrapper }),
    answer: singleRecord(kind, 'variant'),
    handle: async ({ body }, { scope }) => {
      const input = parsedBy(wrapper, ownMember(body, key))
      const artifactId = idUnder(input, names)
      if (artifactId === undefined) {
        throw invalid([missingField(key, `${kind.name}_id`)])
      }
      const variant = await createVariant(
        { engine: context.engine, scope, kind },
        { header: input, artifactId },
      )
      return single(kind, { level: 'variant', record: wireVariant(kind, variant) })
    },
  })
}

const forkSource = (kind: Kind) => ({
  [`${kind.name}_ref`]: optionalReference,
  [`${kind.name}_variant_ref`]: optionalReference,
  [`${kind.name}_revision_ref`]: optionalReference,
})

const newVariant = z.object(newHeader).meta({ id: 'ForkedVariant' })

/** `?application_variant_id=` may replace the variant reference, or must agree with it. */
function withVariantId(
  kind: Kind,
  { references, variantId }: { readonly references: References; readonly variantId: string | undefined },
): References {
  if (variantId === undefined) return references
  const referencedId = references.variant?.id
  if (referencedId !== undefined && referencedId !== variantId) {
    throw new AssayError(
      'reference_mismatch',
      `${kind.name}_variant_id='${variantId}' and ${kind.name}_variant_ref.id='${referencedId}' differ.`,
    )
  }
  return { ...references, variant: { ...references.variant, id: variantId } }
}

async function answerFork(
  context: VersioningContext,
  {
    kindScope: { scope, kind },
    input,
  }: {
    readonly kindScope: KindScope
    readonly input: { readonly body: SentBody; readonly variantId?: string | undefined }
  },
) {
  const { body, variantId } = input
  const sentReferences = refsReader(kind)(body)
  const header = parsedBy(newVariant.optional(), ownMember(body, recordKey(kind, 'variant')))
  const references = withVariantId(kind, { references: sentReferences, variantId })
  const hasSource = Object.values(references).some((reference) => reference !== undefined)
  if (header === undefined || !hasSource) {
    throw invalid([
      ...(header === undefined ? [missingField(recordKey(kind, 'variant'))] : []),
      ...(hasSource ? [] : [missingField(`${kind.name}_variant_ref`)]),
    ])
  }
  const variant = await fork({ engine: context.engine, scope, kind }, { header, references })
  return single(kind, { level: 'variant', record: wireVariant(kind, variant) })
}

/** The path of a fork is below variants or, with `level`, below revisions. */
const forkRoute = (
  context: VersioningContext,
  { kind, level }: { readonly kind: Kind; readonly level: 'variant' | 'revision' },
): Route =>
  projectRoute({
    method: 'POST',
    path: `${levelPath(kind, level)}/fork`,
    operationId: operationName('fork', { kind, level }),
    examples: {
      body: {
        [recordKey(kind, 'variant')]: { slug: `${exampleHeader(kind).slug}.trial` },
        ...exampleTarget(kind),
      },
    },
    ...(level === 'variant' ? { sdkName: `${kind.plural}.fork` } : {}),
    errors: forkCodes,
    summary: 'Create a variant with a copy of the history up to one revision.',
    access: 'editor',
    writes: true,
    query: z.object({ [`${kind.name}_variant_id`]: optional(uuid) }),
    body: z
      .object({ [recordKey(kind, 'variant')]: newVariant, ...forkSource(kind) })
      .meta(stated('At least one reference has an id, a slug or a version.')),
    answer: singleRecord(kind, 'variant'),
    handle: ({ body, query }, { scope }) =>
      answerFork(context, {
        kindScope: { scope, kind },
        input: { body, variantId: query[`${kind.name}_variant_id`] },
      }),
  })

/** Derives the kind from the keys of a body; none or several is an error. */
function kindOfBody(body: SentBody): Kind {
  const matchingKinds = Object.values(kinds).filter((kind) =>
    [recordKey(kind, 'variant'), ...Object.keys(forkSource(kind))].some(
      (key) => ownMember(body, key) !== undefined,
    ),
  )
  const [kind] = matchingKinds
  if (kind !== undefined && matchingKinds.length === 1) return kind
  const msg =
    kind === undefined
      ? 'The keys determine the kind: send a wrapper or references such as application_variant_ref.'
      : `The keys belong to several kinds: ${matchingKinds.map(({ name }) => name).join(', ')}.`
  throw invalid([{ type: 'value_error', loc: ['body'], msg }])
}

/** `POST /variants/fork` forks records of any kind; the keys of the body determine the kind. */
export const anyKindForkRoute = (context: VersioningContext): Route =>
  projectRoute({
    method: 'POST',
    path: '/variants/fork',
    operationId: 'fork_variant',
    examples: { body: { application_variant: {}, application_variant_ref: { slug: 'support-bot.main' } } },
    sdkName: 'variants.fork',
    errors: forkCodes,
    summary: 'Create a variant with a copy of a history. The keys of the body determine the kind.',
    refuses: 'The keys must belong to one kind: its wrapper and at least one of its references.',
    access: 'editor',
    writes: true,
    body: z.object(
      Object.assign(
        {},
        ...Object.values(kinds).map((kind) => ({
          [recordKey(kind, 'variant')]: optional(newVariant),
          ...forkSource(kind),
        })),
      ) as z.ZodRawShape,
    ),
    answer: z.object({
      count: z.int(),
      ...Object.fromEntries(
        Object.values(kinds).map((kind) => [
          recordKey(kind, 'variant'),
          schemasOf[kind.name].variant.optional(),
        ]),
      ),
    }),
    handle: async ({ body }, { scope }) =>
      untypedAnswer(
        await answerFork(context, { kindScope: { scope, kind: kindOfBody(body) }, input: { body } }),
      ),
  })

export const createRoutes = (context: VersioningContext, kind: Kind): readonly Route[] => [
  createArtifactRoute(context, kind),
  createVariantRoute(context, kind),
  forkRoute(context, { kind, level: 'variant' }),
  forkRoute(context, { kind, level: 'revision' }),
]
