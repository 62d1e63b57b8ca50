import { expect, test } from 'vitest'
import { freshDatabase } from '../support/databases.ts'
import { backends } from '../support/api.ts'
import { attack } from './attack.ts'

// `npm run fuzz` is the same for as long as one likes, with other seeds.
test.each(backends)(
  'hostile requests of every kind neither end the server on %s nor have it answer with a fault of its own',
  async (backend) => {
    const database = await freshDatabase(backend)
    const { findings, requests } = await attack({
      seed: 7,
      env: database.env,
      perTarget: 12,
      memoryBytesMax: 2 * 2 ** 30,
      isOver: (round) => round === 1,
    })
    await database.remove()
    expect(findings).toEqual([])
    expect(requests).toBeGreaterThan(72)
  },
)
