import { describe, expect, test } from 'vitest'
import { pointer, readPath, removePaths } from './path.ts'

const data = JSON.parse(
  '{"a":{"b":[{"c":1},null,[2]]},"x.y":3,"x/y":4,"m~n":5,"":6,"__proto__":{"p":7},"__own":null}',
)

describe('reading a path', () => {
  test.each([
    ['a member of a member', 'a.b', data.a.b],
    ['a list position', 'a.b.0.c', 1],
    ['a list inside a list', 'a.b.2.0', 2],
    ['null is a value', 'a.b.1', null],
    ['a pointer', '/a/b/0/c', 1],
    ['a key with a dot, by pointer', '/x.y', 3],
    ['~1 is a slash', '/x~1y', 4],
    ['~0 is a tilde', '/m~0n', 5],
    ['the empty key', '/', 6],
    ['an own __proto__', '__proto__.p', 7],
  ])('%s', (_, path, value) => {
    expect(readPath(data, path)).toEqual({ exists: true, value })
  })

  test.each([
    ['a missing member', 'a.z'],
    ['below a scalar', 'a.b.0.c.d'],
    ['below null', '__own.d'],
    ['past the end of a list', 'a.b.3'],
    ['a list position that is no plain number', 'a.b.00'],
    ['a negative position', 'a.b.-1'],
    ['the length of a list', 'a.b.length'],
    ['an inherited member', 'constructor'],
    ['an inherited member of a member', 'a.__proto__'],
  ])('%s does not exist', (_, path) => {
    expect(readPath(data, path)).toEqual({ exists: false })
  })
})

test('a pointer escapes tildes before slashes', () => {
  expect(pointer(['a/b', '~1', 0])).toBe('/a~1b/~01/0')
  expect(pointer([])).toBe('')
})

describe('removing paths', () => {
  test('leaves the argument as it was and keeps key order', () => {
    const before = JSON.stringify(data)
    const { value, missingPaths } = removePaths(data, ['a.b.0.c', 'x.y', '/x~1y'])
    expect(JSON.stringify(value)).toBe(
      '{"a":{"b":[{},null,[2]]},"x.y":3,"m~n":5,"":6,"__proto__":{"p":7},"__own":null}',
    )
    expect(missingPaths).toEqual(['x.y'])
    expect(JSON.stringify(data)).toBe(before)
  })

  test('positions refer to the original list', () => {
    expect(removePaths([10, 11, 12, 13], ['0', '2', '9'])).toEqual({ value: [11, 13], missingPaths: ['9'] })
  })

  test('a parent and its child can be removed together', () => {
    expect(removePaths({ a: { b: 1 }, c: 2 }, ['a.b', 'a', 'a'])).toEqual({
      value: { c: 2 },
      missingPaths: [],
    })
  })

  test('a null can be removed', () => {
    expect(removePaths({ a: null }, ['a'])).toEqual({ value: {}, missingPaths: [] })
  })
})
