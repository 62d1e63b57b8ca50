// The routes of the app. State that a link must restore is in the URL. Pages are loaded on navigation.
import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { activitySearch } from './app/activity/url-state.ts'
import { apiOf, type Api } from './app/api.ts'
import { PageFailure } from './app/failure.tsx'
import { ProjectProvider, sessionOf, sessionsQuery } from './app/session.tsx'
import { Shell } from './app/shell/shell.tsx'
import { SignInPage } from './app/shell/sign-in.tsx'
import { Notice, Skeleton } from './ui/notice.tsx'
import { analyticsSearch } from './analytics/url-state.ts'
import { artifactSearch, listSearch } from './artifacts/url-state.ts'
import { environmentsSearch } from './environments/url-state.ts'
import { catalogSearch } from './evaluators/url-state.ts'
import { homeSearch } from './home/url-state.ts'
import { importSearch } from './imports/url-state.ts'
import { prefetchComparison } from './runs/compare/differences.ts'
import { comparisonOf, compareSearch } from './runs/compare/url-state.ts'
import { runSearch, runsSearch } from './runs/url-state.ts'
import { queueSearch, queuesSearch } from './queues/url-state.ts'
import { playgroundSearch } from './playground/url-state.ts'
import { sessionSearch } from './sessions/url-state.ts'
import { diffSearch, gridSearch, mergeSearch, testsetsSearch } from './testsets/url-state.ts'
import { listQuery } from './app/trace-list/list-queries.ts'
import { outlineQuery } from './traces/queries.ts'
import { traceSearch, tracesSearch } from './app/trace-list/url-state.ts'
import { basePath } from './ui/browser/base-path.ts'

const root = createRootRouteWithContext<{ client: QueryClient }>()({
  component: Outlet,
  notFoundComponent: () => (
    <Notice icon="search" title="Page not found">
      <p>
        <a href={`${basePath}/`}>Go to Home</a>
      </p>
    </Notice>
  ),
})

const entry = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async ({ context }) => {
    const [session] = await context.client.fetchQuery(sessionsQuery)
    if (session === undefined) throw redirect({ to: '/sign-in', search: {} })
    throw redirect({ to: '/p/$project', params: { project: session.project.slug } })
  },
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (raw: Record<string, unknown>): { next?: string } =>
    typeof raw['next'] === 'string' ? { next: raw['next'] } : {},
  loader: ({ context }) => context.client.ensureQueryData(sessionsQuery),
  component: SignInPage,
})

/** The URL of a run as API clients print it: workspace and project are ids. */
const clientRunLink = createRoute({
  getParentRoute: () => root,
  path: '/w/$workspace/p/$projectId/evaluations/results/$run',
  beforeLoad: async ({ context, params: { projectId, run: id }, location }) => {
    const sessions = await context.client.fetchQuery(sessionsQuery)
    const session = sessions.find((candidate) => candidate.project.id === projectId)
    if (session === undefined) throw redirect({ to: '/sign-in', search: { next: location.href } })
    throw redirect({ to: '/p/$project/runs/$run', params: { project: session.project.slug, run: id } })
  },
})

const project = createRoute({
  getParentRoute: () => root,
  path: '/p/$project',
  loader: async ({ context, params, location }) => {
    const session = sessionOf(await context.client.ensureQueryData(sessionsQuery), params.project)
    if (session === undefined) throw redirect({ to: '/sign-in', search: { next: location.href } })
    return session
  },
  component: function Project() {
    return (
      <ProjectProvider session={project.useLoaderData()}>
        <Shell />
      </ProjectProvider>
    )
  },
})

/** Requests the first data of a page before its script is loaded, because the data takes longer. */
async function prefetch(
  client: QueryClient,
  slug: string,
  request: (api: Api) => Promise<unknown>,
): Promise<void> {
  try {
    const session = sessionOf(await client.ensureQueryData(sessionsQuery), slug)
    if (session !== undefined) request(apiOf(session.project.id)).catch(() => undefined)
  } catch {
    // The project route reports the error, and the page requests the data again.
  }
}

const home = createRoute({
  getParentRoute: () => project,
  path: '/',
  validateSearch: homeSearch,
  component: lazyRouteComponent(() => import('./home/page.tsx'), 'HomePage'),
})
const traces = createRoute({
  getParentRoute: () => project,
  path: '/traces',
  validateSearch: tracesSearch,
  beforeLoad: ({ context: { client }, params, search, preload }) =>
    preload
      ? undefined
      : prefetch(client, params.project, (api) => client.ensureInfiniteQueryData(listQuery(api, search))),
  component: lazyRouteComponent(() => import('./traces/page.tsx'), 'TracesPage'),
})
const trace = createRoute({
  getParentRoute: () => project,
  path: '/traces/$traceId',
  validateSearch: traceSearch,
  beforeLoad: ({ context: { client }, params: { project: slug, traceId }, preload }) =>
    preload ? undefined : prefetch(client, slug, (api) => client.ensureQueryData(outlineQuery(api, traceId))),
  component: lazyRouteComponent(() => import('./traces/trace/trace-page.tsx'), 'TracePage'),
})
const sessions = createRoute({
  getParentRoute: () => project,
  path: '/sessions',
  validateSearch: activitySearch,
  component: lazyRouteComponent(() => import('./sessions/page.tsx'), 'SessionsPage'),
})
const session = createRoute({
  getParentRoute: () => project,
  path: '/sessions/$sessionId',
  validateSearch: sessionSearch,
  component: lazyRouteComponent(() => import('./sessions/session-page.tsx'), 'SessionPage'),
})
const users = createRoute({
  getParentRoute: () => project,
  path: '/users',
  validateSearch: activitySearch,
  component: lazyRouteComponent(() => import('./users/page.tsx'), 'UsersPage'),
})
const user = createRoute({
  getParentRoute: () => project,
  path: '/users/$userId',
  validateSearch: activitySearch,
  component: lazyRouteComponent(() => import('./users/user-page.tsx'), 'UserPage'),
})
const analytics = createRoute({
  getParentRoute: () => project,
  path: '/analytics',
  validateSearch: analyticsSearch,
  component: lazyRouteComponent(() => import('./analytics/page.tsx'), 'AnalyticsPage'),
})
/** The pages of four kinds share their routes; the page reads its kind from the URL. */
const listRoute = <P extends string>(path: P) =>
  createRoute({
    getParentRoute: () => project,
    path: `/${path}`,
    validateSearch: listSearch,
    component: lazyRouteComponent(() => import('./artifacts/list-page.tsx'), 'ArtifactsPage'),
  })
const artifactRoute = <P extends string>(path: P) =>
  createRoute({
    getParentRoute: () => project,
    path: `/${path}/$artifact`,
    validateSearch: artifactSearch,
    component: lazyRouteComponent(() => import('./artifacts/page.tsx'), 'ArtifactPage'),
  })
const environments = createRoute({
  getParentRoute: () => project,
  path: '/environments',
  validateSearch: environmentsSearch,
  component: lazyRouteComponent(() => import('./environments/page.tsx'), 'EnvironmentsPage'),
})
const testsets = createRoute({
  getParentRoute: () => project,
  path: '/testsets',
  validateSearch: testsetsSearch,
  component: lazyRouteComponent(() => import('./testsets/page.tsx'), 'TestsetsPage'),
})
const testset = createRoute({
  getParentRoute: () => project,
  path: '/testsets/$testset',
  validateSearch: gridSearch,
  component: lazyRouteComponent(() => import('./testsets/grid-page.tsx'), 'GridPage'),
})
const testsetDiff = createRoute({
  getParentRoute: () => project,
  path: '/testsets/$testset/diff/$range',
  validateSearch: diffSearch,
  component: lazyRouteComponent(() => import('./testsets/diff/diff-page.tsx'), 'DiffPage'),
})
const testsetMerge = createRoute({
  getParentRoute: () => project,
  path: '/testsets/$testset/merge',
  validateSearch: mergeSearch,
  component: lazyRouteComponent(() => import('./testsets/merge/merge-page.tsx'), 'MergePage'),
})
const runs = createRoute({
  getParentRoute: () => project,
  path: '/runs',
  validateSearch: runsSearch,
  component: lazyRouteComponent(() => import('./runs/list-page.tsx'), 'RunsPage'),
})
const compareRuns = createRoute({
  getParentRoute: () => project,
  path: '/runs/compare',
  validateSearch: compareSearch,
  beforeLoad: ({ context: { client }, params, search, preload }) =>
    preload
      ? undefined
      : prefetch(client, params.project, (api) => prefetchComparison({ client, api }, comparisonOf(search))),
  component: lazyRouteComponent(() => import('./runs/compare/compare-page.tsx'), 'ComparePage'),
})
const run = createRoute({
  getParentRoute: () => project,
  path: '/runs/$run',
  validateSearch: runSearch,
  component: lazyRouteComponent(() => import('./runs/run-page.tsx'), 'RunPage'),
})
const queues = createRoute({
  getParentRoute: () => project,
  path: '/queues',
  validateSearch: queuesSearch,
  component: lazyRouteComponent(() => import('./queues/list-page.tsx'), 'QueuesPage'),
})
const queue = createRoute({
  getParentRoute: () => project,
  path: '/queues/$queue',
  validateSearch: queueSearch,
  component: lazyRouteComponent(() => import('./queues/queue-page.tsx'), 'QueuePage'),
})
const catalog = createRoute({
  getParentRoute: () => project,
  path: '/catalog',
  validateSearch: catalogSearch,
  component: lazyRouteComponent(() => import('./evaluators/catalog-page.tsx'), 'CatalogPage'),
})
const tryEvaluator = createRoute({
  getParentRoute: () => project,
  path: '/evaluators/$artifact/try',
  validateSearch: artifactSearch,
  // Redirects links of earlier versions.
  beforeLoad: ({ params, search }) => {
    throw redirect({ to: '/p/$project/evaluators/$artifact', params, search: { ...search, tab: 'try' } })
  },
})
const playground = createRoute({
  getParentRoute: () => project,
  path: '/apps/$artifact/playground',
  validateSearch: playgroundSearch,
  component: lazyRouteComponent(() => import('./playground/page.tsx'), 'PlaygroundPage'),
})
const imports = createRoute({
  getParentRoute: () => project,
  path: '/import',
  validateSearch: importSearch,
  component: lazyRouteComponent(() => import('./imports/page.tsx'), 'ImportPage'),
})
const settings = createRoute({
  getParentRoute: () => project,
  path: '/settings',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/p/$project/settings/$part', params: { project: params.project, part: 'ingest' } })
  },
})
const settingsPart = createRoute({
  getParentRoute: () => project,
  path: '/settings/$part',
  component: lazyRouteComponent(() => import('./settings/page.tsx'), 'SettingsPage'),
})

const routeTree = root.addChildren([
  entry,
  signIn,
  clientRunLink,
  project.addChildren([
    home,
    traces,
    trace,
    sessions,
    session,
    users,
    user,
    analytics,
    listRoute('apps'),
    artifactRoute('apps'),
    listRoute('workflows'),
    artifactRoute('workflows'),
    listRoute('evaluators'),
    artifactRoute('evaluators'),
    listRoute('queries'),
    artifactRoute('queries'),
    environments,
    testsets,
    testset,
    testsetDiff,
    testsetMerge,
    runs,
    compareRuns,
    run,
    queues,
    queue,
    catalog,
    tryEvaluator,
    playground,
    imports,
    settings,
    settingsPart,
  ]),
])

export const createAppRouter = (client: QueryClient) =>
  createRouter({
    routeTree,
    basepath: basePath === '' ? '/' : basePath,
    context: { client },
    // URLs contain versions such as `capitals@3`.
    pathParamsAllowedCharacters: ['@'],
    defaultPreload: 'intent',
    defaultPendingMs: 200,
    // A loaded page appears at once, without a minimum time of its skeleton.
    defaultPendingMinMs: 0,
    defaultPendingComponent: () => <Skeleton />,
    defaultErrorComponent: PageFailure,
    scrollRestoration: true,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
