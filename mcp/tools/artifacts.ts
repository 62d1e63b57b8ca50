// Tools for applications, evaluators and environments: list, read, compare, commit and deploy their revisions.
import { z } from 'zod'
import {
  findRevision,
  InvalidNameError,
  NotFoundError,
  requireRevision,
  type Kind,
  type Revision,
} from '../../sdk/shared/names.ts'
import {
  artifactShape,
  deploymentsShape,
  diffShape,
  historyShape,
  commitShape,
  revisionShape,
} from '../shapes.ts'
import { commitOutput, json } from '../outputs.ts'
import { cursorArgument, PagedAnswer, positionOf } from '../pages.ts'
import { tool, type Tool } from '../tool.ts'

const name = z.string().describe('slug, slug@version, slug/variant, slug/variant@version, or an id.')

const artifactKinds = ['application', 'evaluator', 'testset', 'environment', 'query'] as const

type Client = Parameters<Tool['call']>[0]

const listArtifacts = tool({
  name: 'list_artifacts',
  title: 'List artifacts',
  description:
    'Applications, evaluators, testsets, environments or saved queries of the project, newest first. Environments include their deployed revisions.',
  input: z.object({
    kind: z.enum(artifactKinds),
    name: z.string().optional().describe('Part of the name.'),
    limit: z.number().int().min(1).max(200).optional().describe('Default 50.'),
    cursor: cursorArgument,
  }),
  output: z.object({
    artifacts: z.array(
      z.object({
        slug: z.string(),
        name: z.string().optional(),
        description: z.string().optional(),
        id: z.string(),
        made: z.string(),
        version: z.string().optional(),
        deployed: z.record(z.string(), z.string()).optional(),
      }),
    ),
  }),
  call: async (assay, { kind, name: part, limit, cursor }) => {
    const position = positionOf(cursor, { limit: limit ?? 50 })
    const { items, next } = await artifactsOf(assay, {
      kind,
      filter: part === undefined ? {} : { name: part },
      windowing: position.windowing,
    })
    return new PagedAnswer('artifacts', { items, position, next })
  },
})

interface ArtifactQuery {
  readonly kind: (typeof artifactKinds)[number]
  readonly filter: { readonly name?: string }
  readonly windowing: object
}

async function artifactsOf(
  assay: Client,
  { kind, filter, windowing }: ArtifactQuery,
): Promise<{ readonly items: readonly object[]; readonly next: object | undefined }> {
  switch (kind) {
    case 'application': {
      const page = await assay.applications.query({ application: filter, windowing })
      return { items: page.applications.map(artifactShape), next: page.windowing }
    }
    case 'evaluator': {
      const page = await assay.evaluators.query({ evaluator: filter, windowing })
      return { items: page.evaluators.map(artifactShape), next: page.windowing }
    }
    case 'testset': {
      const page = await assay.testsets.query({ testset: filter, windowing })
      return { items: page.testsets.map(artifactShape), next: page.windowing }
    }
    case 'query': {
      const page = await assay.queries.query({ query: filter, windowing })
      return { items: page.queries.map(artifactShape), next: page.windowing }
    }
    case 'environment': {
      const page = await assay.simpleEnvironments.query({ environment: filter, windowing })
      const items = page.environments.map((environment) => ({
        ...artifactShape(environment),
        version: environment.version,
        deployed: deploymentsShape(environment.data),
      }))
      return { items, next: page.windowing }
    }
  }
}

const versionedKind = z.enum(['application', 'evaluator', 'environment'])

const getRevision = tool({
  name: 'get_revision',
  title: 'Look at a revision',
  description:
    'The content of a revision: prompt and settings of an application, an evaluator, or the references of an environment. With environment: the revision deployed there.',
  input: z.object({
    kind: versionedKind,
    name,
    environment: z.string().optional().describe('Slug; for applications and evaluators.'),
    history: z
      .number()
      .int()
      .min(1)
      .max(100)
      .optional()
      .describe('Number of latest revisions to list as well, without their data.'),
  }),
  output: z.object({
    name: z.string(),
    id: z.string(),
    date: z.string(),
    message: z.string().optional(),
    data: json.optional(),
    history: z
      .array(
        z.object({ version: z.string(), date: z.string(), message: z.string().optional(), id: z.string() }),
      )
      .optional(),
  }),
  call: async (assay, { kind, name: text, environment, history }) => {
    const revision =
      environment === undefined
        ? await requireRevision(assay, { kind, text })
        : await requireDeployed(assay, { kind, slug: text, environment })
    const content = revisionShape(revision)
    return history === undefined
      ? content
      : { ...content, history: historyShape(await historyOf(assay, { kind, revision, depth: history })) }
  },
})

async function requireDeployed(
  assay: Client,
  { kind, slug, environment }: { readonly kind: Kind; readonly slug: string; readonly environment: string },
): Promise<Revision> {
  const environment_ref = { slug: environment }
  const revision =
    kind === 'evaluator'
      ? (await assay.evaluators.retrieve({ evaluator_ref: { slug }, environment_ref })).evaluator_revision
      : (await assay.applications.retrieve({ application_ref: { slug }, environment_ref }))
          .application_revision
  if (revision === undefined) throw new NotFoundError(`'${slug}' is not deployed to ${environment}.`)
  return revision
}

async function historyOf(
  assay: Client,
  {
    kind,
    revision: { variant_id },
    depth,
  }: { readonly kind: z.output<typeof versionedKind>; readonly revision: Revision; readonly depth: number },
) {
  const target = { variant_id, depth }
  switch (kind) {
    case 'application':
      return (await assay.applications.log({ application_revisions: target })).application_revisions
    case 'evaluator':
      return (await assay.evaluators.log({ evaluator_revisions: target })).evaluator_revisions
    case 'environment':
      return (await assay.environments.log({ environment_revisions: target })).environment_revisions
  }
}

const diffRevisions = tool({
  name: 'diff_revisions',
  title: 'Compare revisions',
  description:
    'Differences between two revisions of one kind, by JSON Pointer. The default base is the previous revision.',
  input: z.object({ kind: versionedKind, name, base: name.optional() }),
  output: z.looseObject({
    equal: z.boolean(),
    added: z.array(json),
    removed: z.array(json),
    changed: z.array(json),
  }),
  call: async (assay, { kind, name: text, base }) => {
    const target = { id: (await requireRevision(assay, { kind, text })).id }
    const baseRef =
      base === undefined ? undefined : { id: (await requireRevision(assay, { kind, text: base })).id }
    switch (kind) {
      case 'application':
        return diffShape(
          (
            await assay.applications.diff({
              application_revision_ref: target,
              ...(baseRef === undefined ? {} : { base_application_revision_ref: baseRef }),
            })
          ).diff,
        )
      case 'evaluator':
        return diffShape(
          (
            await assay.evaluators.diff({
              evaluator_revision_ref: target,
              ...(baseRef === undefined ? {} : { base_evaluator_revision_ref: baseRef }),
            })
          ).diff,
        )
      case 'environment':
        return diffShape(
          (
            await assay.environments.diff({
              environment_revision_ref: target,
              ...(baseRef === undefined ? {} : { base_environment_revision_ref: baseRef }),
            })
          ).diff,
        )
    }
  },
})

const commitRevision = tool({
  name: 'commit_revision',
  title: 'Commit a revision',
  description:
    'Commits a new revision: either all data, or a change (set merges members, remove deletes paths). Previous revisions do not change and nothing is deployed. Refused when base_revision_id is not the latest revision.',
  role: 'editor',
  effect: 'adds',
  input: z.object({
    kind: z.enum(['application', 'evaluator']),
    name,
    message: z.string().describe('Reason for the change.'),
    data: z.record(z.string(), z.unknown()).optional(),
    set: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('{"parameters": {"prompt": {"llm_config": {"temperature": 0.2}}}}'),
    remove: z.array(z.string()).optional().describe('Paths, separated by dots.'),
    base_revision_id: z.string().optional(),
  }),
  output: commitOutput,
  call: async (assay, { kind, name: text, message, data, set, remove, base_revision_id }) => {
    const { variant_id } = await requireRevision(assay, { kind, text })
    const commit = {
      variant_id,
      message,
      ...(data === undefined ? { delta: { set: set ?? {}, remove: remove ?? [] } } : { data }),
      ...(base_revision_id === undefined ? {} : { base_revision_id }),
    }
    if (kind === 'application') {
      const { application_revision: revision, ...rest } = await assay.applications.commit({
        application_revision: commit,
      })
      return commitShape(revision, rest)
    }
    const { evaluator_revision: revision, ...rest } = await assay.evaluators.commit({
      evaluator_revision: commit,
    })
    return commitShape(revision, rest)
  },
})

const deploy = tool({
  name: 'deploy',
  title: 'Deploy a revision',
  description:
    'Deploys a revision to an environment. Programs that read the environment get it from then on. Ask the person first.',
  role: 'editor',
  effect: 'changes',
  input: z.object({
    kind: z.enum(['application', 'evaluator']),
    name,
    environment: z.string().describe('Slug.'),
    message: z.string().describe('Reason for the deployment.'),
  }),
  output: commitOutput.extend({ environment: z.string() }),
  call: async (assay, { kind, name: text, environment, message }) => {
    const { id } = await requireRevision(assay, { kind, text })
    const environment_ref = { slug: environment }
    const deployment =
      kind === 'application'
        ? (await assay.applications.deploy({ application_revision_ref: { id }, environment_ref, message }))
            .application_revision
        : (await assay.evaluators.deploy({ evaluator_revision_ref: { id }, environment_ref, message }))
            .evaluator_revision
    return { environment, ...commitShape(deployment, {}) }
  },
})

const savePrompt = tool({
  name: 'save_prompt',
  title: 'Save a version of a prompt',
  description:
    'Commits a version of a prompt: messages with {{variables}}, model and its settings. Creates the application if the project has none with this slug; otherwise commits to it, replacing messages and the given settings. Deploys nothing.',
  role: 'editor',
  effect: 'adds',
  input: z.object({
    slug: z.string().describe('slug, or slug/variant of an existing application.'),
    message: z.string().describe('Reason for the change.'),
    messages: z
      .array(z.strictObject({ role: z.enum(['system', 'user', 'assistant']), content: z.string() }))
      .min(1)
      .max(100),
    model: z.string().optional().describe('For example gpt-4o-mini. Required for a new prompt.'),
    settings: json.optional().describe('{"temperature": 0.2, "max_tokens": 500}'),
  }),
  output: commitOutput,
  call: async (assay, { slug, message, messages, model, settings }) => {
    const prompt = { messages, llm_config: { ...settings, ...(model === undefined ? {} : { model }) } }
    const head = await findRevision(assay, { kind: 'application', text: slug })
    if (head !== undefined) {
      const { application_revision: revision, ...rest } = await assay.applications.commit({
        application_revision: {
          variant_id: head.variant_id,
          message,
          delta: { set: { parameters: { prompt } }, remove: [] },
        },
      })
      return commitShape(revision, rest)
    }
    if (model === undefined) throw new InvalidNameError(`'${slug}' is a new prompt: pass its model.`)
    await assay.simpleApplications.create({
      application: { slug, message, data: { uri: 'completion', parameters: { prompt } } },
    })
    return commitShape(await requireRevision(assay, { kind: 'application', text: slug }), {
      status: 'committed',
    })
  },
})

export const artifactTools: readonly Tool[] = [
  listArtifacts,
  getRevision,
  diffRevisions,
  commitRevision,
  savePrompt,
  deploy,
]
