/** The current time in milliseconds since 1970: the only source of time in the pages. */
export const nowMs = (): number => Date.now()
