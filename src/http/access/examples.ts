// Examples of access routes for the OpenAPI document: those that several routes share, and long ones.
import { exampleIds } from '../record-examples.ts'

const project = {
  id: '01a1e265-bca3-7c28-87fb-c1fe8eb78cef',
  slug: 'support',
  name: 'Support',
  is_default: false,
} as const

const key = { id: exampleIds.key, prefix: 'kgaOKO50', name: null, role: 'admin' } as const

export const keyExample = {
  id: exampleIds.key,
  prefix: 'kgaOKO50',
  name: null,
  role: 'admin',
  created_at: '2026-11-16T03:25:09.395727Z',
  last_used_at: '2026-11-16T03:25:14.931000Z',
  expiration_date: null,
  secrets: 'read',
} as const

export const projectScopeExample = {
  organization_id: project.id,
  organization_name: project.name,
  workspace_id: project.id,
  workspace_name: project.name,
  project_id: project.id,
  project_name: project.name,
  is_default_project: false,
  user_role: 'admin',
  is_demo: false,
} as const

export const workspaceExample = { id: project.id, name: project.name, type: 'default' } as const

export const organizationExample = {
  id: project.id,
  slug: project.slug,
  name: project.name,
  owner_id: exampleIds.key,
  workspaces: [project.id],
} as const

export const profileExample = {
  id: exampleIds.key,
  uid: exampleIds.key,
  username: 'kgaOKO50',
  email: 'kgaoko50@key.invalid',
  role: 'admin',
  project_id: project.id,
  project_name: project.name,
  created_at: '2026-11-16T03:25:09.395727Z',
} as const

export const auditEntryExample = {
  id: '01a1e265-d96c-71ef-8e2f-4890452a0735',
  timestamp: '2026-11-16T03:28:08.044128Z',
  actor_id: exampleIds.key,
  actor_prefix: 'kgaOKO50',
  method: 'POST',
  path: '/api/applications/',
  operation: 'create_application',
  status_code: 409,
  remote_address: '127.0.0.1',
  request_id: '01a1e265-d96b-79df-8209-3f61fe3eeac3',
} as const

export const sessionExample = {
  id: '01a1e265-6763-7360-a582-6104c321c202',
  project,
  key,
  created_at: '2026-11-16T03:27:38.851139Z',
  expires_at: '2026-11-16T15:27:38.851000Z',
} as const

export const editedSecretExample = {
  id: '01a1e266-9161-7e14-9b1a-1f8fd07e7040',
  slug: 'tickets-hook',
  kind: 'webhook_provider',
  data: { provider: { key: 'k' } },
  value_status: { configured: true },
  header: { name: 'Tickets', description: 'Opens a ticket.' },
  lifecycle: { created_at: '2026-11-16T03:28:55.219425Z', updated_at: '2026-11-16T03:28:55.301118Z' },
  warnings: [
    {
      code: 'slug_unchanged',
      message: "A slug never changes: 'other' was ignored, the slug is still 'tickets-hook'.",
      target: ['slug'],
    },
  ],
} as const
