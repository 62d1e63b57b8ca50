// The route that reports where a record of any kind is used.
import { withExample } from '../examples.ts'
import { environmentUseExample } from './examples.ts'
import { z } from 'zod'
import type { JsonObject } from '../../kernel/json/value.ts'
import { optional } from '../../kernel/validation.ts'
import {
  environmentsMax,
  whereUsed,
  type EmbedUse,
  type EnvironmentUse,
  type RunUse,
} from '../../evaluations/uses/where-used.ts'
import { statuses } from '../../evaluations/plan/status.ts'
import { kinds, revisionFlags } from '../../versioning/kinds.ts'
import { completeReferences } from '../../versioning/references/references.ts'
import { referenceCodes } from '../codes.ts'
import { definedMembers } from '../record-fields.ts'
import { referenceRule, stated } from '../stated-rules.ts'
import { projectRoute, type Route, untypedAnswer } from '../route.ts'
import { kindName, optionalReference } from '../field-schemas.ts'
import { viewerAccess } from './context.ts'

const usesMax = 100

const referenceAnswer = z
  .object({ id: z.guid(), slug: z.string().optional(), version: z.string().optional() })
  .meta({ id: 'UsedReference' })
const commitOf = {
  author: z.guid(),
  date: z.string(),
  message: z.string().optional(),
} as const

const usesAnswer = z
  .object({
    count: z.int(),
    environments: z.array(
      withExample(
        z
          .object({
            environment: referenceAnswer,
            environment_variant: referenceAnswer,
            environment_revision: referenceAnswer,
            key: z.string(),
            revision: referenceAnswer,
            author: commitOf.author.optional(),
            date: commitOf.date.optional(),
            message: commitOf.message,
          })
          .meta({ id: 'EnvironmentUse', description: 'A current deployment.' }),
        environmentUseExample,
      ),
    ),
    runs: z.array(
      z
        .object({
          id: z.guid(),
          name: z.string().optional(),
          status: z.enum(statuses),
          steps: z.array(z.string()),
          created_at: z.string(),
          created_by_id: z.guid(),
        })
        .meta({ id: 'RunUse' }),
    ),
    embeds: z.array(
      z
        .object({
          workflow: referenceAnswer,
          workflow_variant: referenceAnswer,
          workflow_revision: referenceAnswer,
          flags: z.record(z.string(), z.boolean()),
          is_head: z.boolean(),
          ...commitOf,
        })
        .meta({ id: 'EmbedUse' }),
    ),
    more: z
      .object({ environments: z.boolean(), runs: z.boolean(), embeds: z.boolean() })
      .meta({ id: 'MoreUses' }),
  })
  .meta({ id: 'WhereUsed' })

const wireEnvironment = ({ environment, key, revision, deployCommit }: EnvironmentUse): JsonObject =>
  definedMembers({
    ...completeReferences('environment', environment),
    key,
    revision,
    author: deployCommit?.author,
    date: deployCommit?.date,
    message: deployCommit?.message,
  })

const wireRun = ({ run, steps }: RunUse): JsonObject =>
  definedMembers({
    id: run.id,
    name: run.name,
    status: run.status,
    steps,
    created_at: run.createdAt,
    created_by_id: run.createdById,
  })

const wireEmbed = ({ revision, isHead }: EmbedUse): JsonObject =>
  definedMembers({
    ...completeReferences('workflow', revision),
    flags: revisionFlags(revision),
    is_head: isHead,
    author: revision.author,
    date: revision.date,
    message: revision.message,
  })

export const usesRoute = (): Route =>
  projectRoute({
    method: 'POST',
    path: '/revisions/uses',
    operationId: 'query_revision_uses',
    examples: { body: { kind: 'testset', revision_ref: { id: '01a1e2ea-cd1c-78d4-a609-0f7fe26d0b71' } } },
    sdkName: 'revisions.uses',
    errors: ['not_found', ...referenceCodes],
    summary: 'Where an artifact, or one revision of it, is used.',
    description:
      `With only \`artifact_ref\`: uses of any of its revisions. Environments (the first ${environmentsMax}) are those where it is deployed now, with the ` +
      'commit of the deployment unless that is too long ago; ' +
      'runs and embeds are listed newest first. An embed counts for the revision that it resolved to when it was committed. ' +
      '`more` is true for a truncated list.',
    ...viewerAccess,
    body: z
      .object({
        kind: kindName,
        artifact_ref: optionalReference,
        variant_ref: optionalReference,
        revision_ref: optionalReference,
        limit: optional(z.int().min(1).max(usesMax)),
      })
      .meta({ id: 'UsesRequest', ...stated(referenceRule) }),
    answer: usesAnswer,
    handle: async ({ body }, { scope }) => {
      const references = {
        artifact: body.artifact_ref,
        variant: body.variant_ref,
        revision: body.revision_ref,
      }
      const uses = await whereUsed(
        { scope, kind: kinds[body.kind] },
        { references, limit: body.limit ?? usesMax / 2 },
      )
      const { environments, runs, embeds } = uses
      return untypedAnswer({
        count: environments.items.length + runs.items.length + embeds.items.length,
        environments: environments.items.map(wireEnvironment),
        runs: runs.items.map(wireRun),
        embeds: embeds.items.map(wireEmbed),
        more: { environments: environments.hasMore, runs: runs.hasMore, embeds: embeds.hasMore },
      })
    },
  })
