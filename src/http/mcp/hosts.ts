// By which names and from which pages tools may be called. A page that a person is lured to can reach a server on their machine under
// a name of its own (DNS rebinding): it cannot hide that name, nor where it comes from.
import { AssayError } from '../../kernel/errors.ts'

export interface Reachable {
  /** What the server listens on. */
  readonly host: string
  readonly publicUrl?: string | undefined
  /** The number of trusted proxies: with one in front, the proxy decides by which names the server is reached. */
  readonly trustProxy: number
  readonly corsOrigins: readonly string[]
}

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/

/** Without the port. */
const nameOf = (host: string): string => host.toLowerCase().replace(/:\d+$/, '')

const isLoopback = (host: string): boolean => loopback.test(host) || loopback.test(nameOf(host))

/** Names are known only of a server on loopback: one that listens for others is reached by whatever names its network has. */
export function isNameKnown({ host, publicUrl, trustProxy }: Reachable, asked: string): boolean {
  if (!isLoopback(host) || trustProxy > 0 || isLoopback(asked)) return true
  return publicUrl !== undefined && nameOf(asked) === nameOf(new URL(publicUrl).host)
}

/** Pages of this server, of this machine where the server is on loopback, and those that settings allow. */
export function isOriginKnown(
  { host, corsOrigins }: Reachable,
  origin: string | undefined,
  publicUrl: string,
): boolean {
  if (origin === undefined || corsOrigins.includes('*') || corsOrigins.includes(origin)) return true
  if (!URL.canParse(origin)) return false
  const from = new URL(origin)
  return from.origin === new URL(publicUrl).origin || (isLoopback(host) && isLoopback(from.host))
}

export function refuseUnknown(
  reachable: Reachable,
  asked: { readonly host: string; readonly origin: string | undefined; readonly publicUrl: string },
): void {
  if (!isNameKnown(reachable, asked.host)) {
    throw new AssayError(
      'forbidden',
      'This server is on loopback and not known by this name: come by 127.0.0.1 or localhost, or set ASSAY_PUBLIC_URL to the address it has.',
    )
  }
  if (!isOriginKnown(reachable, asked.origin, asked.publicUrl)) {
    throw new AssayError(
      'forbidden',
      'Pages of this origin may not call tools: ASSAY_CORS_ORIGINS names those that may.',
    )
  }
}
