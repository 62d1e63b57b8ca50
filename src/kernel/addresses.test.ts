import { describe, expect, test } from 'vitest'
import {
  allowListText,
  allowsAddress,
  allowsHost,
  loopback,
  emptyAllowList,
  parseAllowList,
  specialKind,
} from './addresses.ts'

describe('an address', () => {
  test.each([
    ['8.8.8.8'],
    ['172.15.255.255'],
    ['172.32.0.1'],
    ['100.63.255.255'],
    ['2606:4700::1111'],
    ['::ffff:8.8.8.8'],
    ['64:ff9b::808:808'],
  ])('%s is public', (address) => {
    expect(specialKind(address)).toBeUndefined()
  })

  test.each([
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['::1', 'loopback'],
    ['::ffff:127.0.0.1', 'loopback'],
    ['::ffff:7f00:1', 'loopback'],
    ['64:ff9b::7f00:1', 'loopback'],
    ['10.1.2.3', 'private'],
    ['172.16.0.1', 'private'],
    ['192.168.1.1', 'private'],
    ['100.64.0.1', 'private'],
    ['fd12::1', 'private'],
    ['fec0::1', 'private'],
    ['::ffff:10.0.0.1', 'private'],
    ['64:ff9b::a00:1', 'private'],
    ['169.254.1.1', 'link-local'],
    ['fe80::1', 'link-local'],
    ['224.0.0.1', 'multicast'],
    ['ff02::1', 'multicast'],
    ['0.0.0.0', 'unspecified'],
    ['0.1.2.3', 'unspecified'],
    ['::', 'unspecified'],
    ['255.255.255.255', 'broadcast'],
    ['169.254.169.254', 'metadata'],
    ['::ffff:169.254.169.254', 'metadata'],
    ['64:ff9b::a9fe:a9fe', 'metadata'],
    ['fd00:ec2::254', 'metadata'],
    ['100.100.100.200', 'metadata'],
    ['168.63.129.16', 'metadata'],
    // Rare embeddings of IPv4 in IPv6, ranges for documentation and tests, and unassigned ranges.
    ['::7f00:1', 'special'],
    ['::ffff:0:127.0.0.1', 'special'],
    ['2002:7f00:1::', 'special'],
    ['2001::7f00:1', 'special'],
    ['64:ff9b:1::7f00:1', 'special'],
    ['2001:db8::1', 'special'],
    ['192.0.2.1', 'special'],
    ['198.18.0.1', 'special'],
    ['240.0.0.1', 'special'],
    ['4000::1', 'special'],
    ['fe80::1%eth0', 'link-local'],
    ['not an address', 'special'],
  ])('%s is %s', (address, kind) => {
    expect(specialKind(address)).toBe(kind)
  })
})

describe('an allow list', () => {
  const read = (text: string) => parseAllowList(text) ?? emptyAllowList

  test('holds networks, addresses and hosts', () => {
    expect(allowListText(read(' 10.0.0.0/8,192.168.1.7, fd00::/8 ,Models.internal,*.corp.example'))).toBe(
      '10.0.0.0/8, 192.168.1.7/32, fd00::/8, models.internal, *.corp.example',
    )
  })

  test.each(['none', ''])("allows nothing when it is '%s'", (text) => {
    expect(read(text)).toEqual(emptyAllowList)
  })

  test.each(['10.0.0.0/33', '10.1', '1.2.3.4.5', 'http://x', 'a b', 'none,10.0.0.0/8,', '*', 'x.*'])(
    "that reads '%s' is refused",
    (text) => {
      expect(parseAllowList(text)).toBeUndefined()
    },
  )

  test('allows the addresses of its networks in every spelling', () => {
    const list = read('10.0.0.0/8')
    const addresses = ['10.9.9.9', '::ffff:10.9.9.9', '64:ff9b::a09:909', '11.0.0.1', '::1', 'x']
    expect(addresses.map((address) => allowsAddress(list, address))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ])
  })

  test('allows hosts by their full name, or all subdomains of one', () => {
    const list = read('models.internal,*.corp.example')
    const hosts = [
      'models.internal',
      'MODELS.internal.',
      'x.models.internal',
      'a.b.corp.example',
      'corp.example',
      'evilcorp.example',
    ]
    expect(hosts.map((host) => allowsHost(list, host))).toEqual([true, true, false, true, false, false])
  })

  test('of loopback allows loopback addresses only', () => {
    expect(['127.0.0.1', '::1', '127.9.9.9', '10.0.0.1'].map((a) => allowsAddress(loopback, a))).toEqual([
      true,
      true,
      true,
      false,
    ])
  })
})
