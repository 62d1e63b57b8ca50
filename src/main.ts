#!/usr/bin/env node
// Command line and composition root: settings -> stores -> subjects -> HTTP. What is opened here is closed here, in
// reverse. The only file that names a store driver.
import { mkdirSync, readFileSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { pino, type Logger } from 'pino'
import { createKey, keyUses, revokeKey } from './access/keys.ts'
import { createProject, ensureFirstProject, type FirstStart, type ProjectMaking } from './access/projects.ts'
import { createSecrets, secretBox, secretsKey } from './access/secrets.ts'
import { systemClock } from './clock.ts'
import {
  ConfigError,
  environmentName,
  flagName,
  loadProcessConfig,
  readFlags,
  secretsKeyPath,
  settings,
  sqlitePath,
  type Config,
} from './config.ts'
import { AssayError } from './errors.ts'
import type { AppParts } from './http/app.ts'
import { createMetrics } from './http/metrics.ts'
import { listen, startIngest, type Listeners } from './serve.ts'
import { openEmbedded, openServer } from './storage/columnar/open.ts'
import {
  StoreError,
  type QueryBudget,
  type RelationalStore,
  type Role,
  type SpanStore,
} from './storage/contract.ts'
import { openPostgres } from './storage/relational/postgres.ts'
import { openSqlite } from './storage/relational/sqlite.ts'
import { testsetRules } from './testsets/rules.ts'
import { checkQueryData } from './tracing/filter/saved-query.ts'
import type { Engine } from './versioning/engine.ts'
import { environmentRules } from './versioning/environment.ts'
import { plainRules } from './versioning/payload.ts'
import { seedEnvironments } from './versioning/seed.ts'
import { slugFromName } from './versioning/slugs.ts'
import { workflowRules } from './workflows/rules.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  readonly version: string
}

const clock = systemClock()

function openRelational(
  config: Config,
  logger: Logger,
): Promise<RelationalStore & { readonly migrated: readonly string[] }> {
  if (config.databaseUrl !== undefined) {
    return openPostgres({
      url: config.databaseUrl,
      connectionsMax: config.databaseConnectionsMax,
      onError: (error) => logger.error({ err: error }, 'an idle PostgreSQL connection failed'),
    })
  }
  mkdirSync(config.dataDir, { recursive: true })
  return openSqlite(sqlitePath(config))
}

const queryBudget = (config: Config): QueryBudget => ({
  secondsMax: config.querySecondsMax,
  memoryBytesMax: config.queryMemoryBytesMax,
  resultBytesMax: config.queryResultBytesMax,
})

const openColumnar = (config: Config): Promise<SpanStore> =>
  config.clickhouseUrl === undefined
    ? openEmbedded(join(config.dataDir, 'columnar'), queryBudget(config))
    : openServer(config.clickhouseUrl, config.clickhouseCluster, queryBudget(config))

const createEngine = (config: Config): Engine => ({
  clock,
  payloads: {
    workflow: workflowRules,
    testset: testsetRules,
    query: plainRules(checkQueryData),
    environment: environmentRules({ entriesMax: config.environmentEntriesMax }),
  },
})

const projectMaking = (store: RelationalStore, engine: Engine): ProjectMaking => ({
  store,
  clock,
  seed: (scope, tx) => seedEnvironments(engine, scope, tx),
  slugFromName,
})

function greet(config: Config, { address, otlpHttp, otlpGrpcPort }: Listeners, { made }: FirstStart): void {
  console.log(`\nAssay ${version} listens on ${address}  (documentation: ${address}/docs)`)
  if (otlpHttp !== undefined) console.log(`OTLP over HTTP: ${otlpHttp}/v1/traces`)
  if (otlpGrpcPort !== undefined) console.log(`OTLP over gRPC: ${config.host}:${otlpGrpcPort}`)
  if (made === undefined) return
  if (config.apiKey !== undefined) {
    console.log(`The first project has the key from ASSAY_API_KEY (${made.key.prefix}…).\n`)
    return
  }
  console.log(`
A first project was made. This is its key; it is shown only now:

  ${made.secret}

Try it:

  curl -s ${address}/api/simple/applications/ -H 'Authorization: ApiKey ${made.secret}' \\
    -H 'Content-Type: application/json' \\
    -d '{"application": {"slug": "hello", "data": {"parameters": {"prompt": {"messages": [{"role": "user", "content": "Hello {{name}}"}]}}}}}'
`)
}

/** Starts the server; resolves when it has stopped. */
async function serve(config: Config): Promise<void> {
  if (config.role !== 'all' && config.clickhouseUrl === undefined) {
    throw new UsageError(
      'Roles share the trace store between processes: set ASSAY_CLICKHOUSE_URL, or use --role all.',
    )
  }
  const logger = pino({ level: config.logLevel })
  const metrics = createMetrics()
  const store = await openRelational(config, logger)
  if (store.migrated.length > 0) logger.info({ migrations: store.migrated }, 'the database was migrated')
  const spans = await openColumnar(config)
  const engine = createEngine(config)
  const making = projectMaking(store, engine)
  const first = await ensureFirstProject(making, config)
  const uses = keyUses(store, (error) =>
    logger.warn({ err: error }, 'the last use of keys could not be written'),
  )
  const ingest = await startIngest({ config, clock, logger, store, spans })
  const parts: AppParts = {
    config,
    clock,
    logger,
    store,
    keyUses: uses,
    metrics,
    engine,
    making,
    secrets: createSecrets(clock, secretBox(secretsKey(config.secretsKey, secretsKeyPath(config)))),
    checks: [
      { name: 'relational', ping: () => store.ping() },
      { name: 'trace', ping: () => spans.ping() },
    ],
    version,
    spans,
    ingest: ingest.ingest,
  }
  const listeners = await listen(parts)
  greet(config, listeners, first)
  await stopSignal(logger)
  await listeners.stop()
  await ingest.stop()
  await uses.stop()
  await spans.close()
  await store.close()
  logger.info('stopped')
}

function stopSignal(logger: Logger): Promise<void> {
  return new Promise((resolve) => {
    const stop = (signal: string): void => {
      logger.info({ signal }, 'stopping: requests in flight finish first')
      resolve()
    }
    process.once('SIGTERM', stop)
    process.once('SIGINT', stop)
  })
}

/** Opens the relational store for one command and closes it again. */
async function withStore<T>(config: Config, use: (store: RelationalStore) => Promise<T>): Promise<T> {
  const store = await openRelational(config, pino({ level: 'silent' }))
  try {
    return await use(store)
  } finally {
    await store.close()
  }
}

async function migrateCommand(config: Config): Promise<void> {
  const store = await openRelational(config, pino({ level: 'silent' }))
  await store.close()
  console.log(
    store.migrated.length === 0
      ? 'The database is up to date.'
      : `Applied ${store.migrated.length} migration(s):\n${store.migrated.map((name) => `  ${name}`).join('\n')}`,
  )
}

async function projectId(store: RelationalStore, given: string | undefined): Promise<string> {
  const projects = await store.read.projects({ includeArchived: true })
  const project =
    given === undefined
      ? projects.find(({ isDefault }) => isDefault)
      : projects.find(({ id, slug }) => id === given || slug === given)
  if (project === undefined) {
    throw new UsageError(given === undefined ? 'There is no project yet.' : `There is no project '${given}'.`)
  }
  return project.id
}

class UsageError extends Error {}

type Options = ReadonlyMap<string, string>

interface Command {
  readonly words: string
  readonly help: string
  /** Flags of the command itself, beside the settings. */
  readonly options: Readonly<Record<string, string>>
  readonly run: (config: Config, args: readonly string[], options: Options) => Promise<void>
}

function roleOption(options: Options): Role {
  const role = options.get('--role') ?? 'admin'
  if (role !== 'viewer' && role !== 'editor' && role !== 'admin') {
    throw new UsageError(`--role must be viewer, editor or admin, not '${role}'.`)
  }
  return role
}

const commands: readonly Command[] = [
  {
    words: 'serve',
    help: 'Start the server (the default).',
    options: {},
    run: (config) => serve(config),
  },
  {
    words: 'migrate',
    help: 'Bring the database schema up to this program, and stop.',
    options: {},
    run: (config) => migrateCommand(config),
  },
  {
    words: 'project create <name>',
    help: 'Make a project with an admin key, which is printed once.',
    options: { '--slug': 'Slug of the project; made from the name when absent.' },
    run: (config, [name], options) =>
      withStore(config, async (store) => {
        if (name === undefined) throw new UsageError('Say the name of the project.')
        const making = projectMaking(store, createEngine(config))
        const project = await createProject(making, {
          name,
          slug: options.get('--slug'),
          seedDefaults: config.seedDefaults,
        })
        const { secret } = await createKey(store, clock, {
          projectId: project.id,
          name: 'first key',
          role: 'admin',
        })
        console.log(`Project ${project.slug} (${project.id})\nKey, shown only now: ${secret}`)
      }),
  },
  {
    words: 'key create [name]',
    help: 'Make a key, which is printed once.',
    options: {
      '--project': 'Slug or id of the project; the first one when absent.',
      '--role': 'viewer, editor or admin (default).',
      '--expires': 'When the key stops working, ISO 8601.',
    },
    run: (config, [name], options) =>
      withStore(config, async (store) => {
        const id = await projectId(store, options.get('--project'))
        const expires = options.get('--expires')
        if (expires !== undefined && Number.isNaN(Date.parse(expires))) {
          throw new UsageError(`--expires must be a time, not '${expires}'.`)
        }
        const { secret } = await createKey(store, clock, {
          projectId: id,
          name,
          role: roleOption(options),
          expiresAt: expires === undefined ? undefined : new Date(expires).toISOString().replace('Z', '000Z'),
        })
        console.log(secret)
      }),
  },
  {
    words: 'key list',
    help: 'List the keys of a project, without their secrets.',
    options: { '--project': 'Slug or id of the project; the first one when absent.' },
    run: (config, _, options) =>
      withStore(config, async (store) => {
        for (const key of await store.read.keys(await projectId(store, options.get('--project')))) {
          const used = key.lastUsedAt === undefined ? 'never used' : `last used ${key.lastUsedAt}`
          const ends = key.expiresAt === undefined ? '' : `, expires ${key.expiresAt}`
          console.log(`${key.prefix}  ${key.role.padEnd(6)}  ${key.name ?? '-'}  (${used}${ends})`)
        }
      }),
  },
  {
    words: 'key revoke <prefix>',
    help: 'Refuse a key from now on.',
    options: { '--project': 'Slug or id of the project; the first one when absent.' },
    run: (config, [prefix], options) =>
      withStore(config, async (store) => {
        if (prefix === undefined)
          throw new UsageError('Say the prefix of the key: its first eight characters.')
        await revokeKey(store, clock, { projectId: await projectId(store, options.get('--project')), prefix })
        console.log(`Revoked ${prefix}.`)
      }),
  },
  {
    words: 'doctor',
    help: 'Check the runtime, the disk and both stores, and say what to do about what is wrong.',
    options: {},
    run: (config) => doctor(config),
  },
]

async function doctor(config: Config): Promise<void> {
  let problems = 0
  const check = async (what: string, run: () => Promise<string> | string): Promise<void> => {
    try {
      console.log(`ok    ${what}: ${await run()}`)
    } catch (error) {
      problems++
      console.log(`WRONG ${what}: ${(error as Error).message}`)
    }
  }
  await check('runtime', () => {
    const [major = 0] = process.versions.node.split('.').map(Number)
    if (major < 24)
      throw new Error(
        `Node ${process.version}; Assay needs 24. Start it with npm start, which brings its own.`,
      )
    return `Node ${process.version}`
  })
  await check('disk', () => {
    mkdirSync(config.dataDir, { recursive: true })
    const { bavail, bsize } = statfsSync(config.dataDir)
    const freeGiB = (bavail * bsize) / 1024 ** 3
    if (freeGiB < 1) throw new Error(`${freeGiB.toFixed(1)} GiB free in ${config.dataDir}; free some space.`)
    return `${freeGiB.toFixed(1)} GiB free in ${config.dataDir}`
  })
  await check('relational store', () =>
    withStore(config, async (store) => {
      await store.ping()
      const projects = await store.read.projects({ includeArchived: false })
      return `${config.databaseUrl === undefined ? 'SQLite' : 'PostgreSQL'} answers, ${projects.length} project(s)`
    }),
  )
  await check('trace store', async () => {
    const columnar = await openColumnar(config)
    await columnar.close()
    return `${config.clickhouseUrl === undefined ? 'embedded engine' : 'ClickHouse'} answers`
  })
  await check('secrets key', () => {
    secretsKey(config.secretsKey, secretsKeyPath(config))
    return config.secretsKey === undefined ? secretsKeyPath(config) : 'from the settings'
  })
  if (problems > 0) process.exitCode = 1
}

function helpText(): string {
  const commandLines = commands.flatMap(({ words, help, options }) => [
    `  assay ${words.padEnd(24)} ${help}`,
    ...Object.entries(options).map(([flag, text]) => `    ${flag.padEnd(28)} ${text}`),
  ])
  const settingLines = settings.flatMap((setting) => {
    const ending =
      'default' in setting ? ` (default: ${setting.default === '' ? 'empty' : setting.default})` : ''
    return [`  ${flagName(setting.name)}, ${environmentName(setting.name)}`, `      ${setting.help}${ending}`]
  })
  return [
    `Assay ${version}: version control, traces and evaluations for teams who build on language models`,
    '',
    'Commands',
    ...commandLines,
    '',
    'Settings, as flags or environment variables (the flag wins)',
    ...settingLines,
  ].join('\n')
}

/** The command that the words name, and what is left of them. */
function findCommand(words: readonly string[]): {
  readonly command: Command
  readonly rest: readonly string[]
} {
  if (words.length === 0) return { command: commands[0] as Command, rest: [] }
  for (const command of commands) {
    const names = command.words.split(' ').filter((word) => /^[a-z]/.test(word))
    if (names.every((name, i) => words[i] === name)) return { command, rest: words.slice(names.length) }
  }
  throw new UsageError(`There is no command '${words.join(' ')}'. See assay --help.`)
}

async function run(args: readonly string[]): Promise<void> {
  const { flags, rest: words } = readFlags(args)
  if (flags.has('--help') || words[0] === 'help') return console.log(helpText())
  if (flags.has('--version')) return console.log(version)
  const { command, rest } = findCommand(words)
  const own = new Map([...flags].filter(([flag]) => Object.hasOwn(command.options, flag)))
  const config = loadProcessConfig(new Map([...flags].filter(([flag]) => !own.has(flag))))
  await command.run(config, rest, own)
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  const expected =
    error instanceof ConfigError ||
    error instanceof StoreError ||
    error instanceof UsageError ||
    error instanceof AssayError
  console.error(expected ? `assay: ${error.message}` : error)
  process.exit(expected ? 2 : 1)
}
