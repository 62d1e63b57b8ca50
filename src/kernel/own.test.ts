import { expect, test } from 'vitest'
import { ownMember, setOwn } from './own.ts'

test.each(['constructor', '__proto__', 'toString'])('%s is a member only after it was set', (name) => {
  const record: Record<string, string> = {}
  expect(ownMember(record, name)).toBeUndefined()
  setOwn(record, name, 'x')
  expect(ownMember(record, name)).toBe('x')
  expect(Object.keys(record)).toEqual([name])
  expect(Object.getPrototypeOf(record)).toBe(Object.prototype)
})
