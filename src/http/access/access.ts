// Routes of keys, the current project, permission checks and the audit log.
import { withExample } from '../examples.ts'
import {
  auditEntryExample,
  keyExample,
  organizationExample,
  profileExample,
  projectScopeExample,
  workspaceExample,
} from './examples.ts'
import { z } from 'zod'
import { insertKey, refuseMoreRights, revokeKeyIn, type KeyUses } from '../../access/keys.ts'
import type { CallerKey, KeyCache } from '../../access/key-cache.ts'
import type { Clock } from '../../kernel/clock.ts'
import { AssayError } from '../../kernel/errors.ts'
import { roleReaches, type CallerRole } from '../../access/scope.ts'
import { auditRecord } from '../../access/audit.ts'
import type { Key, Project, RelationalStore, Role } from '../../storage/contract/contract.ts'
import { pageOf, timeBounds, type PageLimits, type Windowing } from '../../versioning/windowing.ts'
import { optional, textOf, time, uuid } from '../../kernel/validation.ts'
import { list } from '../record-fields.ts'
import { projectRoute, storedKey, type Route } from '../route.ts'
import { name, partOfLongText, partOfName, windowing } from '../field-schemas.ts'
import { pageCodes } from '../codes.ts'

export const role = z.enum(['viewer', 'editor', 'admin'])

export interface AccessParts {
  readonly store: RelationalStore
  readonly clock: Clock
  readonly keys: KeyCache
  readonly keyUses: KeyUses
  readonly limits: PageLimits
}

/** Whether a key with role editor or admin can read the values of secrets; `none`: the values are masked. */
export const secretsRight = z.enum(['read', 'none']).meta({ id: 'SecretsRight' })

export const secretsOf = ({ readsSecrets }: Pick<Key, 'readsSecrets'>): 'read' | 'none' =>
  readsSecrets ? 'read' : 'none'

/** In this answer a field without a value is null, not absent. */
const wireKey = (key: Key, keyUses: KeyUses) => ({
  id: key.id,
  prefix: key.prefix,
  name: key.name ?? null,
  role: key.role,
  created_at: key.createdAt,
  last_used_at: keyUses.lastUse(key.id) ?? key.lastUsedAt ?? null,
  expiration_date: key.expiresAt ?? null,
  secrets: secretsOf(key),
})

const keyAnswer = z
  .object({
    id: z.guid(),
    prefix: z.string(),
    name: z.string().nullable(),
    role,
    created_at: z.string(),
    last_used_at: z.string().nullable(),
    expiration_date: z.string().nullable(),
    secrets: secretsRight,
  })
  .meta({ id: 'Key' })

export const keyRequest = z
  .object({
    name: optional(name),
    role: optional(role),
    expiration_date: optional(time),
    secrets: optional(secretsRight),
  })
  .meta({ id: 'NewKey' })

const listKeysRoute = ({ store, keyUses }: AccessParts): Route =>
  projectRoute({
    method: 'GET',
    path: '/keys',
    operationId: 'list_keys',
    examples: { answer: [keyExample] },
    sdkName: 'keys.list',
    summary: 'The keys of this project, without their secrets.',
    access: 'admin',
    answer: z.array(keyAnswer),
    handle: async (_, { scope }) =>
      (await store.read.keys(scope.projectId)).map((key) => wireKey(key, keyUses)),
  })

const createKeyRoute = ({ clock }: AccessParts): Route =>
  projectRoute({
    method: 'POST',
    path: '/keys',
    operationId: 'create_key',
    examples: { body: { name: 'short', role: 'viewer', expiration_date: '2026-11-16T03:27:36.134Z' } },
    sdkName: 'keys.create',
    errors: ['id_conflict'],
    summary:
      'Create a key, with the role of the caller unless the body has one. The answer is the full key, shown only once.',
    access: 'admin',
    writes: true,
    bodyOptional: true,
    body: keyRequest,
    answer: z.string(),
    handle: async ({ body }, { scope, key: callerKey }) => {
      const creator = storedKey({ key: callerKey })
      const readsSecrets = body.secrets === undefined ? creator.readsSecrets : body.secrets === 'read'
      const keyRole = body.role ?? creator.role
      refuseMoreRights(creator, { role: keyRole, readsSecrets })
      const request = {
        projectId: scope.projectId,
        name: body.name,
        role: keyRole,
        expiresAt: body.expiration_date,
        readsSecrets,
      }
      return scope.store.write(async (tx) => {
        const { key, secret } = await insertKey(tx, { clock, request })
        scope.recordResource('key', key.id)
        return secret
      })
    },
  })

const deleteKeyRoute = ({ clock, keys }: AccessParts): Route =>
  projectRoute({
    method: 'DELETE',
    path: '/keys/{prefix}',
    operationId: 'delete_key',
    examples: { answer: { message: 'API key deleted successfully' } },
    sdkName: 'keys.delete',
    errors: ['not_found'],
    summary: 'Revoke a key. It is refused from now on.',
    access: 'admin',
    writes: true,
    params: z.object({ prefix: z.string() }),
    answer: z.object({ message: z.string() }),
    handle: async ({ params }, { scope }) => {
      await scope.store.write(async (tx) => {
        const target = { projectId: scope.projectId, prefix: params.prefix }
        scope.recordResource('key', (await revokeKeyIn(tx, { clock, target })).id)
      })
      keys.clear()
      return { message: 'API key deleted successfully' }
    },
  })

const keyRoutes = (parts: AccessParts): readonly Route[] => [
  listKeysRoute(parts),
  createKeyRoute(parts),
  deleteKeyRoute(parts),
]

const scopeAnswer = z.object({
  organization_id: z.string(),
  organization_name: z.string(),
  workspace_id: z.string(),
  workspace_name: z.string(),
  project_id: z.string(),
  project_name: z.string(),
  is_default_project: z.boolean(),
  user_role: z.enum([...role.options, 'program']),
  is_demo: z.boolean(),
})

const wireScope = (project: Project, key: CallerKey): z.output<typeof scopeAnswer> => ({
  organization_id: project.id,
  organization_name: project.name,
  workspace_id: project.id,
  workspace_name: project.name,
  project_id: project.id,
  project_name: project.name,
  is_default_project: project.isDefault,
  user_role: key.role,
  is_demo: false,
})

const currentProject = projectRoute({
  method: 'GET',
  path: '/projects/current',
  operationId: 'fetch_current_project',
  examples: { answer: projectScopeExample },
  sdkName: 'projects.current',
  summary: 'The project of this key. Organisation and workspace have the same values.',
  access: 'viewer',
  programs: true,
  answer: scopeAnswer,
  handle: async (_, { project, key }) => wireScope(project, key),
})

const profile = projectRoute({
  method: 'GET',
  path: '/profile',
  operationId: 'fetch_user_profile',
  examples: { answer: profileExample },
  sdkName: 'profile.fetch',
  summary: 'The key of the request, in the format of clients that expect users.',
  description:
    'There are no users: `id` and `uid` are the id of the key, which is the author of its writes; `username` is its name, or its prefix if it has none. `email` is not a working address.',
  access: 'viewer',
  answer: z
    .object({
      id: z.guid(),
      uid: z.guid(),
      username: z.string(),
      email: z.string(),
      role,
      project_id: z.guid(),
      project_name: z.string(),
      created_at: z.string(),
    })
    .meta({ id: 'Profile' }),
  handle: async (_, { project, key }) => ({
    id: key.id,
    uid: key.id,
    username: key.name ?? key.prefix,
    // Clients require an address; `.invalid` is reserved for addresses that do not exist (RFC 2606).
    email: `${key.prefix.toLowerCase()}@key.invalid`,
    role: storedKey({ key }).role,
    project_id: project.id,
    project_name: project.name,
    created_at: key.createdAt,
  }),
})

/** A key belongs to one project, so the lists of projects, workspaces and organisations have one entry. */
const scopeLists: readonly Route[] = [
  projectRoute({
    method: 'GET',
    path: '/projects',
    operationId: 'fetch_projects',
    examples: { answer: [projectScopeExample] },
    sdkName: 'projects.list',
    summary: 'The project of this key, as a list with one entry.',
    access: 'viewer',
    answer: z.array(scopeAnswer),
    handle: async (_, { project, key }) => [wireScope(project, key)],
  }),
  projectRoute({
    method: 'GET',
    path: '/workspaces',
    operationId: 'fetch_workspaces',
    examples: { answer: [workspaceExample] },
    sdkName: 'workspaces.list',
    summary: 'A list with one entry that repeats the project: there are no workspaces.',
    access: 'viewer',
    answer: z.array(z.object({ id: z.string(), name: z.string(), type: z.string() })),
    handle: async (_, { project }) => [{ id: project.id, name: project.name, type: 'default' }],
  }),
  projectRoute({
    method: 'GET',
    path: '/organizations',
    operationId: 'fetch_organizations',
    examples: { answer: [organizationExample] },
    sdkName: 'organizations.list',
    summary: 'A list with one entry that repeats the project: there are no organisations.',
    access: 'viewer',
    answer: z.array(
      z.object({
        id: z.string(),
        slug: z.string(),
        name: z.string(),
        owner_id: z.string(),
        workspaces: z.array(z.string()),
      }),
    ),
    handle: async (_, { project, key }) => [
      {
        id: project.id,
        slug: project.slug,
        name: project.name,
        owner_id: key.id,
        workspaces: [project.id],
      },
    ],
  }),
]

function roleForAction(action: string): Role {
  if (action === 'run_service' || action.startsWith('view_')) return 'viewer'
  return action.startsWith('run_') || action.startsWith('edit_') ? 'editor' : 'admin'
}

/** A serving program checks whether its caller may run it. A program that we call may run another one. */
const canPerform = (role: CallerRole, action: string): boolean =>
  role === 'program' ? action === 'run_service' : roleReaches(role, roleForAction(action))

const checkPermission = projectRoute({
  method: 'GET',
  path: '/access/permissions/check',
  operationId: 'check_permission',
  examples: { answer: { effect: 'allow' } },
  sdkName: 'permissions.check',
  summary: 'Whether this key may perform an action.',
  access: 'viewer',
  programs: true,
  query: z.object({
    action: z.string(),
    resource_type: z.enum(['service', 'local_secrets']),
    resource_id: optional(z.string()),
    scope_type: optional(z.string()),
    scope_id: optional(z.string()),
  }),
  answer: z.object({ effect: z.literal('allow') }),
  handle: async ({ query }, { key, project }) => {
    const isOtherProject =
      query.scope_type === 'project' && query.scope_id !== undefined && query.scope_id !== project.id
    if (isOtherProject || !canPerform(key.role, query.action)) {
      throw new AssayError('forbidden', 'Forbidden')
    }
    return { effect: 'allow' as const }
  },
})

const auditFilter = z
  .object({
    actor_id: optional(uuid),
    method: partOfName,
    path: partOfLongText,
    resource_kind: partOfName,
    resource_id: optional(textOf(10_000)),
  })
  .meta({ id: 'AuditFilter' })

const auditEntry = withExample(
  z
    .object({
      id: z.guid(),
      timestamp: z.string(),
      actor_id: z.guid(),
      actor_prefix: z.string(),
      method: z.string(),
      path: z.string(),
      operation: z.string(),
      resource_kind: z.string().optional(),
      resource_id: z.string().optional(),
      status_code: z.int(),
      remote_address: z.string(),
      request_id: z.string(),
    })
    .meta({ id: 'AuditEntry' }),
  auditEntryExample,
)

const auditRoute = ({ limits }: AccessParts): Route =>
  projectRoute({
    method: 'POST',
    path: '/audit/query',
    operationId: 'query_audit',
    examples: { body: { entry: { path: '/api/applications/01a1e265-d33f-7970-8cc2-98557de60bad' } } },
    sdkName: 'audit.query',
    errors: pageCodes,
    summary: 'Who wrote what, when and from where, newest first.',
    access: 'admin',
    body: z.object({
      entry: optional(auditFilter),
      windowing: optional(windowing),
    }),
    bodyOptional: true,
    answer: list('entries', auditEntry),
    handle: async ({ body }, { scope }) => {
      const { read } = scope.store
      const requestedWindowing: Windowing = body.windowing ?? {}
      const filter = {
        actorId: body.entry?.actor_id,
        method: body.entry?.method?.toUpperCase(),
        path: body.entry?.path,
        resourceKind: body.entry?.resource_kind,
        resourceId: body.entry?.resource_id,
      }
      const page = await pageOf(requestedWindowing, limits, {
        cursor: (id) => read.auditEntry(scope.projectId, id),
        fetch: (start) =>
          read.audit(scope.projectId, filter, { ...start, ...timeBounds(requestedWindowing) }),
      })
      return {
        count: page.items.length,
        entries: page.items.map(auditRecord),
        ...(page.windowing === undefined ? {} : { windowing: page.windowing }),
      }
    },
  })

export const accessRoutes = (parts: AccessParts): readonly Route[] => [
  ...keyRoutes(parts),
  currentProject,
  profile,
  ...scopeLists,
  checkPermission,
  auditRoute(parts),
]
