// Two runs of 10,000 rows side by side: differences of all metrics, both plots and the worst rows.
import type { MeasureContext } from './graph.ts'

export const comparedRows = 10_000

export async function measureComparison(
  { page, home, rounds, report }: MeasureContext,
  ids: readonly string[],
): Promise<void> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    await page.goto('about:blank')
    const startMs = performance.now()
    await page.goto(`${home}/runs/compare?ids=${ids.join(',')}`, { waitUntil: 'commit' })
    await page.getByRole('grid', { name: 'Compared rows' }).getByRole('row').nth(5).waitFor()
    times.push(performance.now() - startMs)
  }
  report(
    `two runs of ${comparedRows} rows: differences, plots and the worst rows, ms after the address`,
    '2000',
    times,
  )
}
