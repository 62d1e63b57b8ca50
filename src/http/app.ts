// Lists all routes of the program and creates its servers.
import type { FastifyInstance } from 'fastify'
import type { ProjectContext } from '../access/projects.ts'
import type { UsageLimits } from '../access/usage.ts'
import type { BackupState } from '../backup/last-backup.ts'
import type { Secrets } from '../access/secrets.ts'
import type { ExecutorParts } from '../programs/execution/executor.ts'
import type { EvaluationEngine } from '../evaluations/records/engine.ts'
import type { PageLimits } from '../versioning/windowing.ts'
import { SnapshotCache } from '../evaluations/verdicts/snapshot-cache.ts'
import type { TestsetSettings } from '../testsets/stored/stored-list.ts'
import type { SpanStore } from '../storage/contract/contract.ts'
import type { Ingest } from '../tracing/ingest/accept.ts'
import type { Parties } from '../kernel/parties.ts'
import type { FairSemaphore } from '../kernel/fair-semaphore.ts'
import type { TraceWrites } from '../tracing/writes/trace-writes.ts'
import type { Engine } from '../versioning/engine.ts'
import { accessRoutes } from './access/access.ts'
import { adminRoutes } from './access/admin.ts'
import { catalogRoutes } from './workflows/catalog.ts'
import { gitRoutes } from './git/git.ts'
import { mcpRoute } from './mcp/mcp.ts'
import type { EvaluationContext } from './evaluations/context.ts'
import { evaluationRoutes } from './evaluations/routes.ts'
import { legacyRoutes } from './workflows/legacy.ts'
import { openApiDocument } from './openapi/openapi.ts'
import { operationRoutes, serveDocs } from './operations.ts'
import { servePages } from './pages.ts'
import { payloadSchemas } from './payloads.ts'
import type { ReadyCheck } from './readiness.ts'
import { openReadsToPrograms, type Route } from './route.ts'
import { demoRoute, operatorDemoRoute } from './access/demo.ts'
import { ownProjectRoutes } from './access/projects.ts'
import { projectArchiveRoutes } from './access/project-archive.ts'
import { sessionRoutes } from './access/sessions.ts'
import { secretRoutes } from './access/secrets.ts'
import { secretSettingRoutes } from './access/secret-values.ts'
import { secretTrialRoutes } from './access/secret-test.ts'
import { usageRoute } from './access/usage.ts'
import { storageUsageRoutes } from './access/storage-usage.ts'
import { createServer, type ServerParts } from './server/server.ts'
import { serviceRoutes } from './workflows/services.ts'
import { analyticsRoutes } from './tracing/analytics.ts'
import { byIdRoutes } from './tracing/reads/by-id.ts'
import { exportRoutesOf } from './tracing/reads/export.ts'
import { testsetRoutes } from './testsets/routes.ts'
import { jsonIngestRoutes } from './tracing/ingest/json-ingest.ts'
import { exportRoutes, otlpRoutes, type IngestParts } from './tracing/ingest/otlp.ts'
import { projectRuleRoutes } from './tracing/project-rules.ts'
import { ingestHealthRoutes } from './tracing/ingest/health.ts'
import { receiptRoutes } from './tracing/ingest/receipts.ts'
import { legacyQueryRoutes } from './tracing/reads/legacy-queries.ts'
import { savedQueryExpansion } from './tracing/reads/saved-queries.ts'
import { spanQueryRoutes } from './tracing/reads/span-queries.ts'
import { outlineRoutes } from './tracing/reads/outline.ts'
import { traceRoutes } from './tracing/traces.ts'
import { deletionRoutes } from './tracing/deletions.ts'
import { retentionRoutes } from './tracing/retention.ts'
import { simpleTraceRoutes } from './tracing/simple-traces.ts'
import { spansToTestsetsRoute } from './tracing/spans-to-testsets.ts'
import { embedLimits } from '../workflows/resolve.ts'
import { traceWriteRoutes } from './tracing/trace-writes.ts'
import { versioningRoutes } from './versioning/routes.ts'

export interface AppParts extends ServerParts {
  readonly engine: Engine
  readonly projectContext: ProjectContext
  readonly parties: Parties
  readonly testsets: TestsetSettings
  readonly usageLimits: UsageLimits
  /** Directory for uploaded files while they are read. */
  readonly uploadsDir: string
  /** Limits concurrent imports of uploads; projects share the slots. */
  readonly uploadSlots: FairSemaphore
  readonly secrets: Secrets
  readonly checks: readonly ReadyCheck[]
  readonly backups: () => Promise<BackupState>
  readonly version: string
  readonly spans: SpanStore
  readonly ingest: Ingest
  readonly traceWrites: TraceWrites
  /** Called after a deletion job was added. */
  readonly onDeletion: () => void
  /** Hooks into the runner of this process, if it has one. */
  readonly runs: Pick<EvaluationEngine, 'reserveSlot' | 'wake'>
  /** Executes programs. */
  readonly execution: ExecutorParts
}

const ingestParts = ({ ingest, config }: AppParts): IngestParts => ({
  ingest,
  inflatedBytesMax: config.ingestInflatedBytesMax,
})

/** Large enough for most lists of a project, and an answer of a few megabytes at most. */
const pageSizeDefault = 1000

const tracingRoutes = (parts: AppParts, limits: PageLimits): readonly Route[] => [
  ...otlpRoutes(ingestParts(parts)),
  ...jsonIngestRoutes(ingestParts(parts)),
  ...ingestHealthRoutes({ clock: parts.clock, limits }),
  ...receiptRoutes({ ingest: parts.ingest, limits }),
  ...projectRuleRoutes(parts.clock),
  ...traceRoutes(parts.spans),
  ...outlineRoutes(parts),
  ...byIdRoutes(parts.spans),
  ...spanQueryRoutes({ store: parts.spans, clock: parts.clock, limits }),
  ...legacyQueryRoutes({ store: parts.spans, limits }),
  ...analyticsRoutes({ store: parts.spans, clock: parts.clock, limits }),
  ...exportRoutesOf(parts.spans, parts.clock),
  ...traceWriteRoutes(parts),
  ...simpleTraceRoutes({ ...parts, sandboxPool: parts.execution.sandboxPool, limits }),
  ...deletionRoutes(parts),
  ...retentionRoutes(parts),
]

function evaluationContext(parts: AppParts, limits: PageLimits): EvaluationContext {
  const engine: EvaluationEngine = {
    clock: parts.clock,
    versioning: parts.engine,
    spans: parts.spans,
    waitForIngest: (projectId) => parts.traceWrites.waitForIngest(projectId),
    reserveSlot: parts.runs.reserveSlot,
    wake: parts.runs.wake,
  }
  return {
    engine,
    snapshots: new SnapshotCache(),
    annotationParts: { engine, traces: { ...parts, sandboxPool: parts.execution.sandboxPool } },
    limits,
    version: parts.version,
  }
}

/** Administration routes are served only when an admin key is set; the OpenAPI document always lists them. */
export function allRoutes(parts: AppParts): {
  readonly served: readonly Route[]
  readonly documented: readonly Route[]
} {
  const { config } = parts
  const limits = { limitDefault: Math.min(pageSizeDefault, config.pageSizeMax), limitMax: config.pageSizeMax }
  const versioning = {
    engine: parts.engine,
    limits,
    payloads: payloadSchemas(parts.testsets),
    embedLimits: embedLimits(config),
    expansions: { query: savedQueryExpansion(parts.spans, limits) },
  }
  const project = [
    ...operationRoutes(parts),
    ...accessRoutes({ ...parts, limits }),
    ...sessionRoutes(parts),
    demoRoute(parts),
    ...ownProjectRoutes({ ...parts, seedDefaults: config.seedDefaults }),
    ...projectArchiveRoutes({ ...parts, archiveBytesMax: config.archiveBytesMax }),
    mcpRoute(parts),
    ...gitRoutes({ ...parts, payloads: versioning.payloads }),
    ...storageUsageRoutes(parts),
    usageRoute(parts),
    ...secretSettingRoutes(parts.clock),
    ...secretRoutes(parts.secrets),
    ...secretTrialRoutes(parts.secrets, parts.execution),
    ...catalogRoutes(),
    ...serviceRoutes(parts.execution),
    ...versioningRoutes(versioning),
    ...testsetRoutes({
      ...versioning,
      testsets: parts.testsets,
      uploadsDir: parts.uploadsDir,
      uploadSlots: parts.uploadSlots,
      sandboxPool: parts.execution.sandboxPool,
    }),
    ...openReadsToPrograms(legacyRoutes()),
    ...tracingRoutes(parts, limits),
    spansToTestsetsRoute(versioning, parts.spans),
    ...evaluationRoutes(evaluationContext(parts, limits)),
  ]
  const documentedRoutes = [
    ...project,
    ...adminRoutes({ ...parts, seedDefaults: config.seedDefaults }),
    operatorDemoRoute(parts),
  ]
  return { served: config.adminKey === undefined ? project : documentedRoutes, documented: documentedRoutes }
}

/** The path prefix of the public URL, without a trailing slash. A proxy in front strips it. */
const basePathOf = (publicUrl: string | undefined): string =>
  publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/+$/, '')

export function createApp(parts: AppParts): FastifyInstance {
  const { served, documented } = allRoutes(parts)
  const app = createServer(parts, served)
  const base = basePathOf(parts.config.publicUrl)
  serveDocs(app, { base, createDocument: () => openApiDocument(documented, { version: parts.version }) })
  servePages(app, base)
  return app
}

/** The server of the OTLP port: only the standard export paths. */
export const createOtlpApp = (parts: AppParts): FastifyInstance =>
  createServer(parts, exportRoutes(ingestParts(parts), { outside: true }))

/** The server of a worker process: health, readiness and metrics. */
export const createWorkerApp = (parts: AppParts): FastifyInstance =>
  createServer(parts, operationRoutes(parts))
