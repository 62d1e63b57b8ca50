// Spellings of paths: repeated /api segments collapse, and old prefixes lead to the routes that replaced them.

export interface CanonicalUrl {
  readonly url: string
  /** The path to use instead, when the spelling is deprecated. */
  readonly successor: string | undefined
}

/** Old prefixes and what replaced them; the OpenAPI document lists each such route twice. */
export const deprecatedPrefixes = [
  {
    old: '/preview',
    now: '',
    only: /^\/(simple\/)?(workflows|applications|evaluators|testsets|queries|environments)(\/|$)/,
  },
  { old: '/vault/v1/secrets', now: '/secrets', only: /^(\/|$)/ },
] as const

export function canonicalUrl(raw: string): CanonicalUrl {
  const mark = raw.indexOf('?')
  const path = (mark === -1 ? raw : raw.slice(0, mark)).replace(/^(\/api)+(?=\/|$)/, '/api')
  const search = mark === -1 ? '' : raw.slice(mark)
  for (const { old, now, only } of deprecatedPrefixes) {
    const prefix = `/api${old}`
    if (!path.startsWith(prefix)) continue
    const rest = path.slice(prefix.length)
    if (!only.test(rest)) continue
    const successor = `/api${now}${rest}`
    return { url: `${successor}${search}`, successor }
  }
  return { url: `${path}${search}`, successor: undefined }
}
