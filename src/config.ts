// The schema of all settings: each has a help text, a default and three names. For example, `testsets.rows_max` in texts
// is the variable ASSAY_TESTSETS_ROWS_MAX and the flag --testsets-rows-max. A flag overrides the variable. Only this file
// reads the environment.
import { z } from 'zod'
import { machineSize, type MachineSize } from './kernel/machine-size.ts'
import { limitSettings } from './limit-settings.ts'
import { didYouMean } from './kernel/nearest-word.ts'
import { ownMember, setOwn } from './kernel/own.ts'
import type { Flags } from './kernel/flags.ts'
import {
  allowList,
  camelCase,
  count,
  configuredKey,
  defaultOn,
  encryptionKey,
  integer,
  setting,
  targetFolder,
  toggle,
  url,
  type CamelCase,
  type Setting,
} from './setting-schemas.ts'

/** The order is that of the help text and of the documentation. */
export const settings = [
  setting('host', z.string().min(1), 'Address to listen on.', { default: '127.0.0.1' }),
  setting('port', integer(0, 65_535), 'Port to listen on; 0 takes a free one.', { default: '8700' }),
  setting(
    'data_dir',
    z.string().min(1),
    'Directory of the embedded stores and of the key that encrypts secrets.',
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
    'ClickHouse cluster for the tables. Not set: a single server.',
  ),
  setting(
    'clickhouse_insert_quorum',
    z.string().regex(/^(auto|\d+)$/, 'must be auto or a number of replicas'),
    'Replicas of a shard that must store spans before they leave the inbox; auto: most of them, 0: one, without waiting for others.',
    { default: 'auto' },
  ),
  setting(
    'role',
    z.enum(['all', 'api', 'worker'], 'must be all, api or worker'),
    'Role of this process: serve requests (api), move accepted spans into the trace store and execute evaluations (worker), or both (all).',
    { default: 'all' },
  ),
  setting('otlp_http_port', integer(0, 65_535), 'Port of OTLP over HTTP; 0 turns it off.', {
    default: '4318',
  }),
  setting('otlp_grpc_port', integer(0, 65_535), 'Port of OTLP over gRPC; 0 turns it off.', {
    default: '4317',
  }),
  setting(
    'admin_key',
    configuredKey.optional(),
    'Key of the administration routes. Not set: they do not exist.',
    {
      secret: true,
    },
  ),
  setting(
    'api_key',
    configuredKey.optional(),
    "The first project's key, for scripted starts. Not set: one is created and printed once.",
    { secret: true },
  ),
  setting(
    'secrets_key',
    encryptionKey.optional(),
    'Key that encrypts stored secrets. Not set: one is created and stored in the data directory.',
    { secret: true },
  ),
  setting(
    'secrets_key_former',
    encryptionKey.optional(),
    'The key before a rotation, until `assay secrets reseal` has run. Not set: the file secrets.key.former of the data directory, if there is one.',
    { secret: true },
  ),
  setting(
    'backup_key',
    encryptionKey.optional(),
    'Key that encrypts backups, and opens them. Not set: they are not encrypted.',
    { secret: true },
  ),
  setting(
    'backup_target',
    targetFolder.optional(),
    'Folder or `s3://bucket/prefix` of scheduled backups. Not set: there are none.',
  ),
  setting('backup_hours', integer(1, 8760), 'Hours between scheduled backups.', { default: '24' }),
  setting('backup_keep', integer(1, 10_000), 'Scheduled backups that are kept.', { default: '14' }),
  setting(
    'backup_s3_endpoint',
    url(/^https?:/, 'https://storage.example.org').optional(),
    'Address of S3-compatible storage for targets `s3://bucket/prefix`, or AWS_ENDPOINT_URL. Not set: AWS.',
    { otherVariable: 'AWS_ENDPOINT_URL' },
  ),
  setting('backup_s3_region', z.string().min(1), 'Region of that storage, or AWS_REGION.', {
    default: 'us-east-1',
    otherVariable: 'AWS_REGION',
  }),
  setting('backup_s3_access_key', z.string().optional(), 'Access key id for it, or AWS_ACCESS_KEY_ID.', {
    secret: true,
    otherVariable: 'AWS_ACCESS_KEY_ID',
  }),
  setting('backup_s3_secret_key', z.string().optional(), 'Secret key for it, or AWS_SECRET_ACCESS_KEY.', {
    secret: true,
    otherVariable: 'AWS_SECRET_ACCESS_KEY',
  }),
  setting(
    'backup_s3_session_token',
    z.string().optional(),
    'Session token of temporary credentials, or AWS_SESSION_TOKEN.',
    { secret: true, otherVariable: 'AWS_SESSION_TOKEN' },
  ),
  setting(
    'span_export_target',
    targetFolder.optional(),
    'Folder or `s3://bucket/prefix` for spans as Parquet files, one per project and day; the storage of backups. Not set: there are none.',
  ),
  setting(
    'span_export_delay_hours',
    integer(0, 720),
    'Hours after the end of a day (UTC) until its spans are exported. Later spans replace its file a day after.',
    { default: '6' },
  ),
  setting(
    'public_url',
    url(/^https?:/, 'https://assay.example.org').optional(),
    'Address under which clients reach the server, with a path if a proxy serves it below one (https://example.org/assay). Not set: the address of the request.',
  ),
  setting(
    'trust_proxy',
    count(10),
    'Number of proxies in front of the server that append to X-Forwarded-For; `true` means one. With 1 the last address of the header is the client, with 2 the one before it. X-Forwarded-Proto and -Host are used, too.',
    { default: 'false' },
  ),
  setting(
    'outgoing_allow',
    allowList.optional(),
    'Allow list of outgoing calls to programs, webhooks and models besides public addresses: networks, addresses, host names (`*.` for all subdomains), separated by commas, or none. Not set: loopback if the server has embedded stores, listens on loopback, has no public url and trusts no proxy; otherwise none.',
  ),
  setting(
    'request_spans_url',
    url(/^https?:/, 'http://localhost:4318/v1/traces').optional(),
    "OTLP receiver (HTTP, JSON) for the server's own requests as OpenTelemetry spans; may be this server. Not set: there are none.",
  ),
  setting('request_spans_authorization', z.string().optional(), 'Authorization header for it.', {
    secret: true,
  }),
  setting(
    'log_level',
    z.enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    ),
    'Log level.',
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
    'Whether every answer is validated against its documented schema; takes a tenth of the time of a read. Enabled in tests.',
    { default: 'false' },
  ),
  setting('seed_defaults', toggle, 'Whether new projects start with development, staging and production.', {
    default: 'true',
  }),
  setting(
    'stop_seconds_max',
    integer(1),
    'Time limit of a shutdown. Requests in flight get most of it; then connections are cut and remaining work is cancelled.',
    { default: '30' },
  ),
  setting(
    'stall_seconds_max',
    integer(0),
    'Watchdog: how long the main thread may be stuck before the process exits: processor time since it last answered, and time asleep in a call. Waiting for a processor does not count. 0: no limit.',
    { default: '30' },
  ),
  ...limitSettings,
] as const satisfies readonly Setting[]

type SettingsList = typeof settings
export type Config = {
  readonly [S in SettingsList[number] as CamelCase<S['name']>]: z.output<S['schema']>
}

export const environmentName = (name: string): string => `ASSAY_${name.replace('.', '_').toUpperCase()}`
export const flagName = (name: string): string => `--${name.replaceAll(/[._]/g, '-')}`

/** The command line or the settings are invalid. The message states the remedy. */
export class UsageError extends Error {}

/** Lists every problem with the settings at once. */
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

/** Reads the settings. Unknown flags and ASSAY_ variables are errors, too: they are most likely misspelt. */
export const loadConfig = (
  environment: Readonly<Record<string, string | undefined>>,
  flags: Flags = new Map(),
): Config => configOn(machineSize(), { environment, flags })

/** The value of a setting in the environment. An empty variable counts as not set. */
function valueOf(
  environment: Readonly<Record<string, string | undefined>>,
  { name, otherVariable = '' }: Pick<Setting, 'name' | 'otherVariable'>,
): string | undefined {
  const values = [environmentName(name), otherVariable].map((variable) => ownMember(environment, variable))
  return values.find((value) => value !== undefined && value !== '')
}

/** The settings on a machine of this size. */
export function configOn(
  machine: MachineSize,
  {
    environment,
    flags = new Map(),
  }: { readonly environment: Readonly<Record<string, string | undefined>>; readonly flags?: Flags },
): Config {
  const problems: string[] = []
  const values: Record<string, unknown> = {}
  for (const { name, schema, ...rest } of settings as readonly Setting[]) {
    const isPresent = flags.has(flagName(name))
    // A flag without a value turns a toggle on.
    const flag = flags.get(flagName(name)) ?? (isPresent && schema === toggle ? 'true' : undefined)
    if (isPresent && flag === undefined) {
      problems.push(`${flagName(name)} needs a value. ${rest.help}`)
      continue
    }
    const text = flag ?? valueOf(environment, { name, ...rest }) ?? defaultOn(machine, rest)
    const result = schema.safeParse(text)
    if (result.success) setOwn(values, camelCase(name), result.data)
    else {
      const source = flag === undefined ? environmentName(name) : flagName(name)
      for (const issue of result.error.issues) problems.push(`${source} ${issue.message}. ${rest.help}`)
    }
  }
  // ASSAY_URL is a variable of clients; a shell may set it.
  const knownVariables = new Set(['ASSAY_URL', ...settings.map(({ name }) => environmentName(name))])
  for (const variable of Object.keys(environment)) {
    if (variable.startsWith('ASSAY_') && !knownVariables.has(variable)) {
      problems.push(`${variable} is not a setting.${didYouMean(variable, [...knownVariables])}`)
    }
  }
  const knownFlags = new Set(settings.map(({ name }) => flagName(name)))
  for (const flag of flags.keys()) {
    if (!knownFlags.has(flag)) problems.push(`${flag} is not a setting.${didYouMean(flag, [...knownFlags])}`)
  }
  if (problems.length > 0) throw new ConfigError(problems)
  return values as Config
}

const toolVariables = /^(?:PATH|HOME|LD_LIBRARY_PATH|NODE_EXTRA_CA_CERTS|PG[A-Z]+)$/

/**
 * The environment of a child process: the paths of programs and libraries, the certificates that Node trusts besides its
 * own, and the variables of PostgreSQL's tools.
 */
export const toolEnvironment = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value !== undefined && toolVariables.test(name) ? [[name, value]] : [],
    ),
  )

/** The settings of this process. */
export const loadProcessConfig = (flags: Flags): Config => loadConfig(process.env, flags)
