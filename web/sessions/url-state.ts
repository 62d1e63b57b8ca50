// The URL of a session page has no state of its own.

export const sessionSearch = (): Record<string, never> => ({})
