// The command line: what each command does, what it says, and the help text. The stores are opened by main.ts.
import { readFlags } from '../kernel/flags.ts'
import { outgoingText } from '../outgoing.ts'
import { statfsSync } from 'node:fs'
import { pino, type Logger } from 'pino'
import { createKey, revokeKey } from '../access/keys.ts'
import { createProject, type ProjectMaking } from '../access/projects.ts'
import { secretsKey } from '../access/secrets.ts'
import type { Clock } from '../kernel/clock.ts'
import { wallsInWords, wallsOfMachine } from '../kernel/work/walls.ts'
import { loadProcessConfig, secretsKeyPath, UsageError, type Config } from '../config.ts'
import { verifyManifest, type Verification } from '../evaluations/verdicts/manifests.ts'
import { commandHelpText, helpText, type CommandHelp } from './help.ts'
import { makeDataDir } from '../machine.ts'
import type { RelationalStore, Role, SpanStore } from '../storage/contract/contract.ts'
import { readUuid } from '../testsets/identity.ts'
import type { Again } from '../tracing/ingest/again.ts'
import { passOverTraces, type PassProgress } from '../tracing/ingest/pass.ts'
import { slugCharactersMax, slugPattern } from '../versioning/slugs.ts'

/** What commands need of the composition root. */
export interface Program {
  readonly version: string
  readonly clock: Clock
  readonly serve: (config: Config) => Promise<void>
  readonly openRelational: (
    config: Config,
    logger: Logger,
  ) => Promise<RelationalStore & { readonly migrated: readonly string[] }>
  readonly openColumnar: (config: Config) => Promise<SpanStore>
  readonly projectMaking: (config: Config, store: RelationalStore) => ProjectMaking
}

/** Opens the relational store for one command and closes it again. */
async function withStore<T>(
  program: Program,
  config: Config,
  use: (store: RelationalStore) => Promise<T>,
): Promise<T> {
  const store = await program.openRelational(config, pino({ level: 'silent' }))
  try {
    return await use(store)
  } finally {
    await store.close()
  }
}

async function migrateCommand(program: Program, config: Config): Promise<void> {
  const store = await program.openRelational(config, pino({ level: 'silent' }))
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

type Options = ReadonlyMap<string, string>

interface Command extends CommandHelp {
  readonly run: (config: Config, args: readonly string[], options: Options) => Promise<void>
}

function roleOption(options: Options): Role {
  const role = options.get('--role') ?? 'admin'
  if (role !== 'viewer' && role !== 'editor' && role !== 'admin') {
    throw new UsageError(`--role must be viewer, editor or admin, not '${role}'.`)
  }
  return role
}

function slugOption(options: Options): string | undefined {
  const slug = options.get('--slug')
  if (slug !== undefined && (!slugPattern.test(slug) || slug.length > slugCharactersMax)) {
    throw new UsageError(
      `--slug must be letters, digits, '_', '-' and '.', at most ${slugCharactersMax}, not '${slug}'.`,
    )
  }
  return slug
}

const commandsOf = (program: Program): readonly Command[] => [
  {
    words: 'serve',
    help: 'Start the server (the default).',
    options: {},
    run: (config) => program.serve(config),
  },
  {
    words: 'migrate',
    help: 'Bring the database schema up to this program, and stop.',
    options: {},
    run: (config) => migrateCommand(program, config),
  },
  {
    words: 'project create <name>',
    help: 'Make a project with an admin key, which is printed once.',
    options: { '--slug': 'Slug of the project; made from the name when absent.' },
    run: (config, [name], options) =>
      withStore(program, config, async (store) => {
        if (name === undefined || name.trim() === '') throw new UsageError('Say the name of the project.')
        const making = program.projectMaking(config, store)
        const project = await createProject(making, {
          name,
          slug: slugOption(options),
          seedDefaults: config.seedDefaults,
        })
        const { secret } = await createKey(store, program.clock, {
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
      withStore(program, config, async (store) => {
        const id = await projectId(store, options.get('--project'))
        const expires = options.get('--expires')
        if (expires !== undefined && Number.isNaN(Date.parse(expires))) {
          throw new UsageError(`--expires must be a time, not '${expires}'.`)
        }
        const { secret } = await createKey(store, program.clock, {
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
      withStore(program, config, async (store) => {
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
      withStore(program, config, async (store) => {
        if (prefix === undefined)
          throw new UsageError('Say the prefix of the key: its first eight characters.')
        await revokeKey(store, program.clock, {
          projectId: await projectId(store, options.get('--project')),
          prefix,
        })
        console.log(`Revoked ${prefix}.`)
      }),
  },
  {
    words: 'remap',
    help: 'Map the conventions of all stored spans again, after an adapter improved. Stop an embedded server first.',
    options: { '--project': 'Slug or id of the project; all when absent.' },
    run: (config, _, options) => passCommand(program, config, 'remap', options.get('--project')),
  },
  {
    words: 'reprice',
    help: 'Compute the costs of all stored spans again, after prices changed. Stop an embedded server first.',
    options: { '--project': 'Slug or id of the project; all when absent.' },
    run: (config, _, options) => passCommand(program, config, 'reprice', options.get('--project')),
  },
  {
    words: 'verify <run>',
    help: 'Check that everything an evaluation run was made of is still what it was; exit code 1 when not.',
    options: {},
    run: (config, [runId]) =>
      withStore(program, config, async (store) => {
        if (runId === undefined) throw new UsageError('Say the id of the run.')
        const { ok, mismatches } = await verifyRun(program, store, runId)
        for (const { name, expected, actual } of mismatches) {
          console.log(`WRONG ${name}: expected ${expected ?? 'nothing'}, found ${actual ?? 'nothing'}`)
        }
        if (ok) console.log(`ok    run ${runId}`)
        else process.exitCode = 1
      }),
  },
  {
    words: 'doctor',
    help: 'Check the runtime, the disk and both stores, and say what to do about what is wrong.',
    options: {},
    run: (config) => doctor(program, config),
  },
]

async function verifyRun(program: Program, store: RelationalStore, runId: string): Promise<Verification> {
  const wanted = readUuid(runId)
  for (const { id: projectId } of await store.read.projects({ includeArchived: true })) {
    const [run] =
      wanted === undefined ? [] : await store.read.evaluationRecords('run', projectId, { ids: [wanted] })
    if (run === undefined) continue
    const { version: programVersion, clock } = program
    return verifyManifest({ reads: store.read, projectId, run, programVersion, now: clock.now() })
  }
  throw new UsageError(`There is no run '${runId}'.`)
}

async function passCommand(
  program: Program,
  config: Config,
  what: Again,
  project: string | undefined,
): Promise<void> {
  await withStore(program, config, async (store) => {
    const all = await store.read.projects({ includeArchived: true })
    const ids = project === undefined ? all.map(({ id }) => id) : [await projectId(store, project)]
    const spans = await program.openColumnar(config)
    try {
      for (const id of ids) {
        const line = ({ traces, spans: seen, changed }: PassProgress): void =>
          console.log(`project ${id}: ${traces} traces, ${seen} spans, ${changed} changed`)
        line(await passOverTraces({ reads: store.read, spans }, { projectId: id, what }, line))
      }
    } finally {
      await spans.close()
    }
  })
}

async function doctor(program: Program, config: Config): Promise<void> {
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
    makeDataDir(config)
    const { bavail, bsize } = statfsSync(config.dataDir)
    const freeGiB = (bavail * bsize) / 1024 ** 3
    if (freeGiB < 1) throw new Error(`${freeGiB.toFixed(1)} GiB free in ${config.dataDir}; free some space.`)
    return `${freeGiB.toFixed(1)} GiB free in ${config.dataDir}`
  })
  await check('relational store', () =>
    withStore(program, config, async (store) => {
      await store.check()
      const projects = await store.read.projects({ includeArchived: false })
      return `${config.databaseUrl === undefined ? 'SQLite' : 'PostgreSQL'} answers, ${projects.length} project(s)`
    }),
  )
  await check('trace store', async () => {
    const columnar = await program.openColumnar(config)
    try {
      await columnar.check()
    } finally {
      await columnar.close()
    }
    return `${config.clickhouseUrl === undefined ? 'embedded engine' : 'ClickHouse'} answers`
  })
  await check('secrets key', () => {
    secretsKey(config.secretsKey, secretsKeyPath(config))
    return config.secretsKey === undefined ? secretsKeyPath(config) : 'from the settings'
  })
  await check('walls around work of clients', () => wallsInWords(wallsOfMachine()).join('; '))
  await check('outgoing calls', () => outgoingText(config))
  if (problems > 0) process.exitCode = 1
}

/** The words that name a command, without those for its arguments. */
const namesOf = ({ words }: CommandHelp): readonly string[] =>
  words.split(' ').filter((word) => /^[a-z]/.test(word))

/** The command whose whole name these words begin with. */
const commandNamed = (commands: readonly Command[], words: readonly string[]): Command | undefined =>
  commands.find((command) => namesOf(command).every((name, i) => words[i] === name))

/** Those whose names begin with these words: `key` means all commands for keys. */
const beginningWith = (commands: readonly Command[], words: readonly string[]): readonly Command[] =>
  commands.filter((command) => words.every((word, i) => namesOf(command)[i] === word))

/** The command that the words name, and its arguments. */
function findCommand(
  commands: readonly Command[],
  given: readonly string[],
): { readonly command: Command; readonly args: readonly string[] } {
  const words = given.length === 0 ? ['serve'] : given
  const command = commandNamed(commands, words)
  if (command === undefined) {
    const about = beginningWith(commands, words).length > 0 ? `${words.join(' ')} ` : ''
    throw new UsageError(`There is no command '${words.join(' ')}'. See assay ${about}--help.`)
  }
  const tooMany = words[command.words.split(' ').length]
  if (tooMany !== undefined) throw new UsageError(`'assay ${command.words}' takes no '${tooMany}'.`)
  return { command, args: words.slice(namesOf(command).length) }
}

/** About the commands that the words name, else about all; who asks about the server wants to see the settings. */
function helpAbout(program: Program, words: readonly string[]): string {
  const commands = commandsOf(program)
  if (words.length === 0 || words[0] === 'serve') return helpText(program.version, commands)
  const named = commandNamed(commands, words)
  const meant = named === undefined ? beginningWith(commands, words) : [named]
  return meant.length === 0 ? helpText(program.version, commands) : commandHelpText(meant)
}

/** Every option of a command needs a value. */
const withValues = (flags: readonly (readonly [string, string | undefined])[]): Options =>
  new Map(
    flags.map(([flag, value]) => {
      if (value === undefined) throw new UsageError(`${flag} needs a value.`)
      return [flag, value]
    }),
  )

/** Runs what the arguments say. */
export async function runCommandLine(program: Program, args: readonly string[]): Promise<void> {
  const { flags, rest: words } = readFlags(args)
  const asked = words.filter((word) => word !== 'help' && word !== '-h')
  if (flags.has('--help') || words[0] === 'help' || words.includes('-h')) {
    return console.log(helpAbout(program, asked))
  }
  if (flags.has('--version')) return console.log(program.version)
  const { command, args: given } = findCommand(commandsOf(program), words)
  const isOwn = (flag: string): boolean => Object.hasOwn(command.options, flag)
  const config = loadProcessConfig(new Map([...flags].filter(([flag]) => !isOwn(flag))))
  await command.run(config, given, withValues([...flags].filter(([flag]) => isOwn(flag))))
}
