import { expect, test } from 'vitest'
import { hasMaskedUserInfo, maskUserInfo } from './user-info.ts'

test.each([
  ['https://alice:s3cret@host/x', 'https://***@host/x'],
  ['http://s3cret@host', 'http://***@host'],
  ['HTTP://alice:s3cret@host', 'HTTP://***@host'],
  ['http:alice:s3cret@host/x', 'http:***@host/x'],
  ['http:/alice:s3cret@host/x', 'http:/***@host/x'],
  [String.raw`http:\\alice:s3cret@host`, String.raw`http:\\***@host`],
  ['http://alice:s3@cret@host/x', 'http://***@host/x'],
  ['postgres://alice:s3cret@db:5432/assay', 'postgres://***@db:5432/assay'],
  ['http:http://alice:s3cret@host', 'http:http://***@host'],
  ['"http:\\/\\/alice:s3cret@host"', '"http:\\/\\/***@host"'],
  [
    "failed: 'http://a:s3cret@h' and https://b:s3cret@i/?q=1",
    "failed: 'http://***@h' and https://***@i/?q=1",
  ],
])('user info is masked in %s', (text, maskedText) => {
  expect(maskUserInfo(text)).toBe(maskedText)
})

test.each([
  'https://host/x',
  'https://host/@scope/package',
  'https://host?to=a@b',
  'https://host#a@b',
  'mail to a@b',
  'https://host and a@b',
  '{"url":"http://host:80","author":"a@b"}',
])('a text without user info stays: %s', (text) => {
  expect(maskUserInfo(text)).toBe(text)
})

test('masked user info is recognized', () => {
  expect(hasMaskedUserInfo(maskUserInfo('see https://alice:s3cret@host/x'))).toBe(true)
  expect(hasMaskedUserInfo('https://alice:***@host/***@x')).toBe(false)
})
