// The versioning engine with the parts of composition.ts, and scopes for it.
import { createProject } from '../../src/access/projects.ts'
import { noUsage } from '../../src/access/usage.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import type { Scope } from '../../src/access/scope.ts'
import type { RelationalStore, Role } from '../../src/storage/contract/contract.ts'
import { defaultTestsetLimits } from '../../src/testsets/limits.ts'
import { testsetRules } from '../../src/testsets/rules.ts'
import { checkQueryData } from '../../src/tracing/filter/saved-query.ts'
import type { Engine } from '../../src/versioning/engine.ts'
import { environmentRules } from '../../src/versioning/environments/environment.ts'
import { plainRules } from '../../src/versioning/payload.ts'
import { workflowRules } from '../../src/workflows/rules.ts'

export const realEngine = (): Engine => ({
  clock: systemClock(),
  payloads: {
    workflow: workflowRules({ charactersMax: 4_000_000, embedsMax: 100 }),
    testset: testsetRules({
      clock: systemClock(),
      salt: '',
      limits: defaultTestsetLimits,
      usageLimits: noUsage,
    }),
    query: plainRules(checkQueryData, { charactersMax: 4_000_000 }),
    environment: environmentRules({ entriesMax: 10_000 }),
  },
})

export const scopeOf = (store: RelationalStore, projectId: string, role: Role = 'admin'): Scope => ({
  projectId,
  actorId: '11111111-1111-7111-8111-111111111111',
  role,
  store,
  recordResource: () => undefined,
})

/** A new project without default records. */
export async function newProjectScope(store: RelationalStore, name: string): Promise<Scope> {
  const projectContext = {
    store,
    clock: systemClock(),
    seed: async () => undefined,
    slugFromName: (text: string) => text,
  }
  return scopeOf(store, (await createProject(projectContext, { request: { name, seedDefaults: false } })).id)
}
