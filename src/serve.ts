// A running server on opened stores: the ingest worker, the evaluation runner, HTTP and the OTLP ports. Each part
// adds itself to the resources of the server, which close in reverse order: first the server accepts nothing new, then
// it finishes the accepted work.
import type { Logger } from 'pino'
import { microsecondsOf, microsecondText, type Clock } from './kernel/clock.ts'
import type { PartyOf } from './kernel/parties.ts'
import type { Resources } from './kernel/resources.ts'
import type { RunningWork } from './kernel/running-work.ts'
import type { Config } from './config.ts'
import type { Executor } from './programs/execution/contract.ts'
import { expireAudit, type ExpiryParts, type Retention, type Sweep } from './access/retention.ts'
import type { UsageCaps } from './access/usage.ts'
import { expireRuns } from './evaluations/records/expire-runs.ts'
import { storeManifest } from './evaluations/verdicts/manifests.ts'
import { runnerDefaults, type RunnerMetrics } from './evaluations/runner/parts.ts'
import { startRunner, type Runner } from './evaluations/runner/runner.ts'
import { createApp, createOtlpApp, createWorkerApp, type AppParts } from './http/app.ts'
import { drainShare } from './http/server/connections/stopping.ts'
import { createGrpcServer } from './http/tracing/ingest/grpc.ts'
import { isPaused, openPort } from './machine.ts'
import type { EvaluationJob, EvaluationRun, RelationalStore, SpanStore } from './storage/contract/contract.ts'
import { abandonImports, dropAbandonedImports } from './project-archive/import-project.ts'
import { removeAbandoned } from './testsets/stored/store-start.ts'
import { createIngest, type Ingest } from './tracing/ingest/accept.ts'
import type { IngestMetrics } from './tracing/ingest/metrics.ts'
import { startLogMaintenance } from './tracing/ingest/logs/waiting.ts'
import { startRowBuilders } from './tracing/ingest/row-builders/row-builders.ts'
import { createRefusal } from './tracing/ingest/traces-of-calls.ts'
import { createMutex } from './tracing/ingest/mutex.ts'
import { startWorker } from './tracing/ingest/worker.ts'
import type { TracesInUse } from './tracing/writes/retention.ts'
import { startRetention } from './tracing/writes/retention-sweep.ts'
import type { CopiedRows } from './tracing/writes/copied-rows.ts'
import { startDeletions } from './tracing/writes/deletions.ts'
import { countSpanWrites } from './tracing/writes/span-counts.ts'
import { createTraceWrites, type TraceWrites } from './tracing/writes/trace-writes.ts'
import type { Engine } from './versioning/engine.ts'

export interface ServingParts {
  readonly config: Config
  readonly clock: Clock
  readonly logger: Logger
  readonly resources: Resources
  readonly store: RelationalStore
  readonly spans: SpanStore
  readonly partyOf: PartyOf
  readonly work: RunningWork
  /** Traces that are retained regardless of their age. */
  readonly tracesInUse: TracesInUse
  readonly metrics: IngestMetrics & { onRetentionSucceeded(): void }
  readonly usageCaps: UsageCaps
  readonly copiedRows: CopiedRows
}

export interface IngestService {
  readonly ingest: Ingest
  readonly traceWrites: TraceWrites
  /** Called after a deletion job was added. */
  readonly onDeletion: () => void
}

const hourMs = 3_600_000
/**
 * How long receipts are stored: a client reads from its receipt whether its spans were stored. A week covers holidays.
 */
const receiptsMs = 7 * 24 * hourMs
/** Log records arrive before their span when an exporter sends the span at its end; a day covers long agent runs. */
const waitingLogLimits = { hoursMax: 24, bytesMax: 64 * 1024 * 1024 }

/** Deletes receipts older than a week, now and every hour. */
function expireReceipts({ clock, store, logger, work, resources }: ServingParts): void {
  const expire = (): void => {
    const expiryTime = microsecondText(microsecondsOf(clock.now()) - receiptsMs * 1000)
    work
      .track(store.write((tx) => tx.expireReceipts(expiryTime)))
      .catch((error: unknown) => logger.warn({ err: error }, 'could not delete old receipts'))
  }
  expire()
  resources.add(setInterval(expire, hourMs).unref(), clearInterval)
}

const retentionDefaults = (config: Config): Retention => ({
  days: config.retentionDays,
  runs_days: config.retentionRunsDays,
  audit_days: config.retentionAuditDays,
  hold_days: config.retentionHoldDays,
})

/** Deletes runs and audit entries older than the retention of their project. */
async function expireRecords(
  { config, logger, store }: ServingParts,
  { sweep, onProjectError }: { readonly sweep: Sweep } & Pick<ExpiryParts, 'onProjectError'>,
): Promise<void> {
  const parts = { reads: () => store.read, defaults: retentionDefaults(config), store, onProjectError }
  const runs = await expireRuns(parts, sweep)
  if (runs > 0) logger.info({ runs }, 'deleted old runs')
  const entries = await expireAudit(parts, sweep)
  if (entries > 0) logger.info({ entries }, 'deleted old audit entries')
}

/** Deletes records and traces older than the retention of their project, now and every hour. */
const retentionFor = (parts: ServingParts, traceWrites: TraceWrites) => {
  const { config, logger, store, spans, tracesInUse, metrics } = parts
  return startRetention({
    store,
    reads: () => store.read,
    defaults: retentionDefaults(config),
    expireRecords: (sweep, onProjectError) => expireRecords(parts, { sweep, onProjectError }),
    onProjectError: (project, error) =>
      logger.warn({ err: error, project }, 'could not delete old records of a project; will retry'),
    spans,
    traceWrites,
    inUse: tracesInUse,
    everyMs: hourMs,
    onSwept: () => metrics.onRetentionSucceeded(),
    onRemoved: (count) => logger.info({ spans: count }, 'deleted old traces'),
    onError: (error) => logger.warn({ err: error }, 'could not delete old traces; will retry'),
  })
}

/** With the embedded engine only one process uses the stores. */
const isOnlyProcess = ({ clickhouseUrl }: Config): boolean => clickhouseUrl === undefined

/** Deletes the rows of imports whose process ended, now and every hour. */
export async function dropInterruptedImports(
  parts: Pick<ServingParts, 'config' | 'clock' | 'logger' | 'resources' | 'store' | 'spans' | 'work'>,
): Promise<void> {
  const { config, clock, logger, resources, store, spans, work } = parts
  if (isOnlyProcess(config)) await abandonImports({ store, clock })
  const drop = (): void => {
    work
      .track(Promise.all([removeAbandoned(store, clock), dropAbandonedImports({ store, spans, clock })]))
      .catch((error: unknown) =>
        logger.warn({ err: error }, 'could not remove the remains of an interrupted import; will retry'),
      )
  }
  drop()
  resources.add(setInterval(drop, hourMs).unref(), clearInterval)
}

/** The dependencies of all code that writes spans. */
function spanWriting({ config, clock, logger, store, spans, resources }: ServingParts) {
  const counts = countSpanWrites({
    store,
    clock,
    onError: (error) =>
      logger.warn(
        { err: error },
        'could not count written spans; live tails receive them with the next notification',
      ),
  })
  resources.add(counts, () => counts.stop())
  return {
    store,
    spans,
    rowBuilders: resources.add(startRowBuilders(), (builders) => builders.stop()),
    clock,
    isShared: !isOnlyProcess(config),
    mutex: createMutex(),
    onWritten: counts.onWritten,
  }
}

type SpanWriting = ReturnType<typeof spanWriting>

/** Notifies the background work of new entries. */
interface IngestWork {
  readonly onAppended: () => void
  readonly onDeletion: () => void
}

/** The reason why background work is paused, for log lines. */
const pauseReason = 'the data was restored from a backup. Run assay restore confirm and restart'

const noIngestWork: IngestWork = { onAppended: () => undefined, onDeletion: () => undefined }

/** Starts the background work of ingest: the inbox, waiting log records, retention, deletion jobs. */
async function startIngestWork(
  parts: ServingParts,
  spanWriter: SpanWriting & { readonly traceWrites: TraceWrites },
): Promise<IngestWork> {
  const { config, logger, store, resources } = parts
  // Existing leases belong to a process that died.
  if (isOnlyProcess(config)) {
    await store.write(async (tx) => {
      await tx.releaseInbox('all')
      await tx.releaseDeletions()
    })
  }
  const worker = startWorker({
    ...spanWriter,
    waitingLimits: waitingLogLimits,
    intervalMs: parts.config.ingestIntervalMs,
    metrics: parts.metrics,
    onError: (error, work) => logger.error({ err: error }, work),
  })
  resources.add(worker, () => worker.stop())
  const logMaintenance = startLogMaintenance(spanWriter, waitingLogLimits, (error) =>
    logger.warn({ err: error }, 'maintenance of waiting log events failed; retrying in a minute'),
  )
  resources.add(logMaintenance, () => logMaintenance.stop())
  // The traces of a backup may be older than the retention. The operator can check them before retention removes them.
  if (await isPaused(store)) logger.warn(`retention is paused: ${pauseReason}`)
  else resources.add(retentionFor(parts, spanWriter.traceWrites), (retention) => retention.stop())
  const deletions = startDeletions({
    ...spanWriter,
    copiedRows: parts.copiedRows,
    onError: (error) => logger.warn({ err: error }, 'a deletion is interrupted; it will be continued'),
  })
  resources.add(deletions, () => deletions.stop())
  expireReceipts(parts)
  return { onAppended: worker.wake, onDeletion: deletions.wake }
}

/** Starts ingest: synchronous writes, the inbox and, unless this process only serves requests, the worker. */
export async function startIngest(parts: ServingParts): Promise<IngestService> {
  const { config, clock, store, spans } = parts
  const spanWriter = spanWriting(parts)
  const traceWrites = createTraceWrites({ ...spanWriter, traceSpansMax: config.traceSpansMax })
  const { onAppended, onDeletion } =
    config.role === 'api' ? noIngestWork : await startIngestWork(parts, { ...spanWriter, traceWrites })
  const ingest = createIngest({
    clock,
    reads: () => store.read,
    rowBuilders: spanWriter.rowBuilders,
    inboxBytesMax: config.inboxBytesMax,
    partyOf: parts.partyOf,
    metrics: parts.metrics,
    usageCaps: parts.usageCaps,
    retryBytesMax: config.ingestInflatedBytesMax,
    refuseOtherTraces: createRefusal(spans),
    onAppended,
  })
  return { ingest, traceWrites, onDeletion }
}

export interface RunsParts extends Pick<
  ServingParts,
  'config' | 'clock' | 'logger' | 'resources' | 'store' | 'spans' | 'partyOf'
> {
  readonly engine: Engine
  readonly executor: Executor
  readonly traceWrites: TraceWrites
  readonly metrics: RunnerMetrics
  /** The version of this program. */
  readonly version: string
}

/** Stores the manifest of a run; a failure does not delay the run. */
const manifestWriter =
  ({ store, clock, logger, version }: RunsParts) =>
  async (run: EvaluationRun, { projectId }: EvaluationJob): Promise<void> => {
    try {
      await storeManifest(store, { projectId, run, programVersion: version, now: clock.now() })
    } catch (error) {
      logger.warn({ err: error, run: run.id }, 'could not store the manifest of a run')
    }
  }

/** For processes that execute no evaluations. */
const noRunner: Runner = { reserveSlot: () => false, wake: () => undefined, stop: async () => undefined }

/** Executes evaluations, unless this process only serves requests. */
export async function startRuns(parts: RunsParts): Promise<Runner> {
  const { config, clock, logger, store, spans } = parts
  if (config.role === 'api' || config.evaluationsRunsMax === 0) return noRunner
  if (await isPaused(store)) {
    logger.warn(`evaluations are paused: ${pauseReason}`)
    return noRunner
  }
  const runner = await startRunner(
    {
      engine: {
        clock,
        versioning: parts.engine,
        spans,
        waitForIngest: (projectId) => parts.traceWrites.waitForIngest(projectId),
        reserveSlot: () => true,
        wake: () => undefined,
      },
      store,
      executor: parts.executor,
      partyOf: parts.partyOf,
      settings: {
        ...runnerDefaults,
        runsMax: config.evaluationsRunsMax,
        cellsMax: config.evaluationsCellsMax,
        leaseMs: config.evaluationsLeaseSeconds * 1000,
        takeoverGraceMs: config.evaluationsLeaseSeconds * 1000,
        liveTracesMax: config.evaluationsLiveTracesMax,
        liveBacklogMs: config.evaluationsLiveBacklogMinutesMax * 60_000,
      },
      holder: clock.id(),
      nowMs: () => Date.now(),
      metrics: parts.metrics,
      onPrepared: manifestWriter(parts),
      onError: (error, work) => logger.error({ err: error }, work),
    },
    isOnlyProcess(config),
  )
  return parts.resources.add(runner, () => runner.stop())
}

export interface Listeners {
  /** The address of the main port. */
  readonly address: string
  readonly otlpHttp: string | undefined
  readonly otlpGrpcPort: number | undefined
}

/** Opens the ports from the settings. */
export async function listen(parts: AppParts, resources: Resources): Promise<Listeners> {
  const { config } = parts
  const takesRequests = config.role !== 'worker'
  const app = takesRequests ? createApp(parts) : createWorkerApp(parts)
  const otlp = takesRequests && config.otlpHttpPort > 0 ? createOtlpApp(parts) : undefined
  const grpc = takesRequests && config.otlpGrpcPort > 0 ? createGrpcServer(parts) : undefined
  // All ports close at once: a slow client of one does not keep the others open.
  resources.add([app, otlp], () =>
    Promise.all([grpc?.close(drainShare * config.stopSecondsMax * 1000), otlp?.close(), app.close()]),
  )
  const address = await openPort(config, { setting: 'port', port: config.port }, (at) => app.listen(at))
  const otlpHttp = await openPort(
    config,
    { setting: 'otlp_http_port', port: config.otlpHttpPort },
    async (address) => otlp?.listen(address),
  )
  const otlpGrpcPort = await openPort(
    config,
    { setting: 'otlp_grpc_port', port: config.otlpGrpcPort },
    async ({ host, port }) => grpc?.listen(host, port),
  )
  return { address, otlpHttp, otlpGrpcPort }
}
