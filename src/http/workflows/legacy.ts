// The route with which older clients fetch a configuration as one flat record.
import { z } from 'zod'
import { AssayError } from '../../kernel/errors.ts'
import type { Header, Revision } from '../../storage/contract/contract.ts'
import { kinds } from '../../versioning/kinds.ts'
import {
  artifactReference,
  referenceWithIdOrSlug,
  type Reference,
} from '../../versioning/references/references.ts'
import { resolveReference, type ResolvedReference } from '../../versioning/references/resolve-reference.ts'
import { completeWorkflowData } from '../../workflows/completion.ts'
import { storedData } from '../../versioning/payload.ts'
import { optionalReference } from '../field-schemas.ts'
import { projectRoute, type Route, untypedAnswer } from '../route.ts'

const lifecycle = (record: Pick<Header, 'createdAt' | 'updatedAt' | 'updatedById'> | undefined) =>
  record && {
    created_at: record.createdAt,
    ...(record.updatedAt === undefined ? {} : { updated_at: record.updatedAt }),
    ...(record.updatedById === undefined ? {} : { updated_by_id: record.updatedById }),
  }

const refAnswer = z.object({ slug: z.string(), id: z.guid() })
const versionAnswer = refAnswer.extend({ version: z.int(), commit_message: z.string().optional() })
const lifecycleAnswer = z.object({
  created_at: z.string(),
  updated_at: z.string().optional(),
  updated_by_id: z.string().optional(),
})

interface Refs {
  readonly application_ref: Reference | undefined
  readonly variant_ref: Reference | undefined
  readonly environment_ref: Reference | undefined
}

/** Precedence: variant, environment, application. */
const targetOf = ({ application_ref, variant_ref, environment_ref }: Refs) =>
  referenceWithIdOrSlug(variant_ref) !== undefined || environment_ref === undefined
    ? { artifact: application_ref, variant: variant_ref }
    : { artifact: application_ref, environment: { artifact: environment_ref } }

/** Maps `not_deployed` to undefined: this route answers every missing configuration with the same error. */
function undefinedIfNotDeployed(error: unknown): undefined {
  if (error instanceof AssayError && error.code === 'not_deployed') return undefined
  throw error
}

/** The version of a revision. Older clients expect a number. */
const versionOf = ({ version, message }: Revision) => ({
  version,
  ...(message === undefined ? {} : { commit_message: message }),
})

function answerOf(resolution: ResolvedReference, publicUrl: string) {
  const { revision, through } = resolution
  const data = completeWorkflowData(storedData(revision) ?? {}, publicUrl)
  return {
    params: data['parameters'] ?? {},
    ...(data['url'] === undefined ? {} : { url: data['url'] }),
    application_ref: artifactReference(revision.artifact),
    variant_ref: {
      slug: revision.variant.slug,
      ...versionOf(revision),
      id: revision.variant.id,
    },
    ...(through === undefined
      ? {}
      : {
          environment_ref: {
            slug: through.environment.artifact.slug,
            ...versionOf(through.environment),
            id: through.environment.id,
          },
          environment_lifecycle: lifecycle(through.environment),
        }),
    variant_lifecycle: lifecycle(revision),
  }
}

export const legacyRoutes = (): readonly Route[] => [
  projectRoute({
    method: 'POST',
    path: '/variants/configs/fetch',
    operationId: 'fetch_config',
    summary: 'The parameters of an application in one flat record.',
    access: 'viewer',
    deprecatedFor: '/applications/revisions/retrieve',
    body: z.object({
      application_ref: optionalReference,
      variant_ref: optionalReference,
      environment_ref: optionalReference,
    }),
    answer: z.object({
      params: z.record(z.string(), z.unknown()),
      url: z.string().optional(),
      application_ref: refAnswer,
      variant_ref: versionAnswer,
      environment_ref: versionAnswer.optional(),
      application_lifecycle: lifecycleAnswer.optional(),
      variant_lifecycle: lifecycleAnswer.optional(),
      environment_lifecycle: lifecycleAnswer.optional(),
    }),
    handle: async ({ body, publicUrl }, { scope }) => {
      const kindScope = { reads: scope.store.read, projectId: scope.projectId, kind: kinds.application }
      const resolution = await resolveReference(kindScope, { target: targetOf(body), verb: 'fetch' }).catch(
        undefinedIfNotDeployed,
      )
      if (resolution === undefined) throw new AssayError('not_found', 'Config not found.')
      const { family } = kinds.application
      const application = await kindScope.reads.artifact(scope.projectId, family, {
        id: resolution.revision.artifact.id,
      })
      return untypedAnswer({
        ...answerOf(resolution, publicUrl),
        application_lifecycle: lifecycle(application),
      })
    },
  }),
]
