// The URL state of the Home page.

export interface HomeView {
  readonly range?: string
}

export const homeSearch = ({ range }: { readonly range?: unknown }): HomeView =>
  typeof range === 'string' && range !== '' ? { range } : {}
