import { describe, expect, test } from 'vitest'
import type { Entry, Environment } from '../app/versions/entries.ts'
import {
  versionsBehind,
  changesBetween,
  deploymentsIn,
  matrixOf,
  promotableChanges,
  promotionDelta,
} from './entries.ts'
import { scoresByRevision } from '../app/versions/scores/scores.ts'

const entry = (key: string, version: string, variant = 'main'): Entry => ({
  key,
  kind: 'application',
  artifact: { id: key, slug: key },
  variant: { id: variant, slug: variant },
  revision: { id: `${key} ${variant} ${version}`, slug: 's', version },
})
const environment = (slug: string, ...entries: readonly Entry[]): Environment => ({
  id: slug,
  slug,
  name: slug,
  isGuarded: false,
  variantId: 'v',
  revisionId: 'r',
  entries,
})

describe('environments side by side', () => {
  const rows = matrixOf([
    environment('development', entry('bot', '5'), entry('same', '1')),
    environment('production', entry('bot', '3'), entry('same', '1')),
    environment('trial', entry('bot', '9', 'other'), entry('same', '1')),
  ])

  test('a row reports whether the environments differ, and how many versions an entry is behind', () => {
    expect(rows.map(({ key, isDifferent }) => [key, isDifferent])).toEqual([
      ['bot', true],
      ['same', false],
    ])
    const [bot] = rows
    expect(
      bot?.cells.map((cell) => (cell === undefined || bot === undefined ? 0 : versionsBehind(bot, cell))),
    ).toEqual([0, 2, 0])
  })

  test('an entry that is missing in one environment differs', () => {
    const [row] = matrixOf([environment('a', entry('bot', '1')), environment('b')])
    expect(row).toMatchObject({ isDifferent: true, cells: [{ key: 'bot' }, undefined] })
  })

  test('changes are added, updated and removed entries', () => {
    const changes = changesBetween(
      [entry('gone', '1'), entry('moved', '1'), entry('same', '1')],
      [entry('moved', '2'), entry('new', '1'), entry('same', '1')],
    )
    expect(
      changes.map(({ key, before, after }) => [key, before?.revision.version, after?.revision.version]),
    ).toEqual([
      ['gone', '1', undefined],
      ['moved', '1', '2'],
      ['new', undefined, '1'],
    ])
  })
})

describe('the history of an environment', () => {
  const commit = (author: string, entries: Readonly<Record<string, string>>) => ({
    version: '1',
    author,
    date: `by ${author}`,
    data: {
      references: Object.fromEntries(
        Object.entries(entries).map(([key, version]) => [
          key,
          Object.fromEntries(
            ['application', 'application_variant', 'application_revision'].map((name) => [
              name,
              { id: `${key} ${version}`, slug: key, version },
            ]),
          ),
        ]),
      ),
    },
  })
  const log = [
    commit('eva', { bot: '2', search: '1' }),
    commit('bob', { bot: '2' }),
    commit('ann', { bot: '1', gone: '1' }),
  ]

  test('names the author of a deployment and the entry that it replaced', () => {
    const deployments = deploymentsIn(log, { isComplete: true })
    expect(deployments.get('bot')).toMatchObject({ author: 'bob', previous: { revision: { version: '1' } } })
    expect(deployments.get('search')).toMatchObject({ author: 'eva', previous: undefined })
    expect(deployments.has('gone')).toBe(false)
  })

  test('leaves out an entry that is older than the log', () => {
    const old = [commit('eva', { bot: '1' }), commit('bob', { bot: '1' })]
    expect(deploymentsIn(old, { isComplete: false }).has('bot')).toBe(false)
    expect(deploymentsIn(old, { isComplete: true }).get('bot')?.author).toBe('bob')
  })
})

describe('a promotion', () => {
  const staging = environment('staging', entry('bot', '5'), entry('new', '1'), entry('same', '1'))
  const production = environment('production', entry('bot', '3'), entry('only', '2'), entry('same', '1'))

  test('lists entries that are new or different, and removes none', () => {
    expect(promotableChanges(staging, production).map(({ key }) => key)).toEqual(['bot', 'new'])
  })

  test('is one change of the selected entries', () => {
    expect(promotionDelta(promotableChanges(staging, production))).toEqual({
      set: {
        bot: { application_revision: { id: 'bot main 5' } },
        new: { application_revision: { id: 'new main 1' } },
      },
    })
  })

  test('shows the scores of the newest run of a revision', () => {
    const run = (id: string, revision: string) => ({
      id,
      data: {
        steps: [
          { key: 'bot', type: 'invocation', references: { application_revision: { id: revision } } },
          {
            key: 'e',
            type: 'annotation',
            references: { evaluator: { slug: 'exact' } },
            inputs: [{ key: 'bot' }],
          },
          { key: 'all', type: 'annotation', inputs: [{ key: 'rows' }] },
          { key: 'search', type: 'invocation', references: {} },
          { key: 'other', type: 'annotation', inputs: [{ key: 'search' }] },
        ],
      },
    })
    const metrics = (rate: number) => ({
      e: {
        'attributes.ag.data.outputs.score': { type: 'numeric/continuous', mean: 0.1 },
        'attributes.ag.data.outputs.success': { type: 'binary', rate },
      },
      all: { 'attributes.ag.data.outputs.score': { type: 'numeric/continuous', mean: 0.2 } },
      other: { 'attributes.ag.data.outputs.score': { type: 'numeric/continuous', mean: 0.9 } },
    })
    const scores = scoresByRevision(
      [run('new', 'r1'), run('old', 'r1'), run('empty', 'r2')],
      new Map([
        ['new', metrics(0.75)],
        ['old', metrics(0.5)],
      ]),
    )
    expect(scores.get('r1')).toEqual({
      runId: 'new',
      runName: 'Unnamed run',
      scores: [
        { evaluator: 'exact', value: 0.75, isShare: true },
        { evaluator: 'all', value: 0.2, isShare: false },
      ],
    })
    expect(scores.has('r2')).toBe(false)
  })
})
