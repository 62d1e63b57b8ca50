// The path below which a proxy serves Assay, such as `/assay`; empty where it has a host of its own. The server writes it
// into the page. Unit tests have no page.
const page = typeof document === 'undefined' ? undefined : document

export const basePath = page?.documentElement.dataset['base'] ?? ''

/** Where clients outside of this page reach the server. */
export const serverUrl = `${page?.location.origin ?? ''}${basePath}`
