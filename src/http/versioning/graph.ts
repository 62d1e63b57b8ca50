// The revision graph of an artifact.
import { withExample } from '../examples.ts'
import { withoutUndefined } from '../../kernel/own.ts'
import { z } from 'zod'
import { optional } from '../../kernel/validation.ts'
import type { Revision, Variant } from '../../storage/contract/contract.ts'
import { graphOf, variantsMax } from '../../versioning/graph.ts'
import { kinds } from '../../versioning/kinds.ts'
import { pageCodes } from '../codes.ts'
import { stated } from '../stated-rules.ts'
import { projectRoute, type Route } from '../route.ts'
import { kindName, reference, windowing, windowingAnswer } from '../field-schemas.ts'
import type { VersioningContext } from './context.ts'

const variantAnswer = withExample(
  z
    .object({
      id: z.guid(),
      slug: z.string(),
      name: z.string().optional(),
      forked_from_revision_id: z.guid().optional(),
      created_at: z.string(),
      deleted_at: z.string().optional(),
    })
    .meta({ id: 'GraphVariant' }),
  {
    id: '01a1e2ea-ca25-7031-8dc2-c401d6e51945',
    slug: 'graph.main',
    name: 'graph.main',
    created_at: '2026-11-16T05:53:20.421110Z',
  },
)

const revisionAnswer = z
  .object({
    id: z.guid(),
    variant_id: z.guid(),
    version: z.string(),
    message: z.string().optional(),
    author: z.guid(),
    date: z.string(),
    content_hash: z.string().optional(),
    copied_from_revision_id: z.guid().optional(),
    merged_revision_id: z.guid().optional(),
    deleted_at: z.string().optional(),
  })
  .meta({ id: 'GraphRevision' })

const graphAnswer = z
  .object({
    count: z.int(),
    variants: z.array(variantAnswer),
    revisions: z.array(revisionAnswer),
    windowing: windowingAnswer.optional(),
  })
  .meta({ id: 'RevisionGraph' })

const wireVariant = (variant: Variant) =>
  withoutUndefined({
    id: variant.id,
    slug: variant.slug,
    name: variant.name,
    forked_from_revision_id: variant.forkedFromRevisionId,
    created_at: variant.createdAt,
    deleted_at: variant.deletedAt,
  })

const wireRevision = (revision: Revision) =>
  withoutUndefined({
    id: revision.id,
    variant_id: revision.variant.id,
    version: String(revision.version),
    message: revision.message,
    author: revision.author,
    date: revision.date,
    content_hash: revision.contentHash,
    copied_from_revision_id: revision.originRevisionId,
    merged_revision_id: revision.mergedRevisionId,
    deleted_at: revision.deletedAt,
  })

export const graphRoute = (context: VersioningContext): Route =>
  projectRoute({
    method: 'POST',
    path: '/revisions/graph',
    operationId: 'query_revision_graph',
    examples: { body: { kind: 'application', artifact_ref: { id: '01a1e2ea-c9e0-7fc6-bb55-5cb748bfc1f0' } } },
    sdkName: 'revisions.graph',
    errors: ['not_found', 'reference_insufficient', ...pageCodes],
    summary: 'All variants of an artifact with their revisions, newest first, without payloads.',
    description:
      `Includes archived records; at most the ${variantsMax} oldest variants. \`copied_from_revision_id\`: the source of a copy made by a fork. ` +
      '`merged_revision_id`: the revision whose history was merged.',
    access: 'viewer',
    body: z.object({ kind: kindName, artifact_ref: reference, windowing: optional(windowing) }).meta({
      id: 'GraphRequest',
      ...stated('artifact_ref needs an id or a slug.'),
    }),
    answer: graphAnswer,
    handle: async ({ body }, { scope }) => {
      const { variants, revisions } = await graphOf(
        { scope, kind: kinds[body.kind] },
        {
          artifact: body.artifact_ref ?? {},
          windowing: body.windowing ?? {},
          limits: context.limits,
        },
      )
      return {
        count: revisions.items.length,
        variants: variants.map(wireVariant),
        revisions: revisions.items.map(wireRevision),
        ...(revisions.windowing === undefined ? {} : { windowing: revisions.windowing }),
      }
    },
  })
