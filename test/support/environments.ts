// A project with revisions to deploy, for the tests of environments.
import { newProject, type Api, type Body } from './api.ts'
import { commitTo, kindNamed, makeVariant, type NewVariant } from './kinds.ts'

export const deployPath = '/applications/revisions/deploy'
export const commitPath = '/environments/revisions/commit'

/** The references of a revision, as in answers and entries of environments. */
export const groupOf = (word: string, revision: Body): object => ({
  [word]: { id: revision.artifact_id, slug: revision.artifact_slug },
  [`${word}_variant`]: { id: revision.variant_id, slug: revision.variant_slug },
  [`${word}_revision`]: { id: revision.id, slug: revision.slug, version: revision.version },
})

export interface ProjectToDeploy {
  readonly api: Api
  readonly bot: NewVariant
  /** Versions 0 and 1 of the bot. */
  readonly revisions: readonly Body[]
}

/** A new project with the application `support-bot`. */
export async function projectToDeploy(url: string): Promise<ProjectToDeploy> {
  const application = kindNamed('application')
  const api = await newProject(url)
  const bot = await makeVariant(api, application, 'support-bot')
  const revisions: Body[] = []
  for (const n of [0, 1]) {
    revisions.push(await commitTo(api, application, bot.variant.id, { data: { parameters: { n } } }))
  }
  return { api, bot, revisions }
}

/** The newest revision of an environment. */
export const headOf = async (api: Api, slug: string): Promise<Body> =>
  (await api.post('/environments/revisions/retrieve', { environment_ref: { slug } })).body
    .environment_revision
