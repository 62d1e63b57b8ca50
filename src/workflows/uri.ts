// Uris of programs: `provider:kind:key:version`. A uri with one of our provider names is managed and must
// identify a known program; uris of other providers belong to the client and are stored unchanged.
import type { Builtin } from './builtins/builtin.ts'
import { builtinByKey } from './builtins/table.ts'

export interface Uri {
  readonly provider: string
  readonly kind: string
  readonly key: string
  readonly version: string
}

/** The provider name that existing clients expect; short forms are completed with it. */
export const defaultProvider = 'agenta'
const managedProviders: ReadonlySet<string> = new Set(['assay', defaultProvider])

/** Keys that are stored but never run here. */
const storedOnlyKeys: ReadonlySet<string> = new Set(['agent', 'skill', 'prompt', 'human'])

const builtinVersions: ReadonlySet<string> = new Set(['v0', 'latest'])

/** Completes `key`, `kind:key` and `provider:kind:key` to a full uri; undefined if the text is malformed. */
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

/** Whether the provider is one of ours. */
export const isManaged = (uri: Uri): boolean => managedProviders.has(uri.provider)

/** The built-in of a managed uri with its kind and an existing version. */
export function builtinOf(uri: Uri): Builtin | undefined {
  const entry = isManaged(uri) && builtinVersions.has(uri.version) ? builtinByKey(uri.key) : undefined
  return entry?.kind === uri.kind ? entry : undefined
}

/** False for a managed uri of an unknown program. */
export const isKnown = (uri: Uri): boolean =>
  !isManaged(uri) || builtinOf(uri) !== undefined || (uri.kind === 'builtin' && storedOnlyKeys.has(uri.key))
