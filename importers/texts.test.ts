import { expect, test } from 'vitest'
import { sources } from './sources.ts'
import { fileSources } from './texts.ts'

test('every source that is read has its words, and every word its source', () => {
  expect(fileSources.map(({ source }) => source)).toEqual([...sources.keys()])
})
