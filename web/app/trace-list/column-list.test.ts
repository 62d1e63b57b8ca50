import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  annotationPath,
  attributeFields,
  columnsText,
  moveColumn,
  parseColumns,
  withColumn,
  withoutColumn,
  withWidth,
} from './column-list.ts'

const ids = (text: string): readonly string[] => parseColumns(text).map(({ id }) => id)

test('columns keep their order and widths in a round trip through the URL', () => {
  const column = fc.record(
    { id: fc.string({ minLength: 1 }), widthPx: fc.integer({ min: 40, max: 2000 }) },
    { requiredKeys: ['id'] },
  )
  const columns = fc.uniqueArray(column, { selector: ({ id }) => id, minLength: 1 })
  fc.assert(
    fc.property(columns, (list) => {
      expect(parseColumns(columnsText(list))).toEqual(list)
    }),
  )
})

test('invalid widths, repeated columns and empty columns are dropped', () => {
  expect(parseColumns('name~9,,name~200,cost~x,a%')).toEqual([{ id: 'name' }, { id: 'cost' }, { id: 'a%' }])
})

test('a new column comes before the time; columns move, are resized and removed', () => {
  const columns = parseColumns('name,cost,time')
  expect(columnsText(withColumn(columns, 'attributes.a,b'))).toBe('name,cost,attributes.a%2Cb,time')
  expect(withColumn(columns, 'cost')).toBe(columns)
  expect(columnsText(moveColumn(columns, 'cost', -1))).toBe('cost,name,time')
  expect(moveColumn(columns, 'name', -1)).toBe(columns)
  expect(columnsText(withWidth(columns, 'cost', 120.4))).toBe('name,cost~120,time')
  expect(columnsText(withoutColumn(columns, 'cost'))).toBe('name,time')
  expect(ids(columnsText(withoutColumn(parseColumns('name'), 'name')))).toEqual(['name'])
})

test('columns of attributes and tags are requested as fields, others are not', () => {
  expect(attributeFields('name,tags,attributes.ag.meta.x,annotation.a.b')).toEqual([
    'attributes.ag.tags',
    'attributes.ag.meta.x',
  ])
  expect(attributeFields(undefined)).toEqual([])
})

test('a column of an annotation names its evaluator and its output', () => {
  expect(annotationPath('annotation.helpful.score')).toEqual({ evaluator: 'helpful', output: 'score' })
  expect(annotationPath('annotation.helpful.a.b')).toEqual({ evaluator: 'helpful', output: 'a.b' })
  expect(annotationPath('annotation.helpful')).toBeUndefined()
  expect(annotationPath('attributes.x')).toBeUndefined()
})
