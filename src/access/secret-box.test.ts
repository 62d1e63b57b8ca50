import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { secretBox } from './secret-box.ts'

const [firstKey, secondKey] = [randomBytes(32), randomBytes(32)]

describe('after a rotation', () => {
  const sealedBefore = secretBox({ current: firstKey }).seal('sk-1', 'project/secret')
  const rotatedBox = secretBox({ current: secondKey, former: firstKey })

  test('the former key still decrypts a secret', () => {
    expect(rotatedBox.open(sealedBefore, 'project/secret')).toBe('sk-1')
    expect(rotatedBox.isCurrent(sealedBefore, 'project/secret')).toBe(false)
  })

  test('the current key encrypts', () => {
    const ciphertext = rotatedBox.seal('sk-2', 'project/secret')
    expect(rotatedBox.isCurrent(ciphertext, 'project/secret')).toBe(true)
    expect(secretBox({ current: secondKey }).open(ciphertext, 'project/secret')).toBe('sk-2')
  })

  test('a secret of another key or of another record is refused', () => {
    const ciphertext = secretBox({ current: randomBytes(32) }).seal('sk-3', 'project/secret')
    expect(() => rotatedBox.open(ciphertext, 'project/secret')).toThrow('another secrets key')
    expect(() => rotatedBox.open(sealedBefore, 'project/other')).toThrow('another secrets key')
  })
})
