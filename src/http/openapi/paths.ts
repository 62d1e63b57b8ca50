// Path spellings: repeated /api segments collapse, and deprecated prefixes map to their successors.

export interface CanonicalUrl {
  readonly url: string
  /** The path to use instead, when the spelling is deprecated. */
  readonly successor: string | undefined
}

/** Deprecated prefixes with their successors, and the rest of the path that they may have. */
const deprecatedPrefixes = [
  { deprecated: '/preview', current: '', rest: /^\/(?!(preview|admin|health|docs|openapi\.json)(\/|$))./ },
  { deprecated: '/vault/v1/secrets', current: '/secrets', rest: /^(\/|$)/ },
] as const

export function canonicalUrl(raw: string): CanonicalUrl {
  const queryStart = raw.indexOf('?')
  const rawPath = queryStart === -1 ? raw : raw.slice(0, queryStart)
  // Existing clients also request services beside /api.
  const path = rawPath.replace(/^(\/api)+(?=\/|$)/, '/api').replace(/^\/services(?=\/|$)/, '/api/services')
  const search = queryStart === -1 ? '' : raw.slice(queryStart)
  for (const { deprecated, current, rest: restPattern } of deprecatedPrefixes) {
    const prefix = `/api${deprecated}`
    if (!path.startsWith(prefix)) continue
    const rest = path.slice(prefix.length)
    if (!restPattern.test(rest)) continue
    const successor = `/api${current}${rest}`
    return { url: `${successor}${search}`, successor }
  }
  return { url: `${path}${search}`, successor: undefined }
}

const segmentsOf = (path: string): readonly string[] => path.split('/').filter((segment) => segment !== '')
const parameter = /^\{(\w+)\}$/

/** The path shape: parameter names do not matter. */
const shapeOf = (segments: readonly string[]): string =>
  segments.map((segment) => (parameter.test(segment) ? '{}' : segment)).join('/')

/**
 * Converts a path for the router. A parameter never matches a literal segment that another route has in its
 * position, whatever the method: `GET /applications/query` is then a known path with another method, not an
 * application called query.
 */
export function routerPaths(paths: readonly string[]): (path: string) => string {
  const literals = new Map<string, Set<string>>()
  for (const path of paths) {
    const segments = segmentsOf(path)
    for (const [i, segment] of segments.entries()) {
      if (parameter.test(segment)) continue
      const parentShape = shapeOf(segments.slice(0, i))
      literals.set(parentShape, (literals.get(parentShape) ?? new Set()).add(segment))
    }
  }
  return (path) => {
    const segments = segmentsOf(path)
    const segmentPatterns = segments.map((segment, i) => {
      const name = parameter.exec(segment)?.[1]
      if (name === undefined) return segment
      const excludedLiterals = [...(literals.get(shapeOf(segments.slice(0, i))) ?? [])]
      return excludedLiterals.length === 0
        ? `:${name}`
        : `:${name}(^(?!(?:${excludedLiterals.join('|')})$)[^/]+$)`
    })
    return `/${segmentPatterns.join('/')}${path.endsWith('/') ? '/' : ''}`
  }
}
