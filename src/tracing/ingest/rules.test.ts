// Settings that an earlier version stored without a check: spans of their project are stored, and nothing is revealed.
import { expect, test } from 'vitest'
import { builtInPrices } from '../prices/price.ts'
import { readRules } from './rules.ts'

const noTexts = { prices: undefined, pricesVersion: undefined, redaction: undefined }

test.each(['{}', 'null', '[1]', '[{"model":"m","input":"1","output":2}]', 'x'])(
  'invalid prices %s are replaced by the built-in ones',
  (prices) => {
    expect(readRules({ ...noTexts, prices }).prices).toEqual([builtInPrices])
  },
)

test.each(['{}', 'null', '[1]', '[{"kind":"pattern","pattern":"("}]', 'x'])(
  'invalid redaction rules %s hide every text',
  (redaction) => {
    const { redactor } = readRules({ ...noTexts, redaction })
    expect(redactor.attributes({ a: { b: 'private\ntext' }, c: ['more'] })).toEqual({
      a: { b: '[redacted]' },
      c: ['[redacted]'],
    })
  },
)

test('valid settings are used as stored', () => {
  const prices = '[{"provider":"","model":"m","input":1,"output":2,"cacheRead":0.5}]'
  const redaction = '[{"kind":"pattern","pattern":"A","ignoreCase":true,"replacement":"-"}]'
  const rules = readRules({ prices, pricesVersion: '2026-01-01', redaction })
  expect(rules.prices[0]).toEqual({ version: '2026-01-01', prices: JSON.parse(prices) })
  expect(rules.redactor.attributes({ text: 'an A' })).toEqual({ text: '-n -' })
})
