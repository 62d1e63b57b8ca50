import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { pageRows } from '../queries.ts'
import { createRowPages, type Listed } from './row-pages.ts'

/** A list whose pages are answered by hand. */
function answeredByHand(count: number) {
  const waiting = new Map<number, () => void>()
  const given = new Set<number>()
  const listed: Listed = {
    count,
    queryOf: (page) =>
      ({
        queryKey: ['rows', page],
        staleTime: Infinity,
        queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
          new Promise((resolve) => {
            signal.addEventListener('abort', () => given.add(page))
            const first = page * pageRows
            const rows = Array.from({ length: pageRows }, (_, at) => ({ id: `row ${first + at}` }))
            waiting.set(page, () => resolve(rows))
          }),
      }) as ReturnType<Listed['queryOf']>,
  }
  const pages = createRowPages(new QueryClient(), listed)
  return { pages, listed, waiting, given }
}

test('the pages beside those on the screen are asked for when these have come', async () => {
  const { pages, listed, waiting } = answeredByHand(1000)
  const came = new Promise<void>((resolve) => pages.subscribe(resolve))
  pages.show(5 * pageRows, 6 * pageRows)
  expect([...waiting.keys()]).toEqual([5])
  expect(pages.at(listed, 5 * pageRows)).toBeUndefined()
  waiting.get(5)?.()
  await came
  expect(pages.at(listed, 5 * pageRows + 3)?.id).toBe(`row ${5 * pageRows + 3}`)
  expect([...waiting.keys()]).toEqual([5, 4, 6])
})

test('a page that was scrolled past before it came is given up', async () => {
  const { pages, waiting, given } = answeredByHand(1000)
  pages.subscribe(() => undefined)
  pages.show(0, pageRows)
  pages.show(10 * pageRows, 11 * pageRows)
  await expect.poll(() => [...waiting.keys()]).toEqual([0, 10])
  expect([...given]).toEqual([0])
})

test('rows of a page that is not followed anymore are still there', async () => {
  const { pages, listed, waiting } = answeredByHand(1000)
  const came = new Promise<void>((resolve) => pages.subscribe(resolve))
  pages.show(0, pageRows)
  waiting.get(0)?.()
  await came
  pages.show(10 * pageRows, 11 * pageRows)
  await expect.poll(() => waiting.has(10)).toBe(true)
  expect(pages.at(listed, 0)?.id).toBe('row 0')
})
