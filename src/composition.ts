// The composition root: opens stores, creates subjects and HTTP servers. Each step adds the parts that it opens to the
// resources of the server. They close in reverse order, at the end and when a later step of the start fails.
import { outgoingAllowed, outgoingText } from './outgoing.ts'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { pino, type Logger } from 'pino'
import { createCallKeys } from './access/call-keys.ts'
import { createUsageCaps, type UsageLimits } from './access/usage.ts'
import { createKeyUses } from './access/keys.ts'
import { createSessions } from './access/sessions.ts'
import { createKeyCache } from './access/key-cache.ts'
import { ensureFirstProject, type FirstProject, type ProjectContext } from './access/projects.ts'
import { listenForFreezes } from './backup/frozen-traces.ts'
import { backupState, sharedBackup, type BackupState } from './backup/last-backup.ts'
import { secretBox, secretsKeys } from './access/secret-box.ts'
import { createSecrets } from './access/secrets.ts'
import { createFairSemaphore, type FairSemaphore } from './kernel/fair-semaphore.ts'
import { createParties, type Parties } from './kernel/parties.ts'
import { createResources, type Resources } from './kernel/resources.ts'
import { createRunningWork, type RunningWork } from './kernel/running-work.ts'
import { withSourcePositions } from './kernel/source-stacks.ts'
import { maskUserInfo } from './kernel/user-info.ts'
import { systemClock } from './kernel/clock.ts'
import { backupRecord } from './commands/backup/archive-at.ts'
import { UsageError, type Config } from './config.ts'
import { startWatchdog } from './kernel/watchdog/watchdog.ts'
import { buildProblems } from './kernel/installation.ts'
import { detectIsolation, type Isolation } from './kernel/work/isolation.ts'
import { createLimiter } from './programs/clients/limiter.ts'
import { createOutgoing } from './programs/clients/outgoing.ts'
import { createExecutor, type ExecutorParts } from './programs/execution/executor.ts'
import { createSandbox } from './programs/sandbox/sandbox.ts'
import { startSandboxPool } from './programs/work/sandbox-pool.ts'
import type { AppParts } from './http/app.ts'
import { createBodyMemory } from './http/bodies/body-memory.ts'
import { createLoginThrottle } from './http/server/login-throttle.ts'
import { createMetrics, type Metrics } from './http/metrics/metrics.ts'
import { requestLimit } from './http/server/request-limit.ts'
import { startRequestSpans, type RequestSpans } from './http/server/request-spans.ts'
import {
  restrictDataDirectory,
  controlPath,
  pythonPath,
  requireRestored,
  secretsKeyPath,
  uploadsPath,
} from './machine.ts'
import { startSchedules } from './schedules.ts'
import {
  dropInterruptedImports,
  listen,
  startIngest,
  startRuns,
  type IngestService,
  type Listeners,
} from './serve.ts'
import { copiedRows } from './evaluations/spans-to-testsets/rows-of-traces.ts'
import type { RelationalStore, SpanStore } from './storage/contract/contract.ts'
import { openColumnar, openRelational } from './stores.ts'
import { testsetRules } from './testsets/rules.ts'
import { ensureSalt } from './testsets/stored/store-start.ts'
import type { TestsetSettings } from './testsets/stored/stored-list.ts'
import { checkQueryData } from './tracing/filter/saved-query.ts'
import type { Engine } from './versioning/engine.ts'
import { environmentRules } from './versioning/environments/environment.ts'
import { plainRules, type DataLimits } from './versioning/payload.ts'
import { seedEnvironments } from './versioning/seed.ts'
import { slugFromName } from './versioning/slugs.ts'
import { embedLimits } from './workflows/resolve.ts'
import { workflowRules } from './workflows/rules.ts'

const { version }: { readonly version: string } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
)

const clock = systemClock()

const usageLimits = (config: Config): UsageLimits => ({
  spans: config.usageSpansPerDayMax,
  bytes: config.usageBytesPerDayMax,
  testcases: config.usageTestcasesPerDayMax,
  calls: config.usageCallsPerDayMax,
  cost: config.usageDollarsPerDayMax,
})

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
  usageLimits: usageLimits(config),
})

const dataLimits = (config: Config): DataLimits => ({ charactersMax: config.revisionCharactersMax })

const createEngine = (config: Config): Engine => ({
  clock,
  payloads: {
    workflow: workflowRules({ ...dataLimits(config), embedsMax: config.embedsMax }),
    testset: testsetRules(testsetSettings(config)),
    query: plainRules(checkQueryData, dataLimits(config)),
    environment: environmentRules({ entriesMax: config.environmentEntriesMax }),
  },
})

const projectContextOf = (store: RelationalStore, engine: Engine): ProjectContext => ({
  store,
  clock,
  seed: (scope, tx) => seedEnvironments(engine, { scope, tx }),
  slugFromName,
})

/** For commands that create projects. */
export const projectContext = (config: Config, store: RelationalStore): ProjectContext =>
  projectContextOf(store, createEngine(config))

/** The first parts of a server, which all steps of its start share. */
interface Base {
  readonly config: Config
  readonly logger: Logger
  readonly resources: Resources
  readonly work: RunningWork
  readonly metrics: Metrics
}

interface StoreParts extends Base {
  readonly store: RelationalStore
  readonly spans: SpanStore
  readonly parties: Parties
}

type WorkParts = StoreParts & { readonly isolation: Isolation }

/** Opens both stores. */
async function openStores(base: Base): Promise<StoreParts> {
  const { config, logger, resources } = base
  restrictFileAccess(config, logger)
  const store = await openRelational(config, logger)
  resources.add(store, () => store.close())
  if (store.appliedMigrations.length > 0)
    logger.info({ migrations: store.appliedMigrations }, 'migrated the database')
  const parties = createParties((id) => store.read.project(id))
  for (const project of await store.read.projects({ includeArchived: true })) parties.add(project)
  const spans = await openColumnar(config, store, parties.partyOf)
  resources.add(spans, () => spans.close())
  await ensureSalt(store, config.testsetsIdSalt)
  return { ...base, store, spans, parties }
}

/** Creates the parts that check keys and sessions and decrypt secrets. */
function createAccess({ config, logger, resources, work, store }: StoreParts) {
  const encryption = secretsKeys(config, secretsKeyPath(config))
  const callMsMax = config.evaluationsCallSecondsMax * 1000
  const callKeys = createCallKeys({ secretsKeys: encryption, clock, callMsMax })
  const uses = createKeyUses(store, {
    onError: (error) => logger.warn({ err: error }, 'could not store the last use of keys'),
  })
  return {
    callKeys,
    keys: createKeyCache(store.read, { clock, options: { callKeys } }),
    keyUses: resources.add(uses, () => uses.stop()),
    secrets: createSecrets(clock, secretBox(encryption)),
    sessions: createSessions({
      store,
      clock,
      work,
      onError: (error) => logger.warn({ err: error }, 'could not store the last use of a session'),
    }),
  }
}
type Access = ReturnType<typeof createAccess>

/** Dependencies for executing programs. The server has one sandbox. */
function startExecution(
  stores: WorkParts,
  { callKeys, secrets }: Access,
): Omit<ExecutorParts, 'traceWrites' | 'ingest' | 'usageCaps'> {
  const { config, logger, resources, spans, parties, isolation } = stores
  const { partyOf } = parties
  const sandboxPool = startSandboxPool({
    isolation,
    processesMax: config.workProcessesMax,
    secondsMax: config.workSecondsMax,
    memoryMb: config.workMemoryMbMax,
    partyOf,
  })
  const sandbox = createSandbox({
    isolation,
    processesMax: config.evaluationsSandboxProcessesMax,
    directory: pythonPath(config),
    partyOf,
  })
  const outgoing = createOutgoing(outgoingAllowed(config))
  for (const part of [sandboxPool, sandbox, outgoing]) resources.add(part, () => part.close())
  return {
    clock,
    spans,
    secrets,
    sandbox,
    sandboxPool,
    outgoing,
    limiter: createLimiter({
      inFlightMax: config.evaluationsProviderCallsMax,
      perMinuteMax: config.evaluationsProviderCallsPerMinuteMax,
    }),
    callKeys: config.evaluationsLendKey ? callKeys : undefined,
    embedLimits: embedLimits(config),
    timeoutMs: config.evaluationsCallSecondsMax * 1000,
    reportedTraceMsMax: 5000,
    onError: (error, work) => logger.error({ err: error }, work),
  }
}

/** Prints the key as soon as it exists: a later failure of the start, such as a port in use, must not lose it. */
function printFirstKey(config: Config, { newKey }: FirstProject): void {
  if (newKey === undefined) return
  console.log(
    config.apiKey === undefined
      ? `\nThe first project was created. This is its key, shown only once:\n\n  ${newKey.secret}\n`
      : `\nThe first project has the key from ASSAY_API_KEY (${newKey.key.prefix}…).\n`,
  )
}

function greet(
  config: Config,
  { address, otlpHttp, otlpGrpcPort }: Listeners,
  { newKey }: FirstProject,
): void {
  const hint =
    config.role === 'worker' ? 'worker: /health, /ready and /metrics' : `documentation: ${address}/docs`
  console.log(`\nAssay ${version} listens on ${address}  (${hint})`)
  if (otlpHttp !== undefined) console.log(`OTLP over HTTP: ${otlpHttp}/v1/traces`)
  if (otlpGrpcPort !== undefined) console.log(`OTLP over gRPC: ${config.host}:${otlpGrpcPort}`)
  console.log(`Outgoing calls reach ${outgoingText(config)}`)
  if (newKey === undefined || config.apiKey !== undefined || config.role === 'worker') return
  console.log(`
Open it:

  ${address}/#key=${newKey.secret}

Or try it:

  curl -s ${address}/api/simple/applications/ -H 'Authorization: ApiKey ${newKey.secret}' \\
    -H 'Content-Type: application/json' \\
    -d '{"application": {"slug": "hello", "data": {"parameters": {"prompt": {"messages": [{"role": "user", "content": "Hello {{name}}"}]}}}}}'
`)
}

/** Removes access of other users: files of earlier versions, or of another user, may be readable by them. */
function restrictFileAccess(config: Config, logger: Logger): void {
  if (!existsSync(config.dataDir)) return
  const { restrictedCount, openPaths } = restrictDataDirectory(config)
  if (restrictedCount > 0)
    logger.info({ closed: restrictedCount }, 'removed access of other users to the data directory')
  if (openPaths.length > 0) {
    logger.warn(
      { open: openPaths.slice(0, 10), count: openPaths.length },
      'other users of the machine may read these files',
    )
  }
}

interface ServerParts extends StoreParts, IngestService {
  readonly access: Access
  readonly engine: Engine
  readonly projectContext: ProjectContext
  readonly execution: ExecutorParts
  readonly uploadSlots: FairSemaphore
  readonly runs: AppParts['runs']
}

/** Reads the state of backups, scheduled or by hand, for the interface and the metrics. */
const readBackups = async ({ config, store }: Pick<StoreParts, 'config' | 'store'>): Promise<BackupState> =>
  backupState(backupRecord(config), { now: clock.now(), storedBackup: await sharedBackup(store) })

/** Starts the background work of the server on opened stores. */
async function startWork(parts: WorkParts, engine: Engine) {
  const { resources, metrics, config, store, spans } = parts
  const { partyOf } = parts.parties
  const access = createAccess(parts)
  const programs = startExecution(parts, access)
  const usageCaps = createUsageCaps({ reads: () => store.read, limits: usageLimits(config), clock })
  const ingest = await startIngest({
    ...parts,
    usageCaps,
    clock,
    partyOf,
    copiedRows: copiedRows({ store, engine }),
    // Traces that results of evaluations reference are retained.
    tracesInUse: async ({ projectId, traceIds, holdsSince }) =>
      new Set(await store.read.tracesOfResults(projectId, { traceIds, since: holdsSince })),
  })
  const execution = { ...programs, usageCaps, traceWrites: ingest.traceWrites, ingest: ingest.ingest }
  const executor = createExecutor(execution)
  resources.add(executor, () => executor.close())
  const uploadSlots = createFairSemaphore({ count: config.testsetsUploadsMax, reserve: 1, partyOf })
  metrics.setSources({
    clock,
    store,
    spans,
    pools: () => ({
      ...execution.sandboxPool.usage(),
      ...execution.sandbox.usage(),
      uploads: uploadSlots.usage(),
    }),
    lastBackupAt: async () => (await readBackups(parts)).last?.point,
    dataDir: config.dataDir,
  })
  const { traceWrites } = ingest
  const runs = await startRuns({ ...parts, clock, engine, executor, traceWrites, partyOf, version })
  return { access, ...ingest, execution, uploadSlots, runs }
}

/** The exporter of the server's own requests as spans; undefined: it is turned off. */
function exportRequests({ config, logger, resources }: Base): RequestSpans | undefined {
  const { requestSpansUrl: url, requestSpansAuthorization: authorization } = config
  if (url === undefined) return undefined
  const spans = startRequestSpans({
    url,
    authorization,
    version,
    clock,
    onError: (error) => logger.warn({ err: error }, 'could not send the spans of requests'),
  })
  return resources.add(spans, () => spans.stop())
}

/** The parts of the HTTP servers. */
function appParts({ access, ...otherParts }: ServerParts): AppParts {
  const { config, store, spans } = otherParts
  return {
    ...otherParts,
    ...access,
    clock,
    loginThrottle: createLoginThrottle(config.wrongKeysPerMinuteMax),
    bodyMemory: createBodyMemory(config.bodiesBytesMax),
    countRequest: requestLimit(config.requestsPerMinuteMax),
    testsets: testsetSettings(config),
    usageLimits: usageLimits(config),
    uploadsDir: uploadsPath(config),
    checks: [
      { name: 'relational', check: () => store.check() },
      { name: 'trace', check: () => spans.check() },
    ],
    backups: () => readBackups(otherParts),
    version,
  }
}

/** Opens the socket through which `assay backup` freezes the embedded traces. */
async function listenForCommands({ config, logger, resources, spans }: StoreParts): Promise<void> {
  if (spans.copies === undefined) return
  try {
    const listener = await listenForFreezes(controlPath(config), {
      copies: spans.copies,
      newName: () => clock.hex(24),
      onError: (error) => logger.warn({ err: error }, 'could not release the traces of a backup'),
    })
    resources.add(listener, () => listener.stop())
  } catch (error) {
    // For example a path that is too long for a socket.
    logger.warn({ err: error }, 'assay backup cannot reach this server: stop the server for backups')
  }
}

/** Starts a server and returns its greeting. After a failure the resources have the parts that were opened. */
async function startServer(base: Base): Promise<() => void> {
  const { config, resources, work } = base
  const detection = detectIsolation()
  for (const problem of buildProblems()) base.logger.warn(problem)
  const stores = await openStores(base)
  resources.add(work, () => work.waitForAll())
  // Remove files of interrupted uploads: the data directory belongs to this process.
  rmSync(uploadsPath(config), { recursive: true, force: true })
  const engine = createEngine(config)
  const projectContext = projectContextOf(stores.store, engine)
  const firstProject = await ensureFirstProject(projectContext, config)
  printFirstKey(config, firstProject)
  const services = await startWork({ ...stores, isolation: await detection }, engine)
  // Requests outlive their connections: a disconnect does not end the work of a request.
  resources.add(work, () => work.waitForAll())
  const requestSpans = exportRequests(base)
  const parts = { ...appParts({ ...stores, ...services, engine, projectContext }), requestSpans }
  await listenForCommands(stores)
  await startSchedules({ ...stores, clock })
  await dropInterruptedImports({ ...stores, clock })
  const listeners = await listen(parts, resources)
  return () => greet(config, listeners, firstProject)
}

/** Closes the parts of a server whose start failed, within the time limit of a shutdown. */
async function closeFailedStart({ config, logger, resources }: Base): Promise<void> {
  const { promise: timeout, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, config.stopSecondsMax * 1000)
  const closing = resources
    .close()
    .catch((error: unknown) => logger.warn({ err: error }, 'could not close a part of the server'))
  await Promise.race([closing, timeout])
  clearTimeout(timer)
}

/** Starts the server; resolves when it has stopped. */
export async function serve(config: Config): Promise<void> {
  if (config.role !== 'all' && config.clickhouseUrl === undefined) {
    throw new UsageError(
      'Roles share the trace store between processes: set ASSAY_CLICKHOUSE_URL, or use --role all.',
    )
  }
  requireRestored(config)
  // Applies to all log lines: errors of drivers and of client programs contain full URLs.
  const streamWrite = (line: string): string => withSourcePositions(maskUserInfo(line))
  const logger = pino({ level: config.logLevel, hooks: { streamWrite } })
  const resources = createResources()
  const base = { config, logger, resources, work: createRunningWork(), metrics: createMetrics(version) }
  const greeting = await startServer(base).catch(async (error: unknown) => {
    await closeFailedStart(base)
    throw error
  })
  // A start may block the main thread, for example with migrations, so the watchdog begins after it.
  const watchdog = startWatchdog({
    stallSeconds: config.stallSecondsMax,
    stopSeconds: config.stopSecondsMax,
  })
  const stopPromise = stopSignal(logger)
  // Printed after the handlers of signals are in place: a reader of the address may stop the server at once.
  greeting()
  await stopPromise
  watchdog.limitShutdown()
  const shutdownTimer = setTimeout(() => {
    logger.error('shutdown exceeded stop_seconds_max; exiting with unfinished work')
    process.exit(1)
  }, config.stopSecondsMax * 1000)
  await resources.close()
  clearTimeout(shutdownTimer)
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
