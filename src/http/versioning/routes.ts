// All routes of versioned records: every kind has the same ones.
import { kinds } from '../../versioning/kinds.ts'
import { openReadsToPrograms, type Route } from '../route.ts'
import { commitRoutes } from './commit.ts'
import type { VersioningContext } from './context.ts'
import { anyKindForkRoute, createRoutes } from './create.ts'
import { graphRoute } from './graph.ts'
import { recordRoutes } from './records.ts'
import { retrieveRoutes } from './retrieve.ts'
import { guardRoutes, simpleRoutes } from './simple.ts'

export const versioningRoutes = (context: VersioningContext): readonly Route[] => [
  anyKindForkRoute(context),
  graphRoute(context),
  ...Object.values(kinds).flatMap((kind) => {
    const routes = [
      ...createRoutes(context, kind),
      ...commitRoutes(context, kind),
      ...retrieveRoutes(context, kind),
      ...recordRoutes(context, { kind, level: 'artifact' }),
      ...recordRoutes(context, { kind, level: 'variant' }),
      ...recordRoutes(context, { kind, level: 'revision' }),
      ...simpleRoutes(context, kind),
    ]
    // Programs cannot read saved queries: they return traces, which a program does not need.
    return kind.name === 'query' ? routes : openReadsToPrograms(routes)
  }),
  ...guardRoutes(context),
]
