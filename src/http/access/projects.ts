// Routes that create and rename projects with a project key. admin.ts has the routes of the operator.
import { z } from 'zod'
import { insertKey } from '../../access/keys.ts'
import type { KeyCache } from '../../access/key-cache.ts'
import { insertProject, renameProject, type ProjectContext } from '../../access/projects.ts'
import { AssayError } from '../../kernel/errors.ts'
import { optional } from '../../kernel/validation.ts'
import type { Parties } from '../../kernel/parties.ts'
import { projectRoute, storedKey, type Caller, type Route } from '../route.ts'
import { name, slug } from '../field-schemas.ts'
import { projectName } from './sessions.ts'

export interface ProjectParts {
  readonly projectContext: ProjectContext
  readonly parties: Pick<Parties, 'add'>
  readonly keys: KeyCache
  readonly seedDefaults: boolean
}

const projectResponse = z
  .object({ count: z.literal(1), project: projectName, key: z.string() })
  .meta({ id: 'CreatedProjectResponse' })

/** Only the first project may create others. */
export function refuseOtherProjects({ isDefault }: Caller['project']): void {
  if (isDefault) return
  throw new AssayError(
    'forbidden',
    'Only an admin of the first project, or the operator, can create a project.',
  )
}

/**
 * For admins of the first project, who run the server. Admins of other projects must not claim a further
 * share of the machine.
 */
const createRoute = ({ projectContext, parties, seedDefaults }: ProjectParts): Route =>
  projectRoute({
    method: 'POST',
    path: '/projects',
    operationId: 'create_own_project',
    examples: { body: { project: { name: 'Support', slug: 'support' } } },
    sdkName: 'projects.create',
    errors: ['slug_conflict'],
    summary: 'Create a project. The answer has its first key, shown only once.',
    description:
      'For admins of the first project, the one that `GET /projects/current` calls `is_default_project`. The operator has `POST /admin/projects/`.',
    access: 'admin',
    writes: true,
    body: z.object({
      project: z.object({ name, slug: optional(slug) }).meta({ id: 'OwnNewProject' }),
    }),
    answer: projectResponse,
    handle: async ({ body, reply }, { scope, project: callerProject, key }) => {
      refuseOtherProjects(callerProject)
      const creator = storedKey({ key })
      const { project, secret } = await scope.store.write(async (tx) => {
        const newProject = await insertProject(projectContext, {
          tx,
          request: { ...body.project, seedDefaults, shareId: callerProject.shareId },
        })
        const firstKey = await insertKey(tx, {
          clock: projectContext.clock,
          request: {
            projectId: newProject.id,
            name: creator.name,
            role: 'admin',
            readsSecrets: creator.readsSecrets,
          },
        })
        scope.recordResource('project', newProject.id)
        return { project: newProject, secret: firstKey.secret }
      })
      parties.add(project)
      void reply.header('Cache-Control', 'no-store')
      return {
        count: 1 as const,
        project: { id: project.id, slug: project.slug, name: project.name },
        key: secret,
      }
    },
  })

const renameRoute = ({ keys }: ProjectParts): Route =>
  projectRoute({
    method: 'PATCH',
    path: '/projects/current',
    operationId: 'rename_current_project',
    examples: { body: { project: { name: 'New name' } } },
    sdkName: 'projects.rename',
    summary: 'Rename the project of this key. Its slug and its addresses stay the same.',
    access: 'admin',
    writes: true,
    body: z.object({ project: z.object({ name }).meta({ id: 'RenamedProject' }) }),
    answer: z.object({ count: z.literal(1), project: projectName }).meta({ id: 'RenamedProjectResponse' }),
    handle: async ({ body }, { scope, project: callerProject }) => {
      const project = await renameProject(scope, { project: callerProject, name: body.project.name })
      keys.clear()
      return { count: 1 as const, project: { id: project.id, slug: project.slug, name: project.name } }
    },
  })

export const ownProjectRoutes = (parts: ProjectParts): readonly Route[] => [
  createRoute(parts),
  renameRoute(parts),
]
