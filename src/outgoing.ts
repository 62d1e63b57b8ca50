// The allow list of outgoing calls, from the settings.
import type { Config } from './config.ts'
import { allowListText, loopback, emptyAllowList, type AllowList } from './kernel/addresses.ts'

/** Matches `127.0.0.1`, `::1` and `localhost`. */
const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|::1)$/.test(host)

/**
 * Addresses besides public ones that outgoing calls may reach. On a personal machine loopback has the user's
 * own programs; on a shared server it has stores and other services.
 */
export function outgoingAllowed(config: Config): AllowList {
  if (config.outgoingAllow !== undefined) return config.outgoingAllow
  const isEmbedded = config.databaseUrl === undefined && config.clickhouseUrl === undefined
  const isPrivate = config.publicUrl === undefined && config.trustProxy === 0
  return isEmbedded && isPrivate && isLoopback(config.host) ? loopback : emptyAllowList
}

/** For the start message and `assay doctor`. */
export function outgoingText(config: Config): string {
  const text = allowListText(outgoingAllowed(config))
  const reason = config.outgoingAllow === undefined ? 'by default' : 'by ASSAY_OUTGOING_ALLOW'
  return text === '' ? `public addresses only (${reason})` : `public addresses, and ${text} (${reason})`
}
