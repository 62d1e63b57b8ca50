// Paths with slashes and glob patterns, without a file system.

export const isGzipped = (path: string): boolean => path.endsWith('.gz')

export const basename = (path: string): string => path.replace(/\/+$/, '').split('/').at(-1) ?? ''

/** `rows.jsonl.gz` is JSON lines. */
export const kindOf = (path: string): string =>
  /.\.([^.]*)$/.exec(basename(isGzipped(path) ? path.slice(0, -3) : path))?.[1]?.toLowerCase() ?? ''

/** `data/rows.jsonl.gz` is `rows`. */
export const nameWithoutExtensions = (path: string): string => basename(path).replace(/(\.\w+)+$/, '')

/** Normalizes a path; undefined if it leaves the root. */
export function resolvePath(folder: string, path: string): string | undefined {
  const parts: string[] = []
  for (const part of `${folder}/${path}`.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return undefined
  }
  return parts.join('/')
}

/**
 * Whether a pattern with `*` matches. On a mismatch only the last star is extended; earlier stars need no backtracking, so
 * the cost is at most the product of both lengths.
 */
function matchesGlob<T>(
  pattern: readonly T[],
  names: readonly string[],
  rules: { readonly isStar: (part: T) => boolean; readonly matches: (part: T, name: string) => boolean },
): boolean {
  let [at, name] = [0, 0]
  let star: { readonly at: number; name: number } | undefined
  while (name < names.length) {
    const part = pattern[at]
    if (part !== undefined && rules.isStar(part)) {
      star = { at, name }
      at += 1
    } else if (part !== undefined && rules.matches(part, names[name] ?? '')) {
      at += 1
      name += 1
    } else if (star !== undefined) {
      star.name += 1
      at = star.at + 1
      name = star.name
    } else {
      return false
    }
  }
  return pattern.slice(at).every(rules.isStar)
}

/** A character class in brackets. */
function matchesCharacterClass(text: string, character: string): boolean {
  const isNegated = /^[!^]/.test(text)
  const characters = isNegated ? text.slice(1) : text
  let isListed = false
  for (let i = 0; i < characters.length; i++) {
    const [from = '', dash, to] = characters.slice(i)
    if (dash === '-' && to !== undefined) {
      isListed ||= character >= from && character <= to
      i += 2
    } else {
      isListed ||= character === from
    }
  }
  return isListed !== isNegated
}

const matchesSegment = (pattern: string, name: string): boolean =>
  matchesGlob(pattern.match(/\[[^\]]+\]|./gsu) ?? [], Array.from(name), {
    isStar: (part) => part === '*',
    matches: (part, character) =>
      part === '?' ||
      (part.length > 1 ? matchesCharacterClass(part.slice(1, -1), character) : part === character),
  })

/** Glob patterns: `*` and `?` match within one folder, `**` across folders, `[a-z]` one character. */
export const matchesPattern = (path: string, pattern: string): boolean =>
  matchesGlob(pattern.replace(/^\.\//, '').split('/'), path.split('/'), {
    isStar: (part) => part === '**',
    matches: matchesSegment,
  })
