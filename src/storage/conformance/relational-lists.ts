// The promises of a relational store about lists of versioned records. Part of the suite in relational.ts.
import { expect, test } from 'vitest'
import { systemClock } from '../../kernel/clock.ts'
import type { ListBounds, ListFilter } from '../contract/contract.ts'
import { allAscending, noFilter, records } from './records.ts'
import type { Subject } from './subject.ts'

const clock = systemClock()

export function listConformance({ store }: Subject): void {
  const page = async (projectId: string, filter: Partial<ListFilter>, bounds: Partial<ListBounds> = {}) =>
    store().read.listArtifacts(projectId, { ...noFilter, ...filter }, { ...allAscending, ...bounds })

  test('are ordered by creation time and then by id, in both directions', async () => {
    const { projectId, artifact } = records(clock)
    const createdAt = clock.now()
    const artifacts = [artifact(), ...Array.from({ length: 4 }, () => artifact({ createdAt })), artifact()]
    await store().write(async (tx) => {
      for (const record of artifacts.toReversed()) await tx.insertArtifact(projectId, record)
    })
    const order = artifacts
      .map((record) => ({ at: record.createdAt, id: record.id }))
      .toSorted((a, b) => (a.at === b.at ? (a.id < b.id ? -1 : 1) : a.at < b.at ? -1 : 1))
      .map(({ id }) => id)
    expect((await page(projectId, {})).map(({ id }) => id)).toEqual(order)
    expect((await page(projectId, {}, { order: 'descending' })).map(({ id }) => id)).toEqual(
      order.toReversed(),
    )
  })

  test.each(['ascending', 'descending'] as const)(
    'neither skip nor repeat, read %s page by page while records are added',
    async (order) => {
      const { projectId, artifact } = records(clock)
      const createdAt = clock.now()
      const artifacts = Array.from({ length: 10 }, (_, i) => artifact(i % 3 === 0 ? { createdAt } : {}))
      for (const record of artifacts) await store().write((tx) => tx.insertArtifact(projectId, record))
      const ids: string[] = []
      let after: ListBounds['after']
      for (let round = 0; round < 20; round++) {
        const listedArtifacts = await page(projectId, {}, { order, limit: 3, after })
        const last = listedArtifacts.at(-1)
        if (last === undefined) break
        ids.push(...listedArtifacts.map(({ id }) => id))
        after = { createdAt: last.createdAt, id: last.id }
        await store().write((tx) => tx.insertArtifact(projectId, artifact()))
      }
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids).toEqual(expect.arrayContaining(artifacts.map(({ id }) => id)))
    },
  )

  test('respect inclusive and exclusive time bounds', async () => {
    const { projectId, artifact } = records(clock)
    const artifacts = [artifact(), artifact(), artifact(), artifact()]
    await store().write(async (tx) => {
      for (const record of artifacts) await tx.insertArtifact(projectId, record)
    })
    const places = async (bounds: Partial<ListBounds>) =>
      (await page(projectId, {}, bounds)).map(({ id }) => artifacts.findIndex((record) => record.id === id))
    const [from, to] = [artifacts[1]?.createdAt ?? '', artifacts[2]?.createdAt ?? '']
    expect(
      await places({ from: { time: from, inclusive: true }, to: { time: to, inclusive: true } }),
    ).toEqual([1, 2])
    expect(await places({ from: { time: from, inclusive: false } })).toEqual([2, 3])
    expect(await places({ to: { time: to, inclusive: false } })).toEqual([0, 1])
  })

  test('omit archived records and records below archived ones, unless requested', async () => {
    const { projectId, history } = records(clock)
    const liveHistory = await history(store(), 2)
    const archivedHistory = await history(store(), 2)
    await store().write((tx) =>
      tx.setArchived('artifact', projectId, archivedHistory.artifact.id, {
        archived: true,
        at: clock.now(),
        by: clock.id(),
      }),
    )
    const { read } = store()
    const withArchived = { ...noFilter, includeArchived: true }
    expect((await read.listArtifacts(projectId, noFilter, allAscending)).map(({ id }) => id)).toEqual([
      liveHistory.artifact.id,
    ])
    expect((await read.listVariants(projectId, noFilter, allAscending)).map(({ id }) => id)).toEqual([
      liveHistory.variant.id,
    ])
    expect((await read.listRevisions(projectId, noFilter, allAscending)).map(({ id }) => id)).toEqual(
      liveHistory.revisions.map(({ id }) => id),
    )
    expect(await read.listArtifacts(projectId, withArchived, allAscending)).toHaveLength(2)
    expect(await read.listVariants(projectId, withArchived, allAscending)).toHaveLength(2)
    expect(await read.listRevisions(projectId, withArchived, allAscending)).toHaveLength(4)
    expect(await read.listRevisions(clock.id(), withArchived, allAscending)).toEqual([])
  })

  test('are filtered by references: all members must match, elements are alternatives', async () => {
    const { projectId, history } = records(clock)
    const [historyA, historyB] = [await history(store(), 3), await history(store(), 2)]
    const revisions = async (filter: Partial<ListFilter>) =>
      (await store().read.listRevisions(projectId, { ...noFilter, ...filter }, allAscending)).map(
        ({ id }) => id,
      )
    const idsOf = (artifacts: typeof historyA, ...versions: number[]) =>
      versions.map((v) => artifacts.revisions[v]?.id)
    expect(await revisions({ artifactRefs: [{ id: historyA.artifact.id }] })).toEqual(
      idsOf(historyA, 0, 1, 2),
    )
    expect(await revisions({ variantRefs: [{ slug: historyB.variant.slug }] })).toEqual(idsOf(historyB, 0, 1))
    expect(
      await revisions({ artifactRefs: [{ id: historyA.artifact.id, slug: historyB.artifact.slug }] }),
    ).toEqual([])
    expect(
      await revisions({ revisionRefs: [{ version: 2 }, { id: historyB.revisions[0]?.id, version: 0 }] }),
    ).toEqual([...idsOf(historyA, 2), ...idsOf(historyB, 0)])
    expect(await revisions({ revisionRefs: [{ version: 9_999_999_999 }] })).toEqual([])
    expect(await revisions({ artifactRefs: [], variantRefs: [], revisionRefs: [] })).toHaveLength(5)
    expect(
      (await page(projectId, { artifactRefs: [{ slug: historyA.artifact.slug }, { slug: 'no such' }] })).map(
        ({ id }) => id,
      ),
    ).toEqual([historyA.artifact.id])
  })

  test('accept more references, slugs and dates than a statement has parameters', async () => {
    const { projectId, history } = records(clock)
    const { artifact, revisions } = await history(store(), 2)
    const unknownRefs = Array.from({ length: 40_000 }, () => ({ id: clock.id(), slug: clock.hex(12) }))
    const manySlugs = unknownRefs.map(({ slug }) => slug)
    expect(await page(projectId, { slugs: [...manySlugs, artifact.slug] })).toHaveLength(1)
    const dates = [...manySlugs, revisions[1]?.date ?? '']
    const datedFilter = { ...noFilter, dates, authors: [...manySlugs, revisions[1]?.author ?? ''] }
    expect(await store().read.listRevisions(projectId, datedFilter, allAscending)).toMatchObject([
      { version: 1 },
    ])
    const ids = [...unknownRefs.map(({ id }) => id), revisions[0]?.id ?? '']
    expect(await store().read.revisions(projectId, ids)).toMatchObject([{ version: 0 }])
    const refs = [...unknownRefs, { id: artifact.id, slug: artifact.slug }]
    expect(await page(projectId, { artifactRefs: refs })).toHaveLength(1)
    const slugs = [...unknownRefs.map(({ slug }) => ({ slug })), { slug: artifact.slug }]
    expect(await page(projectId, { artifactRefs: slugs })).toHaveLength(1)
    const versions = [
      ...unknownRefs.map(({ id }) => ({ id, version: 1 })),
      { id: revisions[1]?.id, version: 1 },
      { id: revisions[0]?.id, version: 1 },
    ]
    const listedRevisions = await store().read.listRevisions(
      projectId,
      { ...noFilter, revisionRefs: versions },
      allAscending,
    )
    expect(listedRevisions.map(({ version }) => version)).toEqual([1])
  })

  test('of variants and revisions are filtered by the role of their artifact, rare or common', async () => {
    const { projectId, artifact, variant, revision } = records(clock)
    const artifacts = Array.from({ length: 104 }, (_, i) => artifact({ roles: i < 102 ? 1 : 2 }))
    const variants = artifacts.map(({ id }) => variant(id))
    const revisions = variants.map((branch) => revision(branch, 0))
    await store().write(async (tx) => {
      for (const record of artifacts) await tx.insertArtifact(projectId, record)
      for (const record of variants) await tx.insertVariant(projectId, record)
      for (const record of revisions) await tx.insertRevision(projectId, record)
    })
    for (const [list, all] of [
      ['listVariants', variants],
      ['listRevisions', revisions],
    ] as const) {
      const idsOfRole = async (roleMask: number) =>
        (await store().read[list](projectId, { ...noFilter, roleMask }, allAscending)).map(({ id }) => id)
      const ids = all.map(({ id }) => id)
      expect(await idsOfRole(1)).toEqual(ids.slice(0, 102))
      expect(await idsOfRole(2)).toEqual(ids.slice(102))
      expect(await idsOfRole(4)).toEqual([])
    }
  })

  test('are filtered by slugs, roles, authors and dates; an empty list restricts nothing', async () => {
    const { projectId, actorId, artifact, history } = records(clock)
    const artifacts = [artifact({ roles: 1 }), artifact({ roles: 2 }), artifact({ roles: 5 })]
    await store().write(async (tx) => {
      for (const record of artifacts) await tx.insertArtifact(projectId, record)
    })
    const { revisions } = await history(store(), 3)
    expect((await page(projectId, { roleMask: 4 })).map(({ id }) => id)).toEqual([artifacts[2]?.id])
    expect((await page(projectId, { roleMask: 3 })).map(({ id }) => id)).toEqual(
      artifacts.map(({ id }) => id),
    )
    const slugs = [artifacts[1]?.slug ?? '', 'nul \u0000', 'none']
    expect((await page(projectId, { slugs })).map(({ id }) => id)).toEqual([artifacts[1]?.id])
    const listRevisions = (filter: Partial<ListFilter>) =>
      store().read.listRevisions(projectId, { ...noFilter, ...filter }, allAscending)
    expect(await listRevisions({ authors: [actorId] })).toHaveLength(3)
    expect(await listRevisions({ authors: ['nul \u0000', clock.id()] })).toEqual([])
    const dates = [revisions[1]?.date ?? '']
    expect((await listRevisions({ dates })).map(({ version }) => version)).toEqual([1])
    expect(await listRevisions({ slugs: [], authors: [], dates: [] })).toHaveLength(3)
    // Only revisions have authors and dates; lists of artifacts ignore these filters.
    expect(await page(projectId, { authors: [clock.id()], dates })).toHaveLength(4)
  })
}
