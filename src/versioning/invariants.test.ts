// Invariants of versioned records. Runs random sequences of operations and compares the result with a model that
// stores only the commits.
import * as fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { bothBackends } from '../../test/support/api.ts'
import { openFreshStore } from '../../test/support/databases.ts'
import { realEngine, scopeOf } from '../../test/support/engine.ts'
import { amount } from '../../test/support/tier.ts'
import type { AssayError } from '../kernel/errors.ts'
import type { JsonObject } from '../kernel/json/value.ts'
import type { Scope } from '../access/scope.ts'
import type { Level, RelationalStore, Revision } from '../storage/contract/contract.ts'
import { commit } from './commit.ts'
import { createArtifact, createVariant } from './create.ts'
import { archiveRecord, editRecord, fetchRecord } from './edit.ts'
import { fork } from './fork.ts'
import { kinds } from './kinds.ts'
import { log } from './log.ts'
import { resolveReference } from './references/resolve-reference.ts'

const kind = kinds.application
const engine = realEngine()

/** The part of a revision that must never change after its commit. */
const committedPart = (revision: Revision) => ({
  id: revision.id,
  slug: revision.slug,
  version: revision.version,
  variantId: revision.variant.id,
  artifactId: revision.artifact.id,
  author: revision.author,
  date: revision.date,
  message: revision.message,
  dataText: revision.dataText,
  contentHash: revision.contentHash,
  flags: revision.flags,
  createdAt: revision.createdAt,
})
type CommittedRevision = ReturnType<typeof committedPart>

interface BranchModel {
  readonly artifactId: string
  readonly commits: CommittedRevision[]
}

interface Model {
  readonly artifacts: string[]
  readonly branches: Map<string, BranchModel>
  readonly archived: Set<string>
}

type Step = fc.AsyncCommand<Model, Scope>

const pick = <T>(items: Iterable<T>, position: number): T | undefined => {
  const list = [...items]
  return list[position % Math.max(list.length, 1)]
}

const codeOf = (error: unknown): string => (error as AssayError).code

/** A named step, so that a counterexample is readable. */
const step = (
  name: string,
  isPossible: (model: Readonly<Model>) => boolean,
  run: (model: Model, scope: Scope) => Promise<void>,
): Step => ({ check: isPossible, run, toString: () => name })

const newArtifact = step(
  'new artifact',
  () => true,
  async (model, scope) => {
    model.artifacts.push((await createArtifact({ engine, scope, kind }, { header: {}, id: undefined })).id)
  },
)

const newVariant = (position: number): Step =>
  step(
    `new variant of ${position}`,
    (model) => model.artifacts.length > 0,
    async (model, scope) => {
      const artifactId = pick(model.artifacts, position) ?? ''
      const variantPromise = createVariant({ engine, scope, kind }, { header: {}, artifactId })
      if (model.archived.has(artifactId)) {
        expect(codeOf(await variantPromise.catch((error: unknown) => error))).toBe('archived')
        return
      }
      model.branches.set((await variantPromise).id, { artifactId, commits: [] })
    },
  )

const newRevision = (position: number, parameters: JsonObject, message: string | undefined): Step =>
  step(
    `commit ${JSON.stringify(parameters)} on ${position}`,
    (model) => model.branches.size > 0,
    async (model, scope) => {
      const [variantId = '', branch] = pick(model.branches, position) ?? []
      const input = { variantId, header: {}, message, data: { parameters }, loc: ['body'] }
      const commitPromise = commit({ engine, scope, kind }, input)
      if (model.archived.has(variantId) || model.archived.has(branch?.artifactId ?? '')) {
        expect(codeOf(await commitPromise.catch((error: unknown) => error))).toBe('archived')
        return
      }
      const { revision } = await commitPromise
      expect(revision.version).toBe(branch?.commits.length)
      branch?.commits.push(committedPart(revision))
    },
  )

const newFork = (position: number, version: number): Step =>
  step(
    `fork ${position} at ${version}`,
    (model) => [...model.branches.values()].some(({ commits }) => commits.length > 0),
    async (model, scope) => {
      const nonEmptyBranches = [...model.branches.values()].filter(({ commits }) => commits.length > 0)
      const branch = pick(nonEmptyBranches, position)
      const source = pick(branch?.commits ?? [], version)
      if (branch === undefined || source === undefined) throw new Error('nothing to fork')
      const forkPromise = fork(
        { engine, scope, kind },
        {
          references: { revision: { id: source.id } },
          header: {},
        },
      )
      if (model.archived.has(branch.artifactId)) {
        expect(codeOf(await forkPromise.catch((error: unknown) => error))).toBe('archived')
        return
      }
      const { id } = await forkPromise
      const copies = (await log({ scope, kind }, { variantId: id, withData: true })).toReversed()
      const originals = branch.commits
        .slice(0, source.version + 1)
        .filter((revision) => revision.id === source.id || !model.archived.has(revision.id))
      expect(copies.map(({ dataText }) => dataText)).toEqual(originals.map(({ dataText }) => dataText))
      model.branches.set(id, { artifactId: branch.artifactId, commits: copies.map(committedPart) })
    },
  )

const idsAt = (model: Readonly<Model>, level: Level): readonly string[] => {
  if (level === 'artifact') return model.artifacts
  if (level === 'variant') return [...model.branches.keys()]
  return [...model.branches.values()].flatMap(({ commits }) => commits.map(({ id }) => id))
}

const setArchived = (level: Level, position: number, isArchived: boolean): Step =>
  step(
    `${isArchived ? 'archive' : 'unarchive'} ${level} ${position}`,
    (model) => idsAt(model, level).length > 0,
    async (model, scope) => {
      const id = pick(idsAt(model, level), position) ?? ''
      const before = await fetchRecord(
        { reads: scope.store.read, projectId: scope.projectId },
        { kind, level, id },
      )
      const after = await archiveRecord(
        { engine, scope, kind },
        { level, input: { id, archived: isArchived } },
      )
      const wasArchived = model.archived.has(id)
      if (wasArchived === isArchived) expect(after).toEqual(before)
      expect(after.deletedAt !== undefined).toBe(isArchived)
      if (isArchived) model.archived.add(id)
      else model.archived.delete(id)
    },
  )

const archiveAndUnarchive = (level: Level, position: number): Step =>
  step(
    `archive and unarchive ${level} ${position}`,
    (model) => idsAt(model, level).some((id) => !model.archived.has(id)),
    async (model, scope) => {
      const id = pick(
        idsAt(model, level).filter((id) => !model.archived.has(id)),
        position,
      )
      if (id === undefined) throw new Error('nothing to archive')
      const before = await fetchRecord(
        { reads: scope.store.read, projectId: scope.projectId },
        { kind, level, id },
      )
      await archiveRecord({ engine, scope, kind }, { level, input: { id, archived: true } })
      const after = await archiveRecord({ engine, scope, kind }, { level, input: { id, archived: false } })
      const { updatedAt, updatedById } = after
      expect(after).toEqual({ ...before, updatedAt, updatedById })
    },
  )

const rename = (level: Level, position: number, name: string): Step =>
  step(
    `rename ${level} ${position}`,
    (model) => idsAt(model, level).length > 0,
    async (model, scope) => {
      const id = pick(idsAt(model, level), position) ?? ''
      const record = await editRecord(
        { engine, scope, kind },
        { level, input: { id, edit: { name } } },
      ).catch((error: unknown) => codeOf(error))
      expect(typeof record === 'string' ? record : record.name).toBe(
        typeof record === 'string' ? 'archived' : name,
      )
    },
  )

/** Every commit still exists, unchanged, in order, and reachable in every way. */
async function expectInvariants(model: Model, scope: Scope): Promise<void> {
  const where = { reads: scope.store.read, projectId: scope.projectId, kind }
  for (const id of model.artifacts) {
    expect(
      (
        await fetchRecord(
          { reads: scope.store.read, projectId: scope.projectId },
          { kind, level: 'artifact', id },
        )
      )?.id,
    ).toBe(id)
  }
  for (const [variantId, { commits }] of model.branches) {
    const history = await log({ scope, kind }, { variantId, withData: true })
    expect(history.map(committedPart).toReversed()).toEqual(commits)
    expect(commits.map(({ version }) => version)).toEqual(commits.map((_, i) => i))
    const head = await resolveReference(where, { target: { variant: { id: variantId } }, verb: 'retrieve' })
    expect(head?.revision).toEqual(history[0])
    for (const revision of commits) {
      const byId = await resolveReference(where, {
        target: { revision: { id: revision.id } },
        verb: 'retrieve',
      })
      expect(byId && committedPart(byId.revision)).toEqual(revision)
    }
  }
}

const position = fc.nat({ max: 20 })
const level = fc.constantFrom<Level>('artifact', 'variant', 'revision')
const json = fc.oneof(fc.integer(), fc.string({ unit: 'grapheme' }), fc.boolean(), fc.constant(null))
const parameters = fc.dictionary(fc.string({ maxLength: 6 }), json, { maxKeys: 4 })
const message = fc.option(fc.string({ maxLength: 10 }), { nil: undefined })

const steps = fc.commands(
  [
    fc.constant(newArtifact),
    position.map(newVariant),
    fc.tuple(position, parameters, message).map((args) => newRevision(...args)),
    fc.tuple(position, parameters, message).map((args) => newRevision(...args)),
    fc.tuple(position, position).map((args) => newFork(...args)),
    fc.tuple(level, position, fc.boolean()).map((args) => setArchived(...args)),
    fc.tuple(level, position).map((args) => archiveAndUnarchive(...args)),
    fc.tuple(level, position, fc.constantFrom('one', 'other')).map((args) => rename(...args)),
  ],
  { maxCommands: 25, size: 'max' },
)

describe.each(bothBackends)('versioned records on %s', (backend) => {
  let store: RelationalStore
  beforeAll(async () => {
    const testStore = await openFreshStore(backend)
    store = testStore.store
    return testStore.close
  })

  test('keep every commit unchanged, without gaps and resolvable, under any sequence of operations', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (commands) => {
        const scope = scopeOf(store, engine.clock.id())
        const model: Model = { artifacts: [], branches: new Map(), archived: new Set() }
        await fc.asyncModelRun(() => ({ model, real: scope }), [newArtifact, newVariant(0), ...commands])
        await expectInvariants(model, scope)
      }),
      { numRuns: backend === 'sqlite' ? amount(20, 60) : amount(5, 20) },
    )
  })
})
