// The one schema of settings: each has a sentence, a default and three names. `testsets.rows_max` in sentences is
// ASSAY_TESTSETS_ROWS_MAX in the environment and --testsets-rows-max on the command line; the flag wins.
// This is the only file that reads the environment.
import { z } from 'zod'
import { ownMember, setOwn } from './kernel/own.ts'
import type { Flags } from './kernel/flags.ts'
import { allowList, count, givenKey, integer, toggle, url } from './setting-schemas.ts'

interface Setting {
  readonly name: string
  readonly help: string
  readonly schema: z.ZodType
  /** As text, the way a user would write it; absent: not set. */
  readonly default?: string
  /** Never printed. */
  readonly secret?: true
}

const setting = <const N extends string, S extends z.ZodType>(
  name: N,
  schema: S,
  help: string,
  options: { readonly default?: string; readonly secret?: true } = {},
) => ({ name, schema, help, ...options })

const MiB = 1024 * 1024
const GiB = 1024 * MiB

/** In the order in which help and the documentation list them. */
export const settings = [
  setting('host', z.string().min(1), 'Address to listen on.', { default: '127.0.0.1' }),
  setting('port', integer(0, 65_535), 'Port to listen on; 0 takes a free one.', { default: '8700' }),
  setting(
    'data_dir',
    z.string().min(1),
    'Directory of the embedded stores and of the key that seals secrets.',
    {
      default: 'data',
    },
  ),
  setting(
    'database_url',
    url(/^postgres(ql)?:/, 'postgres://user:password@host:5432/name').optional(),
    'PostgreSQL for the relational store. Not set: SQLite in the data directory.',
    { secret: true },
  ),
  setting('database_connections_max', integer(1, 1000), 'PostgreSQL connections of one process.', {
    default: '20',
  }),
  setting(
    'database_prepared_statements',
    toggle,
    'Whether frequent statements are prepared by name. False for a pooler in transaction mode that does not support it.',
    { default: 'true' },
  ),
  setting(
    'clickhouse_url',
    url(/^https?:/, 'http://user:password@host:8123').optional(),
    'ClickHouse server for traces. Not set: the embedded engine in the data directory.',
    { secret: true },
  ),
  setting(
    'clickhouse_cluster',
    z
      .string()
      .regex(/^[\w-]+$/, 'must be the name of a cluster')
      .optional(),
    'Cluster of the ClickHouse server on which the tables lie. Not set: one server.',
  ),
  setting(
    'role',
    z.enum(['all', 'api', 'worker'], 'must be all, api or worker'),
    'What this process does: take requests (api), move accepted spans into the trace store and execute evaluations (worker), or both.',
    { default: 'all' },
  ),
  setting('otlp_http_port', integer(0, 65_535), 'Port of OTLP over HTTP; 0 turns it off.', {
    default: '4318',
  }),
  setting('otlp_grpc_port', integer(0, 65_535), 'Port of OTLP over gRPC; 0 turns it off.', {
    default: '4317',
  }),
  setting('admin_key', givenKey.optional(), 'Key of the administration routes. Not set: they do not exist.', {
    secret: true,
  }),
  setting(
    'api_key',
    givenKey.optional(),
    "The first project's key, for scripted starts. Not set: one is made and printed once.",
    { secret: true },
  ),
  setting(
    'secrets_key',
    z
      .string()
      .regex(/^[0-9a-fA-F]{64}$/, 'must be 64 hexadecimal digits')
      .optional(),
    'Key that seals stored secrets. Not set: one is made and kept in the data directory.',
    { secret: true },
  ),
  setting(
    'public_url',
    url(/^https?:/, 'https://assay.example.org').optional(),
    'Address under which clients reach the server, with a path where a proxy serves it below one (https://example.org/assay). Not set: the address of the request.',
  ),
  setting(
    'trust_proxy',
    count(10),
    'How many proxies in front of the server add the address that they see to X-Forwarded-For; `true` means one. With 1 the last address of the header is the client, with 2 the one before it. X-Forwarded-Proto and -Host count, too.',
    { default: 'false' },
  ),
  setting(
    'outgoing_allow',
    allowList.optional(),
    'Addresses beside public ones that programs, webhooks and models may be called at: networks, addresses, names of hosts (`*.` for all below), separated by commas, or none. Not set: loopback where a server with embedded stores listens on loopback itself, has no public url and trusts no proxy; else none.',
  ),
  setting(
    'log_level',
    z.enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    ),
    'How much is logged.',
    { default: 'info' },
  ),
  setting(
    'cors_origins',
    z.string().transform((text) =>
      text
        .split(',')
        .map((origin) => origin.trim())
        .filter((origin) => origin !== ''),
    ),
    'Origins of browser pages that may call the API, separated by commas.',
    { default: '' },
  ),
  setting(
    'check_answers',
    toggle,
    'Whether every answer is checked against its documented schema; a tenth of the time of a read. The tests do.',
    { default: 'false' },
  ),
  setting('seed_defaults', toggle, 'Whether new projects start with development, staging and production.', {
    default: 'true',
  }),
  setting(
    'stop_seconds_max',
    integer(1),
    'How long a stop may take. Requests in flight have most of it; then they are cut, and what is left is ended.',
    { default: '30' },
  ),
  setting(
    'stall_seconds_max',
    integer(0),
    'How long the server may be busy with one thing without answering anybody; beyond it the process ends itself. 0: for ever.',
    { default: '30' },
  ),
  setting(
    'connections_max',
    integer(1),
    'Connections that one port has at a time; more are closed at once.',
    {
      default: '10000',
    },
  ),
  setting(
    'connections_per_address_max',
    integer(1),
    'Of these, connections of one address, or of one IPv6 network of 64 bits. With trust_proxy it does not count: all come from the proxy.',
    { default: '1000' },
  ),
  setting(
    'client_seconds_max',
    integer(1, 3600),
    'How long a client may keep the server waiting: headers that are not whole, bodies that come with less than 1 KiB a second, answers that are not taken.',
    { default: '30' },
  ),
  setting(
    'ready_seconds_max',
    integer(1),
    'How long /ready waits for a store to be read and written; beyond it the store counts as away.',
    { default: '5' },
  ),
  setting('body_bytes_max', integer(1024), 'Largest JSON request body, inflated.', {
    default: String(64 * MiB),
  }),
  setting(
    'body_values_max',
    integer(1000),
    'Most values (elements, members, lists and objects) of the JSON body of a request that only reads; one that writes may have fifty times as many. Beyond it: 413. Each costs time of the main thread.',
    { default: '100000' },
  ),
  setting(
    'bodies_bytes_max',
    integer(MiB),
    'Bodies of all requests in memory at a time; beyond it: 429. Uploaded files are on disk and do not count.',
    { default: String(512 * MiB) },
  ),
  setting('ingest_bytes_max', integer(1024), 'Largest ingest request as received.', {
    default: String(10 * MiB),
  }),
  setting('ingest_inflated_bytes_max', integer(1024), 'Largest ingest request, inflated.', {
    default: String(64 * MiB),
  }),
  setting(
    'inbox_bytes_max',
    integer(1024),
    'Accepted spans that may wait for the trace store, in bytes; beyond it, or beyond the share of a project, ingest answers 429.',
    { default: String(GiB) },
  ),
  setting('receipts_days', integer(1), 'Days for which receipts and rejected spans are kept.', {
    default: '7',
  }),
  setting('log_wait_hours', integer(1), 'Hours for which log records wait for their span.', {
    default: '24',
  }),
  setting('log_wait_bytes_max', integer(1024), 'Bytes of log records that wait in one project.', {
    default: String(64 * MiB),
  }),
  setting(
    'retention_days',
    integer(0, 36_500),
    'Days for which traces are kept in projects that do not say it themselves; 0 keeps them for ever.',
    { default: '0' },
  ),
  setting('page_size_default', integer(1), 'Items of a page when the request does not say.', {
    default: '1000',
  }),
  setting('page_size_max', integer(1), 'Most items of a page.', { default: '10000' }),
  setting(
    'query_seconds_max',
    integer(1),
    'How long one query of traces may take from the arrival of its request; beyond it: 504.',
    {
      default: '15',
    },
  ),
  setting(
    'query_memory_bytes_max',
    integer(MiB),
    'Memory that one query of traces may take; beyond it: 504.',
    {
      default: String(2 * GiB),
    },
  ),
  setting('query_result_bytes_max', integer(MiB), 'Largest answer of one query of traces; beyond it: 504.', {
    default: String(256 * MiB),
  }),
  setting('environment_entries_max', integer(1), 'Most keys of an environment.', { default: '10000' }),
  setting('embed_depth_max', integer(1, 10), 'Most levels of embeds inside embeds.', { default: '10' }),
  setting('embed_count_max', integer(1, 100), 'Most embeds of one revision.', { default: '100' }),
  setting('requests_per_minute_max', integer(0), 'Requests per key and minute; 0 sets no limit.', {
    default: '0',
  }),
  setting(
    'wrong_keys_per_minute_max',
    integer(0),
    'Wrong keys that one address, or one IPv6 network of 64 bits, may send in a minute. Beyond it: 429 for all keys of that address that were not let in from there before. 0 sets no limit.',
    { default: '60' },
  ),
  setting('testsets.id_salt', z.string(), 'Salt of testcase ids; fixed when the store is made.', {
    default: '',
  }),
  setting('testsets.rows_max', integer(1), 'Most rows of a testset revision.', { default: '5000000' }),
  setting('testsets.columns_max', integer(1), 'Most columns of a testset revision.', { default: '10000' }),
  setting('testsets.uploads_max', integer(2, 1000), 'Uploads imported at a time; projects share them.', {
    default: '8',
  }),
  setting('testsets.upload_bytes_max', integer(1024), 'Largest uploaded file.', { default: String(2 * GiB) }),
  setting('testsets.field_bytes_max', integer(1), 'Largest value of a row.', { default: String(64 * MiB) }),
  setting(
    'testsets.decoded_bytes_max',
    integer(1024),
    'Largest uploaded file when it is decoded: the length of its rows as JSON.',
    { default: String(4 * GiB) },
  ),
  setting('testsets.row_bytes_max', integer(1), 'Largest row.', { default: String(128 * MiB) }),
  setting('evaluations.steps_max', integer(1, 10_000), 'Most steps of an evaluation run.', {
    default: '1000',
  }),
  setting(
    'evaluations.runs_max',
    integer(0, 1000),
    'Evaluation runs that this process executes at once; others wait, and projects take turns. 0: it executes none.',
    { default: '10' },
  ),
  setting(
    'evaluations.cells_max',
    integer(1, 100_000),
    'Cells of all its runs that this process computes at once; projects share them evenly, and so do the runs of each.',
    { default: '500' },
  ),
  setting(
    'evaluations.lease_seconds',
    integer(1, 3600),
    'After how long without a sign of life the cells that a process was computing are given to others.',
    { default: '30' },
  ),
  setting(
    'evaluations.call_seconds_max',
    integer(1, 3600),
    'How long a program behind a url, or a model, may take for one answer.',
    { default: '60' },
  ),
  setting(
    'evaluations.provider_calls_max',
    integer(1, 10_000),
    'Calls that one provider of models, or one host of programs, gets at a time from this process.',
    { default: '20' },
  ),
  setting(
    'evaluations.provider_calls_per_minute_max',
    integer(0),
    'Calls that one provider or host gets in a minute from this process, evenly spread; 0 sets no limit.',
    { default: '0' },
  ),
  setting(
    'evaluations.lend_key',
    toggle,
    'Whether programs behind a url get a key with the call, good until it ends, to read revisions and testsets and send spans of their trace.',
    { default: 'true' },
  ),
  setting(
    'work.processes_max',
    integer(1, 256),
    'Processes that do work whose cost a request decides (templates, schemas, matchers, files) for one project at a time, and as many again for all others.',
    { default: '2' },
  ),
  setting('work.seconds_max', integer(1, 3600), 'How long one piece of such work may take.', {
    default: '20',
  }),
  setting('work.memory_mb_max', integer(64, 65_536), 'Memory of one such process, in megabytes.', {
    default: '1024',
  }),
  setting(
    'evaluations.sandbox_processes_max',
    integer(1, 256),
    'Processes that run code of scripts and evaluators of one project at a time, and as many again for all others.',
    { default: '4' },
  ),
] as const satisfies readonly Setting[]

type SettingsList = typeof settings
type CamelCase<S extends string> = S extends `${infer Head}.${infer Tail}`
  ? `${CamelCase<Head>}${Capitalize<CamelCase<Tail>>}`
  : S extends `${infer Head}_${infer Tail}`
    ? `${Head}${Capitalize<CamelCase<Tail>>}`
    : S
export type Config = {
  readonly [S in SettingsList[number] as CamelCase<S['name']>]: z.output<S['schema']>
}

export const environmentName = (name: string): string => `ASSAY_${name.replace('.', '_').toUpperCase()}`
export const flagName = (name: string): string => `--${name.replaceAll(/[._]/g, '-')}`
const camelCase = (name: string): string =>
  name.replaceAll(/[._]([a-z])/g, (_, letter: string) => letter.toUpperCase())

const units = [
  ['GiB', GiB],
  ['MiB', MiB],
] as const

/** A size that a person would not read as a number of bytes, such as `64 MiB`; undefined: it needs no such words. */
export function sizeInWords(name: string, text: string): string | undefined {
  const unit = name.includes('bytes') ? units.find(([, bytes]) => Number(text) % bytes === 0) : undefined
  return unit === undefined ? undefined : `${Number(text) / unit[1]} ${unit[0]}`
}

/** The command line or its settings cannot be used as they are. The message says what to do. */
export class UsageError extends Error {}

/** Every problem with the settings at once. */
export class ConfigError extends UsageError {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(
      `The settings have ${problems.length} problem${problems.length === 1 ? '' : 's'}:\n${problems.map((problem) => `  ${problem}`).join('\n')}`,
    )
    this.problems = problems
  }
}

/** Reads the settings. Unknown flags and ASSAY_ variables are problems too: they are most likely misspelt. */
export function loadConfig(
  environment: Readonly<Record<string, string | undefined>>,
  flags: Flags = new Map(),
): Config {
  const problems: string[] = []
  const values: Record<string, unknown> = {}
  for (const { name, schema, ...rest } of settings as readonly Setting[]) {
    const isGiven = flags.has(flagName(name))
    // Alone, a flag turns something on.
    const flag = flags.get(flagName(name)) ?? (isGiven && schema === toggle ? 'true' : undefined)
    if (isGiven && flag === undefined) {
      problems.push(`${flagName(name)} needs a value. ${rest.help}`)
      continue
    }
    const variable = ownMember(environment, environmentName(name))
    const text = flag ?? (variable === '' ? undefined : variable) ?? rest.default
    const result = schema.safeParse(text)
    if (result.success) setOwn(values, camelCase(name), result.data)
    else {
      const source = flag === undefined ? environmentName(name) : flagName(name)
      for (const issue of result.error.issues) problems.push(`${source} ${issue.message}. ${rest.help}`)
    }
  }
  // Where clients look for a server: a shell may have it for them.
  const knownVariables = new Set(['ASSAY_URL', ...settings.map(({ name }) => environmentName(name))])
  for (const variable of Object.keys(environment)) {
    if (variable.startsWith('ASSAY_') && !knownVariables.has(variable)) {
      problems.push(`${variable} is not a setting.`)
    }
  }
  const knownFlags = new Set(settings.map(({ name }) => flagName(name)))
  for (const flag of flags.keys()) if (!knownFlags.has(flag)) problems.push(`${flag} is not a setting.`)
  if (problems.length > 0) throw new ConfigError(problems)
  return values as unknown as Config
}

/** The settings of this process. */
export const loadProcessConfig = (flags: Flags): Config => loadConfig(process.env, flags)
