// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import { at, type CallOptions, type Core } from '../core/core.ts'

export type ListSecretsAnswer = ReadonlyArray<{
  readonly id: string
  readonly slug: string
  readonly kind: string
  readonly data: {
    readonly [key: string]: unknown
  }
  readonly value_status: {
    readonly configured: boolean
    readonly preview?: string
  }
  readonly header: {
    readonly name?: string
    readonly description?: string
  }
  readonly lifecycle: {
    readonly created_at: string
    readonly updated_at?: string
  }
}>

export interface CreateSecretBody {
  readonly slug?: string | null
  readonly header: {
    readonly name: string
    readonly description?: string | null
  }
  readonly secret: {
    readonly kind: 'provider_key'
    readonly data: {
      readonly kind: 'openai' | 'cohere' | 'anyscale' | 'deepinfra' | 'alephalpha' | 'groq' | 'minimax' | 'mistral' | 'mistralai' | 'anthropic' | 'perplexityai' | 'together_ai' | 'openrouter' | 'gemini'
      readonly provider: {
        readonly key: string
      }
      readonly models?: ReadonlyArray<{
        readonly slug: string
        readonly extras?: {
          readonly [key: string]: unknown
        } | null
      }> | null
    }
  } | {
    readonly kind: 'custom_provider'
    readonly data: {
      readonly kind: 'openai' | 'cohere' | 'anyscale' | 'deepinfra' | 'alephalpha' | 'groq' | 'minimax' | 'mistral' | 'mistralai' | 'anthropic' | 'perplexityai' | 'together_ai' | 'openrouter' | 'gemini' | 'azure' | 'bedrock' | 'sagemaker' | 'vertex_ai' | 'custom'
      readonly provider: {
        readonly url?: string | null
        readonly version?: string | null
        readonly key?: string | null
        readonly extras?: {
          readonly [key: string]: unknown
        } | null
      }
      readonly models: ReadonlyArray<{
        readonly slug: string
        readonly extras?: {
          readonly [key: string]: unknown
        } | null
      }>
    }
  } | {
    readonly kind: 'webhook_provider'
    readonly data: {
      readonly provider: {
        readonly key: string
      }
    }
  } | {
    readonly kind: 'custom_secret'
    readonly data: {
      readonly secret: {
        readonly format: 'text' | 'json'
        readonly content: string | {
          readonly [key: string]: unknown
        }
      }
    }
  }
}

export interface CreateSecretAnswer {
  readonly id: string
  readonly slug: string
  readonly kind: string
  readonly data: {
    readonly [key: string]: unknown
  }
  readonly value_status: {
    readonly configured: boolean
    readonly preview?: string
  }
  readonly header: {
    readonly name?: string
    readonly description?: string
  }
  readonly lifecycle: {
    readonly created_at: string
    readonly updated_at?: string
  }
}

export interface FetchSecretAnswer {
  readonly id: string
  readonly slug: string
  readonly kind: string
  readonly data: {
    readonly [key: string]: unknown
  }
  readonly value_status: {
    readonly configured: boolean
    readonly preview?: string
  }
  readonly header: {
    readonly name?: string
    readonly description?: string
  }
  readonly lifecycle: {
    readonly created_at: string
    readonly updated_at?: string
  }
}

export interface EditSecretBody {
  readonly slug?: string | null
  readonly header?: {
    readonly name?: string | null
    readonly description?: string | null
  } | null
  readonly secret?: {
    readonly kind: 'provider_key'
    readonly data: {
      readonly kind: 'openai' | 'cohere' | 'anyscale' | 'deepinfra' | 'alephalpha' | 'groq' | 'minimax' | 'mistral' | 'mistralai' | 'anthropic' | 'perplexityai' | 'together_ai' | 'openrouter' | 'gemini'
      readonly provider: {
        readonly key: string
      }
      readonly models?: ReadonlyArray<{
        readonly slug: string
        readonly extras?: {
          readonly [key: string]: unknown
        } | null
      }> | null
    }
  } | {
    readonly kind: 'custom_provider'
    readonly data: {
      readonly kind: 'openai' | 'cohere' | 'anyscale' | 'deepinfra' | 'alephalpha' | 'groq' | 'minimax' | 'mistral' | 'mistralai' | 'anthropic' | 'perplexityai' | 'together_ai' | 'openrouter' | 'gemini' | 'azure' | 'bedrock' | 'sagemaker' | 'vertex_ai' | 'custom'
      readonly provider: {
        readonly url?: string | null
        readonly version?: string | null
        readonly key?: string | null
        readonly extras?: {
          readonly [key: string]: unknown
        } | null
      }
      readonly models: ReadonlyArray<{
        readonly slug: string
        readonly extras?: {
          readonly [key: string]: unknown
        } | null
      }>
    }
  } | {
    readonly kind: 'webhook_provider'
    readonly data: {
      readonly provider: {
        readonly key: string
      }
    }
  } | {
    readonly kind: 'custom_secret'
    readonly data: {
      readonly secret: {
        readonly format: 'text' | 'json'
        readonly content: string | {
          readonly [key: string]: unknown
        }
      }
    }
  } | null
}

export interface EditSecretAnswer {
  readonly id: string
  readonly slug: string
  readonly kind: string
  readonly data: {
    readonly [key: string]: unknown
  }
  readonly value_status: {
    readonly configured: boolean
    readonly preview?: string
  }
  readonly header: {
    readonly name?: string
    readonly description?: string
  }
  readonly lifecycle: {
    readonly created_at: string
    readonly updated_at?: string
  }
}

export const secrets = (core: Core) => ({
  /** The secrets of this project. */
  list: (options?: CallOptions) =>
    core.json<ListSecretsAnswer>('GET /api/secrets/', { options }),
  /** Keep a secret, sealed. */
  create: (body: CreateSecretBody, options?: CallOptions) =>
    core.json<CreateSecretAnswer>('POST /api/secrets/', { body, options }),
  /** One secret, by id or slug. */
  fetch: (id: string, options?: CallOptions) =>
    core.json<FetchSecretAnswer>(`GET /api/secrets/${at(id)}`, { options }),
  /** Change a secret; what is omitted stays. */
  edit: (id: string, body: EditSecretBody, options?: CallOptions) =>
    core.json<EditSecretAnswer>(`PUT /api/secrets/${at(id)}`, { body, repeatable: true, options }),
  /** Forget a secret. */
  delete: (id: string, options?: CallOptions) =>
    core.json<void>(`DELETE /api/secrets/${at(id)}`, { repeatable: true, options }),
})
