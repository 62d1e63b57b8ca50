// How many connections a port has at a time, of all clients and of one address. Beyond that a connection is closed before
// anything is read from it; the log says so once a minute.
import { isIPv6, type Server, type Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../config.ts'

export interface ConnectionLimits {
  readonly max: number
  /** Undefined: they all come from one proxy. */
  readonly perAddressMax: number | undefined
}

export const connectionLimits = (config: Config): ConnectionLimits => ({
  max: config.connectionsMax,
  perAddressMax: config.trustProxy > 0 ? undefined : config.connectionsPerAddressMax,
})

/** Who counts as one client: an address, of IPv6 the network of 64 bits that a single machine has to itself. */
export function clientNetwork(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array<string>(8 - groups.length - after.length).fill('0')
  return [...groups, ...zeros, ...after].slice(0, 4).join(':')
}

const toldEveryMs = 60_000

export function boundConnections(
  server: Server,
  { max, perAddressMax }: ConnectionLimits,
  logger: Pick<FastifyBaseLogger, 'warn'>,
): void {
  server.maxConnections = max
  let [refused, toldMs] = [0, Number.NEGATIVE_INFINITY]
  const refuse = (setting: string): void => {
    refused++
    const nowMs = performance.now()
    if (nowMs - toldMs < toldEveryMs) return
    logger.warn({ refused, setting }, 'connections were refused: there were too many')
    refused = 0
    toldMs = nowMs
  }
  server.on('drop', () => refuse('connections_max'))
  if (perAddressMax === undefined) return
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const from = clientNetwork(socket.remoteAddress ?? '')
    const count = (open.get(from) ?? 0) + 1
    open.set(from, count)
    socket.once('close', () => {
      const left = (open.get(from) ?? 1) - 1
      if (left === 0) open.delete(from)
      else open.set(from, left)
    })
    if (count <= perAddressMax) return
    socket.destroy()
    refuse('connections_per_address_max')
  })
}
