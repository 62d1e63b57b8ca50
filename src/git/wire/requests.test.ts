// Requests that git would not send. Each is answered with a packet that contains a message; none crashes the server.
import { expect, test } from 'vitest'
import { MemoryRepository } from '../objects/memory-test-support.ts'
import { packLimits } from '../pack/pack.ts'
import { repositoryWithDeltas } from '../pack/test-support.ts'
import { History } from './history.ts'
import { delimiterPacket, flushPacket, line, PacketReader } from './packets.ts'
import { answerFetch, answerPush } from './wire.ts'

const id = 'a'.repeat(40)
const v2 = (...args: readonly string[]): Buffer =>
  Buffer.concat([line('command=fetch'), delimiterPacket, ...args.map(line), flushPacket])
const fetchFrom = async (body: Buffer, protocol?: string): Promise<string> =>
  Buffer.concat(await Array.fromAsync(answerFetch(new MemoryRepository(), { body, protocol }))).toString()
const push = async (body: Buffer): Promise<string> => {
  const { signal } = new AbortController()
  return (await answerPush(new MemoryRepository(), { body, limits: packLimits, signal })).toString()
}

test.each<readonly [string, Buffer, string]>([
  ['no packets', Buffer.from('hello world'), 'ERR The request has a malformed packet.'],
  ['a packet beyond the end', Buffer.from('ffffabc'), 'ERR The request has a malformed packet.'],
  ['a length below its own digits', Buffer.from('0003'), 'ERR The request has a malformed packet.'],
  [
    'an unknown command',
    Buffer.concat([line('command=delete'), flushPacket]),
    'ERR unknown command command=delete',
  ],
  ['no wants', v2('done'), 'ERR upload-pack: the request wants nothing'],
  ['a want that is no id', v2('want main', 'done'), 'ERR main is not the id of an object.'],
  ['an unknown want', v2(`want ${id}`, 'done'), `ERR upload-pack: not our ref ${id}`],
  [
    'an unknown filter',
    v2(`want ${id}`, 'filter sparse:oid=x'),
    'ERR The filter sparse:oid=x is not supported',
  ],
  ['a depth of zero', v2(`want ${id}`, 'deepen 0'), 'ERR The depth must be at least 1.'],
  ['a depth that is no number', v2(`want ${id}`, 'deepen -1'), 'ERR -1 is not a number.'],
  [
    'too many haves',
    v2(...Array<string>(50_001).fill(`have ${id}`)),
    'ERR The request has more than 50000 ids',
  ],
  [
    'too many excluded refs',
    v2(...Array<string>(101).fill('deepen-not x')),
    'ERR A fetch may exclude 100 refs.',
  ],
  [
    'another object format',
    Buffer.concat([line('command=fetch'), line('object-format=sha256'), flushPacket]),
    'ERR only the object format sha1',
  ],
])('a fetch with %s is refused', async (_, body, message) => {
  expect(await fetchFrom(body, 'version=2')).toContain(message)
})

test.each<readonly [string, Buffer, string]>([
  [
    'a malformed command',
    Buffer.concat([line('one two'), flushPacket]),
    'ERR The push has a malformed command.',
  ],
  [
    'a certificate',
    Buffer.concat([line('push-cert\0push-cert'), flushPacket]),
    'ERR Signed pushes are not supported.',
  ],
  [
    'too many refs',
    Buffer.concat([...Array<Buffer>(1001).fill(line(`${id} ${id} refs/x`)), flushPacket]),
    'ERR A push may change 1000 refs.',
  ],
  [
    'no pack',
    Buffer.concat([line(`${id} ${id} refs/heads/x\0report-status`), flushPacket]),
    'unpack The request has no pack.',
  ],
])('a push with %s is refused', async (_, body, message) => {
  expect(await push(body)).toContain(message)
})

test('an empty request has an empty answer', async () => {
  expect(await push(flushPacket)).toBe('')
  expect(await fetchFrom(Buffer.alloc(0), 'version=2')).toBe('')
  expect(await fetchFrom(flushPacket)).toBe('')
})

test('a request of too many packets is refused before they are read', async () => {
  const packets = Buffer.alloc(4 * 200_000, '0004')
  expect(await push(packets)).toContain('ERR The request has more than 10000 packets.')
  expect(await fetchFrom(packets)).toContain('ERR The request has more than 151000 packets.')
})

test('packets and the bytes after them are read separately', () => {
  const reader = new PacketReader(Buffer.concat([line('a'), line('b'), flushPacket, Buffer.from('PACK…')]))
  expect(reader.section()).toEqual({ lines: ['a', 'b'], marker: 'flush' })
  expect(reader.rest().toString()).toBe('PACK…')
})

test('a commit reaches a target only through its parents', async () => {
  const repository = new MemoryRepository()
  await repository.load(await repositoryWithDeltas())
  const history = new History(repository)
  const [newest = ''] = repository.tips.values()
  const [parent = ''] = (await history.commit(newest))?.parents ?? []
  expect(await history.allReach([newest, parent], new Set([parent]))).toBe(true)
  expect(await history.allReach([newest, parent], new Set([newest]))).toBe(false)
})
