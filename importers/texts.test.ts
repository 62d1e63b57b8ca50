import { expect, test } from 'vitest'
import { sources } from './sources.ts'
import { fileSources } from './texts.ts'

test('every source has a description, and every description a source', () => {
  expect(fileSources.map(({ source }) => source)).toEqual([...sources.keys()])
})
