// Routes of secrets. Their answers have no envelope, and their field errors never repeat the input.
import { withExample } from '../examples.ts'
import { editedSecretExample } from './examples.ts'
import { z } from 'zod'
import type { JsonObject } from '../../kernel/json/value.ts'
import type { Secret, SecretBody, Secrets } from '../../access/secrets.ts'
import { slugFromName } from '../../versioning/slugs.ts'
import { jsonObject, optional, uuid } from '../../kernel/validation.ts'
import { freeObject } from '../record-fields.ts'
import { editWarnings, slugWarnings } from '../records.ts'
import { projectRoute, type Route } from '../route.ts'
import { maskedData, readsValues, refuseMask, withStoredValues } from './secret-values.ts'
import { description, idParams, name, ignoredSlug, slug } from '../field-schemas.ts'

const providers = [
  'openai',
  'cohere',
  'anyscale',
  'deepinfra',
  'alephalpha',
  'groq',
  'minimax',
  'mistral',
  'mistralai',
  'anthropic',
  'perplexityai',
  'together_ai',
  'openrouter',
  'gemini',
] as const
const customKinds = [...providers, 'azure', 'bedrock', 'sagemaker', 'vertex_ai', 'custom'] as const

const model = z.object({ slug: z.string(), extras: optional(jsonObject) }).meta({ id: 'SecretModel' })
const providerKey = z.object({ key: z.string() }).meta({ id: 'ProviderKey' })

const providerKeyData = z
  .object({ kind: z.enum(providers), provider: providerKey, models: optional(z.array(model)) })
  .meta({ id: 'ProviderKeyData' })

const customProvider = z
  .object({
    url: optional(z.string()),
    version: optional(z.string()),
    key: optional(z.string()),
    extras: optional(jsonObject),
  })
  .meta({ id: 'CustomProvider' })

const customProviderData = z
  .object({ kind: z.enum(customKinds), provider: customProvider, models: z.array(model) })
  .meta({ id: 'CustomProviderData' })

const webhookData = z.object({ provider: providerKey }).meta({ id: 'WebhookProviderData' })

const customSecret = z
  .object({ format: z.enum(['text', 'json']), content: z.union([z.string(), jsonObject]) })
  .meta({ id: 'CustomSecret' })
const customSecretData = z.object({ secret: customSecret }).meta({ id: 'CustomSecretData' })

export const secretBody = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('provider_key'), data: providerKeyData }).meta({ id: 'ProviderKeySecret' }),
    z
      .object({ kind: z.literal('custom_provider'), data: customProviderData })
      .meta({ id: 'CustomProviderSecret' }),
    z
      .object({ kind: z.literal('webhook_provider'), data: webhookData })
      .meta({ id: 'WebhookProviderSecret' }),
    z.object({ kind: z.literal('custom_secret'), data: customSecretData }).meta({ id: 'TextOrJsonSecret' }),
  ])
  .meta({ id: 'SecretContent' })

/** The parsed content is JSON; only its type has absent members. */
export const contentOf = (content: z.output<typeof secretBody>): SecretBody => content as SecretBody

const header = z.object({ name, description: optional(description) }).meta({ id: 'SecretHeader' })

/** Absent members stay unchanged. Null clears a description; a name cannot be cleared. */
const headerEdit = z
  .object({ name: optional(name), description: description.nullish() })
  .meta({ id: 'SecretHeaderEdit' })

/** Shorter values have no preview: their first and last characters would reveal too much. */
const previewedCharactersMin = 20

/** Whether a secret has a value, and a preview to recognise the value. */
function valueStatus({ data }: Secret): z.output<typeof valueStatusAnswer> {
  const { provider, secret } = data as Readonly<Record<string, JsonObject | undefined>>
  const value = provider?.['key'] ?? secret?.['content']
  const isConfigured = typeof value === 'string' ? value !== '' : value !== undefined
  if (typeof value !== 'string' || value.length < previewedCharactersMin) return { configured: isConfigured }
  return { configured: isConfigured, preview: `${value.slice(0, 3)}…${value.slice(-4)}` }
}

const wireSecret = (secret: Secret, readsValue: boolean) => ({
  id: secret.id,
  slug: secret.slug,
  kind: secret.kind,
  data: readsValue ? secret.data : maskedData(secret.data),
  value_status: valueStatus(secret),
  header: {
    ...(secret.name === undefined ? {} : { name: secret.name }),
    ...(secret.description === undefined ? {} : { description: secret.description }),
  },
  lifecycle: {
    created_at: secret.createdAt,
    ...(secret.updatedAt === undefined ? {} : { updated_at: secret.updatedAt }),
  },
})

const valueStatusAnswer = z
  .object({ configured: z.boolean(), preview: z.string().optional() })
  .meta({ id: 'SecretValueStatus' })

const answer = withExample(
  z
    .object({
      id: z.guid(),
      slug: z.string(),
      kind: z.string(),
      data: freeObject,
      value_status: valueStatusAnswer,
      header: z
        .object({ name: z.string().optional(), description: z.string().optional() })
        .meta({ id: 'SecretHeaderShown' }),
      lifecycle: z
        .object({ created_at: z.string(), updated_at: z.string().optional() })
        .meta({ id: 'SecretLifecycle' }),
    })
    .meta({ id: 'Secret' }),
  {
    id: '01a1e266-9161-7e14-9b1a-1f8fd07e7040',
    slug: 'mine',
    kind: 'webhook_provider',
    data: { provider: { key: 'k' } },
    value_status: { configured: true },
    header: { name: 'Mine' },
    lifecycle: { created_at: '2026-11-16T03:28:55.219425Z' },
  },
)

const maskingDescription =
  'Values come masked (`********`) to keys created with `secrets: "none"`, to pages, and to every key if the project masks them.'

const listSecretsRoute = (secrets: Secrets): Route =>
  projectRoute({
    method: 'GET',
    path: '/secrets/',
    operationId: 'list_secrets',
    examples: {
      answer: [
        {
          id: '01a1e265-d80f-731a-970e-c416b37db420',
          slug: 'hook-c4605eda01f3',
          kind: 'webhook_provider',
          data: { provider: { key: 'k' } },
          value_status: { configured: true },
          header: { name: 'Hook' },
          lifecycle: { created_at: '2026-11-16T03:28:07.699161Z' },
        },
      ],
    },
    sdkName: 'secrets.list',
    summary: 'The secrets of this project.',
    description: maskingDescription,
    access: 'editor',
    audited: true,
    answer: z.array(answer),
    handle: async (_, caller) => {
      const readsValue = await readsValues(caller)
      return (await secrets.list(caller.scope)).map((secret) => wireSecret(secret, readsValue))
    },
  })

const createSecretRoute = (secrets: Secrets): Route =>
  projectRoute({
    method: 'POST',
    path: '/secrets/',
    operationId: 'create_secret',
    examples: {
      body: {
        header: { name: 'Hook' },
        secret: { kind: 'webhook_provider', data: { provider: { key: 'k' } } },
      },
    },
    sdkName: 'secrets.create',
    errors: ['slug_conflict'],
    summary: 'Store a secret, encrypted.',
    access: 'editor',
    writes: true,
    body: z.object({ slug: optional(slug), header, secret: secretBody }),
    answer,
    handle: async ({ body }, caller) => {
      const secret = contentOf(body.secret)
      refuseMask(secret)
      const newSecret = await secrets.create(caller.scope, { ...body, secret }, slugFromName)
      return wireSecret(newSecret, await readsValues(caller))
    },
  })

const fetchSecretRoute = (secrets: Secrets): Route =>
  projectRoute({
    method: 'GET',
    path: '/secrets/{id}',
    operationId: 'fetch_secret',
    sdkName: 'secrets.fetch',
    errors: ['not_found'],
    summary: 'One secret, by id or slug.',
    description: maskingDescription,
    access: 'editor',
    audited: true,
    params: z.object({ id: z.string() }),
    answer,
    handle: async ({ params }, caller) => {
      const { scope } = caller
      const id = uuid.safeParse(params.id)
      const secret = await secrets.fetch(scope, id.success ? { id: id.data } : { slug: params.id })
      scope.recordResource('secret', secret.id)
      return wireSecret(secret, await readsValues(caller))
    },
  })

const editSecretRoute = (secrets: Secrets): Route =>
  projectRoute({
    method: 'PUT',
    path: '/secrets/{id}',
    operationId: 'edit_secret',
    examples: {
      body: { slug: 'openai-0c6bcecfa1dd', header: { description: 'for tests' } },
      answer: editedSecretExample,
    },
    sdkName: 'secrets.edit',
    errors: ['not_found'],
    summary: 'Edit a secret. Omitted members stay unchanged.',
    access: 'editor',
    writes: true,
    params: idParams,
    body: z.object({
      slug: ignoredSlug,
      header: optional(headerEdit),
      secret: optional(secretBody),
      keep_values: optional(z.boolean()).describe(
        'Masked values in `secret` mean the stored ones, if kind and URL of the provider are unchanged.',
      ),
    }),
    answer: answer.extend(editWarnings).meta({ id: 'EditedSecret' }),
    handle: async ({ params, body }, caller) => {
      const content = body.secret && contentOf(body.secret)
      const secret =
        content === undefined || body.keep_values !== true
          ? content
          : withStoredValues(content, await secrets.fetch(caller.scope, { id: params.id }))
      refuseMask(secret)
      const editedSecret = await secrets.edit(caller.scope, params.id, { header: body.header, secret })
      return {
        ...wireSecret(editedSecret, await readsValues(caller)),
        ...slugWarnings(body.slug, editedSecret),
      }
    },
  })

const deleteSecretRoute = (secrets: Secrets): Route =>
  projectRoute({
    method: 'DELETE',
    path: '/secrets/{id}',
    operationId: 'delete_secret',
    sdkName: 'secrets.delete',
    errors: ['not_found'],
    summary: 'Delete a secret.',
    access: 'editor',
    writes: true,
    params: idParams,
    answer: z.undefined(),
    status: 204,
    handle: ({ params }, { scope }) => secrets.remove(scope, params.id),
  })

export const secretRoutes = (secrets: Secrets): readonly Route[] => [
  listSecretsRoute(secrets),
  createSecretRoute(secrets),
  fetchSecretRoute(secrets),
  editSecretRoute(secrets),
  deleteSecretRoute(secrets),
]
