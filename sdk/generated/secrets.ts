// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { CreateSecretRequest, EditSecretRequest, EditSecretSettingsRequest, EditedSecret, ListProviderModelsRequest, ListSecretsResponse, ListedModels, Secret, SecretSettingsResponse, SecretTrial, TestSecretRequest, TestSecretValuesRequest } from './schemas.ts'

export type FetchSecretSettingsAnswer = SecretSettingsResponse

export type EditSecretSettingsBody = EditSecretSettingsRequest

export type EditSecretSettingsAnswer = SecretSettingsResponse

export type ListSecretsAnswer = ListSecretsResponse

export type CreateSecretBody = CreateSecretRequest

export type CreateSecretAnswer = Secret

export type FetchSecretAnswer = Secret

export type EditSecretBody = EditSecretRequest

export type EditSecretAnswer = EditedSecret

export type TestSecretBody = TestSecretRequest

export type TestSecretAnswer = SecretTrial

export type TestSecretValuesBody = TestSecretValuesRequest

export type TestSecretValuesAnswer = SecretTrial

export type ListProviderModelsBody = ListProviderModelsRequest

export type ListProviderModelsAnswer = ListedModels

export const secrets = (core: Core) => ({
  /** Whether values of secrets are masked for every key of this project. */
  fetchSettings: (options?: CallOptions) =>
    core.json<FetchSecretSettingsAnswer>('GET /api/secrets/settings', { options }),
  /** Mask the values of secrets for every key of this project, admins included, or unmask them. */
  editSettings: (body: EditSecretSettingsBody, options?: CallOptions) =>
    core.json<EditSecretSettingsAnswer>('PUT /api/secrets/settings', { body, repeatable: true, options }),
  /** The secrets of this project. */
  list: (options?: CallOptions) =>
    core.json<ListSecretsAnswer>('GET /api/secrets/', { options }),
  /** Store a secret, encrypted. */
  create: (body: CreateSecretBody, options?: CallOptions) =>
    core.json<CreateSecretAnswer>('POST /api/secrets/', { body, options }),
  /** One secret, by id or slug. */
  fetch: (id: string, options?: CallOptions) =>
    core.json<FetchSecretAnswer>(`GET /api/secrets/${at(id)}`, { options }),
  /** Edit a secret. Omitted members stay unchanged. */
  edit: (id: string, body: EditSecretBody, options?: CallOptions) =>
    core.json<EditSecretAnswer>(`PUT /api/secrets/${at(id)}`, { body, repeatable: true, options }),
  /** Delete a secret. */
  delete: (id: string, options?: CallOptions) =>
    core.json<void>(`DELETE /api/secrets/${at(id)}`, { repeatable: true, options }),
  /** Call the provider of a secret once to test whether it works. */
  test: (id: string, body?: TestSecretBody, options?: CallOptions) =>
    core.json<TestSecretAnswer>(`POST /api/secrets/${at(id)}/test`, { body, repeatable: true, options }),
  /** Call a provider once with values that are not stored yet. */
  testValues: (body: TestSecretValuesBody, options?: CallOptions) =>
    core.json<TestSecretValuesAnswer>('POST /api/secrets/test', { body, repeatable: true, options }),
  /** The models that a provider lists for a key that need not be stored. */
  listModels: (body: ListProviderModelsBody, options?: CallOptions) =>
    core.json<ListProviderModelsAnswer>('POST /api/secrets/models', { body, repeatable: true, options }),
})
