import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { pageRows } from '../../queries.ts'
import { createRowPages, type RowSource } from './row-pages.ts'

/** A list whose requests the test answers. */
function pagesWithManualAnswers(count: number) {
  const pendingAnswers = new Map<number, () => void>()
  const cancelledPages = new Set<number>()
  const source: RowSource = {
    count,
    queryOf: (page) =>
      ({
        queryKey: ['rows', page],
        staleTime: Infinity,
        queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
          new Promise((resolve) => {
            signal.addEventListener('abort', () => cancelledPages.add(page))
            const first = page * pageRows
            const rows = Array.from({ length: pageRows }, (_, at) => ({ id: `row ${first + at}` }))
            pendingAnswers.set(page, () => resolve(rows))
          }),
      }) as ReturnType<RowSource['queryOf']>,
  }
  const pages = createRowPages(new QueryClient(), source)
  return { pages, source, pendingAnswers, cancelledPages }
}

test('adjacent pages are prefetched once the pages on the screen are loaded', async () => {
  const { pages, source, pendingAnswers } = pagesWithManualAnswers(1000)
  const loadedPages = new Promise<void>((resolve) => pages.subscribe(resolve))
  pages.show(5 * pageRows, 6 * pageRows)
  expect([...pendingAnswers.keys()]).toEqual([5])
  expect(pages.testcaseAt(source, 5 * pageRows)).toBeUndefined()
  pendingAnswers.get(5)?.()
  await loadedPages
  expect(pages.testcaseAt(source, 5 * pageRows + 3)?.id).toBe(`row ${5 * pageRows + 3}`)
  expect([...pendingAnswers.keys()]).toEqual([5, 4, 6])
})

test('a request is cancelled when the user scrolls past its page', async () => {
  const { pages, pendingAnswers, cancelledPages } = pagesWithManualAnswers(1000)
  pages.subscribe(() => undefined)
  pages.show(0, pageRows)
  pages.show(10 * pageRows, 11 * pageRows)
  await expect.poll(() => [...pendingAnswers.keys()]).toEqual([0, 10])
  expect([...cancelledPages]).toEqual([0])
})

test('rows of a page that is off the screen stay available', async () => {
  const { pages, source, pendingAnswers } = pagesWithManualAnswers(1000)
  const loadedPages = new Promise<void>((resolve) => pages.subscribe(resolve))
  pages.show(0, pageRows)
  pendingAnswers.get(0)?.()
  await loadedPages
  pages.show(10 * pageRows, 11 * pageRows)
  await expect.poll(() => pendingAnswers.has(10)).toBe(true)
  expect(pages.testcaseAt(source, 0)?.id).toBe('row 0')
})
