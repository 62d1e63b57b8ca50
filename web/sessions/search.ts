// What stands in the address of the page of one session: it has no view of its own.

export const sessionSearch = (): Record<string, never> => ({})
