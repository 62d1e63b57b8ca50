// The schema of all settings: each has a help text, a default and three names. `testsets.rows_max` in texts
// is ASSAY_TESTSETS_ROWS_MAX in the environment and --testsets-rows-max on the command line; the flag
// overrides. Only this file reads the environment.
import { z } from 'zod'
import { machineSize, type MachineSize } from './kernel/machine-size.ts'
import { ownMember, setOwn } from './kernel/own.ts'
import type { Flags } from './kernel/flags.ts'
import {
  GiB,
  MiB,
  allowList,
  camelCase,
  count,
  configuredKey,
  defaultOn,
  integer,
  memoryPart,
  setting,
  toggle,
  url,
  type CamelCase,
  type Setting,
} from './setting-schemas.ts'

/** In the order of help and documentation. */
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
    z
      .string()
      .regex(/^[0-9a-fA-F]{64}$/, 'must be 64 hexadecimal digits')
      .optional(),
    'Key that encrypts stored secrets. Not set: one is created and stored in the data directory.',
    { secret: true },
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
  setting('connections_max', integer(1), 'Open connections per port; further ones are closed at once.', {
    default: '10000',
  }),
  setting(
    'connections_per_address_max',
    integer(1),
    'Open connections per client address, or per IPv6 /64 network. Ignored with trust_proxy: all connections come from the proxy.',
    { default: '1000' },
  ),
  setting(
    'client_seconds_max',
    integer(1, 3600),
    'How long a client may keep the server waiting: incomplete headers, bodies slower than 1 KiB a second, answers that it does not read.',
    { default: '30' },
  ),
  setting('body_bytes_max', integer(1024), 'Largest JSON request body, inflated.', {
    default: String(64 * MiB),
  }),
  setting(
    'body_values_max',
    integer(1000),
    'Most values (elements, members, lists and objects) in the JSON body of a read request, and most members of one object; a write request may have fifty times as many values. Above: 413. Each value costs time on the main thread.',
    { default: '100000' },
  ),
  setting(
    'bodies_bytes_max',
    integer(MiB),
    'Memory for the bodies of all requests; above: 429. Uploaded files are on disk and do not count. The default is at most an eighth of the memory.',
    { default: String(512 * MiB), fits: memoryPart(8, 64) },
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
    'Size of the inbox of accepted spans; above it, or above the share of a project, ingest answers 429.',
    { default: String(GiB) },
  ),
  setting(
    'retention_days',
    integer(0, 36_500),
    'Retention of traces in days, for projects without their own setting; 0: forever.',
    { default: '0' },
  ),
  setting('page_size_max', integer(1), 'Largest page size.', { default: '10000' }),
  setting(
    'query_seconds_max',
    integer(1),
    'Time limit of a trace query, from the arrival of its request; above: 504.',
    {
      default: '15',
    },
  ),
  setting(
    'query_memory_bytes_max',
    integer(MiB),
    'Memory limit of a trace query; above: 504. The default is at most an eighth of the memory.',
    { default: String(2 * GiB), fits: memoryPart(8, 128) },
  ),
  setting(
    'query_result_bytes_max',
    integer(MiB),
    'Largest answer of a trace query; above: 504. The default is at most a 32nd of the memory.',
    { default: String(256 * MiB), fits: memoryPart(32, 16) },
  ),
  setting('environment_entries_max', integer(1), 'Most keys of an environment.', { default: '10000' }),
  setting(
    'revision_characters_max',
    integer(1000),
    'Most characters of JSON in the data of a workflow or query revision: 4 million are parsed in some tens of milliseconds of the main thread. Testsets store their rows one by one.',
    { default: '4000000' },
  ),
  setting(
    'trace_spans_max',
    integer(1),
    'Most spans of a trace that a request writes and reads back in its answer. OTLP and the ingest routes have no such limit.',
    { default: '10000' },
  ),
  setting('requests_per_minute_max', integer(0), 'Requests per key and minute; 0 sets no limit.', {
    default: '0',
  }),
  setting(
    'wrong_keys_per_minute_max',
    integer(0),
    'Wrong keys per minute from one address, or one IPv6 /64 network. Above: 429 for all keys from that address that have not succeeded from there before. 0 sets no limit.',
    { default: '60' },
  ),
  setting('testsets.id_salt', z.string(), 'Salt of testcase ids; fixed when the store is created.', {
    default: '',
  }),
  setting('testsets.rows_max', integer(1), 'Most rows of a testset revision.', { default: '5000000' }),
  setting('testsets.columns_max', integer(1), 'Most columns of a testset revision.', { default: '10000' }),
  setting('testsets.uploads_max', integer(2, 1000), 'Concurrent imports of uploads; projects share them.', {
    default: '8',
  }),
  setting('testsets.upload_bytes_max', integer(1024), 'Largest uploaded file.', { default: String(2 * GiB) }),
  setting('testsets.field_bytes_max', integer(1), 'Largest value of a row.', { default: String(64 * MiB) }),
  setting(
    'testsets.decoded_bytes_max',
    integer(1024),
    'Largest decoded upload: the length of its rows as JSON.',
    { default: String(4 * GiB) },
  ),
  setting('testsets.row_bytes_max', integer(1), 'Largest row.', { default: String(128 * MiB) }),
  setting(
    'evaluations.runs_max',
    integer(0, 1000),
    'Evaluation runs that this process executes at once; others wait, with a fair share per project. 0: none.',
    { default: '10' },
  ),
  setting(
    'evaluations.cells_max',
    integer(1, 100_000),
    'Cells that this process computes at once, over all its runs; projects share them evenly, and so do the runs of a project.',
    { default: '500' },
  ),
  setting(
    'evaluations.lease_seconds',
    integer(1, 3600),
    'Lease time: how long after the last heartbeat of a process its cells go to other processes.',
    { default: '30' },
  ),
  setting(
    'evaluations.call_seconds_max',
    integer(1, 3600),
    'Time limit for one answer of a model, or of a program with a url.',
    { default: '60' },
  ),
  setting(
    'evaluations.provider_calls_max',
    integer(1, 10_000),
    'Concurrent calls of this process to one model provider or program host.',
    { default: '20' },
  ),
  setting(
    'evaluations.provider_calls_per_minute_max',
    integer(0),
    'Calls per minute of this process to one provider or host, evenly spread; 0 sets no limit.',
    { default: '0' },
  ),
  setting(
    'evaluations.lend_key',
    toggle,
    'Whether programs with a url get a call-scoped key, valid until the call ends, to read revisions and testsets and to send spans of their trace.',
    { default: 'true' },
  ),
  setting(
    'work.processes_max',
    integer(1, 256),
    'Processes for work whose cost a request controls (templates, schemas, matchers, files): this many for one project, and as many again for all others. The default is at most the number of processors.',
    { default: '2', fits: ({ processors }) => processors },
  ),
  setting('work.seconds_max', integer(1, 3600), 'Time limit of one piece of such work.', {
    default: '20',
  }),
  setting(
    'work.memory_mb_max',
    integer(64, 65_536),
    'Memory of one such process, in megabytes. The default is at most a sixteenth of the memory.',
    { default: '1024', fits: (machine) => memoryPart(16, 128)(machine) / MiB },
  ),
  setting(
    'evaluations.sandbox_processes_max',
    integer(1, 256),
    'Processes that run code of scripts and evaluators: this many for one project, and as many again for all others. The default is at most twice the number of processors.',
    { default: '4', fits: ({ processors }) => 2 * processors },
  ),
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

/** The settings as they are on a machine of this size. */
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
    const variable = ownMember(environment, environmentName(name))
    const text = flag ?? (variable === '' ? undefined : variable) ?? defaultOn(machine, rest)
    const result = schema.safeParse(text)
    if (result.success) setOwn(values, camelCase(name), result.data)
    else {
      const source = flag === undefined ? environmentName(name) : flagName(name)
      for (const issue of result.error.issues) problems.push(`${source} ${issue.message}. ${rest.help}`)
    }
  }
  // Clients read this variable; a shell may set it.
  const knownVariables = new Set(['ASSAY_URL', ...settings.map(({ name }) => environmentName(name))])
  for (const variable of Object.keys(environment)) {
    if (variable.startsWith('ASSAY_') && !knownVariables.has(variable)) {
      problems.push(`${variable} is not a setting.`)
    }
  }
  const knownFlags = new Set(settings.map(({ name }) => flagName(name)))
  for (const flag of flags.keys()) if (!knownFlags.has(flag)) problems.push(`${flag} is not a setting.`)
  if (problems.length > 0) throw new ConfigError(problems)
  return values as Config
}

/** The settings of this process. */
export const loadProcessConfig = (flags: Flags): Config => loadConfig(process.env, flags)
