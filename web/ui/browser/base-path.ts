// The path prefix below which a proxy serves Assay, such as `/assay`, or empty. The server writes it into the page.
// Unit tests have no page.
const page = typeof document === 'undefined' ? undefined : document

export const basePath = page?.documentElement.dataset['base'] ?? ''

/** The URL for clients outside this page. */
export const serverUrl = `${page?.location.origin ?? ''}${basePath}`
