// What stands in the address of the pages of sessions.

export interface SessionsView {
  readonly range?: string
}

export const sessionsSearch = (raw: Record<string, unknown>): SessionsView =>
  typeof raw['range'] === 'string' && raw['range'] !== '' ? { range: raw['range'] } : {}

/** The transcript has no view of its own. */
export const sessionSearch = (): Record<string, never> => ({})
