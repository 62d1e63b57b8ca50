// Writes the data of an earlier version as fixtures of test/server/upgrade.test.ts:
//   node scripts/upgrade-fixture.ts <checkout of that version, installed> <name>
// The program of the checkout runs once on SQLite and once on PostgreSQL, with the embedded trace store. It writes a small
// project through its own HTTP interface and answers for it; both become test/upgrade/<name>.<backend>.tar.gz.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Client } from 'pg'
import { startPostgres } from '../test/support/postgres.ts'
import { clientOf, writeProject } from './upgrade-project.ts'

const fixtureKey = 'fixture-key-0123456789-0123456789-012'

async function runProgram(checkout: string, env: Readonly<Record<string, string>>, dataDir: string) {
  const child = spawn(process.execPath, [join(checkout, 'src/main.ts'), 'serve'], {
    env: {
      PATH: process.env['PATH'],
      ASSAY_PORT: '0',
      ASSAY_OTLP_HTTP_PORT: '0',
      ASSAY_OTLP_GRPC_PORT: '0',
      ASSAY_DATA_DIR: dataDir,
      ASSAY_API_KEY: fixtureKey,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const address = /listens on (\S+)/.exec(output)?.[1]
      if (address !== undefined) resolve(address)
    })
    void exit.then(() => reject(new Error(`the program ended:\n${output}`)))
  })
  try {
    return await writeProject(clientOf(url, fixtureKey))
  } finally {
    child.kill('SIGTERM')
    await exit
  }
}

/** One column of strings. */
async function stringColumn(client: Client, query: string): Promise<readonly string[]> {
  const { rows } = await client.query<Record<string, string>>(query)
  return rows.map((row) => Object.values(row)[0] ?? '')
}

/** The database as SQL: tables, rows, then constraints and indexes. PostgreSQL writes every text itself. */
async function dumpPostgres(url: string): Promise<string> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const tables = await stringColumn(
    client,
    "select tablename::text from pg_tables where schemaname = 'public' order by 1",
  )
  const statements: string[] = []
  for (const table of tables) {
    const columns = await stringColumn(
      client,
      `select format('%I %s%s%s%s', attname, format_type(atttypid, atttypmod),
          case when collname = 'C' then ' collate "C"' else '' end,
          case when attnotnull then ' not null' else '' end,
          coalesce(' default ' || pg_get_expr(adbin, adrelid), ''))
        from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
          left join pg_collation on pg_collation.oid = attcollation
        where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped order by attnum`,
    )
    statements.push(`create table ${table} (${columns.join(', ')})`)
    statements.push(
      ...(await stringColumn(
        client,
        `select format('insert into ${table} select * from jsonb_populate_record(null::${table}, %L)', to_jsonb(t))
          from ${table} t order by 1`,
      )),
    )
  }
  statements.push(
    // Primary keys first: foreign keys need them.
    ...(await stringColumn(
      client,
      `select format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
        from pg_constraint where connamespace = 'public'::regnamespace and contype in ('p', 'u', 'f')
        order by position(contype::text in 'puf'), 1`,
    )),
    ...(await stringColumn(
      client,
      `select indexdef from pg_indexes where schemaname = 'public'
        and indexname not in (select conname from pg_constraint) order by 1`,
    )),
  )
  await client.end()
  return `${statements.join(';\n')};\n`
}

function pack(directory: string, file: string): void {
  const tar = spawnSync('tar', ['--sort=name', '-cf', '-', '-C', directory, '.'], { maxBuffer: 1 << 30 })
  const gzip = spawnSync('gzip', ['-9n'], { input: tar.stdout, maxBuffer: 1 << 30 })
  if (tar.status !== 0 || gzip.status !== 0) throw new Error(`packing failed: ${tar.stderr}${gzip.stderr}`)
  writeFileSync(file, gzip.stdout)
  console.log(`${file}: ${gzip.stdout.length} bytes`)
}

async function writeFixture(checkout: string, name: string): Promise<void> {
  await using resources = new AsyncDisposableStack()
  const postgres = await startPostgres()
  resources.defer(() => postgres.stop())
  for (const backend of ['sqlite', 'postgres'] as const) {
    const directory = mkdtempSync(join(tmpdir(), 'assay-fixture-'))
    const dataDir = join(directory, 'data')
    const url = `${postgres.url}/postgres`
    const answers = await runProgram(
      checkout,
      backend === 'sqlite' ? {} : { ASSAY_DATABASE_URL: url },
      dataDir,
    )
    writeFileSync(join(directory, 'answers.json'), JSON.stringify(answers))
    if (backend === 'postgres') writeFileSync(join(directory, 'database.sql'), await dumpPostgres(url))
    mkdirSync('test/upgrade', { recursive: true })
    pack(directory, `test/upgrade/${name}.${backend}.tar.gz`)
    rmSync(directory, { recursive: true })
  }
}

const [checkout, name] = process.argv.slice(2)
if (checkout === undefined || name === undefined)
  throw new Error('usage: upgrade-fixture.ts <checkout> <name>')
await writeFixture(resolve(checkout), name)
