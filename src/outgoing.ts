// What outgoing calls of this process may reach, by its settings.
import type { Config } from './config.ts'
import { allowListText, loopback, nothingAllowed, type AllowList } from './kernel/addresses.ts'

/** `127.0.0.1`, `::1`, or the name for them. */
const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|::1)$/.test(host)

/**
 * What outgoing calls reach beside public addresses. On somebody's own machine that is their own programs; where a server
 * is there for others, loopback is where its stores and neighbours are.
 */
export function outgoingAllowed(config: Config): AllowList {
  if (config.outgoingAllow !== undefined) return config.outgoingAllow
  const isEmbedded = config.databaseUrl === undefined && config.clickhouseUrl === undefined
  const isPrivate = config.publicUrl === undefined && config.trustProxy === 0
  return isEmbedded && isPrivate && isLoopback(config.host) ? loopback : nothingAllowed
}

/** For the greeting and for the doctor. */
export function outgoingText(config: Config): string {
  const text = allowListText(outgoingAllowed(config))
  const reason = config.outgoingAllow === undefined ? 'by default' : 'by ASSAY_OUTGOING_ALLOW'
  return text === '' ? `public addresses only (${reason})` : `public addresses, and ${text} (${reason})`
}
