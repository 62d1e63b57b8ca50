import { expect, test } from 'vitest'
import { createParties, type ProjectOfParty } from './parties.ts'
import { createFairSemaphore } from './fair-semaphore.ts'

const projects: readonly ProjectOfParty[] = [
  { id: 'a', shareId: 'a' },
  { id: 'a-demo', shareId: 'a' },
  { id: 'a-demo-2', shareId: 'a' },
  { id: 'b', shareId: 'b' },
]

test('projects that one created are one party with it', () => {
  const { partyOf, add } = createParties(async () => undefined)
  for (const project of projects) add(project)
  expect(['a', 'a-demo', 'a-demo-2', 'b'].map(partyOf)).toEqual(['a', 'a', 'a', 'b'])
})

test('a project that is not known is looked up once, and then known', async () => {
  const asked: string[] = []
  const { partyOf } = createParties(async (id) => {
    asked.push(id)
    return projects.find((project) => project.id === id)
  })
  expect([partyOf('a-demo'), partyOf('a-demo')]).toEqual(['a-demo', 'a-demo'])
  await expect.poll(() => partyOf('a-demo')).toBe('a')
  expect(asked).toEqual(['a-demo'])
})

test('a look that fails is repeated', async () => {
  let isAway = true
  const { partyOf } = createParties(async () => {
    if (isAway) throw new Error('away')
    return projects[1]
  })
  expect(partyOf('a-demo')).toBe('a-demo')
  isAway = false
  await expect.poll(() => partyOf('a-demo')).toBe('a')
})

test('many projects of one party get one share of the places', async () => {
  const { partyOf, add } = createParties(async () => undefined)
  for (const project of projects) add(project)
  const places = createFairSemaphore({ count: 2, reserve: 1, partyOf })
  const first = await places.acquire('a')
  const served: string[] = []
  const taken = ['a-demo', 'a-demo-2', 'b'].map(async (project) => {
    const place = await places.acquire(project)
    served.push(project)
    return place
  })
  const placeOfB = await taken[2]
  placeOfB?.release()
  expect(served).toEqual(['b'])
  first.release()
  for (const place of taken) (await place).release()
  expect(served).toEqual(['b', 'a-demo', 'a-demo-2'])
})
