// Concurrent commits and deployments: from one process, several stores and several processes.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bothBackends } from '../../test/support/api.ts'
import { runFile } from '../../test/support/children.ts'
import { freshDatabase, type FreshDatabase } from '../../test/support/databases.ts'
import { realEngine, scopeOf } from '../../test/support/engine.ts'
import { amount } from '../../test/support/tier.ts'
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

const numbersUpTo = (length: number) => Array.from({ length }, (_, i) => i)
const ascending = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)

async function newBranch(scope: Scope): Promise<Variant> {
  const { id } = await createArtifact({ engine, scope, kind }, { header: {}, id: undefined })
  return createVariant({ engine, scope, kind }, { header: {}, artifactId: id })
}

const commitNumber = (scope: Scope, variantId: string, number: number, baseRevisionId?: string) =>
  commit(
    { engine, scope, kind },
    {
      variantId,
      baseRevisionId,
      header: {},
      data: { parameters: { number } },
      loc: ['body'],
    },
  )

const deployAs = (scope: Scope, variantId: string, environment: string, key: string) =>
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

async function expectFullHistory(scope: Scope, variantId: string, length: number): Promise<void> {
  const history = await log({ scope, kind }, { variantId, withData: true })
  expect(history.map(({ version }) => version).toReversed()).toEqual(numbersUpTo(length))
  // Times have the order of versions.
  const dates = history.map(({ date }) => date).toReversed()
  expect(dates).toEqual(dates.toSorted())
  expect(history.every(({ dataText }) => dataText !== undefined)).toBe(true)
  const head = await scope.store.read.headOfVariant(scope.projectId, kind.family, { id: variantId })
  expect(head?.id).toBe(history[0]?.id)
}

describe.each(bothBackends)('on %s', (backend) => {
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
  const scopeAt = (number: number): Scope => scopes[number % scopes.length] ?? scope

  test('concurrent commits of several stores leave no gap and lose nothing', async () => {
    const variants = [await newBranch(scope), await newBranch(scope)]
    const commits = numbersUpTo(60).map((number) =>
      commitNumber(scopeAt(number), variants[number % 2]?.id ?? '', number),
    )
    const revisions = await Promise.all(commits)
    for (const { id } of variants) {
      const versions = revisions.filter(({ revision }) => revision.variant.id === id)
      expect(ascending(versions.map(({ revision }) => revision.version))).toEqual(numbersUpTo(30))
    }
    for (const { id } of variants) await expectFullHistory(scope, id, 30)
  })

  test('exactly one of several commits on the same base succeeds', async () => {
    const { id } = await newBranch(scope)
    const base = (await commitNumber(scope, id, 0)).revision.id
    const outcomes = await Promise.allSettled(
      numbersUpTo(12).map((number) => commitNumber(scopeAt(number), id, number, base)),
    )
    const refusals = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [(outcome.reason as AssayError).code] : [],
    )
    expect(refusals).toEqual(numbersUpTo(11).map(() => 'revision_conflict'))
    await expectFullHistory(scope, id, 2)
  })

  test('concurrent deployments under different keys are all stored', async () => {
    const { id } = await newBranch(scope)
    await commitNumber(scope, id, 0)
    const keys = numbersUpTo(24).map((number) => `key-${String(number).padStart(2, '0')}`)
    await Promise.all(keys.map((key, number) => deployAs(scopeAt(number), id, 'staging', key)))
    expect(await keysIn(scope, 'staging')).toEqual(keys)
  })

  test('the first deployments into an environment without a variant are all stored', async () => {
    const { id } = await newBranch(scope)
    await commitNumber(scope, id, 0)
    for (const round of numbersUpTo(amount(1, 3))) {
      const slug = `bare-${round}`
      await createArtifact({ engine, scope, kind: kinds.environment }, { header: { slug }, id: undefined })
      const keys = numbersUpTo(60).map((number) => `key-${String(number).padStart(2, '0')}`)
      await Promise.all(keys.map((key, number) => deployAs(scopeAt(number), id, slug, key)))
      expect(await keysIn(scope, slug)).toEqual(keys)
    }
  })

  test.each(['artifact', 'variant', 'revision'] as const)(
    'concurrent edits of different flags of one %s are all stored',
    async (level) => {
      const queryKind = kinds.query
      const { id } = await createArtifact({ engine, scope, kind: queryKind }, { header: {}, id: undefined })
      const variant = await createVariant({ engine, scope, kind: queryKind }, { header: {}, artifactId: id })
      const { revision } = await commit(
        { engine, scope, kind: queryKind },
        {
          variantId: variant.id,
          header: {},
          data: {},
          loc: ['body'],
        },
      )
      const target = { artifact: id, variant: variant.id, revision: revision.id }[level]
      const flags = numbersUpTo(20).map((number) => `flag_${number}`)
      await Promise.all(
        flags.map((flag, number) =>
          editRecord(
            { engine, scope: scopeAt(number), kind: queryKind },
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
        { kind: queryKind, level, id: target },
      )
      expect(Object.keys(after?.flags ?? {}).toSorted()).toEqual(flags.toSorted())
    },
  )

  test('processes that commit and deploy concurrently lose nothing', async () => {
    const { id } = await newBranch(scope)
    await commitNumber(scope, id, 0)
    const names = ['a', 'b', 'c']
    const results = await Promise.all(
      names.map((name) =>
        runFile('test/support/committer.ts', [database.location, scope.projectId, id, '10', name]),
      ),
    )
    expect(results.map(({ stderr }) => stderr)).toEqual(['', '', ''])
    const versions = results.flatMap(({ stdout }) => JSON.parse(stdout) as number[])
    expect(ascending(versions)).toEqual(numbersUpTo(30).map((i) => i + 1))
    const history = await log({ scope, kind }, { variantId: id, withData: false })
    expect(history.map(({ version }) => version).toReversed()).toEqual(numbersUpTo(31))
    const keys = names.flatMap((name) => numbersUpTo(10).map((i) => `${name}-${i}`))
    expect(await keysIn(scope, 'production')).toEqual(keys.toSorted())
  })
})
