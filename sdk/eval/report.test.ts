import { expect, test } from 'vitest'
import { progressBar, reportText } from './report.ts'

const terminal = (isTTY: boolean) => {
  const lines: string[] = []
  return { isTTY, written: lines, write: (text: string) => lines.push(text) }
}

test('the bar is redrawn in place on a terminal, and its last state stays', () => {
  let now = 0
  const output = terminal(true)
  const draw = progressBar(output, () => now)
  for (const done of [0, 1, 2]) {
    now += 1_000
    draw({ done, total: 2, failed: done === 2 ? 1 : 0 })
  }
  expect(output.written).toEqual([
    `\r\u001b[K${'░'.repeat(30)} 0/2`,
    `\r\u001b[K${'█'.repeat(15)}${'░'.repeat(15)} 1/2 · 2 s left`,
    `\r\u001b[K${'█'.repeat(30)} 2/2 · 1 failed\n`,
  ])
})

test('without a terminal no bar is drawn', () => {
  const output = terminal(false)
  progressBar(output)({ done: 1, total: 1, failed: 0 })
  expect(output.written).toEqual([])
})

test('the table shows the metrics, and the gate rules with their verdicts', () => {
  const lines = [
    { evaluator: 'exact', path: 'success', count: 3, value: 2 / 3, min: undefined, max: undefined },
    { evaluator: 'length', path: 'score', count: 3, value: 12, min: 1, max: 20 },
  ]
  const rules = [{ evaluator: 'exact', path: 'success', statistic: 'rate', value: 0.5, passed: false }]
  expect(reportText({ metrics: lines, gate: { verdict: 'fail', rules } })).toBe(
    [
      'evaluator  metric   count  value  min  max',
      '─────────  ───────  ─────  ─────  ───  ───',
      'exact      success      3  0.667',
      'length     score        3     12    1   20',
      '',
      '✗ exact success rate = 0.500',
      'gate: fail',
      '',
    ].join('\n'),
  )
})
