// An executor over real stores, and cells for it.
import { randomBytes } from 'node:crypto'
import { createCallKeys } from '../../src/access/call-keys.ts'
import { createProject } from '../../src/access/projects.ts'
import { secretBox } from '../../src/access/secret-box.ts'
import { createSecrets, type Secrets } from '../../src/access/secrets.ts'
import { createUsageCaps, noUsage } from '../../src/access/usage.ts'
import { systemClock, type Clock } from '../../src/kernel/clock.ts'
import { createLimiter } from '../../src/programs/clients/limiter.ts'
import { noRetries, type RetryEnvironment } from '../../src/programs/clients/retry.ts'
import { cellSpan } from '../../src/programs/execution/cell.ts'
import type { CellWork } from '../../src/programs/execution/contract.ts'
import type { ExecutorParts } from '../../src/programs/execution/executor.ts'
import { rootSpans } from '../../src/programs/execution/stored-traces.ts'
import { createOutgoing, type Outgoing } from '../../src/programs/clients/outgoing.ts'
import { loopback } from '../../src/kernel/addresses.ts'
import { createSandbox } from '../../src/programs/sandbox/sandbox.ts'
import type { References } from '../../src/programs/references.ts'
import type { JsonObject } from '../../src/kernel/json/value.ts'
import type { Scope } from '../../src/access/scope.ts'
import type { RelationalStore, Revision, SpanStore } from '../../src/storage/contract/contract.ts'
import { createIngest } from '../../src/tracing/ingest/accept.ts'
import { noIngestMetrics } from '../../src/tracing/ingest/metrics.fixture.ts'
import { startRowBuilders } from '../../src/tracing/ingest/row-builders/row-builders.ts'
import { createMutex } from '../../src/tracing/ingest/mutex.ts'
import { copiedRows } from '../../src/evaluations/spans-to-testsets/rows-of-traces.ts'
import type { CopiedRows } from '../../src/tracing/writes/copied-rows.ts'
import { createTraceWrites, type TraceWrites } from '../../src/tracing/writes/trace-writes.ts'
import { kinds } from '../../src/versioning/kinds.ts'
import { referencesOf } from '../../src/versioning/references/references.ts'
import { createSimple } from '../../src/versioning/simple.ts'
import { slugFromName } from '../../src/versioning/slugs.ts'
import type { Body, Backend } from './api.ts'
import { freshDatabase } from './databases.ts'
import { realEngine, scopeOf } from './engine.ts'
import { storeBackends } from './span-stores.ts'
import { pythonDirectory } from './children.ts'
import { testSandboxPool, isolation } from './work.ts'
import { stallMs } from './patience.ts'

/** Pauses end at once and are recorded. */
export interface RecordedPauses extends RetryEnvironment {
  readonly pauses: number[]
}

export const instantRetries = (): RecordedPauses => {
  const pauses: number[] = []
  return { pauses, sleep: async (ms) => void pauses.push(ms), random: () => 1 }
}

export interface ExecutionStores {
  readonly scope: Scope
  readonly store: RelationalStore
  readonly spans: SpanStore
  readonly traceWrites: TraceWrites
  readonly copiedRows: CopiedRows
  readonly secrets: Secrets
  /** Parts of an executor with its own sandbox. */
  parts(overrides?: Partial<ExecutorParts>): ExecutorParts
  /** The first revision of a new record. */
  revision(kind: 'testset' | 'query' | 'application' | 'evaluator', data: JsonObject): Promise<Revision>
  /** A cell of this program on a testcase without data. */
  cell(kind: 'application' | 'evaluator', data: JsonObject, overrides?: Partial<CellWork>): Promise<CellWork>
  /** The root span of a trace. */
  root(traceId: string): Promise<Body>
  close(): Promise<void>
}

export async function openExecution(
  backend: Backend,
  clock: Clock = systemClock(),
): Promise<ExecutionStores> {
  const database = await freshDatabase(backend)
  const store = await database.open()
  const columnar = await storeBackends[backend === 'sqlite' ? 'embedded' : 'server']()
  const spans = columnar.store
  const rowBuilders = startRowBuilders()
  const traceWrites = createTraceWrites({
    traceSpansMax: 5000,
    store,
    spans,
    rowBuilders,
    clock,
    isShared: false,
    mutex: createMutex(),
    onWritten: () => undefined,
  })
  const usageCaps = createUsageCaps({ reads: () => store.read, limits: noUsage, clock })
  const ingest = createIngest({
    clock,
    rowBuilders,
    reads: () => store.read,
    inboxBytesMax: 1e9,
    partyOf: (projectId) => projectId,
    retryBytesMax: 1e9,
    refuseOtherTraces: async () => undefined,
    metrics: noIngestMetrics,
    usageCaps,
    onAppended: () => undefined,
  })
  const projectContext = { store, clock, seed: async () => undefined, slugFromName }
  const project = await createProject(projectContext, { request: { name: 'execution', seedDefaults: false } })
  const scope = scopeOf(store, project.id)
  const secrets = createSecrets(clock, secretBox({ current: Buffer.alloc(32, 7) }))
  const engine = realEngine()
  const outgoings: Outgoing[] = []
  const sandboxes: { close(): Promise<void> }[] = []

  const newRevision: ExecutionStores['revision'] = async (kind, data) => {
    const { revision } = await createSimple(
      { engine, scope, kind: kinds[kind] },
      {
        id: undefined,
        header: { slug: `${kind}-${clock.hex(8)}` },
        data,
        message: undefined,
        loc: ['body'],
      },
    )
    if (revision === undefined) throw new Error('there is no revision')
    return revision
  }

  const cell: ExecutionStores['cell'] = async (kind, data, overrides = {}) => {
    const revision = await newRevision(kind, data)
    const address = { runId: clock.id(), scenarioId: clock.id(), stepKey: `${kind}-step`, repeatIdx: 0 }
    return {
      scope,
      ...address,
      span: cellSpan(address, 'first'),
      kind: kind === 'application' ? 'invocation' : 'annotation',
      revision,
      references: {
        ...(referencesOf(kinds[kind], revision) as References),
        testset: { id: clock.id() },
        testcase: { id: clock.id() },
      },
      isCached: false,
      wasTakenBefore: false,
      retries: noRetries,
      ...overrides,
    }
  }

  return {
    scope,
    store,
    spans,
    traceWrites,
    copiedRows: copiedRows({ store, engine }),
    secrets,
    parts: (overrides) => {
      const sandbox =
        overrides?.sandbox ?? createSandbox({ isolation, directory: pythonDirectory, processesMax: 1 })
      const sandboxPool = overrides?.sandboxPool ?? testSandboxPool()
      const outgoing = createOutgoing(loopback)
      sandboxes.push(sandbox, sandboxPool)
      outgoings.push(outgoing)
      return {
        clock,
        usageCaps,
        spans,
        traceWrites,
        ingest,
        secrets,
        sandbox,
        sandboxPool,
        outgoing,
        limiter: createLimiter({ inFlightMax: 4, retryEnvironment: instantRetries() }),
        callKeys: createCallKeys({ secretsKeys: { current: randomBytes(32) }, clock, callMsMax: stallMs }),
        embedLimits: { maxDepth: 10, maxEmbeds: 100, charactersMax: 4_000_000 },
        timeoutMs: stallMs,
        reportedTraceMsMax: 400,
        retryEnvironment: instantRetries(),
        onError: (error) => {
          throw error
        },
        ...overrides,
      }
    },
    revision: newRevision,
    cell,
    root: async (traceId) =>
      (await rootSpans(spans, { projectId: project.id, traceIds: [traceId] })).get(traceId),
    close: async () => {
      for (const sandbox of sandboxes) await sandbox.close()
      for (const outgoing of outgoings) await outgoing.close()
      await rowBuilders.stop()
      await columnar.remove()
      await store.close()
      await database.remove()
    },
  }
}
