import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { pageRows } from '../../queries.ts'
import { createRowPages, type RowSource } from './row-pages.ts'

/** A list whose requests the test answers. */
function pagesWithManualAnswers(count: number) {
  const waiting = new Map<number, () => void>()
  const cancelled = new Set<number>()
  const source: RowSource = {
    count,
    queryOf: (page) =>
      ({
        queryKey: ['rows', page],
        staleTime: Infinity,
        queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
          new Promise((resolve) => {
            signal.addEventListener('abort', () => cancelled.add(page))
            const first = page * pageRows
            const rows = Array.from({ length: pageRows }, (_, at) => ({ id: `row ${first + at}` }))
            waiting.set(page, () => resolve(rows))
          }),
      }) as ReturnType<RowSource['queryOf']>,
  }
  const pages = createRowPages(new QueryClient(), source)
  return { pages, source, waiting, cancelled }
}

test('adjacent pages are prefetched once the pages on the screen are loaded', async () => {
  const { pages, source, waiting } = pagesWithManualAnswers(1000)
  const loaded = new Promise<void>((resolve) => pages.subscribe(resolve))
  pages.show(5 * pageRows, 6 * pageRows)
  expect([...waiting.keys()]).toEqual([5])
  expect(pages.at(source, 5 * pageRows)).toBeUndefined()
  waiting.get(5)?.()
  await loaded
  expect(pages.at(source, 5 * pageRows + 3)?.id).toBe(`row ${5 * pageRows + 3}`)
  expect([...waiting.keys()]).toEqual([5, 4, 6])
})

test('a request is cancelled when the user scrolls past its page', async () => {
  const { pages, waiting, cancelled } = pagesWithManualAnswers(1000)
  pages.subscribe(() => undefined)
  pages.show(0, pageRows)
  pages.show(10 * pageRows, 11 * pageRows)
  await expect.poll(() => [...waiting.keys()]).toEqual([0, 10])
  expect([...cancelled]).toEqual([0])
})

test('rows of a page that is off the screen stay available', async () => {
  const { pages, source, waiting } = pagesWithManualAnswers(1000)
  const loaded = new Promise<void>((resolve) => pages.subscribe(resolve))
  pages.show(0, pageRows)
  waiting.get(0)?.()
  await loaded
  pages.show(10 * pageRows, 11 * pageRows)
  await expect.poll(() => waiting.has(10)).toBe(true)
  expect(pages.at(source, 0)?.id).toBe('row 0')
})
