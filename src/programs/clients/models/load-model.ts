// Loads the package of a provider when its first model is called, and creates a model of it. Every key and address is
// passed on, so that no package falls back to the environment of the server: those credentials belong to the operator,
// not to a project.
import type { EmbeddingModelV4, LanguageModelV4 } from '@ai-sdk/provider'
import { badSettings } from '../../failure.ts'
import { extraText, regionOf, type Endpoint, type ModelApi } from '../providers.ts'
import { modelFetch, type ModelFetch } from './model-fetch.ts'
import { accessToken, serviceAccount } from './vertex-token.ts'

interface Models {
  language(): LanguageModelV4
  /** Undefined: the provider has no embeddings. */
  embedding?(): EmbeddingModelV4
}

type Loader = (endpoint: Endpoint, call: ModelFetch) => Promise<Models>

const commonOptions = ({ baseUrl, key, headers }: Endpoint, call: ModelFetch) => ({
  baseURL: baseUrl,
  apiKey: key ?? '',
  headers,
  fetch: modelFetch(call),
})

const chat: Loader = async (endpoint, call) => {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  const provider = createOpenAICompatible({
    ...commonOptions(endpoint, call),
    name: 'provider',
    includeUsage: true,
  })
  return {
    language: () => provider.chatModel(endpoint.model),
    embedding: () => provider.embeddingModel(endpoint.model),
  }
}

const responses: Loader = async (endpoint, call) => {
  const { createOpenAI } = await import('@ai-sdk/openai')
  const provider = createOpenAI(commonOptions(endpoint, call))
  return {
    language: () => provider.responses(endpoint.model),
    embedding: () => provider.embeddingModel(endpoint.model),
  }
}

const anthropic: Loader = async (endpoint, call) => {
  const { createAnthropic } = await import('@ai-sdk/anthropic')
  const provider = createAnthropic(commonOptions(endpoint, call))
  return { language: () => provider.languageModel(endpoint.model) }
}

const gemini: Loader = async (endpoint, call) => {
  const { createGoogle } = await import('@ai-sdk/google')
  const provider = createGoogle(commonOptions(endpoint, call))
  return {
    language: () => provider.languageModel(endpoint.model),
    embedding: () => provider.embeddingModel(endpoint.model),
  }
}

const mistral: Loader = async (endpoint, call) => {
  const { createMistral } = await import('@ai-sdk/mistral')
  const provider = createMistral(commonOptions(endpoint, call))
  return {
    language: () => provider.languageModel(endpoint.model),
    embedding: () => provider.embeddingModel(endpoint.model),
  }
}

const groq: Loader = async (endpoint, call) => {
  const { createGroq } = await import('@ai-sdk/groq')
  const provider = createGroq(commonOptions(endpoint, call))
  return { language: () => provider.languageModel(endpoint.model) }
}

/** `https://name.openai.azure.com` is short for `…/openai`. An api version by date has a path per deployment. */
const azure: Loader = async (endpoint, call) => {
  const { createAzure } = await import('@ai-sdk/azure')
  const { baseUrl, version, model } = endpoint
  const isVersioned = /\/openai\/v\d+$/.test(baseUrl)
  const baseURL = isVersioned || baseUrl.includes('/openai') ? baseUrl : `${baseUrl}/openai`
  const provider = createAzure({
    ...commonOptions(endpoint, call),
    baseURL,
    ...(version === undefined || isVersioned
      ? {}
      : { apiVersion: version, useDeploymentBasedUrls: /^\d{4}-/.test(version) }),
  })
  return { language: () => provider.chat(model), embedding: () => provider.embeddingModel(model) }
}

const bedrock: Loader = async (endpoint, call) => {
  const { createAmazonBedrock } = await import('@ai-sdk/amazon-bedrock')
  const { extras, key, model } = endpoint
  const region = regionOf(extras)
  const accessKeyId = extraText(extras, 'aws_access_key_id')
  const secretAccessKey = extraText(extras, 'aws_secret_access_key')
  const sessionToken = extraText(extras, 'aws_session_token')
  if (region === undefined) throw badSettings('The provider has no AWS region.')
  if (key === undefined && (accessKeyId === undefined || secretAccessKey === undefined)) {
    throw badSettings('The provider has neither an API key nor an AWS access key with its secret.')
  }
  const provider = createAmazonBedrock({
    ...commonOptions(endpoint, call),
    region,
    accessKeyId: accessKeyId ?? '',
    secretAccessKey: secretAccessKey ?? '',
    ...(sessionToken === undefined ? {} : { sessionToken }),
  })
  return { language: () => provider.languageModel(model), embedding: () => provider.embeddingModel(model) }
}

/** Models of Anthropic have their own path at Google. */
const vertex: Loader = async (endpoint, call) => {
  const { extras, model, baseUrl, headers } = endpoint
  const location = extraText(extras, 'vertex_ai_location', 'vertex_location') ?? 'global'
  const project =
    extraText(extras, 'vertex_ai_project', 'vertex_project') ?? serviceAccount(endpoint).projectId
  if (project === undefined) throw badSettings('The provider has no Google Cloud project.')
  const token = await accessToken(endpoint, call)
  const host =
    /^https:\/\/aiplatform\.googleapis\.com$/.test(baseUrl) && location !== 'global'
      ? `https://${location}-aiplatform.googleapis.com`
      : baseUrl
  const path = `${host}/v1/projects/${encodeURIComponent(project)}/locations/${encodeURIComponent(location)}`
  const options = {
    project,
    location,
    fetch: modelFetch(call),
    headers: { ...headers, Authorization: `Bearer ${token}` },
  }
  if (model.startsWith('claude')) {
    const { createGoogleVertexAnthropic } = await import('@ai-sdk/google-vertex/anthropic')
    const claude = createGoogleVertexAnthropic({
      ...options,
      baseURL: `${path}/publishers/anthropic/models`,
      generateAuthToken: async () => token,
    })
    return { language: () => claude.languageModel(model) }
  }
  const { createGoogleVertex } = await import('@ai-sdk/google-vertex')
  const { OAuth2Client } = await import('google-auth-library')
  const authClient = new OAuth2Client()
  authClient.setCredentials({ access_token: token })
  const provider = createGoogleVertex({
    ...options,
    apiKey: '',
    baseURL: `${path}/publishers/google`,
    googleAuthOptions: { authClient },
  })
  return { language: () => provider.languageModel(model), embedding: () => provider.embeddingModel(model) }
}

const loaders: Readonly<Record<ModelApi, Loader>> = {
  chat,
  responses,
  anthropic,
  gemini,
  vertex,
  bedrock,
  azure,
  mistral,
  groq,
}

export const loadModels: Loader = (endpoint, call) => loaders[endpoint.api](endpoint, call)
