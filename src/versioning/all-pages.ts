// Reads lists in full, page by page.
import type { ListBounds } from '../storage/contract/contract.ts'

const pageRecords = 1000

/** All records of a list, oldest first. */
export async function allPages<T extends { readonly id: string; readonly createdAt: string }>(
  fetch: (bounds: ListBounds) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const records: T[] = []
  for (;;) {
    const page = await fetch({
      order: 'ascending',
      limit: pageRecords,
      after: records.at(-1),
      from: undefined,
      to: undefined,
    })
    records.push(...page)
    if (page.length < pageRecords) return records
  }
}
