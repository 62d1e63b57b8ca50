// Opens data directories and databases of earlier versions (test/upgrade/, written by scripts/upgrade-fixture.ts). The
// answers have all members of the recorded answers, and may have more.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import type { RecordedAnswer } from '../../scripts/upgrade-project.ts'
import type { Body } from '../support/api.ts'
import { newDataDirectory } from '../support/data-directory.ts'
import { freshDatabase } from '../support/databases.ts'
import { startServer } from '../support/process.ts'
import { isDeep } from '../support/tier.ts'

const fixtures = join(import.meta.dirname, '../upgrade')
const names = readdirSync(fixtures)
  .filter((name) => name.endsWith('.tar.gz'))
  .toSorted()
const fixtureKey = 'fixture-key-0123456789-0123456789-012'

const versionOf = (name: string): string => name.replace(/\.(sqlite|postgres)\.tar\.gz$/, '')

/** Fields that change with reads. */
const volatileFields = new Set(['last_used_at'])

/** The part of an answer that the recorded answer has, too: later fields are removed. */
function commonPart(answer: unknown, recordedAnswer: unknown): unknown {
  if (Array.isArray(answer) && Array.isArray(recordedAnswer)) {
    return answer.map((item, i) => (i < recordedAnswer.length ? commonPart(item, recordedAnswer[i]) : item))
  }
  if (
    typeof answer !== 'object' ||
    typeof recordedAnswer !== 'object' ||
    answer === null ||
    recordedAnswer === null
  ) {
    return answer
  }
  return Object.fromEntries(
    Object.entries(answer).flatMap(([name, value]) =>
      Object.hasOwn(recordedAnswer, name)
        ? [[name, commonPart(value, Reflect.get(recordedAnswer, name))]]
        : [],
    ),
  )
}

/** The answer without volatile fields, and without the address of the server, which some answers repeat. */
const withoutVolatile = (answer: unknown): unknown =>
  JSON.parse(
    JSON.stringify(answer, (name, value: unknown) =>
      volatileFields.has(name) ? undefined : value,
    ).replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'http://server'),
  )

/** Removes an audit entry: reading the secret added one since the fixture was written. */
const withoutOwnEntry = ({ count, entries }: Body): Body => ({ count: count - 1, entries: entries.slice(1) })

async function load(url: string, file: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(readFileSync(file, 'utf8'))
  await client.end()
}

/** In `npm test` each version has one backend, in turn. */
const chosenNames = isDeep
  ? names
  : names.filter((name, i) => name.includes(i % 4 < 2 ? '.sqlite.' : '.postgres.'))

test('there are fixtures of the first version, and of each version for both backends', () => {
  expect(names).toContain('0.1.0.sqlite.tar.gz')
  expect(names.filter((name) => name.includes('.sqlite.')).length).toBe(names.length / 2)
  expect(new Set(chosenNames.map(versionOf))).toEqual(new Set(names.map(versionOf)))
})

test.each(chosenNames)('the answers for %s equal those of its version', async (name) => {
  const directory = newDataDirectory('assay-upgrade-')
  expect(spawnSync('tar', ['-xzf', join(fixtures, name), '-C', directory], { encoding: 'utf8' }).stderr).toBe(
    '',
  )
  const database = name.includes('.postgres.') ? await freshDatabase('postgres') : undefined
  if (database !== undefined) await load(database.location, join(directory, 'database.sql'))
  const server = await startServer({
    dataDir: join(directory, 'data'),
    env: database === undefined ? {} : { ASSAY_DATABASE_URL: database.location },
  })
  try {
    expect(server.output()).toContain('migrated the database')
    const exchanges = JSON.parse(
      readFileSync(join(directory, 'answers.json'), 'utf8'),
    ) as readonly RecordedAnswer[]
    for (const { method, path, body, answer: expected } of exchanges) {
      const response = await fetch(`${server.url}/api${path}`, {
        method,
        headers: { Authorization: `ApiKey ${fixtureKey}`, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const receivedAnswer = (await response.json()) as Body
      const answer = path === '/audit/query' ? withoutOwnEntry(receivedAnswer) : receivedAnswer
      expect(response.status, path).toBe(200)
      expect(withoutVolatile(commonPart(answer, expected)), path).toEqual(withoutVolatile(expected))
    }
  } finally {
    expect(await server.stop()).toBe(0)
    await database?.remove()
    rmSync(directory, { recursive: true, force: true })
  }
})
