// What stands in the address of Home.

export interface HomeView {
  readonly range?: string
}

export const homeSearch = ({ range }: { readonly range?: unknown }): HomeView =>
  typeof range === 'string' && range !== '' ? { range } : {}
