// Routes of scenarios.
import { z } from 'zod'
import { deleteRecords } from '../../evaluations/records/ownership.ts'
import type { OperationContext } from '../../evaluations/records/engine.ts'
import { scenarioLinks } from '../../evaluations/records/scenario-links.ts'
import { createScenarios, editScenarios } from '../../evaluations/records/scenarios.ts'
import type { JsonObject } from '../../kernel/json/value.ts'
import type { EvaluationScenario } from '../../storage/contract/contract.ts'
import { optional, time, uuid } from '../../kernel/validation.ts'
import type { Route } from '../route.ts'
import { flags } from '../field-schemas.ts'
import type { EvaluationContext } from './context.ts'
import { recordRoutes } from './record-routes.ts'
import { wireScenario } from './wire.ts'
import { editFields, interval, newFields, scenarioFilter, status } from './request-schemas.ts'

const newScenario = z
  .object({
    run_id: uuid,
    status: optional(status),
    ...newFields,
    interval: optional(interval),
    timestamp: optional(time),
  })
  .transform(({ run_id, ...members }) => ({ ...members, runId: run_id }))
  .meta({ id: 'NewScenario' })

const scenarioEdit = z.object({
  id: uuid,
  status: optional(status),
  ...editFields,
  flags: flags.nullish(),
  interval: interval.nullish(),
  timestamp: time.nullish(),
})

/** Creates the function that converts scenarios to answers, with the links to their traces. */
export async function scenarioSerializer(
  context: OperationContext,
  scenarios: readonly EvaluationScenario[],
): Promise<(scenario: EvaluationScenario) => JsonObject> {
  const links = await scenarioLinks(context, scenarios)
  return (scenario) => wireScenario(scenario, links.get(scenario.id))
}

export const scenarioRoutes = (context: EvaluationContext): readonly Route[] =>
  recordRoutes(context, {
    kind: 'scenario',
    errors: [],
    order: 'oldest first',
    summaries: {
      create: 'Add scenarios to runs.',
      deleteMany: 'Delete scenarios with their results and metrics.',
      deleteOne: 'Delete a scenario with its results and metrics.',
    },
    examples: {
      ids: ['01a1e260-c526-7dce-a3d1-7e071c3bd434', '01a1e260-c526-7e31-959e-aead298e849d'],
      filter: { run_id: '01a1e27e-75bf-7d0e-b252-fa1fb3600635' },
      newRecord: { run_id: '01a1e27e-75bf-7d0e-b252-fa1fb3600635' },
      edit: { status: 'errors', meta: null },
    },
    newRecord: newScenario,
    edit: scenarioEdit,
    filter: scenarioFilter,
    serializer: (scope, scenarios) => scenarioSerializer({ engine: context.engine, scope }, scenarios),
    create: (scope, input) => createScenarios({ engine: context.engine, scope }, input),
    change: (scope, edits) => editScenarios({ engine: context.engine, scope }, edits),
    remove: (scope, ids) => deleteRecords({ engine: context.engine, scope }, { kind: 'scenario', ids }),
  })
