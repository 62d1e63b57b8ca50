import { expect, test } from 'vitest'
import { createParties, type ProjectOfParty } from './parties.ts'
import { createFairSemaphore } from './fair-semaphore.ts'

const projects: readonly ProjectOfParty[] = [
  { id: 'a', shareId: 'a' },
  { id: 'a-demo', shareId: 'a' },
  { id: 'a-demo-2', shareId: 'a' },
  { id: 'b', shareId: 'b' },
]

test('a project and the projects that its keys created are one party', () => {
  const { partyOf, add } = createParties(async () => undefined)
  for (const project of projects) add(project)
  expect(['a', 'a-demo', 'a-demo-2', 'b'].map(partyOf)).toEqual(['a', 'a', 'a', 'b'])
})

test('an unknown project is looked up once', async () => {
  const lookups: string[] = []
  const { partyOf } = createParties(async (id) => {
    lookups.push(id)
    return projects.find((project) => project.id === id)
  })
  expect([partyOf('a-demo'), partyOf('a-demo')]).toEqual(['a-demo', 'a-demo'])
  await expect.poll(() => partyOf('a-demo')).toBe('a')
  expect(lookups).toEqual(['a-demo'])
})

test('a failed lookup is repeated', async () => {
  let isStoreDown = true
  const { partyOf } = createParties(async () => {
    if (isStoreDown) throw new Error('the store is down')
    return projects[1]
  })
  expect(partyOf('a-demo')).toBe('a-demo')
  isStoreDown = false
  await expect.poll(() => partyOf('a-demo')).toBe('a')
})

test('several projects of one party get one share of the slots', async () => {
  const { partyOf, add } = createParties(async () => undefined)
  for (const project of projects) add(project)
  const semaphore = createFairSemaphore({ count: 2, reserve: 1, partyOf })
  const first = await semaphore.acquire('a')
  const servedParties: string[] = []
  const slots = ['a-demo', 'a-demo-2', 'b'].map(async (project) => {
    const slot = await semaphore.acquire(project)
    servedParties.push(project)
    return slot
  })
  const slotOfB = await slots[2]
  slotOfB?.release()
  expect(servedParties).toEqual(['b'])
  first.release()
  for (const slot of slots) (await slot).release()
  expect(servedParties).toEqual(['b', 'a-demo', 'a-demo-2'])
})
