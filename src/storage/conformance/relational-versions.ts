// The promises of a relational store about versioned records. Part of the suite in relational.ts.
import { expect, test } from 'vitest'
import { systemClock } from '../../kernel/clock.ts'
import type { Level } from '../contract/contract.ts'
import { family, records } from './records.ts'
import type { Subject } from './subject.ts'

const clock = systemClock()
const levels = ['artifact', 'variant', 'revision'] as const satisfies readonly Level[]

const noLifecycle = {
  updatedAt: undefined,
  updatedById: undefined,
  deletedAt: undefined,
  deletedById: undefined,
}

function readAndInsertConformance({ store }: Subject): void {
  test('are returned as written, with the records above them', async () => {
    const { projectId, actorId, history } = records(clock)
    const { artifact, variant, revisions } = await history(store(), 2)
    const parent = {
      id: artifact.id,
      slug: artifact.slug,
      roles: 0,
      flags: artifact.flags,
      deletedAt: undefined,
    }
    expect(await store().read.artifact(projectId, family, { id: artifact.id })).toEqual({
      ...artifact,
      ...noLifecycle,
    })
    const { artifactId: _, ...branch } = variant
    expect(await store().read.variant(projectId, family, { id: variant.id })).toEqual({
      ...branch,
      ...noLifecycle,
      artifact: parent,
      headRevisionId: revisions[1]?.id,
      headVersion: 1,
    })
    const { artifactId: __, variantId: ___, ...commit } = revisions[1] ?? {}
    expect(await store().read.revision(projectId, family, { id: revisions[1]?.id })).toEqual({
      ...commit,
      ...noLifecycle,
      createdAt: revisions[1]?.date,
      createdById: actorId,
      artifact: parent,
      variant: { id: variant.id, slug: variant.slug, deletedAt: undefined },
    })
  })

  test('are found by id, by slug, and by both only if both match', async () => {
    const { projectId, history } = records(clock)
    const { artifact, variant, revisions } = await history(store(), 1)
    const { read } = store()
    for (const [level, record] of [
      ['artifact', artifact],
      ['variant', variant],
      ['revision', revisions[0]],
    ] as const) {
      const { id = '', slug = '' } = record ?? {}
      for (const key of [{ id }, { slug }, { id, slug }]) {
        expect((await read[level](projectId, family, key))?.id).toBe(id)
      }
      expect(await read[level](projectId, family, { id, slug: 'other' })).toBeUndefined()
      expect(await read[level](projectId, family, { id: clock.id(), slug })).toBeUndefined()
    }
  })

  test('of another project or family are unknown to every read', async () => {
    const { projectId, history } = records(clock)
    const { artifact, variant, revisions } = await history(store(), 1)
    const [revision] = revisions
    const { read } = store()
    const otherProject = clock.id()
    for (const [project, otherFamily] of [
      [otherProject, family],
      [projectId, 'query'],
    ] as const) {
      expect(await read.artifact(project, otherFamily, { id: artifact.id })).toBeUndefined()
      expect(await read.variant(project, otherFamily, { slug: variant.slug })).toBeUndefined()
      expect(await read.revision(project, otherFamily, { id: revision?.id })).toBeUndefined()
      expect(await read.headOfVariant(project, otherFamily, { id: variant.id })).toBeUndefined()
      expect(await read.headOfArtifact(project, otherFamily, { id: artifact.id })).toBeUndefined()
    }
    expect(await read.defaultVariant(otherProject, artifact.id)).toBeUndefined()
    expect(await read.defaultVariants(otherProject, [artifact.id])).toEqual([])
    expect(await read.revisionByVersion(otherProject, variant.id, 0)).toBeUndefined()
    expect(await read.revisions(otherProject, [revision?.id ?? ''])).toEqual([])
    const fullQuery = { fromVersion: undefined, depth: undefined, withData: true }
    expect(await read.log(otherProject, variant.id, fullQuery)).toEqual([])
  })

  test('that do not exist are undefined or an empty list, never an error', async () => {
    const { read } = store()
    const [projectId, id] = [clock.id(), clock.id()]
    for (const key of [{ id }, { id: 'not a uuid' }, { slug: 'none' }, { slug: 'nul \u0000 inside' }]) {
      for (const level of levels) expect(await read[level](projectId, family, key)).toBeUndefined()
      expect(await read.headOfVariant(projectId, family, key)).toBeUndefined()
      expect(await read.headOfArtifact(projectId, family, key)).toBeUndefined()
    }
    expect(await read.revisions(projectId, [])).toEqual([])
    expect(await read.defaultVariants(projectId, [])).toEqual([])
    expect(await read.revisionByVersion(projectId, id, 9_999_999_999)).toBeUndefined()
    const query = { fromVersion: 9_999_999_999, depth: undefined, withData: false }
    expect(await read.log(projectId, id, query)).toEqual([])
  })

  test('are refused without a change when their slug or their id is in use', async () => {
    const { projectId, artifact, variant, revision } = records(clock)
    const top = artifact()
    const branch = variant(top.id)
    const commit = revision(branch, 0)
    const otherId = clock.id()
    await store().write(async (tx) => {
      expect(await tx.insertArtifact(projectId, top)).toBe('inserted')
      expect(await tx.insertArtifact(projectId, artifact({ slug: top.slug }))).toBe('slug_taken')
      expect(await tx.insertArtifact(projectId, artifact({ id: top.id }))).toBe('id_taken')
      expect(await tx.insertVariant(projectId, branch)).toBe('inserted')
      expect(await tx.insertVariant(projectId, variant(top.id, { slug: branch.slug }))).toBe('slug_taken')
      expect(await tx.insertVariant(projectId, variant(top.id, { id: branch.id }))).toBe('id_taken')
      expect(await tx.insertRevision(projectId, commit)).toBe('inserted')
      expect(await tx.insertRevision(projectId, revision(branch, 1, { slug: commit.slug }))).toBe(
        'slug_taken',
      )
      expect(await tx.insertRevision(projectId, revision(branch, 1, { id: commit.id }))).toBe('id_taken')
      // The same slug is free in another family and in another project.
      expect(await tx.insertArtifact(projectId, artifact({ slug: top.slug, family: 'query' }))).toBe(
        'inserted',
      )
      expect(await tx.insertArtifact(otherId, artifact({ slug: top.slug }))).toBe('inserted')
    })
    expect((await store().read.artifact(projectId, family, { slug: top.slug }))?.id).toBe(top.id)
    expect((await store().read.variant(projectId, family, { id: branch.id }))?.headVersion).toBe(0)
  })

  test('with a version in use throw, whatever their slug', async () => {
    const { projectId, revision, history } = records(clock)
    const { variant } = await history(store(), 1)
    const duplicateWrite = store().write((tx) => tx.insertRevision(projectId, revision(variant, 0)))
    await expect(duplicateWrite).rejects.toThrow(/was not locked/)
  })
}

function headConformance({ store }: Subject): void {
  test('have as default variant the oldest one, archived or not', async () => {
    const { projectId, artifact, variant } = records(clock)
    const tops = [artifact(), artifact()]
    const branches = tops.flatMap(({ id }) => [variant(id), variant(id)])
    const [first, , third] = branches
    await store().write(async (tx) => {
      for (const top of tops) await tx.insertArtifact(projectId, top)
      for (const branch of branches.toReversed()) await tx.insertVariant(projectId, branch)
      const mark = { archived: true, at: clock.now(), by: clock.id() }
      await tx.setArchived('variant', projectId, first?.id ?? '', mark)
    })
    const { read } = store()
    expect((await read.defaultVariant(projectId, tops[0]?.id ?? ''))?.id).toBe(first?.id)
    const defaults = await read.defaultVariants(projectId, [...tops.map(({ id }) => id), clock.id()])
    expect(new Set(defaults.map(({ id }) => id))).toEqual(new Set([first?.id, third?.id]))
    expect(await read.headOfVariant(projectId, family, { id: first?.id })).toBeUndefined()
    expect(await read.headOfArtifact(projectId, family, { id: tops[0]?.id })).toBeUndefined()
  })

  test('return the parsed payload of a revision, however often it is read and however many others are read between', async () => {
    const { projectId, history } = records(clock)
    const { revisions } = await history(store(), 100)
    const { read } = store()
    const [first] = revisions
    const parse = (text: string | undefined): unknown => JSON.parse(text ?? '')
    for (const { id, dataText } of revisions) {
      expect(await read.payload(projectId, id)).toEqual(parse(dataText))
      expect(await read.payload(projectId, first?.id ?? '')).toEqual(parse(first?.dataText))
    }
    expect(await read.payload(clock.id(), first?.id ?? '')).toBeUndefined()
    expect(await read.payload(projectId, clock.id())).toBeUndefined()
  })

  test('are read without their payload on request', async () => {
    const { projectId, history } = records(clock)
    const { artifact, variant, revisions } = await history(store(), 2)
    const { read } = store()
    const part = { withData: false }
    const id = revisions[1]?.id
    const fullRevision = await read.revision(projectId, family, { id })
    expect(fullRevision?.dataText).toBeDefined()
    const header = { ...fullRevision, dataText: undefined }
    expect(await read.revision(projectId, family, { id }, part)).toEqual(header)
    expect(await read.headOfVariant(projectId, family, { id: variant.id }, part)).toEqual(header)
    expect(await read.headOfArtifact(projectId, family, { id: artifact.id }, part)).toEqual(header)
    expect(await read.revisionByVersion(projectId, variant.id, 1, part)).toEqual(header)
  })

  test('have as head the newest revision, by variant and by artifact', async () => {
    const { projectId, history } = records(clock)
    const { artifact, variant, revisions } = await history(store(), 3)
    const { read } = store()
    for (const key of [{ id: variant.id }, { slug: variant.slug }]) {
      expect((await read.headOfVariant(projectId, family, key))?.id).toBe(revisions[2]?.id)
    }
    for (const key of [{ id: artifact.id }, { slug: artifact.slug }]) {
      expect((await read.headOfArtifact(projectId, family, key))?.id).toBe(revisions[2]?.id)
    }
    expect((await read.revisionByVersion(projectId, variant.id, 1))?.id).toBe(revisions[1]?.id)
    expect(await read.revisionByVersion(projectId, variant.id, 3)).toBeUndefined()
    const someRevisions = await read.revisions(projectId, [
      revisions[0]?.id ?? '',
      revisions[2]?.id ?? '',
      clock.id(),
    ])
    expect(new Set(someRevisions.map(({ version }) => version))).toEqual(new Set([0, 2]))
  })

  test('have a log newest first, from a version, to a depth, with payloads on request', async () => {
    const { projectId, history } = records(clock)
    const { variant, revisions } = await history(store(), 4)
    const log = async (fromVersion: number | undefined, depth: number | undefined) =>
      (await store().read.log(projectId, variant.id, { fromVersion, depth, withData: false })).map(
        ({ version }) => version,
      )
    expect(await log(undefined, undefined)).toEqual([3, 2, 1, 0])
    expect(await log(2, undefined)).toEqual([2, 1, 0])
    expect(await log(2, 2)).toEqual([2, 1])
    expect(await log(undefined, 0)).toEqual([])
    expect(await log(9_999_999_999, 1)).toEqual([3])
    const texts = async (withData: boolean) =>
      (
        await store().read.log(projectId, variant.id, { fromVersion: undefined, depth: undefined, withData })
      ).map(({ dataText }) => dataText)
    expect(await texts(true)).toEqual(revisions.map(({ dataText }) => dataText).toReversed())
    expect(await texts(false)).toEqual([undefined, undefined, undefined, undefined])
  })
}

function changeConformance({ store }: Subject): void {
  test.each(levels)('keep fields that an edit of the %s omits, and record author and time', async (level) => {
    const { projectId, history } = records(clock)
    const storedHistory = await history(store(), 1)
    const id =
      {
        artifact: storedHistory.artifact,
        variant: storedHistory.variant,
        revision: storedHistory.revisions[0],
      }[level]?.id ?? ''
    const before = await store().read[level](projectId, family, { id })
    const [at, by] = [clock.now(), clock.id()]
    const patch = { name: undefined, tags: { only: 'this' } }
    await store().write((tx) => tx.editHeader(level, clock.id(), id, { patch, at, by }))
    expect(await store().read[level](projectId, family, { id })).toEqual(before)
    await store().write((tx) => tx.editHeader(level, projectId, id, { patch, at, by }))
    const after = await store().read[level](projectId, family, { id })
    expect(after).toEqual({ ...before, ...patch, updatedAt: at, updatedById: by })
  })

  test.each(levels)('are archived once at the level of the %s, and can be restored', async (level) => {
    const { projectId, history } = records(clock)
    const storedHistory = await history(store(), 1)
    const id =
      {
        artifact: storedHistory.artifact,
        variant: storedHistory.variant,
        revision: storedHistory.revisions[0],
      }[level]?.id ?? ''
    const by = clock.id()
    const mark = async (isArchived: boolean, project = projectId) => {
      const at = clock.now()
      await store().write((tx) => tx.setArchived(level, project, id, { archived: isArchived, at, by }))
      return at
    }
    const deletedAt = async () => (await store().read[level](projectId, family, { id }))?.deletedAt
    await mark(true, clock.id())
    expect(await deletedAt()).toBeUndefined()
    const first = await mark(true)
    await mark(true)
    expect(await deletedAt()).toBe(first)
    const revision = await store().read.revision(projectId, family, { id: storedHistory.revisions[0]?.id })
    expect([revision?.artifact.deletedAt, revision?.variant.deletedAt, revision?.deletedAt]).toEqual(
      levels.map((candidate) => (candidate === level ? first : undefined)),
    )
    await mark(false)
    expect(await deletedAt()).toBeUndefined()
  })

  test('are locked until the transaction ends, so that no increment is lost', async () => {
    const { projectId, revision, history } = records(clock)
    const { variant, artifact } = await history(store(), 0)
    const commits = Array.from({ length: 20 }, () =>
      store().write(async (tx) => {
        const lockedVariant = await tx.lockVariant(projectId, family, { id: variant.id })
        const version = (lockedVariant?.headVersion ?? -1) + 1
        expect(await tx.insertRevision(projectId, revision(variant, version))).toBe('inserted')
        return version
      }),
    )
    expect((await Promise.all(commits)).toSorted((a, b) => a - b)).toEqual(commits.map((_, i) => i))
    const edits = Array.from({ length: 10 }, () =>
      store().write(async (tx) => {
        const lockedArtifact = await tx.lockArtifact(projectId, family, { slug: artifact.slug })
        const meta = { count: Number(lockedArtifact?.meta?.['count'] ?? 0) + 1 }
        const edit = { patch: { meta }, at: clock.now(), by: clock.id() }
        await tx.editHeader('artifact', projectId, artifact.id, edit)
      }),
    )
    await Promise.all(edits)
    const after = await store().read.artifact(projectId, family, { id: artifact.id })
    expect(after?.meta).toEqual({ count: 10 })
    expect(await store().write((tx) => tx.lockVariant(clock.id(), family, variant))).toBeUndefined()
    expect(await store().write((tx) => tx.lockArtifact(clock.id(), family, artifact))).toBeUndefined()
  })
}

export function versionConformance(subject: Subject): void {
  readAndInsertConformance(subject)
  headConformance(subject)
  changeConformance(subject)
}
