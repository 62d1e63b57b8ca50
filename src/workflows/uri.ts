// Uris of programs: `provider:kind:key:version`. A uri of one of our provider words is managed and must name a known
// program; those of other providers are the client's own and are kept as they are.
import type { Builtin } from './builtins/builtin.ts'
import { builtinByKey } from './builtins/table.ts'

export interface Uri {
  readonly provider: string
  readonly kind: string
  readonly key: string
  readonly version: string
}

/** The word existing clients look for; short forms are completed with it. */
export const defaultProvider = 'agenta'
const managedProviders: ReadonlySet<string> = new Set(['assay', defaultProvider])

/** Keys that are kept and never run here. */
const storedOnlyKeys: ReadonlySet<string> = new Set(['agent', 'skill', 'prompt', 'human'])

const builtinVersions: ReadonlySet<string> = new Set(['v0', 'latest'])

/** The uri in full (`key`, `kind:key` and `provider:kind:key` are completed); undefined when it is ill-formed. */
export function parseUri(text: string): Uri | undefined {
  const parts = text.split(':')
  if (/\s/.test(text) || parts.includes('') || parts.length > 4) return undefined
  if (parts.length === 4) {
    const [provider = '', kind = '', key = '', version = ''] = parts
    return { provider, kind, key, version }
  }
  const [key = '', kind = 'builtin', provider = defaultProvider] = parts.reverse()
  return { provider, kind, key, version: 'latest' }
}

export const uriText = ({ provider, kind, key, version }: Uri): string =>
  `${provider}:${kind}:${key}:${version}`

/** One of our provider words stands first. */
export const isManaged = (uri: Uri): boolean => managedProviders.has(uri.provider)

/** The built-in that a managed uri names with its kind and an existing version. */
export function builtinOf(uri: Uri): Builtin | undefined {
  const named = isManaged(uri) && builtinVersions.has(uri.version) ? builtinByKey(uri.key) : undefined
  return named?.kind === uri.kind ? named : undefined
}

/** False for a managed uri that names nothing we know. */
export const isKnown = (uri: Uri): boolean =>
  !isManaged(uri) || builtinOf(uri) !== undefined || (uri.kind === 'builtin' && storedOnlyKeys.has(uri.key))
