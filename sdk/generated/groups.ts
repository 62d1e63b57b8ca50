// Written by `npm run sdk` from docs/openapi.json. Do not edit.
import type { Core } from '../core/core.ts'
import { admin } from './admin.ts'
import { analytics } from './analytics.ts'
import { annotations } from './annotations.ts'
import { applicationCatalog } from './applicationCatalog.ts'
import { applications } from './applications.ts'
import { audit } from './audit.ts'
import { deletions } from './deletions.ts'
import { environments } from './environments.ts'
import { evaluatorCatalog } from './evaluatorCatalog.ts'
import { evaluators } from './evaluators.ts'
import { invocations } from './invocations.ts'
import { keys } from './keys.ts'
import { metrics } from './metrics.ts'
import { organizations } from './organizations.ts'
import { otlp } from './otlp.ts'
import { permissions } from './permissions.ts'
import { prices } from './prices.ts'
import { profile } from './profile.ts'
import { projects } from './projects.ts'
import { queries } from './queries.ts'
import { queues } from './queues.ts'
import { redactionRules } from './redactionRules.ts'
import { results } from './results.ts'
import { retention } from './retention.ts'
import { revisions } from './revisions.ts'
import { runs } from './runs.ts'
import { scenarios } from './scenarios.ts'
import { secrets } from './secrets.ts'
import { server } from './server.ts'
import { services } from './services.ts'
import { session } from './session.ts'
import { sessions } from './sessions.ts'
import { simpleApplications } from './simpleApplications.ts'
import { simpleEnvironments } from './simpleEnvironments.ts'
import { simpleEvaluations } from './simpleEvaluations.ts'
import { simpleEvaluators } from './simpleEvaluators.ts'
import { simpleQueries } from './simpleQueries.ts'
import { simpleQueues } from './simpleQueues.ts'
import { simpleTestsets } from './simpleTestsets.ts'
import { simpleTraces } from './simpleTraces.ts'
import { simpleWorkflows } from './simpleWorkflows.ts'
import { spans } from './spans.ts'
import { testcases } from './testcases.ts'
import { testsets } from './testsets.ts'
import { traces } from './traces.ts'
import { usage } from './usage.ts'
import { users } from './users.ts'
import { variants } from './variants.ts'
import { workflowCatalog } from './workflowCatalog.ts'
import { workflows } from './workflows.ts'
import { workspaces } from './workspaces.ts'

/** Every operation of the interface, by subject. */
export class Groups {
  readonly admin: ReturnType<typeof admin>
  readonly analytics: ReturnType<typeof analytics>
  readonly annotations: ReturnType<typeof annotations>
  readonly applicationCatalog: ReturnType<typeof applicationCatalog>
  readonly applications: ReturnType<typeof applications>
  readonly audit: ReturnType<typeof audit>
  readonly deletions: ReturnType<typeof deletions>
  readonly environments: ReturnType<typeof environments>
  readonly evaluatorCatalog: ReturnType<typeof evaluatorCatalog>
  readonly evaluators: ReturnType<typeof evaluators>
  readonly invocations: ReturnType<typeof invocations>
  readonly keys: ReturnType<typeof keys>
  readonly metrics: ReturnType<typeof metrics>
  readonly organizations: ReturnType<typeof organizations>
  readonly otlp: ReturnType<typeof otlp>
  readonly permissions: ReturnType<typeof permissions>
  readonly prices: ReturnType<typeof prices>
  readonly profile: ReturnType<typeof profile>
  readonly projects: ReturnType<typeof projects>
  readonly queries: ReturnType<typeof queries>
  readonly queues: ReturnType<typeof queues>
  readonly redactionRules: ReturnType<typeof redactionRules>
  readonly results: ReturnType<typeof results>
  readonly retention: ReturnType<typeof retention>
  readonly revisions: ReturnType<typeof revisions>
  readonly runs: ReturnType<typeof runs>
  readonly scenarios: ReturnType<typeof scenarios>
  readonly secrets: ReturnType<typeof secrets>
  readonly server: ReturnType<typeof server>
  readonly services: ReturnType<typeof services>
  readonly session: ReturnType<typeof session>
  readonly sessions: ReturnType<typeof sessions>
  readonly simpleApplications: ReturnType<typeof simpleApplications>
  readonly simpleEnvironments: ReturnType<typeof simpleEnvironments>
  readonly simpleEvaluations: ReturnType<typeof simpleEvaluations>
  readonly simpleEvaluators: ReturnType<typeof simpleEvaluators>
  readonly simpleQueries: ReturnType<typeof simpleQueries>
  readonly simpleQueues: ReturnType<typeof simpleQueues>
  readonly simpleTestsets: ReturnType<typeof simpleTestsets>
  readonly simpleTraces: ReturnType<typeof simpleTraces>
  readonly simpleWorkflows: ReturnType<typeof simpleWorkflows>
  readonly spans: ReturnType<typeof spans>
  readonly testcases: ReturnType<typeof testcases>
  readonly testsets: ReturnType<typeof testsets>
  readonly traces: ReturnType<typeof traces>
  readonly usage: ReturnType<typeof usage>
  readonly users: ReturnType<typeof users>
  readonly variants: ReturnType<typeof variants>
  readonly workflowCatalog: ReturnType<typeof workflowCatalog>
  readonly workflows: ReturnType<typeof workflows>
  readonly workspaces: ReturnType<typeof workspaces>

  constructor(core: Core) {
    this.admin = admin(core)
    this.analytics = analytics(core)
    this.annotations = annotations(core)
    this.applicationCatalog = applicationCatalog(core)
    this.applications = applications(core)
    this.audit = audit(core)
    this.deletions = deletions(core)
    this.environments = environments(core)
    this.evaluatorCatalog = evaluatorCatalog(core)
    this.evaluators = evaluators(core)
    this.invocations = invocations(core)
    this.keys = keys(core)
    this.metrics = metrics(core)
    this.organizations = organizations(core)
    this.otlp = otlp(core)
    this.permissions = permissions(core)
    this.prices = prices(core)
    this.profile = profile(core)
    this.projects = projects(core)
    this.queries = queries(core)
    this.queues = queues(core)
    this.redactionRules = redactionRules(core)
    this.results = results(core)
    this.retention = retention(core)
    this.revisions = revisions(core)
    this.runs = runs(core)
    this.scenarios = scenarios(core)
    this.secrets = secrets(core)
    this.server = server(core)
    this.services = services(core)
    this.session = session(core)
    this.sessions = sessions(core)
    this.simpleApplications = simpleApplications(core)
    this.simpleEnvironments = simpleEnvironments(core)
    this.simpleEvaluations = simpleEvaluations(core)
    this.simpleEvaluators = simpleEvaluators(core)
    this.simpleQueries = simpleQueries(core)
    this.simpleQueues = simpleQueues(core)
    this.simpleTestsets = simpleTestsets(core)
    this.simpleTraces = simpleTraces(core)
    this.simpleWorkflows = simpleWorkflows(core)
    this.spans = spans(core)
    this.testcases = testcases(core)
    this.testsets = testsets(core)
    this.traces = traces(core)
    this.usage = usage(core)
    this.users = users(core)
    this.variants = variants(core)
    this.workflowCatalog = workflowCatalog(core)
    this.workflows = workflows(core)
    this.workspaces = workspaces(core)
  }
}
