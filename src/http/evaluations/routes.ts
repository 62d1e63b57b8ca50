// src/http/evaluations: routes of runs, scenarios, results, metrics, queues and verdicts; one file per resource.
// Schemas shared by several routes are in request-schemas.ts; wire.ts writes records as answers.
// Imports src/evaluations and below. Start here: the list of all routes.
//
// All routes of evaluations.
import type { Route } from '../route.ts'
import type { EvaluationContext } from './context.ts'
import { eventRoute } from './events.ts'
import { metricsRoutes } from './metrics.ts'
import { qualityRoute } from './quality.ts'
import { queueRoutes } from './queues.ts'
import { queueWorkRoutes } from './queue-work.ts'
import { resultRoutes } from './results.ts'
import { runRoutes } from './runs.ts'
import { scenarioRoutes } from './scenarios.ts'
import { simpleQueueRoutes } from './simple-queues.ts'
import { simpleSliceRoutes } from './simple-slices.ts'
import { simpleEvaluationRoutes } from './simple.ts'
import { usesRoute } from './uses.ts'
import { runRowsRoute } from './run-rows.ts'
import { verdictRoutes } from './verdicts.ts'

export const evaluationRoutes = (context: EvaluationContext): readonly Route[] => [
  ...runRoutes(context),
  eventRoute(),
  ...verdictRoutes(context),
  runRowsRoute(context),
  qualityRoute(context),
  ...scenarioRoutes(context),
  ...resultRoutes(context),
  ...metricsRoutes(context),
  ...queueRoutes(context),
  ...queueWorkRoutes(context),
  ...simpleEvaluationRoutes(context),
  ...simpleSliceRoutes(context),
  ...simpleQueueRoutes(context),
  usesRoute(),
]
