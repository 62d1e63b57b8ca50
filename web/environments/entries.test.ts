import { describe, expect, test } from 'vitest'
import type { Entry, Environment } from '../app/versions/entries.ts'
import { behind, changesBetween, matrixOf } from './entries.ts'

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
  guarded: false,
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

  test('a row reports whether they differ, and how far one is behind on its variant', () => {
    expect(rows.map(({ key, differs }) => [key, differs])).toEqual([
      ['bot', true],
      ['same', false],
    ])
    const [bot] = rows
    expect(
      bot?.cells.map((cell) => (cell === undefined || bot === undefined ? 0 : behind(bot, cell))),
    ).toEqual([0, 2, 0])
  })

  test('an entry that is missing in one environment differs', () => {
    const [row] = matrixOf([environment('a', entry('bot', '1')), environment('b')])
    expect(row).toMatchObject({ differs: true, cells: [{ key: 'bot' }, undefined] })
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
