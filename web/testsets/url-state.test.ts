import { describe, expect, test } from 'vitest'
import { addressOf, addressText, gridSearch, rangeOf, sideOf } from './url-state.ts'

describe('the address of a testset', () => {
  test.each([
    ['capitals', { slug: 'capitals' }],
    ['capitals@3', { slug: 'capitals', version: '3' }],
    ['capitals@', { slug: 'capitals' }],
    ['@3', { slug: '@3' }],
  ])('%s', (param, address) => {
    expect(addressOf(param)).toEqual(address)
  })

  test('survives a round trip', () => {
    expect(addressText(addressOf('capitals@3'))).toBe('capitals@3')
  })
})

describe('a side of a comparison', () => {
  test.each([
    ['3', { version: '3' }],
    ['anna@3', { variant: 'anna', version: '3' }],
    ['anna', { variant: 'anna' }],
  ])('%s', (text, side) => {
    expect(sideOf(text)).toEqual(side)
  })

  test('two of them make a range, one does not', () => {
    expect(rangeOf('1..anna@2')).toEqual([{ version: '1' }, { variant: 'anna', version: '2' }])
    expect(rangeOf('1')).toBeUndefined()
    expect(rangeOf('1..')).toBeUndefined()
  })
})

test('unknown and invalid members of a URL are dropped, and so are invalid conditions', () => {
  expect(
    gridSearch({
      row: 12.5,
      find: '',
      open: 'yes',
      hidden: ['a', 3],
      where: [{ column: 'a', operator: 'is', value: 1 }, { column: 'a', operator: 'like' }, null],
    }),
  ).toEqual({ row: 12, hidden: ['a'], where: [{ column: 'a', operator: 'is', value: 1 }] })
})
