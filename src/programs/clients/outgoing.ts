// Calls that leave the server: programs behind urls, webhooks, models. Editors name the urls, so a call reaches public
// addresses only, and what the operator allows beside them. That is decided where a connection is made, after names were
// looked up: no spelling of an address and no name that changes its mind leads elsewhere.
import { lookup as lookUp, type LookupAddress, type LookupAllOptions } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import type { Agent, RequestInit, Response } from 'undici'
import { allowsAddress, allowsHost, specialKind, type AllowList } from '../../kernel/addresses.ts'

/** A connection that the policy does not allow. The message is for whoever named the url. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused'
}

export interface Outgoing {
  /** As everywhere, but through connections that the policy allows. Redirects are never followed. */
  fetch(url: string, init: RequestInit): Promise<Response>
  close(): Promise<void>
}

/** What is not said: the address that a name led to, which is none of the caller's business. */
const refusal = (host: string, kind: string): AddressRefused =>
  new AddressRefused(
    `${host} ${isIP(host) === 0 ? 'leads to' : 'is'} a ${kind} address, which outgoing calls reach only where ` +
      'ASSAY_OUTGOING_ALLOW names it.',
  )

/** Undefined: a connection to this address, found for this host, may be made. */
function refusalOf(allowed: AllowList, host: string, address: string): AddressRefused | undefined {
  if (allowsHost(allowed, host) || allowsAddress(allowed, address)) return undefined
  const kind = specialKind(address)
  return kind === undefined ? undefined : refusal(host, kind)
}

type LookUpAll = (
  host: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** Looks names up and leaves out what may not be connected to; nothing left is a refusal. */
const checkedLookup =
  (allowed: AllowList, lookUpAll: LookUpAll): LookupFunction =>
  (host, options, callback) => {
    lookUpAll(host, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, '')
      const refusals = found.map(({ address }) => refusalOf(allowed, host, address))
      const usable = found.filter((_, i) => refusals[i] === undefined)
      const [first] = usable
      if (first === undefined) return callback(refusals[0] ?? refusal(host, 'special'), '')
      if (options.all === true) return callback(null, usable)
      return callback(null, first.address, first.family)
    })
  }

const bare = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1')

type Undici = typeof import('undici')

/** Every connection of it is one that the policy allows. */
function checkedAgent({ Agent, buildConnector }: Undici, allowed: AllowList, lookUpAll: LookUpAll): Agent {
  const connect = buildConnector({ lookup: checkedLookup(allowed, lookUpAll), allowH2: false })
  return new Agent({
    // Calls have time limits of their own.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: (options, callback) => {
      const host = bare(options.hostname)
      // An address is not looked up.
      const refused = isIP(host) === 0 ? undefined : refusalOf(allowed, host, host)
      if (refused !== undefined) return callback(refused, null)
      connect(options, (error, socket) => {
        if (error !== null) return callback(error, null)
        // The wall behind the wall: whatever led here, nothing has been sent yet.
        const reached = refusalOf(allowed, host, socket.remoteAddress ?? '')
        if (reached === undefined) return callback(null, socket)
        socket.destroy()
        callback(reached, null)
      })
    },
  })
}

/** `lookUpAll` is what looks names up. The library is loaded by the first call: many servers never make one. */
export function createOutgoing(allowed: AllowList, lookUpAll: LookUpAll = lookUp): Outgoing {
  let loading: Promise<{ readonly undici: Undici; readonly agent: Agent }> | undefined
  const load = async () => {
    const undici = await import('undici')
    return { undici, agent: checkedAgent(undici, allowed, lookUpAll) }
  }
  return {
    fetch: async (url, init) => {
      const { undici, agent } = await (loading ??= load())
      return undici.fetch(url, { ...init, redirect: 'manual', dispatcher: agent })
    },
    close: async () => {
      await (await loading)?.agent.destroy()
    },
  }
}
