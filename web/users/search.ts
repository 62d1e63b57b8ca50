// What stands in the address of the page of users.

export interface UsersView {
  readonly range?: string
}

export const usersSearch = (raw: Record<string, unknown>): UsersView =>
  typeof raw['range'] === 'string' && raw['range'] !== '' ? { range: raw['range'] } : {}
