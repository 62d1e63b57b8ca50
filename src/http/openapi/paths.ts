// Spellings of paths: repeated /api segments collapse, and old prefixes lead to the routes that replaced them.

export interface CanonicalUrl {
  readonly url: string
  /** The path to use instead, when the spelling is deprecated. */
  readonly successor: string | undefined
}

/** Old prefixes and what replaced them. */
const deprecatedPrefixes = [
  { old: '/preview', now: '', only: /^\/(?!(preview|admin|health|docs|openapi\.json)(\/|$))./ },
  { old: '/vault/v1/secrets', now: '/secrets', only: /^(\/|$)/ },
] as const

export function canonicalUrl(raw: string): CanonicalUrl {
  const mark = raw.indexOf('?')
  const sent = mark === -1 ? raw : raw.slice(0, mark)
  // Existing clients look for services beside /api, too.
  const path = sent.replace(/^(\/api)+(?=\/|$)/, '/api').replace(/^\/services(?=\/|$)/, '/api/services')
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

const segmentsOf = (path: string): readonly string[] => path.split('/').filter((segment) => segment !== '')
const parameter = /^\{(\w+)\}$/

/** The shape of a way down: names of parameters do not matter. */
const shapeOf = (segments: readonly string[]): string =>
  segments.map((segment) => (parameter.test(segment) ? '{}' : segment)).join('/')

/**
 * Writes a path for the router. A parameter never takes a word that some route has in its place, whatever the method:
 * `GET /applications/query` is then a known path with another method, not an application called query.
 */
export function routerPaths(paths: readonly string[]): (path: string) => string {
  const words = new Map<string, Set<string>>()
  for (const path of paths) {
    const segments = segmentsOf(path)
    for (const [i, segment] of segments.entries()) {
      if (parameter.test(segment)) continue
      const above = shapeOf(segments.slice(0, i))
      words.set(above, (words.get(above) ?? new Set()).add(segment))
    }
  }
  return (path) => {
    const segments = segmentsOf(path)
    const written = segments.map((segment, i) => {
      const name = parameter.exec(segment)?.[1]
      if (name === undefined) return segment
      const fixed = [...(words.get(shapeOf(segments.slice(0, i))) ?? [])]
      return fixed.length === 0 ? `:${name}` : `:${name}(^(?!(?:${fixed.join('|')})$)[^/]+$)`
    })
    return `/${written.join('/')}${path.endsWith('/') ? '/' : ''}`
  }
}
