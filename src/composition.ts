// The composition root: opens stores, creates subjects and HTTP servers, and closes them in reverse order.
import { outgoingAllowed, outgoingText } from './outgoing.ts'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { pino, type Logger } from 'pino'
import { createCallKeys, type CallKeys } from './access/call-keys.ts'
import { keyUses } from './access/keys.ts'
import { createSessions } from './access/sessions.ts'
import { createKeyCache } from './access/key-cache.ts'
import { ensureFirstProject, type FirstProject, type ProjectContext } from './access/projects.ts'
import { createSecrets, secretBox, secretsKey, type Secrets } from './access/secrets.ts'
import { createParties, type PartyOf } from './kernel/parties.ts'
import { createRunningWork } from './kernel/running-work.ts'
import { maskUserInfo } from './kernel/user-info.ts'
import { systemClock } from './kernel/clock.ts'
import { UsageError, type Config } from './config.ts'
import type { SandboxPool } from './kernel/work/calls.ts'
import { startWatchdog } from './kernel/watchdog/watchdog.ts'
import { detectIsolation, type Isolation } from './kernel/work/isolation.ts'
import { createLimiter } from './programs/clients/limiter.ts'
import { createOutgoing } from './programs/clients/outgoing.ts'
import { createExecutor, type ExecutorParts } from './programs/execution/executor.ts'
import { createSandbox } from './programs/sandbox/sandbox.ts'
import { startSandboxPool } from './programs/work/sandbox-pool.ts'
import type { AppParts } from './http/app.ts'
import { createBodyMemory } from './http/bodies/body-memory.ts'
import { createLoginThrottle } from './http/server/login-throttle.ts'
import { createMetrics } from './http/metrics/metrics.ts'
import { requestLimit } from './http/server/request-limit.ts'
import { closeDataDir, secretsKeyPath, uploadsPath } from './machine.ts'
import { listen, startIngest, startRuns, type Listeners } from './serve.ts'
import type { RelationalStore, SpanStore } from './storage/contract/contract.ts'
import { openColumnar, openRelational } from './stores.ts'
import { testsetRules } from './testsets/rules.ts'
import { fixSalt, removeAbandoned } from './testsets/kept/store-start.ts'
import type { TestsetSettings } from './testsets/kept/stored-list.ts'
import { checkQueryData } from './tracing/filter/saved-query.ts'
import type { TraceWrites } from './tracing/writes/trace-writes.ts'
import type { Engine } from './versioning/engine.ts'
import { environmentRules } from './versioning/environments/environment.ts'
import { plainRules } from './versioning/payload.ts'
import { seedEnvironments } from './versioning/seed.ts'
import { slugFromName } from './versioning/slugs.ts'
import { workflowRules } from './workflows/rules.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  readonly version: string
}

const clock = systemClock()

const testsetSettings = (config: Config): TestsetSettings => ({
  clock,
  salt: config.testsetsIdSalt,
  limits: {
    uploadBytesMax: config.testsetsUploadBytesMax,
    rowsMax: config.testsetsRowsMax,
    columnsMax: config.testsetsColumnsMax,
    fieldBytesMax: config.testsetsFieldBytesMax,
    rowBytesMax: config.testsetsRowBytesMax,
    decodedBytesMax: config.testsetsDecodedBytesMax,
  },
})

const createEngine = (config: Config): Engine => ({
  clock,
  payloads: {
    workflow: workflowRules,
    testset: testsetRules(testsetSettings(config)),
    query: plainRules(checkQueryData),
    environment: environmentRules({ entriesMax: config.environmentEntriesMax }),
  },
})

const projectContextOf = (store: RelationalStore, engine: Engine): ProjectContext => ({
  store,
  clock,
  seed: (scope, tx) => seedEnvironments(engine, scope, tx),
  slugFromName,
})

/** For commands that create projects. */
export const projectContext = (config: Config, store: RelationalStore): ProjectContext =>
  projectContextOf(store, createEngine(config))

interface ExecutionStores {
  readonly spans: SpanStore
  readonly callKeys: CallKeys
  readonly secrets: Secrets
  readonly traceWrites: TraceWrites
  readonly isolation: Isolation
  readonly workshop: SandboxPool
  readonly partyOf: PartyOf
  readonly logger: Logger
}

/** Dependencies for executing programs. The server has one sandbox. */
const executionParts = (
  config: Config,
  { spans, callKeys, secrets, traceWrites, isolation, workshop, partyOf, logger }: ExecutionStores,
): ExecutorParts => ({
  clock,
  spans,
  traceWrites,
  secrets,
  sandbox: createSandbox({
    isolation,
    processesMax: config.evaluationsSandboxProcessesMax,
    directory: config.dataDir,
    partyOf,
  }),
  sandboxPool: workshop,
  outgoing: createOutgoing(outgoingAllowed(config)),
  limiter: createLimiter({
    inFlightMax: config.evaluationsProviderCallsMax,
    perMinuteMax: config.evaluationsProviderCallsPerMinuteMax,
  }),
  callKeys: config.evaluationsLendKey ? callKeys : undefined,
  embedLimits: { maxDepth: config.embedDepthMax, maxEmbeds: config.embedCountMax },
  timeoutMs: config.evaluationsCallSecondsMax * 1000,
  namedTraceMsMax: 5000,
  onError: (error, what) => logger.error({ err: error }, what),
})

/** Prints the key as soon as it exists: a later failure of the start, such as a port in use, must not lose it. */
function showFirstKey(config: Config, { created }: FirstProject): void {
  if (created === undefined) return
  console.log(
    config.apiKey === undefined
      ? `\nThe first project was created. This is its key, shown only once:\n\n  ${created.secret}\n`
      : `\nThe first project has the key from ASSAY_API_KEY (${created.key.prefix}…).\n`,
  )
}

function greet(
  config: Config,
  { address, otlpHttp, otlpGrpcPort }: Listeners,
  { created }: FirstProject,
): void {
  const about =
    config.role === 'worker' ? 'worker: /health, /ready and /metrics' : `documentation: ${address}/docs`
  console.log(`\nAssay ${version} listens on ${address}  (${about})`)
  if (otlpHttp !== undefined) console.log(`OTLP over HTTP: ${otlpHttp}/v1/traces`)
  if (otlpGrpcPort !== undefined) console.log(`OTLP over gRPC: ${config.host}:${otlpGrpcPort}`)
  console.log(`Outgoing calls reach ${outgoingText(config)}`)
  if (created === undefined || config.apiKey !== undefined || config.role === 'worker') return
  console.log(`
Open it:

  ${address}/#key=${created.secret}

Or try it:

  curl -s ${address}/api/simple/applications/ -H 'Authorization: ApiKey ${created.secret}' \\
    -H 'Content-Type: application/json' \\
    -d '{"application": {"slug": "hello", "data": {"parameters": {"prompt": {"messages": [{"role": "user", "content": "Hello {{name}}"}]}}}}}'
`)
}

/** Files of earlier versions, or created by another user, may be readable by others. */
function closeFiles(config: Config, logger: Logger): void {
  if (!existsSync(config.dataDir)) return
  const { closed, open } = closeDataDir(config)
  if (closed > 0) logger.info({ closed }, 'removed access of other users to the data directory')
  if (open.length > 0) {
    logger.warn(
      { open: open.slice(0, 10), count: open.length },
      'other users of the machine may read these files',
    )
  }
}

/** Starts the server; resolves when it has stopped. */
export async function serve(config: Config): Promise<void> {
  if (config.role !== 'all' && config.clickhouseUrl === undefined) {
    throw new UsageError(
      'Roles share the trace store between processes: set ASSAY_CLICKHOUSE_URL, or use --role all.',
    )
  }
  // Applies to all log lines: errors of drivers and of client programs contain full URLs.
  const logger = pino({ level: config.logLevel, hooks: { streamWrite: maskUserInfo } })
  const work = createRunningWork()
  const metrics = createMetrics(version)
  closeFiles(config, logger)
  const store = await openRelational(config, logger)
  if (store.migrated.length > 0) logger.info({ migrations: store.migrated }, 'migrated the database')
  const parties = createParties((id) => store.read.project(id))
  const { partyOf } = parties
  for (const project of await store.read.projects({ includeArchived: true })) parties.add(project)
  const spans = await openColumnar(config, store, partyOf)
  await fixSalt(store, config.testsetsIdSalt)
  // Remove files of interrupted uploads: the data directory belongs to this process.
  rmSync(uploadsPath(config), { recursive: true, force: true })
  const isolation = detectIsolation()
  const workshop = startSandboxPool({
    isolation,
    processesMax: config.workProcessesMax,
    secondsMax: config.workSecondsMax,
    memoryMb: config.workMemoryMbMax,
    partyOf,
  })
  const engine = createEngine(config)
  const projectContext = projectContextOf(store, engine)
  const first = await ensureFirstProject(projectContext, config)
  showFirstKey(config, first)
  const uses = keyUses(store, (error) => logger.warn({ err: error }, 'could not store the last use of keys'))
  const ingest = await startIngest({
    config,
    clock,
    logger,
    store,
    spans,
    partyOf,
    work,
    metrics,
    // Traces that results of evaluations reference are retained.
    tracesInUse: async (projectId, traceIds) =>
      new Set(await store.read.tracesOfResults(projectId, traceIds)),
  })
  const sealing = secretsKey(config.secretsKey, secretsKeyPath(config))
  const callKeys = createCallKeys({
    secretsKey: sealing,
    clock,
    callMsMax: config.evaluationsCallSecondsMax * 1000,
  })
  const keys = createKeyCache(store.read, clock, { callKeys })
  const secrets = createSecrets(clock, secretBox(sealing))
  const execution = executionParts(config, {
    spans,
    callKeys,
    secrets,
    traceWrites: ingest.traceWrites,
    isolation,
    workshop,
    partyOf,
    logger,
  })
  const executor = createExecutor(execution)
  metrics.setSources({
    clock,
    store,
    spans,
    pools: () => ({ ...workshop.usage(), ...execution.sandbox.usage() }),
    dataDir: config.dataDir,
  })
  const { traceWrites } = ingest
  const runs = await startRuns({
    config,
    clock,
    logger,
    store,
    spans,
    engine,
    executor,
    traceWrites,
    partyOf,
    metrics,
    version,
  })
  const parts: AppParts = {
    config,
    clock,
    logger,
    store,
    keys,
    keyUses: uses,
    sessions: createSessions({
      store,
      clock,
      work,
      onError: (error) => logger.warn({ err: error }, 'could not store the last use of a session'),
    }),
    loginThrottle: createLoginThrottle(config.wrongKeysPerMinuteMax),
    bodyMemory: createBodyMemory(config.bodiesBytesMax),
    countRequest: requestLimit(config.requestsPerMinuteMax),
    work,
    metrics,
    engine,
    projectContext,
    parties,
    testsets: testsetSettings(config),
    uploadsDir: uploadsPath(config),
    secrets,
    checks: [
      { name: 'relational', check: () => store.check() },
      { name: 'trace', check: () => spans.check() },
    ],
    version,
    spans,
    ingest: ingest.ingest,
    traceWrites: ingest.traceWrites,
    execution,
    runs,
  }
  const watchdog = startWatchdog({
    stallSeconds: config.stallSecondsMax,
    stopSeconds: config.stopSecondsMax,
  })
  const listeners = await listen(parts)
  greet(config, listeners, first)
  work
    .track(removeAbandoned(store))
    .catch((error: unknown) =>
      logger.warn({ err: error }, 'could not remove the remains of an interrupted import'),
    )
  await stopSignal(logger)
  watchdog.stopping()
  const late = setTimeout(() => {
    logger.error('shutdown exceeded stop_seconds_max; exiting with unfinished work')
    process.exit(1)
  }, config.stopSecondsMax * 1000)
  await listeners.stop()
  // Requests outlive their connections: a disconnect does not end the work of a request.
  await work.ended()
  await runs.stop()
  await executor.close()
  await ingest.stop()
  await uses.stop()
  await work.ended()
  await spans.close()
  await store.close()
  clearTimeout(late)
  await watchdog.end()
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
