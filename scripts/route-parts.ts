// Creates the parts that the list of routes needs, without a server and without stores: scripts only list the routes.
import { noUsage } from '../src/access/usage.ts'
import { pino } from 'pino'
import { createKeyUses } from '../src/access/keys.ts'
import { createSessions } from '../src/access/sessions.ts'
import { secretBox } from '../src/access/secret-box.ts'
import { createSecrets } from '../src/access/secrets.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { createFairSemaphore } from '../src/kernel/fair-semaphore.ts'
import { createRunningWork } from '../src/kernel/running-work.ts'
import { loadConfig } from '../src/config.ts'
import type { AppParts } from '../src/http/app.ts'
import { createLoginThrottle } from '../src/http/server/login-throttle.ts'
import { createMetrics } from '../src/http/metrics/metrics.ts'
import { defaultTestsetLimits } from '../src/testsets/limits.ts'
import type { RelationalStore, SpanStore } from '../src/storage/contract/contract.ts'

export function routeParts(environment: Readonly<Record<string, string>>): AppParts {
  const noStore = {} as RelationalStore
  const clock = systemClock()
  const work = createRunningWork()
  return {
    config: loadConfig(environment),
    clock,
    logger: pino({ level: 'silent' }),
    store: noStore,
    keys: { find: async () => undefined, clear: () => undefined },
    keyUses: createKeyUses(noStore, { onError: () => undefined }),
    sessions: createSessions({ store: noStore, clock, work, onError: () => undefined }),
    loginThrottle: createLoginThrottle(0),
    bodyMemory: { reserve: () => undefined, release: () => undefined },
    countRequest: () => ({}),
    work,
    metrics: createMetrics(),
    testsets: { clock, salt: '', limits: defaultTestsetLimits, usageLimits: noUsage },
    uploadsDir: '',
    uploadSlots: createFairSemaphore({ count: 1 }),
    engine: { clock, payloads: {} as AppParts['engine']['payloads'] },
    projectContext: { store: noStore, clock, seed: async () => undefined, slugFromName: (name) => name },
    parties: { partyOf: (projectId) => projectId, add: () => undefined },
    secrets: createSecrets(clock, secretBox({ current: Buffer.alloc(32) })),
    checks: [],
    backups: async () => ({ last: undefined, everyHours: undefined, isLate: false }),
    version: '0',
    spans: {} as SpanStore,
    ingest: {} as AppParts['ingest'],
    traceWrites: {} as AppParts['traceWrites'],
    execution: {} as AppParts['execution'],
    usageLimits: noUsage,
    onDeletion: () => undefined,
    runs: { reserveSlot: () => false, wake: () => undefined },
  }
}
