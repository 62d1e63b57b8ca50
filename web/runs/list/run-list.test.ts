import { expect, test } from 'vitest'
import type { Metrics, Run } from '../run-model.ts'
import { runsSearch } from '../url-state.ts'
import {
  comparedIds,
  deploymentMarks,
  hasParts,
  isFiltered,
  runFilter,
  scoreNames,
  sortedRuns,
  tagsOf,
  tagTexts,
  trendOf,
} from './run-list.ts'

const run = (id: string, app = 'bot'): Run => ({
  id,
  created_at: `2026-11-0${id}T00:00:00Z`,
  created_by_id: '',
  data: {
    steps: [
      { key: 'a', type: 'invocation', origin: 'auto', references: { application: { slug: app } } },
      { key: 'e', type: 'annotation', origin: 'auto', references: { evaluator: { slug: 'exact' } } },
    ],
  },
})
const metrics = (rate: number): Metrics => ({
  e: { 'attributes.ag.data.outputs.success': { type: 'binary', count: 4, rate, ci95: [0, 1] } },
})
const runs = [run('3'), run('2', 'search'), run('1')]
const metricsByRun = new Map([
  ['3', metrics(0.5)],
  ['1', metrics(0.75)],
])

test('tags are written as text and read again', () => {
  expect(tagsOf(' nightly, model = small,,')).toEqual({ nightly: true, model: 'small' })
  expect(tagTexts({ nightly: true, model: 'small' })).toEqual(['nightly', 'model=small'])
  expect(tagTexts(undefined)).toEqual([])
})

test('a view becomes a request; of several parts the server matches the first', () => {
  const view = runsSearch({
    status: 'failed',
    search: 'night',
    tag: 'model=small',
    app: 'bot',
    evaluator: 'exact',
  })
  expect(runFilter(view)).toEqual({
    statuses: ['failure', 'errors', 'cancelled'],
    name: 'night',
    tags: { model: 'small' },
    references: [{ application: { slug: 'bot' } }],
  })
  expect(runs.filter((one) => hasParts(one, view)).map(({ id }) => id)).toEqual(['3', '1'])
  expect(isFiltered(view)).toBe(true)
  expect(isFiltered(runsSearch({ sort: 'exact', over: 'time' }))).toBe(false)
})

test('runs are sorted by the score of an evaluator; those without it are last', () => {
  const ids = (sort: string | undefined) =>
    sortedRuns(runs, { metrics: metricsByRun, sort }).map(({ id }) => id)
  expect(scoreNames(runs, metricsByRun)).toEqual(['exact'])
  expect(ids('exact')).toEqual(['3', '1', '2'])
  expect(ids('-exact')).toEqual(['1', '3', '2'])
  expect(ids(undefined)).toEqual(['3', '2', '1'])
})

test('selected runs are compared with the oldest one, whatever the order of the list', () => {
  const sorted = sortedRuns(runs, { metrics: metricsByRun, sort: '-exact' })
  expect(sorted.map(({ id }) => id)).toEqual(['1', '3', '2'])
  expect(comparedIds(sorted, new Set(['1', '3']))).toEqual(['1', '3'])
  expect(comparedIds(runs, new Set(['1', '2', '3']))).toEqual(['1', '2', '3'])
})

test('a score over time has a point per run, oldest first', () => {
  const points = trendOf(runs, { metrics: metricsByRun, name: 'exact' })
  expect(points.map(({ run: { id }, value, unit, ci95 }) => [id, value, unit, ci95])).toEqual([
    ['1', 0.75, 'share', [0, 1]],
    ['3', 0.5, 'share', [0, 1]],
  ])
})

test('deployments of the application are marks; other commits of the environment are not', () => {
  const commit = (date: string, versions: Readonly<Record<string, string>>) => ({
    date,
    data: {
      references: Object.fromEntries(
        Object.entries(versions).map(([slug, version]) => [
          slug,
          Object.fromEntries(
            ['application', 'application_variant', 'application_revision'].map((name) => [
              name,
              { id: `${slug} ${version}`, slug, version },
            ]),
          ),
        ]),
      ),
    },
  })
  const log = [
    commit('2026-11-03T00:00:00Z', { bot: '2', search: '1' }),
    commit('2026-11-02T00:00:00Z', { bot: '2' }),
    commit('2026-11-01T00:00:00Z', { bot: '1' }),
  ]
  const marks = deploymentMarks(log, { app: 'bot', environment: 'production' })
  expect(marks.map(({ version, variant, atMs }) => [version, variant, new Date(atMs).getUTCDate()])).toEqual([
    ['2', 'bot 2', 2],
    ['1', 'bot 1', 1],
  ])
})
