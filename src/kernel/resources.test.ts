import { expect, test } from 'vitest'
import { createResources } from './resources.ts'

test('resources close one after the other, the last one first', async () => {
  const closedNames: string[] = []
  const resources = createResources()
  for (const name of ['store', 'worker', 'port']) {
    resources.add(name, async (resource) => {
      await Promise.resolve()
      closedNames.push(resource)
    })
  }
  await resources.close()
  expect(closedNames).toEqual(['port', 'worker', 'store'])
  await resources.close()
  expect(closedNames).toHaveLength(3)
})

test('a resource that cannot be closed does not keep the others open', async () => {
  const closedNames: string[] = []
  const resources = createResources()
  resources.add('store', (resource) => closedNames.push(resource))
  resources.add('worker', () => {
    throw new Error('worker is stuck')
  })
  resources.add('port', () => Promise.reject(new Error('port is stuck')))
  await expect(resources.close()).rejects.toThrow('port is stuck')
  expect(closedNames).toEqual(['store'])
})
