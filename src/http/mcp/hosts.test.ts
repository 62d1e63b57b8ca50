import { expect, test } from 'vitest'
import { isNameKnown, isOriginKnown, type Reachable } from './hosts.ts'

const local: Reachable = { host: '127.0.0.1', trustProxy: 0, corsOrigins: [] }
const known = (reachable: Partial<Reachable>, ...names: readonly string[]): readonly boolean[] =>
  names.map((name) => isNameKnown({ ...local, ...reachable }, name))

test('a server on loopback is known by the names of loopback, and by its public address', () => {
  expect(known({}, 'localhost:8700', '127.0.0.1', '[::1]:8700', 'LOCALHOST:1')).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(known({}, 'evil.example.com', '127.0.0.1.evil.example', 'localhost.evil.example:8700', '')).toEqual([
    false,
    false,
    false,
    false,
  ])
  const publicUrl = 'https://assay.example.com'
  expect(known({ publicUrl }, 'assay.example.com', 'evil.example.com')).toEqual([true, false])
})

test('a proxy in front, or a network around, decides about names', () => {
  expect(known({ trustProxy: 1 }, 'assay.example.com')).toEqual([true])
  expect(known({ host: '0.0.0.0' }, 'assay:8700')).toEqual([true])
})

test('pages of this server, of this machine and of allowed origins may call; others may not', () => {
  const may = (reachable: Partial<Reachable>, origin: string | undefined): boolean =>
    isOriginKnown({ ...local, ...reachable }, origin, 'http://127.0.0.1:8700')
  expect(may({}, undefined)).toBe(true)
  expect(may({}, 'http://127.0.0.1:8700')).toBe(true)
  expect(may({}, 'http://localhost:6274')).toBe(true)
  expect(may({ host: '0.0.0.0' }, 'http://localhost:6274')).toBe(false)
  expect(may({}, 'http://evil.example.com')).toBe(false)
  expect(may({}, 'null')).toBe(false)
  expect(may({ corsOrigins: ['https://tools.example.com'] }, 'https://tools.example.com')).toBe(true)
})
