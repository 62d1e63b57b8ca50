import { expect, test } from 'vitest'
import { isHostAllowed, isOriginAllowed, type ListenAddress } from './hosts.ts'

const local: ListenAddress = { host: '127.0.0.1', trustProxy: 0, corsOrigins: [] }
const areAllowed = (address: Partial<ListenAddress>, ...names: readonly string[]): readonly boolean[] =>
  names.map((name) => isHostAllowed({ ...local, ...address }, name))

test('a server on loopback accepts the names of loopback and its public host', () => {
  expect(areAllowed({}, 'localhost:8700', '127.0.0.1', '[::1]:8700', 'LOCALHOST:1')).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(
    areAllowed({}, 'evil.example.com', '127.0.0.1.evil.example', 'localhost.evil.example:8700', ''),
  ).toEqual([false, false, false, false])
  const publicUrl = 'https://assay.example.com'
  expect(areAllowed({ publicUrl }, 'assay.example.com', 'evil.example.com')).toEqual([true, false])
})

test('a server behind a proxy or on a network accepts every name', () => {
  expect(areAllowed({ trustProxy: 1 }, 'assay.example.com')).toEqual([true])
  expect(areAllowed({ host: '0.0.0.0' }, 'assay:8700')).toEqual([true])
})

test('pages of this server, of this machine and of allowed origins may call; others may not', () => {
  const canCall = (address: Partial<ListenAddress>, origin: string | undefined): boolean =>
    isOriginAllowed({ ...local, ...address }, { origin, publicUrl: 'http://127.0.0.1:8700' })
  expect(canCall({}, undefined)).toBe(true)
  expect(canCall({}, 'http://127.0.0.1:8700')).toBe(true)
  expect(canCall({}, 'http://localhost:6274')).toBe(true)
  expect(canCall({ host: '0.0.0.0' }, 'http://localhost:6274')).toBe(false)
  expect(canCall({}, 'http://evil.example.com')).toBe(false)
  expect(canCall({}, 'null')).toBe(false)
  expect(canCall({ corsOrigins: ['https://tools.example.com'] }, 'https://tools.example.com')).toBe(true)
})
