// Classifies network addresses as public or special, and parses allow lists. Every spelling of an address is
// equal: an IPv4 address embedded in an IPv6 address is treated as the IPv4 address.
import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Network = readonly [base: Address, bits: number]

/** Networks (single addresses included) and host names. A name may start with `*.`. */
export interface AllowList {
  readonly networks: readonly Network[]
  readonly hosts: readonly string[]
}

export const emptyAllowList: AllowList = { networks: [], hosts: [] }

/** Global unicast. All other IPv6 ranges are private, special or unassigned. */
const globalUnicast6 = ipaddr.IPv6.parseCIDR('2000::/3')
/** NAT64 stores the IPv4 address in the last four bytes. */
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')
/** The metadata services of clouds. The first belongs to Azure and lies in no special range. */
const metadata = ['168.63.129.16', '169.254.169.254', 'fd00:ec2::254', '100.100.100.200']

/** The kinds of well-known ranges. Any other range is `special`. */
const kindByRange: Readonly<Record<string, string>> = {
  loopback: 'loopback',
  private: 'private',
  uniqueLocal: 'private',
  carrierGradeNat: 'private',
  deprecatedSiteLocal: 'private',
  linkLocal: 'link-local',
  multicast: 'multicast',
  unspecified: 'unspecified',
  broadcast: 'broadcast',
}

/** Extracts the IPv4 address that an IPv6 address embeds. */
function unwrapIpv4(address: Address): Address {
  if (!(address instanceof ipaddr.IPv6)) return address
  if (address.isIPv4MappedAddress()) return address.toIPv4Address()
  return address.match(nat64) ? new ipaddr.IPv4(address.toByteArray().slice(12)) : address
}

const isWithin = (address: Address, [base, bits]: Network): boolean =>
  address.kind() === base.kind() && address.match(base, bits)

/**
 * The kind of a special address, in one word; undefined for a public address. A text that is no address is
 * `special`.
 */
export function specialKind(text: string): string | undefined {
  if (!ipaddr.isValid(text)) return 'special'
  const address = unwrapIpv4(ipaddr.parse(text))
  if (metadata.includes(address.toString())) return 'metadata'
  const range = address.range()
  if (range === 'unicast' && (address.kind() === 'ipv4' || isWithin(address, globalUnicast6)))
    return undefined
  return kindByRange[range] ?? 'special'
}

const matchesHost = (host: string, pattern: string): boolean =>
  pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern

export const allowsHost = ({ hosts }: AllowList, host: string): boolean =>
  hosts.some((pattern) => matchesHost(host.toLowerCase().replace(/\.$/, ''), pattern))

export function allowsAddress({ networks }: AllowList, text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  return networks.some((network) => isWithin(address, network) || isWithin(unwrapIpv4(address), network))
}

const hostPattern = /^(\*\.)?[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/

function networkOf(text: string): Network | undefined {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text)
  if (!ipaddr.IPv4.isValidFourPartDecimal(text) && !ipaddr.IPv6.isValid(text)) return undefined
  const address = ipaddr.parse(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

/**
 * Parses `10.0.0.0/8, models.internal, *.example.internal`. `none` alone allows nothing. Undefined: the text
 * is invalid.
 */
export function parseAllowList(text: string): AllowList | undefined {
  const parts = text
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (parts.includes('none')) return parts.length === 1 ? emptyAllowList : undefined
  const networks: Network[] = []
  const hosts: string[] = []
  for (const part of parts) {
    const network = networkOf(part)
    if (network !== undefined) networks.push(network)
    // Digits and dots alone are an incomplete address, not a name.
    else if (hostPattern.test(part) && !/^[\d.]+$/.test(part)) hosts.push(part)
    else return undefined
  }
  return { networks, hosts }
}

const networkText = ([base, bits]: Network): string => `${base.toString()}/${bits}`

export const allowListText = ({ networks, hosts }: AllowList): string =>
  [...networks.map(networkText), ...hosts].join(', ')

export const loopback: AllowList = {
  networks: [ipaddr.parseCIDR('127.0.0.0/8'), ipaddr.parseCIDR('::1/128')],
  hosts: [],
}
