// The two tiers of the test suite. `npm test` proves every promise once; `npm run test:deep` repeats the same tests with
// more rounds, on both databases, and adds the files `*.deep.test.ts`. A file belongs to the deep tier if it imports this one,
// directly or through others.

export const isDeep = process.env['ASSAY_TEST_TIER'] === 'deep'

/** How many rounds, cases or processes a test has: fewer in `npm test` than in the deep tier. */
export const amount = (inTest: number, inDeep: number): number => (isDeep ? inDeep : inTest)

/** Defines tests that only the deep tier has. */
export function inDeep(define: () => void): void {
  if (isDeep) define()
}
