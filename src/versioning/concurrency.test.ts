// Concurrent commits and deployments: from one process, several stores and several processes.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backends } from '../../test/support/api.ts'
import { runFile } from '../../test/support/children.ts'
import { freshDatabase, type FreshDatabase } from '../../test/support/databases.ts'
import { realEngine, scopeOf } from '../../test/support/engine.ts'
import type { AssayError } from '../kernel/errors.ts'
import type { Scope } from '../access/scope.ts'
import type { RelationalStore, Variant } from '../storage/contract/contract.ts'
import { commit } from './commit.ts'
import { createArtifact, createVariant } from './create.ts'
import { deploy } from './environments/deploy.ts'
import { editRecord, fetchRecord } from './edit.ts'
import { entriesOf } from './references/environment-entry.ts'
import { kinds } from './kinds.ts'
import { log } from './log.ts'
import { seedEnvironments } from './seed.ts'

const kind = kinds.application
const engine = realEngine()

const counting = (length: number) => Array.from({ length }, (_, i) => i)
const ascending = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)

async function newBranch(scope: Scope): Promise<Variant> {
  const { id } = await createArtifact({ engine, scope, kind }, { header: {}, id: undefined })
  return createVariant({ engine, scope, kind }, { header: {}, artifactId: id })
}

const commitTurn = (scope: Scope, variantId: string, turn: number, baseRevisionId?: string) =>
  commit(
    { engine, scope, kind },
    {
      variantId,
      baseRevisionId,
      header: {},
      data: { parameters: { turn } },
      loc: ['body'],
    },
  )

const deployUnder = (scope: Scope, variantId: string, environment: string, key: string) =>
  deploy(
    { engine, scope, kind },
    {
      references: { variant: { id: variantId } },
      environment: { artifact: { slug: environment } },
      key,
      message: undefined,
    },
  )

async function keysIn(scope: Scope, environment: string): Promise<readonly string[]> {
  const head = await scope.store.read.headOfArtifact(scope.projectId, 'environment', { slug: environment })
  return Object.keys(entriesOf(head)).toSorted()
}

async function expectWholeHistory(scope: Scope, variantId: string, length: number): Promise<void> {
  const history = await log({ scope, kind }, { variantId, withData: true })
  expect(history.map(({ version }) => version).toReversed()).toEqual(counting(length))
  // Times have the order of versions.
  const dates = history.map(({ date }) => date).toReversed()
  expect(dates).toEqual(dates.toSorted())
  expect(history.every(({ dataText }) => dataText !== undefined)).toBe(true)
  const head = await scope.store.read.headOfVariant(scope.projectId, kind.family, { id: variantId })
  expect(head?.id).toBe(history[0]?.id)
}

describe.each(backends)('on %s', (backend) => {
  let database: FreshDatabase
  let stores: readonly RelationalStore[]
  let scopes: readonly Scope[]
  let scope: Scope
  beforeAll(async () => {
    database = await freshDatabase(backend)
    stores = [await database.open(), await database.open(), await database.open()]
    const projectId = engine.clock.id()
    scopes = stores.map((store) => scopeOf(store, projectId))
    scope = scopes[0] as Scope
    await scope.store.write((tx) => seedEnvironments(engine, { scope, tx }))
  })
  afterAll(async () => {
    for (const store of stores) await store.close()
    await database.remove()
  })
  const each = (turn: number): Scope => scopes[turn % scopes.length] ?? scope

  test('concurrent commits of several stores leave no gap and lose nothing', async () => {
    const variants = [await newBranch(scope), await newBranch(scope)]
    const commits = counting(60).map((turn) => commitTurn(each(turn), variants[turn % 2]?.id ?? '', turn))
    const revisions = await Promise.all(commits)
    for (const { id } of variants) {
      const versions = revisions.filter(({ revision }) => revision.variant.id === id)
      expect(ascending(versions.map(({ revision }) => revision.version))).toEqual(counting(30))
    }
    for (const { id } of variants) await expectWholeHistory(scope, id, 30)
  })

  test('exactly one of several commits on the same base succeeds', async () => {
    const { id } = await newBranch(scope)
    const base = (await commitTurn(scope, id, 0)).revision.id
    const outcomes = await Promise.allSettled(
      counting(12).map((turn) => commitTurn(each(turn), id, turn, base)),
    )
    const refusals = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [(outcome.reason as AssayError).code] : [],
    )
    expect(refusals).toEqual(counting(11).map(() => 'revision_conflict'))
    await expectWholeHistory(scope, id, 2)
  })

  test('concurrent deployments under different keys are all stored', async () => {
    const { id } = await newBranch(scope)
    await commitTurn(scope, id, 0)
    const keys = counting(24).map((turn) => `key-${String(turn).padStart(2, '0')}`)
    await Promise.all(keys.map((key, turn) => deployUnder(each(turn), id, 'staging', key)))
    expect(await keysIn(scope, 'staging')).toEqual(keys)
  })

  test('the first deployments into an environment without a variant are all stored', async () => {
    const { id } = await newBranch(scope)
    await commitTurn(scope, id, 0)
    for (const round of counting(3)) {
      const slug = `bare-${round}`
      await createArtifact({ engine, scope, kind: kinds.environment }, { header: { slug }, id: undefined })
      const keys = counting(60).map((turn) => `key-${String(turn).padStart(2, '0')}`)
      await Promise.all(keys.map((key, turn) => deployUnder(each(turn), id, slug, key)))
      expect(await keysIn(scope, slug)).toEqual(keys)
    }
  })

  test.each(['artifact', 'variant', 'revision'] as const)(
    'concurrent edits of different flags of one %s are all stored',
    async (level) => {
      const of = kinds.query
      const { id } = await createArtifact({ engine, scope, kind: of }, { header: {}, id: undefined })
      const variant = await createVariant({ engine, scope, kind: of }, { header: {}, artifactId: id })
      const { revision } = await commit(
        { engine, scope, kind: of },
        {
          variantId: variant.id,
          header: {},
          data: {},
          loc: ['body'],
        },
      )
      const target = { artifact: id, variant: variant.id, revision: revision.id }[level]
      const flags = counting(20).map((turn) => `flag_${turn}`)
      await Promise.all(
        flags.map((flag, turn) =>
          editRecord(
            { engine, scope: each(turn), kind: of },
            {
              level,
              input: {
                id: target,
                edit: { flags: { [flag]: true } },
              },
            },
          ),
        ),
      )
      const after = await fetchRecord(
        { reads: scope.store.read, projectId: scope.projectId },
        { kind: of, level, id: target },
      )
      expect(Object.keys(after?.flags ?? {}).toSorted()).toEqual(flags.toSorted())
    },
  )

  test('processes that commit and deploy concurrently lose nothing', async () => {
    const { id } = await newBranch(scope)
    await commitTurn(scope, id, 0)
    const names = ['a', 'b', 'c']
    const results = await Promise.all(
      names.map((name) =>
        runFile('test/support/committer.ts', [database.location, scope.projectId, id, '10', name]),
      ),
    )
    expect(results.map(({ stderr }) => stderr)).toEqual(['', '', ''])
    const versions = results.flatMap(({ stdout }) => JSON.parse(stdout) as number[])
    expect(ascending(versions)).toEqual(counting(30).map((i) => i + 1))
    const history = await log({ scope, kind }, { variantId: id, withData: false })
    expect(history.map(({ version }) => version).toReversed()).toEqual(counting(31))
    const keys = names.flatMap((name) => counting(10).map((i) => `${name}-${i}`))
    expect(await keysIn(scope, 'production')).toEqual(keys.toSorted())
  })
})
