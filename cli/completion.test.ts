import { expect, test } from 'vitest'
import { completionsOf } from './completion.ts'
import { administration, commands } from './table.ts'

const offers = (...words: readonly string[]): unknown => {
  const completions = completionsOf({ commands, administration }, words)
  return typeof completions === 'object' && !('records' in completions)
    ? completions.map(({ word }) => word)
    : completions
}

test('groups and commands are offered by the words before', () => {
  expect(offers('')).toEqual(expect.arrayContaining(['testset', 'trace', 'login', 'key', 'doctor']))
  expect(offers('trace', '')).toEqual(['list', 'show', 'tail', 'export'])
  expect(offers('key', '')).toEqual(['create', 'list', 'revoke'])
  expect(offers('--url', 'http://a', 'env', '')).toEqual(['list', 'diff', 'rollback'])
})

test('options are offered once, unless they may be given several times', () => {
  expect(offers('trace', 'list', '--since', '1h', '-')).not.toContain('--since')
  expect(offers('run', 'start', '--app', 'a', '-')).toContain('--app')
})

test('a value is offered for the option before it, and for the argument in its place', () => {
  expect(offers('testset', 'pull', 'x', '--format', '')).toEqual(['csv', 'json', 'jsonl', 'parquet'])
  expect(offers('completion', '')).toEqual(['bash', 'zsh', 'fish'])
  expect(offers('import', '')).toContain('langfuse')
  expect(offers('open', '')).toContain('traces')
  expect(offers('run', 'gate', 'id', '--baseline', '')).toEqual({ records: 'run' })
  expect(offers('run', 'start', '--evaluator', '')).toEqual({ records: 'evaluator' })
  expect(offers('run', 'compare', 'a', 'b', '')).toEqual({ records: 'run' })
})

test('records or files are offered for an argument that names one', () => {
  expect(offers('testset', 'merge', 'a', '')).toEqual({ records: 'testset' })
  expect(offers('app', 'diff', 'a', '')).toEqual({ records: 'application' })
  expect(offers('app', 'deploy', 'a', '')).toEqual({ records: 'environment' })
  expect(offers('testset', 'push', 'a', '')).toBe('files')
  expect(offers('testset', 'log', 'a', '')).toEqual([])
})
