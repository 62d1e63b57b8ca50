// Pagination: `await` gives the first page of a list, `for await` all items of all pages.

export interface WithWindowing {
  readonly windowing?: object | null
}

type ItemOf<P, K extends keyof P> = NonNullable<P[K]> extends readonly (infer T)[] ? T : never

/** `await` gives the first page, `for await` gives all items; pages are read as they are needed. */
export interface PageList<P extends WithWindowing, K extends keyof P> extends Promise<P> {
  /** Iterates over the items of all pages. */
  [Symbol.asyncIterator](): AsyncIterator<ItemOf<P, K>>
  /** Iterates page by page. */
  pages(): AsyncIterable<P>
}

export function pageList<P extends WithWindowing, K extends keyof P & string>(
  list: K,
  body: WithWindowing | undefined,
  fetchPage: (body: WithWindowing | undefined) => Promise<P>,
): PageList<P, K> {
  let firstPagePromise: Promise<P> | undefined
  const firstPage = (): Promise<P> => (firstPagePromise ??= fetchPage(body))

  async function* pages(): AsyncGenerator<P> {
    let page = await firstPage()
    yield page
    // The windowing of a page is the request for the next one; the last page has none.
    while (page.windowing !== undefined && page.windowing !== null) {
      page = await fetchPage({ ...body, windowing: page.windowing })
      yield page
    }
  }

  async function* items(): AsyncGenerator<ItemOf<P, K>> {
    for await (const page of pages()) yield* (page[list] ?? []) as readonly ItemOf<P, K>[]
  }

  // The first request is sent on await or iteration; iterating sends one request per page.
  return {
    // oxlint-disable-next-line unicorn/no-thenable -- a list can be awaited on purpose
    then: (fulfilled, rejected) => firstPage().then(fulfilled, rejected),
    catch: (rejected) => firstPage().catch(rejected),
    finally: (callback) => firstPage().finally(callback),
    [Symbol.toStringTag]: 'PageList',
    [Symbol.asyncIterator]: items,
    pages,
  }
}
