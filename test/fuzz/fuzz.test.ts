import { expect, test } from 'vitest'
import { freshDatabase } from '../support/databases.ts'
import { backends } from '../support/api.ts'
import { attack } from './attack.ts'
import { amount } from '../support/tier.ts'

// `npm run fuzz` does the same with other seeds and for any duration.
test.each(backends)(
  'hostile requests of every kind neither end the server on %s nor cause an internal error',
  async (backend) => {
    const database = await freshDatabase(backend)
    const { findings, requests } = await attack({
      seed: 7,
      env: database.env,
      perTarget: amount(6, 12),
      memoryBytesMax: 2 * 2 ** 30,
      hasEnded: (round) => round === 1,
    })
    await database.remove()
    expect(findings).toEqual([])
    expect(requests).toBeGreaterThan(amount(36, 72))
  },
)
