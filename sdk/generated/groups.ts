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
  /** Operations: `createProject`, `listProjects`, `archiveProject`, `unarchiveProject`, `createKey`, `listKeys`, `deleteKey`, `createDemo`. */
  readonly admin: ReturnType<typeof admin>
  /** Operations: `query`. */
  readonly analytics: ReturnType<typeof analytics>
  /** Operations: `create`, `query`, `fetch`, `edit`, `delete`. */
  readonly annotations: ReturnType<typeof annotations>
  /** Operations: `listTypes`, `listTemplates`, `fetchTemplate`, `listPresets`, `fetchPreset`. */
  readonly applicationCatalog: ReturnType<typeof applicationCatalog>
  /** Operations: `create`, `createVariant`, `fork`, `createRevision`, `commit`, `retrieve`, `log`, `diff`, `deploy`, `resolve`, `fetch`, `edit`, `query`, `archive`, `unarchive`, `fetchVariant`, `editVariant`, `queryVariants`, `archiveVariant`, `unarchiveVariant`, `fetchRevision`, `editRevision`, `queryRevisions`, `archiveRevision`, `unarchiveRevision`. */
  readonly applications: ReturnType<typeof applications>
  /** Operations: `query`. */
  readonly audit: ReturnType<typeof audit>
  /** Operations: `create`, `list`, `fetch`. */
  readonly deletions: ReturnType<typeof deletions>
  /** Operations: `create`, `createVariant`, `fork`, `createRevision`, `commit`, `retrieve`, `log`, `diff`, `resolve`, `fetch`, `edit`, `query`, `archive`, `unarchive`, `fetchVariant`, `editVariant`, `queryVariants`, `archiveVariant`, `unarchiveVariant`, `fetchRevision`, `editRevision`, `queryRevisions`, `archiveRevision`, `unarchiveRevision`. */
  readonly environments: ReturnType<typeof environments>
  /** Operations: `listTypes`, `listTemplates`, `fetchTemplate`, `listPresets`, `fetchPreset`. */
  readonly evaluatorCatalog: ReturnType<typeof evaluatorCatalog>
  /** Operations: `create`, `createVariant`, `fork`, `createRevision`, `commit`, `retrieve`, `log`, `diff`, `deploy`, `resolve`, `fetch`, `edit`, `query`, `archive`, `unarchive`, `fetchVariant`, `editVariant`, `queryVariants`, `archiveVariant`, `unarchiveVariant`, `fetchRevision`, `editRevision`, `queryRevisions`, `archiveRevision`, `unarchiveRevision`, `quality`. */
  readonly evaluators: ReturnType<typeof evaluators>
  /** Operations: `create`, `query`, `fetch`, `edit`, `delete`. */
  readonly invocations: ReturnType<typeof invocations>
  /** Operations: `list`, `create`, `delete`, `sessions`, `endSession`, `names`. */
  readonly keys: ReturnType<typeof keys>
  /** Operations: `create`, `set`, `edit`, `deleteMany`, `refresh`, `delete`, `fetch`, `query`. */
  readonly metrics: ReturnType<typeof metrics>
  /** Operations: `list`. */
  readonly organizations: ReturnType<typeof organizations>
  /** Operations: `check`, `ingest`, `exportTraces`, `exportMetrics`, `exportLogs`, `health`, `followHealth`, `queryReceipts`, `fetchReceipt`, `queryRejections`, `retryRejections`. */
  readonly otlp: ReturnType<typeof otlp>
  /** Operations: `check`. */
  readonly permissions: ReturnType<typeof permissions>
  /** Operations: `list`, `replace`, `listBuiltIn`. */
  readonly prices: ReturnType<typeof prices>
  /** Operations: `fetch`. */
  readonly profile: ReturnType<typeof profile>
  /** Operations: `current`, `rename`, `list`, `create`, `createDemo`, `export`, `import`, `countRecords`. */
  readonly projects: ReturnType<typeof projects>
  /** Operations: `create`, `createVariant`, `fork`, `createRevision`, `commit`, `retrieve`, `log`, `diff`, `deploy`, `fetch`, `edit`, `query`, `archive`, `unarchive`, `fetchVariant`, `editVariant`, `queryVariants`, `archiveVariant`, `unarchiveVariant`, `fetchRevision`, `editRevision`, `queryRevisions`, `archiveRevision`, `unarchiveRevision`. */
  readonly queries: ReturnType<typeof queries>
  /** Operations: `create`, `editMany`, `deleteMany`, `edit`, `delete`, `fetch`, `query`, `queryScenarios`, `progress`, `takeItem`, `judgeItem`, `skipItem`, `undoItem`, `agreement`. */
  readonly queues: ReturnType<typeof queues>
  /** Operations: `list`, `replace`. */
  readonly redactionRules: ReturnType<typeof redactionRules>
  /** Operations: `create`, `set`, `edit`, `deleteMany`, `delete`, `fetch`, `query`. */
  readonly results: ReturnType<typeof results>
  /** Operations: `fetch`, `edit`. */
  readonly retention: ReturnType<typeof retention>
  /** Operations: `graph`, `uses`. */
  readonly revisions: ReturnType<typeof revisions>
  /** Operations: `create`, `editMany`, `deleteMany`, `edit`, `delete`, `fetch`, `query`, `closeMany`, `openMany`, `close`, `open`, `fetchDefaultQueue`, `fetchProgress`, `follow`, `compare`, `gate`, `fetchManifest`, `verifyManifest`, `queryRows`. */
  readonly runs: ReturnType<typeof runs>
  /** Operations: `create`, `editMany`, `deleteMany`, `edit`, `delete`, `fetch`, `query`. */
  readonly scenarios: ReturnType<typeof scenarios>
  /** Operations: `fetchSettings`, `editSettings`, `list`, `create`, `fetch`, `edit`, `delete`, `test`, `testValues`, `listModels`. */
  readonly secrets: ReturnType<typeof secrets>
  /** Operations: `health`, `ready`, `metrics`, `stores`. */
  readonly server: ReturnType<typeof server>
  /** Operations: `invoke`, `inspect`, `invokeRevision`, `inspectRevision`, `health`. */
  readonly services: ReturnType<typeof services>
  /** Operations: `create`, `list`, `end`. */
  readonly session: ReturnType<typeof session>
  /** Operations: `query`, `delete`. */
  readonly sessions: ReturnType<typeof sessions>
  /** Operations: `create`, `query`, `fetch`, `edit`, `archive`, `unarchive`. */
  readonly simpleApplications: ReturnType<typeof simpleApplications>
  /** Operations: `create`, `query`, `fetch`, `edit`, `archive`, `unarchive`, `guard`, `unguard`. */
  readonly simpleEnvironments: ReturnType<typeof simpleEnvironments>
  /** Operations: `create`, `fetch`, `edit`, `delete`, `query`, `start`, `stop`, `close`, `open`, `populate`, `process`, `probe`, `prune`, `refresh`, `addScenarios`, `removeScenarios`, `addSteps`, `removeSteps`, `setRepeats`. */
  readonly simpleEvaluations: ReturnType<typeof simpleEvaluations>
  /** Operations: `create`, `query`, `fetch`, `edit`, `archive`, `unarchive`. */
  readonly simpleEvaluators: ReturnType<typeof simpleEvaluators>
  /** Operations: `create`, `query`, `fetch`, `edit`, `archive`, `unarchive`. */
  readonly simpleQueries: ReturnType<typeof simpleQueries>
  /** Operations: `create`, `deleteMany`, `delete`, `fetch`, `addTraces`, `addTestcases`, `query`, `queryScenarios`. */
  readonly simpleQueues: ReturnType<typeof simpleQueues>
  /** Operations: `create`, `query`, `fetch`, `edit`, `archive`, `unarchive`, `createFromFile`, `upload`, `download`, `transfer`. */
  readonly simpleTestsets: ReturnType<typeof simpleTestsets>
  /** Operations: `create`, `query`, `fetch`, `edit`, `delete`. */
  readonly simpleTraces: ReturnType<typeof simpleTraces>
  /** Operations: `create`, `query`, `fetch`, `edit`, `archive`, `unarchive`. */
  readonly simpleWorkflows: ReturnType<typeof simpleWorkflows>
  /** Operations: `import`, `queryAttributes`, `follow`, `translateFilter`, `fetchMany`, `fetch`, `query`, `export`. */
  readonly spans: ReturnType<typeof spans>
  /** Operations: `fetchMany`, `query`, `fetch`. */
  readonly testcases: ReturnType<typeof testcases>
  /** Operations: `create`, `createVariant`, `fork`, `createRevision`, `commit`, `retrieve`, `log`, `diff`, `deploy`, `fetch`, `edit`, `query`, `archive`, `unarchive`, `fetchVariant`, `editVariant`, `queryVariants`, `archiveVariant`, `unarchiveVariant`, `fetchRevision`, `editRevision`, `queryRevisions`, `archiveRevision`, `unarchiveRevision`, `upload`, `download`, `merge`, `pick`, `revert`, `fetchColumns`, `search`, `addSpans`. */
  readonly testsets: ReturnType<typeof testsets>
  /** Operations: `fetch`, `edit`, `delete`, `outline`, `find`, `fetchMany`, `create`, `query`. */
  readonly traces: ReturnType<typeof traces>
  /** Operations: `fetch`. */
  readonly usage: ReturnType<typeof usage>
  /** Operations: `query`, `delete`. */
  readonly users: ReturnType<typeof users>
  /** Operations: `fork`. */
  readonly variants: ReturnType<typeof variants>
  /** Operations: `listTypes`, `listTemplates`, `fetchTemplate`, `listPresets`, `fetchPreset`, `fetchType`, `listHarnesses`, `fetchHarness`. */
  readonly workflowCatalog: ReturnType<typeof workflowCatalog>
  /** Operations: `create`, `createVariant`, `fork`, `createRevision`, `commit`, `retrieve`, `log`, `diff`, `deploy`, `resolve`, `fetch`, `edit`, `query`, `archive`, `unarchive`, `fetchVariant`, `editVariant`, `queryVariants`, `archiveVariant`, `unarchiveVariant`, `fetchRevision`, `editRevision`, `queryRevisions`, `archiveRevision`, `unarchiveRevision`. */
  readonly workflows: ReturnType<typeof workflows>
  /** Operations: `list`. */
  readonly workspaces: ReturnType<typeof workspaces>

  /** The groups share one connection. */
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
