// Providers whose keys can be kept without an address.

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

/** The provider that a failure names. */
export const providerIn = (message: string): string | undefined => /provider '([^']+)'/.exec(message)?.[1]
