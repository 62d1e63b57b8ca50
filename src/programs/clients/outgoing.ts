// Outgoing calls: programs behind urls, webhooks, models. Editors choose the urls, so a call may reach only public
// addresses and those that the operator allows. The check happens when a connection is made, after name resolution, so
// that no spelling of an address and no changing DNS entry bypasses it.
import { lookup as lookUp, type LookupAddress, type LookupAllOptions } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import type { Agent, RequestInit, Response } from 'undici'
import { allowsAddress, allowsHost, specialKind, type AllowList } from '../../kernel/addresses.ts'

/** A connection that the policy forbids. The message is for the person who chose the url. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused'
}

export interface Outgoing {
  /** Like the global `fetch`, but only over connections that the policy allows. Redirects are never followed. */
  fetch(url: string, init: RequestInit): Promise<Response>
  close(): Promise<void>
}

/** The message omits the resolved address, which is confidential. */
const refusal = (host: string, kind: string): AddressRefused =>
  new AddressRefused(
    `${host} ${isIP(host) === 0 ? 'leads to' : 'is'} a ${kind} address, which outgoing calls reach only where ` +
      'ASSAY_OUTGOING_ALLOW names it.',
  )

/** Undefined: the policy allows a connection to this address for this host. */
function refusalOf(allowList: AllowList, host: string, address: string): AddressRefused | undefined {
  if (allowsHost(allowList, host) || allowsAddress(allowList, address)) return undefined
  const kind = specialKind(address)
  return kind === undefined ? undefined : refusal(host, kind)
}

type LookUpAll = (
  host: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** Resolves names and drops forbidden addresses; refuses if none is left. */
const checkedLookup =
  (allowList: AllowList, lookUpAll: LookUpAll): LookupFunction =>
  (host, options, callback) => {
    lookUpAll(host, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, '')
      const refusals = addresses.map(({ address }) => refusalOf(allowList, host, address))
      const usableAddresses = addresses.filter((_, i) => refusals[i] === undefined)
      const [first] = usableAddresses
      if (first === undefined) return callback(refusals[0] ?? refusal(host, 'special'), '')
      if (options.all === true) return callback(null, usableAddresses)
      return callback(null, first.address, first.family)
    })
  }

const withoutBrackets = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1')

type Undici = typeof import('undici')

/** An agent that makes only connections that the policy allows. */
function checkedAgent({ Agent, buildConnector }: Undici, allowList: AllowList, lookUpAll: LookUpAll): Agent {
  const connect = buildConnector({ lookup: checkedLookup(allowList, lookUpAll), allowH2: false })
  return new Agent({
    // Calls have their own time limits.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: (options, callback) => {
      const host = withoutBrackets(options.hostname)
      // An IP address is not resolved, so it is checked here.
      const hostRefusal = isIP(host) === 0 ? undefined : refusalOf(allowList, host, host)
      if (hostRefusal !== undefined) return callback(hostRefusal, null)
      connect(options, (error, socket) => {
        if (error !== null) return callback(error, null)
        // Second check, on the actual peer: nothing has been sent yet.
        const peerRefusal = refusalOf(allowList, host, socket.remoteAddress ?? '')
        if (peerRefusal === undefined) return callback(null, socket)
        socket.destroy()
        callback(peerRefusal, null)
      })
    },
  })
}

/** `lookUpAll` resolves names. The library is loaded by the first call: many servers never make one. */
export function createOutgoing(allowList: AllowList, lookUpAll: LookUpAll = lookUp): Outgoing {
  let loadPromise: Promise<{ readonly undici: Undici; readonly agent: Agent }> | undefined
  const load = async () => {
    const undici = await import('undici')
    return { undici, agent: checkedAgent(undici, allowList, lookUpAll) }
  }
  return {
    fetch: async (url, init) => {
      const { undici, agent } = await (loadPromise ??= load())
      return undici.fetch(url, { ...init, redirect: 'manual', dispatcher: agent })
    },
    close: async () => {
      await (await loadPromise)?.agent.destroy()
    },
  }
}
