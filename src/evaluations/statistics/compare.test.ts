import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../kernel/json/value.ts'
import { comparedMetric, type RunMetric } from './compare.ts'

const number = fc.double({ min: -1e6, max: 1e6, noNaN: true })
const list = fc.array(number, { minLength: 1, maxLength: 60 })
const close = (value: number) => expect.closeTo(value, 6)

describe('comparison', () => {
  const run = (runId: string, values: readonly (number | boolean)[], repeats = 1): RunMetric => ({
    runId,
    rows: new Map(values.map((value, i) => [`row ${i}`, Array.from({ length: repeats }, () => value)])),
  })

  test("booleans are compared by McNemar's test", async () => {
    const baseline = run('a', [false, false, false, false, false, false, true])
    const betterRun = run('b', [true, true, true, true, true, true, true])
    const metric = await comparedMetric({ evaluator: 'e', path: 'success', runs: [baseline, betterRun] })
    expect(metric).toMatchObject({
      type: 'binary',
      runs: [
        { run_id: 'a', count: 7, mean: close(1 / 7) },
        { run_id: 'b', mean: 1 },
      ],
      differences: [
        {
          run_id: 'b',
          mean: close(6 / 7),
          p_value: 0.03125,
          test: 'mcnemar_exact',
          n: 7,
          wins: 6,
          losses: 0,
          ties: 1,
          significant: true,
        },
      ],
    })
  })

  test('numbers, and booleans with repeats, are compared by sign flips', async () => {
    const test = async (runs: readonly RunMetric[]) => {
      const { differences } = await comparedMetric({ evaluator: 'e', path: 'p', runs })
      return (differences as readonly JsonObject[])[0]?.['test']
    }
    expect(await test([run('a', [1, 2]), run('b', [1, 3])])).toBe('sign_flip_permutation')
    expect(await test([run('a', [true, false], 2), run('b', [true, true], 2)])).toBe('sign_flip_permutation')
  })

  test('the interval of a rate stays between 0 and 1, with repeats too', async () => {
    const runs = [run('a', [true, true, false], 2), run('b', [true, false, false], 2)]
    const metric = await comparedMetric({ evaluator: 'e', path: 'p', runs })
    expect(metric['runs']).toMatchObject([{ ci95: [0, 1] }, { ci95: [0, 1] }])
  })

  test('only rows that both have are compared', async () => {
    const metric = await comparedMetric({
      evaluator: 'e',
      path: 'p',
      runs: [run('a', [1, 2, 3]), run('b', [5])],
    })
    expect(metric['differences']).toMatchObject([{ n: 1, mean: 4, wins: 1, significant: false }])
    const emptyComparison = await comparedMetric({
      evaluator: 'e',
      path: 'p',
      runs: [run('a', [1]), run('b', [])],
    })
    expect(emptyComparison['differences']).toEqual([
      {
        run_id: 'b',
        n: 0,
        wins: 0,
        losses: 0,
        ties: 0,
        p_value: 1,
        significant: false,
        test: 'sign_flip_permutation',
      },
    ])
  })

  test('a run does not differ from itself, and swapping the runs swaps wins and losses', async () => {
    await fc.assert(
      fc.asyncProperty(list, list, async (a, b) => {
        const compare = async (
          baseline: readonly number[],
          candidate: readonly number[],
        ): Promise<JsonObject> => {
          const runs = [run('a', baseline), run('b', candidate)]
          const { differences } = await comparedMetric({ evaluator: 'e', path: 'p', runs })
          return (differences as readonly JsonObject[])[0] ?? {}
        }
        expect(await compare(a, a)).toMatchObject({ mean: 0, wins: 0, losses: 0, p_value: 1 })
        const forward = await compare(a, b)
        const reverse = await compare(b, a)
        expect([forward['wins'], forward['losses']]).toEqual([reverse['losses'], reverse['wins']])
      }),
      { numRuns: 30 },
    )
  })
})
