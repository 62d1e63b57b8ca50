// Providers whose keys need no URL.

export const keyProviders = [
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
export type KeyProvider = (typeof keyProviders)[number]

/** The provider in a failure message. */
export const providerIn = (message: string): string | undefined => /provider '([^']+)'/.exec(message)?.[1]
