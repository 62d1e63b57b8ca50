// The kinds of providers in the dialog, and the conversion between its form and a secret.

interface Extra {
  /** The name of the field in `provider.extras`. */
  readonly name: string
  readonly label: string
  readonly isSecret?: boolean
  readonly isRequired?: boolean
  /** Whether the text has several lines. */
  readonly isLong?: boolean
}

interface ProviderType {
  readonly id: string
  readonly label: string
  /** The kind of the secret's data. */
  readonly kind: ProviderKind
  /** The wire format, where it does not follow from the kind. */
  readonly api?: string
  /** `optional`: the provider has a default URL. */
  readonly url: 'none' | 'optional' | 'required'
  /** The default URL of a server on this machine. */
  readonly defaultUrl?: string
  readonly key: 'none' | 'optional' | 'required'
  /** The example of a version, where the provider has one. */
  readonly version?: string
  readonly extras?: readonly Extra[]
}

const keyKinds = [
  'openai',
  'anthropic',
  'gemini',
  'mistral',
  'groq',
  'cohere',
  'openrouter',
  'together_ai',
  'deepinfra',
  'perplexityai',
] as const
type KeyKind = (typeof keyKinds)[number]
type ProviderKind = KeyKind | 'azure' | 'bedrock' | 'vertex_ai' | 'custom'

const hostedProvider = (id: KeyKind, details: Pick<ProviderType, 'label' | 'api'>): ProviderType => ({
  id,
  kind: id,
  url: 'optional',
  key: 'required',
  ...details,
})
const compatibleProvider = (
  id: string,
  details: Pick<ProviderType, 'label' | 'defaultUrl'>,
): ProviderType => ({
  id,
  kind: 'custom',
  url: 'required',
  key: 'optional',
  ...details,
})

const awsExtras: readonly Extra[] = [
  { name: 'aws_region_name', label: 'Region', isRequired: true },
  { name: 'aws_access_key_id', label: 'Access key ID', isSecret: true },
  { name: 'aws_secret_access_key', label: 'Secret access key', isSecret: true },
  { name: 'aws_session_token', label: 'Session token', isSecret: true },
]
const googleExtras: readonly Extra[] = [
  { name: 'vertex_ai_location', label: 'Location', isRequired: true },
  { name: 'vertex_ai_project', label: 'Project' },
  {
    name: 'vertex_ai_credentials',
    label: 'Key file of the service account (JSON)',
    isSecret: true,
    isRequired: true,
    isLong: true,
  },
]

export const providerTypes: readonly ProviderType[] = [
  hostedProvider('openai', { label: 'OpenAI' }),
  hostedProvider('anthropic', { label: 'Anthropic', api: 'anthropic' }),
  hostedProvider('gemini', { label: 'Google Gemini', api: 'gemini' }),
  {
    id: 'azure',
    label: 'Azure OpenAI',
    kind: 'azure',
    url: 'required',
    key: 'required',
    version: '2024-10-21',
  },
  {
    id: 'bedrock',
    label: 'Amazon Bedrock',
    kind: 'bedrock',
    url: 'none',
    key: 'optional',
    extras: awsExtras,
  },
  {
    id: 'vertex_ai',
    label: 'Google Vertex AI',
    kind: 'vertex_ai',
    url: 'none',
    key: 'none',
    extras: googleExtras,
  },
  hostedProvider('mistral', { label: 'Mistral', api: 'mistral' }),
  hostedProvider('groq', { label: 'Groq', api: 'groq' }),
  hostedProvider('openrouter', { label: 'OpenRouter' }),
  compatibleProvider('ollama', { label: 'Ollama', defaultUrl: 'http://localhost:11434/v1' }),
  compatibleProvider('vllm', { label: 'vLLM', defaultUrl: 'http://localhost:8000/v1' }),
  compatibleProvider('litellm', { label: 'LiteLLM', defaultUrl: 'http://localhost:4000/v1' }),
  compatibleProvider('custom', { label: 'OpenAI-compatible' }),
  hostedProvider('cohere', { label: 'Cohere' }),
  hostedProvider('together_ai', { label: 'Together AI' }),
  hostedProvider('deepinfra', { label: 'DeepInfra' }),
  hostedProvider('perplexityai', { label: 'Perplexity' }),
]

const [openai] = providerTypes
export const typeOf = (id: string | undefined): ProviderType =>
  providerTypes.find((one) => one.id === id) ?? openai ?? hostedProvider('openai', { label: 'OpenAI' })

/** The server sends this text in place of a stored value. A request with this text keeps the stored value. */
export const mask = '********'

/** The values of the form, as typed. */
export interface ProviderForm {
  readonly type: string
  readonly name: string
  readonly url: string
  readonly version: string
  readonly key: string
  /** The headers as `Name: value`, one per line. */
  readonly headers: string
  /** The names of the models, one per line. */
  readonly models: string
  readonly extras: Readonly<Record<string, string>>
  /** The stored data: members without a field in the dialog are preserved. */
  readonly storedData: {
    readonly models: readonly object[]
    readonly extras: Readonly<Record<string, unknown>>
  }
}

export const emptyForm = (type: string): ProviderForm => ({
  type,
  name: '',
  url: typeOf(type).defaultUrl ?? '',
  version: '',
  key: '',
  headers: '',
  models: '',
  extras: {},
  storedData: { models: [], extras: {} },
})

const lines = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const headersOf = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    lines(text).map((line) => {
      const colon = line.indexOf(':')
      return colon < 0 ? [line, ''] : [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]
    }),
  )

const modelsOf = ({ models, storedData }: ProviderForm) =>
  lines(models).map((slug) => ({
    ...storedData.models.find((one) => 'slug' in one && one.slug === slug),
    slug,
  }))

const isKeyKind = (kind: string): kind is KeyKind => keyKinds.some((one) => one === kind)

/** The secret of a form: a key alone is a `provider_key`, everything else a `custom_provider`. */
export function secretOf(form: ProviderForm) {
  const { kind, api, extras: fields = [], version: hasVersion, url: hasUrl, key: hasKey } = typeOf(form.type)
  const url = hasUrl === 'none' ? '' : form.url.trim()
  const key = hasKey === 'none' ? '' : form.key.trim()
  const version = hasVersion === undefined ? '' : form.version.trim()
  const headers = headersOf(form.headers)
  const hasHeaders = Object.keys(headers).length > 0
  const models = modelsOf(form)
  const values = fields.flatMap(({ name }) => {
    const value = form.extras[name]?.trim() ?? ''
    return value === '' ? [] : [[name, value] as const]
  })
  if (isKeyKind(kind) && url === '' && !hasHeaders) {
    return {
      kind: 'provider_key' as const,
      data: { kind, provider: { key }, ...(models.length > 0 ? { models } : {}) },
    }
  }
  const fieldNames = new Set(['headers', 'api', ...fields.map(({ name }) => name)])
  const otherExtras = Object.entries(form.storedData.extras).filter(([name]) => !fieldNames.has(name))
  const extras = {
    ...Object.fromEntries([...otherExtras, ...values]),
    ...(api === undefined ? {} : { api }),
    ...(hasHeaders ? { headers } : {}),
  }
  return {
    kind: 'custom_provider' as const,
    data: {
      kind,
      provider: {
        ...(url === '' ? {} : { url }),
        ...(version === '' ? {} : { version }),
        ...(key === '' ? {} : { key }),
        ...(Object.keys(extras).length > 0 ? { extras } : {}),
      },
      models,
    },
  }
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The form of a stored secret, whose values are masked. */
export function formOf(secret: {
  readonly header: { readonly name?: string }
  readonly data: unknown
}): ProviderForm {
  const data = recordOf(secret.data)
  const provider = recordOf(data['provider'])
  const storedExtras = recordOf(provider['extras'])
  const { headers, ...extras } = storedExtras
  const models = (Array.isArray(data['models']) ? data['models'] : []).map(recordOf)
  return {
    type: providerTypes.find(({ id }) => id === data['kind'])?.id ?? 'custom',
    name: secret.header.name ?? '',
    url: textOf(provider['url']),
    version: textOf(provider['version']),
    key: textOf(provider['key']),
    headers: Object.entries(recordOf(headers))
      .map(([name, value]) => `${name}: ${textOf(value)}`)
      .join('\n'),
    models: models.map(({ slug }) => textOf(slug)).join('\n'),
    extras: Object.fromEntries(Object.entries(extras).map(([name, value]) => [name, textOf(value)])),
    storedData: { models, extras: storedExtras },
  }
}

/** The provider in a failure message. */
export const providerIn = (message: string): string | undefined => /provider '([^']+)'/.exec(message)?.[1]
