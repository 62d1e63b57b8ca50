import { expect, test } from 'vitest'
import { createResources } from './resources.ts'

test('resources close one after the other, the last one first', async () => {
  const closed: string[] = []
  const resources = createResources()
  for (const name of ['store', 'worker', 'port']) {
    resources.add(name, async (resource) => {
      await Promise.resolve()
      closed.push(resource)
    })
  }
  await resources.close()
  expect(closed).toEqual(['port', 'worker', 'store'])
  await resources.close()
  expect(closed).toHaveLength(3)
})

test('a resource that cannot be closed does not keep the others open', async () => {
  const closed: string[] = []
  const resources = createResources()
  resources.add('store', (resource) => closed.push(resource))
  resources.add('worker', () => {
    throw new Error('worker is stuck')
  })
  resources.add('port', () => Promise.reject(new Error('port is stuck')))
  await expect(resources.close()).rejects.toThrow('port is stuck')
  expect(closed).toEqual(['store'])
})
