// src/http/server/connections: the connections of a port, below requests and routes. This file limits their number;
// slow-clients.ts disconnects slow clients, malformed.ts answers bytes that are not HTTP, stopping.ts shuts down
// gracefully. Imports the kernel and the settings.
//
// Limits the open connections of a port, in total and per client address. A connection above the limit is
// closed before any byte is read; one log line per minute reports it.
import { isIPv6, type Server, type Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../../config.ts'

export interface ConnectionLimits {
  readonly max: number
  /** Undefined: all connections come from one proxy. */
  readonly perAddressMax: number | undefined
}

export const connectionLimits = (config: Config): ConnectionLimits => ({
  max: config.connectionsMax,
  perAddressMax: config.trustProxy > 0 ? undefined : config.connectionsPerAddressMax,
})

/**
 * The unit that counts as one client: an IPv4 address, or an IPv6 /64 network, which a single machine may
 * own.
 */
export function clientNetwork(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const tailGroups = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array<string>(8 - groups.length - tailGroups.length).fill('0')
  return [...groups, ...zeros, ...tailGroups].slice(0, 4).join(':')
}

const warnIntervalMs = 60_000

export function limitConnections(
  server: Server,
  {
    connectionLimits: { max, perAddressMax },
    logger,
  }: { readonly connectionLimits: ConnectionLimits; readonly logger: Pick<FastifyBaseLogger, 'warn'> },
): void {
  server.maxConnections = max
  let [refusedCount, warnedAtMs] = [0, Number.NEGATIVE_INFINITY]
  const refuse = (setting: string): void => {
    refusedCount++
    const nowMs = performance.now()
    if (nowMs - warnedAtMs < warnIntervalMs) return
    logger.warn({ refused: refusedCount, setting }, 'refused connections above the limit')
    refusedCount = 0
    warnedAtMs = nowMs
  }
  server.on('drop', () => refuse('connections_max'))
  if (perAddressMax === undefined) return
  const openCounts = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const network = clientNetwork(socket.remoteAddress ?? '')
    const count = (openCounts.get(network) ?? 0) + 1
    openCounts.set(network, count)
    socket.once('close', () => {
      const remaining = (openCounts.get(network) ?? 1) - 1
      if (remaining === 0) openCounts.delete(network)
      else openCounts.set(network, remaining)
    })
    if (count <= perAddressMax) return
    socket.destroy()
    refuse('connections_per_address_max')
  })
}
