// Tests whether a provider works and lists its models, for a stored secret or one that is being edited. The answers
// report the outcome, but nothing else that the provider sent.
import { withExample } from '../examples.ts'
import { z } from 'zod'
import type { Secret, Secrets } from '../../access/secrets.ts'
import { AssayError } from '../../kernel/errors.ts'
import { optional, uuid } from '../../kernel/validation.ts'
import { listProviderModels, tryProvider, type TrialParts } from '../../programs/clients/trial.ts'
import { projectRoute, type Caller, type Route } from '../route.ts'
import { disconnectSignal } from '../server/streams/disconnect-signal.ts'
import { idParams } from '../field-schemas.ts'
import { contentOf, secretBody } from './secrets.ts'
import { refuseMask, withStoredValues } from './secret-values.ts'

const modelCharactersMax = 200
const model = optional(z.string().min(1).max(modelCharactersMax))

const trialAnswer = withExample(
  z
    .object({
      ok: z.boolean(),
      message: z.string(),
      status: z.int().optional(),
      model: z.string().optional(),
      duration_ms: z.int(),
    })
    .meta({ id: 'SecretTrial' }),
  {
    ok: true,
    message: 'gpt-4o-mini at api.openai.com answered.',
    status: 200,
    model: 'gpt-4o-mini',
    duration_ms: 347,
  },
)

type Parts = Omit<TrialParts, 'signal'>
type Exchange = Parameters<typeof disconnectSignal>[0]

/** Ends the call at the provider when the client disconnects. */
async function whileConnected<T>(call: Exchange, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = disconnectSignal(call)
  return work(signal).catch((error: unknown) => {
    throw signal.aborted ? new AssayError('unavailable', 'The client disconnected.') : error
  })
}

interface TrialInput {
  readonly call: Exchange
  readonly secret: Secret
  readonly model: string | undefined
}

const runTrial = (parts: Parts, { call, secret, model: modelName }: TrialInput) =>
  whileConnected(call, async (signal) => {
    const { durationMs, ...rest } = await tryProvider({ ...parts, signal }, secret, modelName)
    return { ...rest, duration_ms: durationMs }
  })

interface EditedSecret {
  readonly id?: string | undefined
  readonly secret: z.output<typeof secretBody>
}

/** The secret of a form. Values of the stored secret `id` replace masked ones. */
async function editedSecret(
  { secrets, scope }: { readonly secrets: Secrets; readonly scope: Caller['scope'] },
  input: EditedSecret,
): Promise<Secret> {
  const { id } = input
  const storedSecret = id === undefined ? undefined : await secrets.fetch(scope, { id })
  const content = contentOf(input.secret)
  const secret = storedSecret === undefined ? content : withStoredValues(content, storedSecret)
  refuseMask(secret)
  if (storedSecret !== undefined) scope.recordResource('secret', storedSecret.id)
  const unsavedSecret = {
    id: '',
    slug: '',
    name: undefined,
    description: undefined,
    createdAt: '',
    updatedAt: undefined,
  }
  return { ...(storedSecret ?? unsavedSecret), ...secret }
}

/** A self-hosted model server. */
const unsavedExample = {
  kind: 'custom_provider' as const,
  data: {
    kind: 'custom' as const,
    provider: { url: 'http://models.example:8000/v1' },
    models: [{ slug: 'small' }],
  },
}

const editedBody = {
  id: optional(uuid).describe('The stored secret whose values replace masked ones.'),
  secret: secretBody,
}

const storedTrialRoute = (secrets: Secrets, parts: Parts): Route =>
  projectRoute({
    method: 'POST',
    path: '/secrets/{id}/test',
    operationId: 'test_secret',
    examples: { body: { model: 'another' } },
    sdkName: 'secrets.test',
    errors: ['not_found'],
    summary: 'Call the provider of a secret once to test whether it works.',
    description:
      'The named model, or else the first model of the secret, gets a short prompt; without a model, the models of the provider are listed. A refusal by the provider is a normal answer: `ok` is false and `message` has the reason.',
    access: 'editor',
    audited: true,
    params: idParams,
    body: z.object({ model }),
    bodyOptional: true,
    answer: trialAnswer,
    handle: async (call, { scope }) => {
      const secret = await secrets.fetch(scope, { id: call.params.id })
      scope.recordResource('secret', secret.id)
      return runTrial(parts, { call, secret, model: call.body.model })
    },
  })

const editedTrialRoute = (secrets: Secrets, parts: Parts): Route =>
  projectRoute({
    method: 'POST',
    path: '/secrets/test',
    operationId: 'test_secret_values',
    examples: { body: { secret: unsavedExample } },
    sdkName: 'secrets.testValues',
    errors: ['not_found'],
    summary: 'Call a provider once with values that are not stored yet.',
    description: 'The same as the test of a stored secret. Nothing is stored.',
    access: 'editor',
    audited: true,
    body: z.object({ ...editedBody, model }),
    answer: trialAnswer,
    handle: async (call, { scope }) => {
      const secret = await editedSecret({ secrets, scope }, call.body)
      return runTrial(parts, { call, secret, model: call.body.model })
    },
  })

const modelListRoute = (secrets: Secrets, parts: Parts): Route =>
  projectRoute({
    method: 'POST',
    path: '/secrets/models',
    operationId: 'list_provider_models',
    examples: { body: { secret: unsavedExample }, answer: { count: 1, models: [{ slug: 'small' }] } },
    sdkName: 'secrets.listModels',
    errors: ['not_found'],
    summary: 'The models that a provider lists for a key, which need not be stored.',
    description:
      'A provider without a list, or one that refuses the call, is a normal answer: `models` is empty and `message` has the reason.',
    access: 'editor',
    audited: true,
    body: z.object(editedBody),
    answer: z
      .object({
        count: z.int(),
        models: z.array(z.object({ slug: z.string() }).meta({ id: 'ListedModel' })),
        message: z.string().optional(),
      })
      .meta({ id: 'ListedModels' }),
    handle: async (call, { scope }) => {
      const secret = await editedSecret({ secrets, scope }, call.body)
      const { models, message } = await whileConnected(call, (signal) =>
        listProviderModels({ ...parts, signal }, secret),
      )
      return {
        count: models.length,
        models: models.map((slug) => ({ slug })),
        ...(message === undefined ? {} : { message }),
      }
    },
  })

export const secretTrialRoutes = (secrets: Secrets, parts: Parts): readonly Route[] => [
  storedTrialRoute(secrets, parts),
  editedTrialRoute(secrets, parts),
  modelListRoute(secrets, parts),
]
