import { describe, expect, test } from 'vitest'
import { assayLine, curlLine, shellQuote } from './gate/gate-lines.ts'
import {
  boundedInterval,
  byHarm,
  harmOf,
  isBetterWhenLower,
  mostDifferent,
  rowValue,
  formatChange,
  type ComparedMetric,
  type Difference,
} from './model.ts'
import { compareSearch, idsOf } from './url-state.ts'

const outputs = 'attributes.ag.data.outputs.'
const difference = (mean: number, half: number, significant: boolean): Difference => ({
  run_id: 'b',
  mean,
  ci95: [mean - half, mean + half],
  p_value: significant ? 0.01 : 0.5,
  n: 10,
  wins: 1,
  losses: 2,
  ties: 7,
  significant,
})
const metric = (name: string, metricDifference: Difference): ComparedMetric => ({
  evaluator: 'judge',
  path: `${outputs}${name}`,
  type: 'numeric/continuous',
  runs: [],
  differences: [metricDifference],
})

describe('a comparison', () => {
  test('opens on the metric that differs most, in either direction', () => {
    const metrics = [
      metric('slightly_worse', difference(-0.1, 0.05, true)),
      metric('far_better', difference(5, 0.1, true)),
      metric('same', difference(0, 0, false)),
    ]
    expect(mostDifferent(byHarm(metrics, { runId: 'b' }))?.metric.path).toBe(`${outputs}far_better`)
    expect(mostDifferent([])).toBeUndefined()
  })

  test('bounds the interval of a share: neither run has less than 0 or more than 100 %', () => {
    const shareDifference = difference(-0.05, 0.3, false)
    const share = {
      ...metric('success', shareDifference),
      type: 'binary',
      runs: [{ run_id: 'a', count: 24, mean: 0.8 }],
    }
    const [low, high] = boundedInterval({ metric: share, difference: shareDifference }) ?? []
    expect(low).toBeCloseTo(-0.35)
    expect(high).toBeCloseTo(0.2)
    const score = { ...share, type: 'numeric/continuous' }
    expect(boundedInterval({ metric: score, difference: shareDifference })?.[1]).toBeCloseTo(0.25)
    expect(boundedInterval({ metric: share, difference: undefined })).toBeUndefined()
  })

  test('gives no interval to the difference of fewer than five numbers', () => {
    const differenceOfFour = { ...difference(0.5, 6.35, false), n: 4 }
    expect(
      boundedInterval({ metric: metric('score', differenceOfFour), difference: differenceOfFour }),
    ).toBeUndefined()
    const differenceOfFive = { ...differenceOfFour, n: 5 }
    expect(
      boundedInterval({ metric: metric('score', differenceOfFive), difference: differenceOfFive }),
    ).toEqual([-5.85, 6.85])
  })

  test('lists the most harmful metric first: significantly worse ones, then uncertain ones, then better ones', () => {
    const metrics = [
      metric('better', difference(0.5, 0.1, true)),
      metric('maybe', difference(-0.3, 0.4, false)),
      metric('worse', difference(-0.1, 0.05, true)),
      metric('far_worse', difference(-0.4, 0.05, true)),
      metric('cost', difference(0.2, 0.1, true)),
    ]
    expect(byHarm(metrics, { runId: 'b' }).map(({ metric: { path } }) => path.slice(outputs.length))).toEqual(
      ['far_worse', 'worse', 'cost', 'maybe', 'better'],
    )
  })

  test('decides by its name whether lower values of a metric are better, unless the user marked it', () => {
    const cost = { evaluator: 'judge', path: `${outputs}cost` }
    expect(isBetterWhenLower(cost, {})).toBe(true)
    expect(isBetterWhenLower(cost, { more: ['judge cost'] })).toBe(false)
    expect(isBetterWhenLower({ ...cost, path: `${outputs}score` }, { less: ['judge score'] })).toBe(true)
    expect(harmOf(difference(0.2, 0.1, true), true)).toBeCloseTo(2, 9)
  })

  test('shows changes with their sign, those of shares in percentage points', () => {
    expect([formatChange(-0.04167, true), formatChange(0.115, false), formatChange(0, false)]).toEqual([
      '−4.17 pt',
      '+0.115',
      '±0',
    ])
  })

  test('reduces the repeats of a row to their mean', () => {
    expect([
      rowValue([true, false]),
      rowValue(true),
      rowValue('warm'),
      rowValue([]),
      rowValue(undefined),
    ]).toEqual([0.5, 1, 'warm', undefined, undefined])
  })

  test('drops unknown and invalid members of a URL', () => {
    const search = compareSearch({
      ids: 'a, b,a',
      run: 2,
      tab: 'no',
      rules: [{ evaluator: 'e', path: 'p', statistic: 'mean', min: 1, more: 1 }, 7],
    })
    expect(search).toEqual({
      ids: 'a, b,a',
      run: 2,
      rules: [{ evaluator: 'e', path: 'p', statistic: 'mean', min: 1 }],
    })
    expect(idsOf(search)).toEqual(['a', 'b'])
  })
})

describe('the command lines of a gate', () => {
  const rules = [{ evaluator: "it's", path: 'score', statistic: 'mean', min: 0.5, max: 2 }]

  test('are quoted for a shell', () => {
    expect(shellQuote('plain-1.2')).toBe('plain-1.2')
    expect(shellQuote("it's")).toBe(String.raw`'it'\''s'`)
  })

  test('have one `--rule` for each bound', () => {
    const line = assayLine(
      {
        runId: 'r',
        baseline: 'b',
        rules: [
          ...rules,
          { evaluator: 'e', path: 'p', statistic: 'rate', max_drop: 0.1, significant_only: true },
        ],
      },
      'http://x',
    )
    expect(line.split(' \\\n  ')).toEqual([
      'assay run gate r --url http://x',
      '--baseline b',
      String.raw`--rule 'it'\''s:score:mean>=0.5'`,
      String.raw`--rule 'it'\''s:score:mean<=2'`,
      `--rule 'e:p:rate~0.1 significant'`,
    ])
  })

  test('send the rules unchanged', () => {
    expect(curlLine({ runId: 'r', baseline: undefined, rules: [] }, 'http://x')).toContain(
      `-d '{"rules":[]}'`,
    )
  })
})
