// Administration: projects and their keys, for the operator who holds the admin key.
import { withExample } from '../examples.ts'
import { z } from 'zod'
import { createKey, revokeKey } from '../../access/keys.ts'
import type { KeyCache } from '../../access/key-cache.ts'
import { createProject, setProjectArchived, type ProjectContext } from '../../access/projects.ts'
import { AssayError } from '../../kernel/errors.ts'
import type { Key, Project, RelationalStore } from '../../storage/contract/contract.ts'
import { bool, optional } from '../../kernel/validation.ts'
import { keyRequest, role, secretsOf, secretsRight } from './access.ts'
import type { AuditTrail } from '../../access/audit.ts'
import { openRoute, operatorRoute, type Route } from '../route.ts'
import { idParams, name, slug } from '../field-schemas.ts'

const wireProject = (project: Project) => ({
  id: project.id,
  slug: project.slug,
  name: project.name,
  is_default: project.isDefault,
  created_at: project.createdAt,
  ...(project.archivedAt === undefined ? {} : { archived_at: project.archivedAt }),
})

const projectAnswer = withExample(
  z
    .object({
      id: z.guid(),
      slug: z.string(),
      name: z.string(),
      is_default: z.boolean(),
      created_at: z.string(),
      archived_at: z.string().optional(),
    })
    .meta({ id: 'Project' }),
  {
    id: '01a1e27e-146a-7e6e-b7df-d2064173256d',
    slug: 'support',
    name: 'Support',
    is_default: false,
    created_at: '2026-11-16T03:54:36.014009Z',
  },
)

const projectResponse = z
  .object({ count: z.literal(1), project: projectAnswer })
  .meta({ id: 'ProjectResponse' })

const wireKey = (key: Key) => ({
  id: key.id,
  prefix: key.prefix,
  ...(key.name === undefined ? {} : { name: key.name }),
  role: key.role,
  created_at: key.createdAt,
  ...(key.lastUsedAt === undefined ? {} : { last_used_at: key.lastUsedAt }),
  ...(key.expiresAt === undefined ? {} : { expiration_date: key.expiresAt }),
  secrets: secretsOf(key),
})

const keyAnswer = withExample(
  z
    .object({
      id: z.guid(),
      prefix: z.string(),
      name: z.string().optional(),
      role,
      created_at: z.string(),
      last_used_at: z.string().optional(),
      expiration_date: z.string().optional(),
      secrets: secretsRight,
    })
    .meta({ id: 'ProjectKey' }),
  {
    id: '01a1e266-02b6-7def-a1a6-b42275537dd0',
    prefix: '6htFdFPN',
    role: 'admin',
    created_at: '2026-11-16T03:28:18.614884Z',
    secrets: 'read',
  },
)

const newKeyAnswer = withExample(keyAnswer.extend({ secret: z.string() }).meta({ id: 'NewProjectKey' }), {
  id: '01a1e27e-15fe-70a3-939a-49308fed3d3b',
  prefix: 'wPWKs5aT',
  role: 'admin',
  created_at: '2026-11-16T03:54:36.414071Z',
  secret: 'wPWKs5aT…',
  secrets: 'read',
})

const newProject = z
  .object({ name, slug: optional(slug), seed_defaults: optional(bool) })
  .meta({ id: 'NewProject' })

/** Dependencies of the administration routes. */
export interface AdminParts {
  readonly projectContext: ProjectContext
  readonly keys: KeyCache
  readonly seedDefaults: boolean
}

/** Checks that the project exists and moves the audit entry into its log, refusals included. */
async function existingProjectId(
  store: RelationalStore,
  { id, trail }: { readonly id: string; readonly trail: AuditTrail },
): Promise<string> {
  if ((await store.read.project(id)) === undefined) throw new AssayError('not_found', 'Project not found.')
  trail.setProject(id)
  return id
}

const archiveRoutes = ({ projectContext: { store, clock }, keys }: AdminParts): readonly Route[] =>
  (['archive', 'unarchive'] as const).map((verb) =>
    operatorRoute({
      method: 'POST',
      path: `/admin/projects/{id}/${verb}`,
      operationId: `${verb}_project`,
      sdkName: `admin.${verb}Project`,
      errors: ['not_found'],
      summary: verb === 'archive' ? 'Refuse the keys of a project.' : 'Accept the keys of a project again.',
      params: idParams,
      answer: projectResponse,
      handle: async ({ params }, trail) => {
        const input = {
          id: await existingProjectId(store, { id: params.id, trail }),
          archived: verb === 'archive',
        }
        const project = await setProjectArchived(trail, { clock, input })
        keys.clear()
        return { count: 1 as const, project: wireProject(project) }
      },
    }),
  )

function projectRoutes(parts: AdminParts): readonly Route[] {
  const { projectContext, seedDefaults } = parts
  const { store } = projectContext
  return [
    operatorRoute({
      method: 'POST',
      path: '/admin/projects/',
      operationId: 'create_project',
      examples: { body: { project: { name: 'Support', seed_defaults: true } } },
      sdkName: 'admin.createProject',
      errors: ['slug_conflict'],
      summary: 'Create a project.',
      body: z.object({ project: newProject }),
      answer: projectResponse,
      handle: async ({ body: { project } }, trail) => {
        const request = {
          name: project.name,
          slug: project.slug,
          seedDefaults: project.seed_defaults ?? seedDefaults,
        }
        return {
          count: 1 as const,
          project: wireProject(await createProject(projectContext, { request, trail })),
        }
      },
    }),
    openRoute({
      method: 'GET',
      path: '/admin/projects/',
      operationId: 'list_projects',
      sdkName: 'admin.listProjects',
      summary: 'The projects, oldest first.',
      access: 'operator',
      query: z.object({ include_archived: optional(bool) }),
      answer: z.object({ count: z.int(), projects: z.array(projectAnswer) }),
      handle: async ({ query }) => {
        const projects = await store.read.projects({ includeArchived: query.include_archived ?? false })
        return { count: projects.length, projects: projects.map(wireProject) }
      },
    }),
    ...archiveRoutes(parts),
  ]
}

const createProjectKeyRoute = ({ projectContext: { store, clock } }: AdminParts): Route =>
  operatorRoute({
    method: 'POST',
    path: '/admin/projects/{id}/keys/',
    operationId: 'create_project_key',
    examples: { body: { key: { role: 'admin' } } },
    sdkName: 'admin.createKey',
    errors: ['not_found', 'id_conflict'],
    summary: 'Create a key of a project. Its secret is shown only once.',
    params: idParams,
    body: z.object({ key: keyRequest }),
    answer: z.object({ count: z.literal(1), key: newKeyAnswer }),
    handle: async ({ params, body }, trail) => {
      const { key, secret } = await createKey(trail, {
        clock,
        request: {
          projectId: await existingProjectId(store, { id: params.id, trail }),
          name: body.key.name,
          role: body.key.role ?? 'admin',
          expiresAt: body.key.expiration_date,
          readsSecrets: body.key.secrets !== 'none',
        },
      })
      return { count: 1 as const, key: { ...wireKey(key), secret } }
    },
  })

const listProjectKeysRoute = ({ projectContext: { store } }: AdminParts): Route =>
  openRoute({
    method: 'GET',
    path: '/admin/projects/{id}/keys/',
    operationId: 'list_project_keys',
    sdkName: 'admin.listKeys',
    errors: ['not_found'],
    summary: 'The keys of a project, without their secrets.',
    access: 'operator',
    params: idParams,
    answer: z.object({ count: z.int(), keys: z.array(keyAnswer) }),
    handle: async ({ params }) => {
      const projectKeys = await store.read.keys(params.id)
      return { count: projectKeys.length, keys: projectKeys.map(wireKey) }
    },
  })

const deleteProjectKeyRoute = ({ projectContext: { store, clock }, keys }: AdminParts): Route =>
  operatorRoute({
    method: 'DELETE',
    path: '/admin/projects/{id}/keys/{prefix}',
    operationId: 'delete_project_key',
    sdkName: 'admin.deleteKey',
    errors: ['not_found'],
    summary: 'Revoke a key of a project.',
    params: idParams.extend({ prefix: z.string() }),
    answer: z.object({ count: z.literal(1), key: keyAnswer }),
    handle: async ({ params }, trail) => {
      const projectId = await existingProjectId(store, { id: params.id, trail })
      const key = await revokeKey(trail, { clock, target: { projectId, prefix: params.prefix } })
      keys.clear()
      return { count: 1 as const, key: wireKey(key) }
    },
  })

const keyRoutes = (parts: AdminParts): readonly Route[] => [
  createProjectKeyRoute(parts),
  listProjectKeysRoute(parts),
  deleteProjectKeyRoute(parts),
]

export const adminRoutes = (parts: AdminParts): readonly Route[] => [
  ...projectRoutes(parts),
  ...keyRoutes(parts),
]
