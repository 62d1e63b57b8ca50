import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { isCollisionAttack } from './sha1-attacks.ts'

const bytesOf = (...lines: readonly string[]): Buffer => Buffer.from(lines.join(''), 'hex')

/** The first published collision (Stevens and others 2017, shattered.io): the common start of both PDF files. */
const prefix = bytesOf(
  '255044462d312e330a25e2e3cfd30a0a0a312030206f626a0a3c3c2f57696474682032203020522f4865696768742033',
  '203020522f547970652034203020522f537562747970652035203020522f46696c7465722036203020522f436f6c6f72',
  '53706163652037203020522f4c656e6774682038203020522f42697473506572436f6d706f6e656e7420383e3e0a7374',
  '7265616d0affd8fffe00245348412d3120697320646561642121212121852fec092339759c39b1a1c63c4c97e1fffe01',
)
const blocks = [
  bytesOf(
    '7f46dc93a6b67e013b029aaa1db2560b45ca67d688c7f84b8c4c791fe02b3df6',
    '14f86db1690901c56b45c1530afedfb76038e972722fe7ad728f0e4904e046c2',
    '30570fe9d41398abe12ef5bc942be33542a4802d98b5d70f2a332ec37fac3514',
    'e74ddc0f2cc1a874cd0c78305a21566461309789606bd0bf3f98cda8044629a1',
  ),
  bytesOf(
    '7346dc9166b67e118f029ab621b2560ff9ca67cca8c7f85ba84c79030c2b3de2',
    '18f86db3a90901d5df45c14f26fedfb3dc38e96ac22fe7bd728f0e45bce046d2',
    '3c570feb141398bb552ef5a0a82be331fea48037b8b5d71f0e332edf93ac3500',
    'eb4ddc0decc1a864790c782c76215660dd309791d06bd0af3f98cda4bc4629b1',
  ),
] as const
const [firstMessage, secondMessage] = blocks.map((block) => Buffer.concat([prefix, block]))

const sha1 = (bytes: Uint8Array = Buffer.alloc(0)): string => createHash('sha1').update(bytes).digest('hex')

describe('a published collision', () => {
  test('has one SHA-1 for two contents', () => {
    expect(firstMessage).not.toEqual(secondMessage)
    expect(sha1(firstMessage)).toBe(sha1(secondMessage))
  })

  test('is detected in each content alone, also with more bytes after it', () => {
    for (const content of [firstMessage, secondMessage]) {
      expect(isCollisionAttack(content ?? prefix)).toBe(true)
      expect(isCollisionAttack(Buffer.concat([content ?? prefix, Buffer.from('the rest of a file')]))).toBe(
        true,
      )
    }
  })

  test('is not detected when one of its parts is missing or changed', () => {
    expect(isCollisionAttack(prefix)).toBe(false)
    expect(isCollisionAttack(blocks[0])).toBe(false)
    const changedMessage = Buffer.from(firstMessage ?? prefix)
    changedMessage[300] = 0
    expect(isCollisionAttack(changedMessage)).toBe(false)
  })
})

test('ordinary bytes are no collision, whatever their length', () => {
  for (let length = 0; length < 200; length += 1) {
    const bytes = Buffer.alloc(length, createHash('sha256').update(String(length)).digest())
    expect(isCollisionAttack(bytes), String(length)).toBe(false)
  }
})
