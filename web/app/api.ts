// web/app: the code that pages share: requests to the server, session, toasts, shortcuts, and components for several pages.
// Only this folder imports the SDK. Pages do not import each other.
// Start with api.ts for requests and shell/shell.tsx for the frame.
//
// The client of the server: the SDK with the session cookie. Only the groups that pages use are loaded.
import { at, createCore, type CallOptions, type Core } from '../../sdk/core/core.ts'
import { listRequest, rowFields } from '../../sdk/shared/traces.ts'
import { AssayError, ConnectionError } from '../../sdk/core/errors.ts'
import type { SpanMember, SpanWindowing } from '../../sdk/generated/schemas.ts'
import { errorOf } from '../../sdk/failures.ts'
import { analytics } from '../../sdk/generated/analytics.ts'
import { annotations } from '../../sdk/generated/annotations.ts'
import { audit } from '../../sdk/generated/audit.ts'
import { deletions } from '../../sdk/generated/deletions.ts'
import { environments } from '../../sdk/generated/environments.ts'
import { evaluators } from '../../sdk/generated/evaluators.ts'
import { keys } from '../../sdk/generated/keys.ts'
import { otlp } from '../../sdk/generated/otlp.ts'
import { prices } from '../../sdk/generated/prices.ts'
import { projects } from '../../sdk/generated/projects.ts'
import { queues } from '../../sdk/generated/queues.ts'
import { redactionRules } from '../../sdk/generated/redactionRules.ts'
import { revisions } from '../../sdk/generated/revisions.ts'
import { retention } from '../../sdk/generated/retention.ts'
import { runs } from '../../sdk/generated/runs.ts'
import { secrets } from '../../sdk/generated/secrets.ts'
import { server } from '../../sdk/generated/server.ts'
import { services } from '../../sdk/generated/services.ts'
import { session } from '../../sdk/generated/session.ts'
import { sessions } from '../../sdk/generated/sessions.ts'
import { simpleEnvironments } from '../../sdk/generated/simpleEnvironments.ts'
import { simpleEvaluators } from '../../sdk/generated/simpleEvaluators.ts'
import { simpleQueries } from '../../sdk/generated/simpleQueries.ts'
import { simpleQueues } from '../../sdk/generated/simpleQueues.ts'
import { simpleTestsets } from '../../sdk/generated/simpleTestsets.ts'
import { spans } from '../../sdk/generated/spans.ts'
import { testcases } from '../../sdk/generated/testcases.ts'
import { testsets } from '../../sdk/generated/testsets.ts'
import { metrics } from '../../sdk/generated/metrics.ts'
import { results } from '../../sdk/generated/results.ts'
import { scenarios } from '../../sdk/generated/scenarios.ts'
import { simpleEvaluations } from '../../sdk/generated/simpleEvaluations.ts'
import { traces } from '../../sdk/generated/traces.ts'
import { usage } from '../../sdk/generated/usage.ts'
import { users } from '../../sdk/generated/users.ts'
import { basePath } from '../ui/browser/base-path.ts'
import { reportReachable, reportUnreachable } from './connection.ts'
import { requestWithProgress, type RequestControl } from './long-request.ts'
import { versionsOf, type JsonObject } from './versions/client.ts'
import type { KindName } from './versions/kind-name.ts'

export { AssayError, ConnectionError, listRequest, rowFields }
export type { SpanMember, SpanWindowing }

/** A built-in program of the catalog. */
export interface Template {
  readonly key: string
  readonly name: string
  readonly description?: string
  readonly categories?: readonly string[]
  readonly flags?: Readonly<Record<string, boolean>>
  readonly data?: JsonObject
}

/** The windowing of a response is the windowing of the next request. */
export const nextWindowing = (windowing: object | undefined): SpanWindowing | undefined => windowing

/** Fetches and reports whether the server responded. */
const monitoredFetch: typeof fetch = async (input, init) => {
  try {
    const response = await fetch(input, init)
    // With a request id Assay itself responded; a 502 then means that a provider failed.
    const isFromAssay = response.status !== 503 && response.headers.has('x-request-id')
    if (!isFromAssay && (response.status === 502 || response.status === 503)) reportUnreachable()
    else reportReachable()
    return response
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) reportUnreachable()
    throw error
  }
}

const coreOf = (headers: Readonly<Record<string, string>>, key?: string): Core =>
  createCore({ url: basePath, headers, key, errorOf, retries: 4, fetch: monitoredFetch })

const groupsOf = (core: Core) => ({
  analytics: analytics(core),
  annotations: annotations(core),
  audit: audit(core),
  deletions: deletions(core),
  environments: environments(core),
  evaluators: evaluators(core),
  keys: keys(core),
  otlp: otlp(core),
  prices: prices(core),
  projects: projects(core),
  queues: queues(core),
  redactionRules: redactionRules(core),
  revisions: revisions(core),
  retention: retention(core),
  usage: usage(core),
  runs: runs(core),
  secrets: secrets(core),
  server: server(core),
  services: services(core),
  session: session(core),
  sessions: sessions(core),
  simpleEnvironments: simpleEnvironments(core),
  simpleEvaluators: simpleEvaluators(core),
  simpleQueries: simpleQueries(core),
  simpleQueues: simpleQueues(core),
  simpleTestsets: simpleTestsets(core),
  spans: spans(core),
  testcases: testcases(core),
  testsets: testsets(core),
  metrics: metrics(core),
  results: results(core),
  scenarios: scenarios(core),
  simpleEvaluations: simpleEvaluations(core),
  traces: traces(core),
  users: users(core),
  /** Versioned records of a kind. */
  versions: (kind: KindName) => versionsOf(core, kind),
  /** A commit that may take minutes: a column change rewrites every row. */
  commitTestset: (body: object, control: RequestControl) =>
    requestWithProgress<Awaited<ReturnType<ReturnType<typeof testsets>['commit']>>>(
      core,
      'POST /api/testsets/revisions/commit',
      body,
      control,
    ),
  /** The built-in programs of a kind. */
  templates: (plural: string, options: CallOptions) =>
    core.json<{ readonly templates: readonly Template[] }>(`GET /api/${at(plural)}/catalog/templates/`, {
      options,
    }),
  /** The presets of a template. */
  presets: (plural: string, key: string, options: CallOptions) =>
    core.json<{ readonly presets?: readonly Template[] }>(
      `GET /api/${at(plural)}/catalog/templates/${at(key)}/presets/`,
      { options },
    ),
  catalogType: (key: string, options: CallOptions) =>
    core.json<{ readonly type?: { readonly json_schema: object } }>(
      `GET /api/workflows/catalog/types/${at(key)}`,
      { options },
    ),
  /** One span as bytes: it may be too large to parse on the main thread. */
  spanFile: (traceId: string, spanId: string, options: CallOptions) =>
    core.file(`GET /api/spans/${at(traceId)}/${at(spanId)}`, { options }),
})

/** The API of one project, with the session of this browser. */
export type Api = ReturnType<typeof apiOf>

export const apiOf = (projectId: string) => ({
  projectId,
  ...groupsOf(coreOf({ 'X-Assay-Session': '1', 'X-Assay-Project': projectId })),
})

/** Requests without a project. */
export const signIn = (key: string) => session(coreOf({}, key)).create()
export const ownSessions = () => session(coreOf({})).list()
export type OwnSession = Awaited<ReturnType<typeof ownSessions>>['sessions'][number]
