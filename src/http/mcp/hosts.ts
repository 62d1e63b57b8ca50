// Checks the host name and the origin of tool calls. With DNS rebinding, a malicious page can reach a server
// on the visitor's machine under the page's own name; it can hide neither that name nor its origin.
import { AssayError } from '../../kernel/errors.ts'

export interface ListenAddress {
  /** The address that the server listens on. */
  readonly host: string
  readonly publicUrl?: string | undefined
  /** The number of trusted proxies. A proxy in front decides which names reach the server. */
  readonly trustProxy: number
  readonly corsOrigins: readonly string[]
}

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/

/** The host without its port. */
const nameOf = (host: string): string => host.toLowerCase().replace(/:\d+$/, '')

const isLoopback = (host: string): boolean => loopback.test(host) || loopback.test(nameOf(host))

/** Checks names only on loopback: a server on a network is reached by any names that the network has. */
export function isHostAllowed({ host, publicUrl, trustProxy }: ListenAddress, requestHost: string): boolean {
  if (!isLoopback(host) || trustProxy > 0 || isLoopback(requestHost)) return true
  return publicUrl !== undefined && nameOf(requestHost) === nameOf(new URL(publicUrl).host)
}

/** Allows pages of this server, of this machine if the server is on loopback, and of the configured origins. */
export function isOriginAllowed(
  { host, corsOrigins }: ListenAddress,
  { origin, publicUrl }: { readonly origin: string | undefined; readonly publicUrl: string },
): boolean {
  if (origin === undefined || corsOrigins.includes('*') || corsOrigins.includes(origin)) return true
  if (!URL.canParse(origin)) return false
  const from = new URL(origin)
  return from.origin === new URL(publicUrl).origin || (isLoopback(host) && isLoopback(from.host))
}

export function refuseForeignCalls(
  address: ListenAddress,
  request: { readonly host: string; readonly origin: string | undefined; readonly publicUrl: string },
): void {
  if (!isHostAllowed(address, request.host)) {
    throw new AssayError(
      'forbidden',
      'This server is on loopback and does not accept this host name. Use 127.0.0.1 or localhost, or set ASSAY_PUBLIC_URL to the public address.',
    )
  }
  if (!isOriginAllowed(address, { origin: request.origin, publicUrl: request.publicUrl })) {
    throw new AssayError(
      'forbidden',
      'Pages of this origin must not call tools. ASSAY_CORS_ORIGINS lists the allowed origins.',
    )
  }
}
