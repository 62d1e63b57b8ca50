import { expect, test } from 'vitest'
import { Turns, type EndTurn } from './turns.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('projects take turns, however much one of them asks for', async () => {
  const turns = new Turns(1)
  const order: string[] = []
  const asks = ['a', 'a', 'a', 'b', 'c', 'b'].map(async (project) => {
    const end = await turns.take(project)
    order.push(project)
    await settled()
    end()
  })
  await Promise.all(asks)
  expect(order).toEqual(['a', 'b', 'a', 'c', 'b', 'a'])
})

test('a project with nothing under way does not wait for one that holds every place', async () => {
  const turns = new Turns(2)
  await turns.take('a')
  await turns.take('a')
  const waiting = turns.take('a')
  await turns.take('b')
  await turns.take('c')
  let hasTurn = false
  void waiting.then(() => (hasTurn = true))
  await settled()
  expect(hasTurn).toBe(false)
})

test('there are never more than twice as many under way', async () => {
  const turns = new Turns(2)
  let underWay = 0
  const begun: EndTurn[] = []
  for (let i = 0; i < 10; i += 1) {
    const ask = async (): Promise<void> => {
      begun.push(await turns.take(`project ${i}`))
      underWay += 1
    }
    void ask()
  }
  await settled()
  expect(underWay).toBe(4)
  begun.shift()?.()
  await settled()
  expect(underWay).toBe(4)
  begun.splice(0, 2).forEach((end) => end())
  await settled()
  expect(underWay).toBe(6)
})

test('whoever gives up leaves the queue, and the next one comes', async () => {
  const turns = new Turns(1)
  const end = await turns.take('a')
  const stop = new AbortController()
  const given = turns.take('a', stop.signal)
  const next = turns.take('a')
  stop.abort(new Error('enough'))
  await expect(given).rejects.toThrow('enough')
  end()
  await next
})
