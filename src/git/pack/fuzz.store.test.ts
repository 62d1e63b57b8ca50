// Reads mutated packs, with a fixed seed. Each is read or refused with a message, within its limits.
import { expect, test } from 'vitest'
import { AssayError } from '../../kernel/errors.ts'
import { git } from '../objects/test-support.ts'
import { packLimits } from './pack.ts'
import { readPack } from './read-pack.ts'
import { repositoryWithDeltas, withChecksum } from './test-support.ts'

const rounds = 1500

/** mulberry32 */
function randomSource(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), state | 1)
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61)
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296
  }
}

test('no mutated pack crashes the reader or exceeds its limits', async () => {
  const folder = await repositoryWithDeltas()
  const args = ['pack-objects', '--all', '--stdout', '--revs', '-q']
  const packs = [await git(folder, args), await git(folder, [...args, '--delta-base-offset'])]
  const random = randomSource(78)
  const below = (max: number): number => Math.floor(random() * max)
  const limits = { ...packLimits, objectBytesMax: 100_000, inflatedBytesMax: 500_000 }
  const outcomes = { read: 0, refused: 0 }
  for (let round = 0; round < rounds; round += 1) {
    const body = Buffer.from(packs[round % 2] ?? '').subarray(0, -20)
    const length = random() < 0.2 ? below(body.length) : body.length
    const mutatedPack = Buffer.from(body.subarray(0, length))
    for (let change = below(6); change > 0 && mutatedPack.length > 0; change -= 1) {
      mutatedPack[below(mutatedPack.length)] = below(256)
    }
    try {
      const objects = await readPack({
        pack: withChecksum(mutatedPack),
        limits,
        readBase: async () => undefined,
      })
      const bytes = [...objects.values()].reduce((sum, object) => sum + object.bytes.length, 0)
      expect(bytes).toBeLessThanOrEqual(limits.inflatedBytesMax)
      outcomes.read += 1
    } catch (error) {
      expect(error).toBeInstanceOf(AssayError)
      outcomes.refused += 1
    }
  }
  expect(outcomes.read).toBeGreaterThan(0)
  expect(outcomes.refused).toBeGreaterThan(rounds / 2)
})
