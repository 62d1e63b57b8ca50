// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'
import type { CreateSecretRequest, EditSecretRequest, EditSecretSettingsRequest, EditedSecret, ListProviderModelsRequest, ListSecretsResponse, ListedModels, Secret, SecretSettingsResponse, SecretTrial, TestSecretRequest, TestSecretValuesRequest } from './schemas.ts'

/** The answer of `secrets.fetchSettings`. */
export type FetchSecretSettingsAnswer = SecretSettingsResponse

/** The body of `secrets.editSettings`. */
export type EditSecretSettingsBody = EditSecretSettingsRequest

/** The answer of `secrets.editSettings`. */
export type EditSecretSettingsAnswer = SecretSettingsResponse

/** The answer of `secrets.list`. */
export type ListSecretsAnswer = ListSecretsResponse

/** The body of `secrets.create`. */
export type CreateSecretBody = CreateSecretRequest

/** The answer of `secrets.create`. */
export type CreateSecretAnswer = Secret

/** The answer of `secrets.fetch`. */
export type FetchSecretAnswer = Secret

/** The body of `secrets.edit`. */
export type EditSecretBody = EditSecretRequest

/** The answer of `secrets.edit`. */
export type EditSecretAnswer = EditedSecret

/** The body of `secrets.test`. */
export type TestSecretBody = TestSecretRequest

/** The answer of `secrets.test`. */
export type TestSecretAnswer = SecretTrial

/** The body of `secrets.testValues`. */
export type TestSecretValuesBody = TestSecretValuesRequest

/** The answer of `secrets.testValues`. */
export type TestSecretValuesAnswer = SecretTrial

/** The body of `secrets.listModels`. */
export type ListProviderModelsBody = ListProviderModelsRequest

/** The answer of `secrets.listModels`. */
export type ListProviderModelsAnswer = ListedModels

/** The operations of `assay.secrets`. */
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
  /** The models that a provider lists for a key, which need not be stored. */
  listModels: (body: ListProviderModelsBody, options?: CallOptions) =>
    core.json<ListProviderModelsAnswer>('POST /api/secrets/models', { body, repeatable: true, options }),
})
