import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { secretBox } from './secret-box.ts'

const [first, second] = [randomBytes(32), randomBytes(32)]

describe('after a rotation', () => {
  const sealedBefore = secretBox({ current: first }).seal('sk-1', 'project/secret')
  const rotated = secretBox({ current: second, former: first })

  test('the former key still opens a secret', () => {
    expect(rotated.open(sealedBefore, 'project/secret')).toBe('sk-1')
    expect(rotated.isCurrent(sealedBefore, 'project/secret')).toBe(false)
  })

  test('the current key encrypts', () => {
    const sealed = rotated.seal('sk-2', 'project/secret')
    expect(rotated.isCurrent(sealed, 'project/secret')).toBe(true)
    expect(secretBox({ current: second }).open(sealed, 'project/secret')).toBe('sk-2')
  })

  test('a secret of neither key is refused, and so is one of another record', () => {
    const sealed = secretBox({ current: randomBytes(32) }).seal('sk-3', 'project/secret')
    expect(() => rotated.open(sealed, 'project/secret')).toThrow('another secrets key')
    expect(() => rotated.open(sealedBefore, 'project/other')).toThrow('another secrets key')
  })
})
