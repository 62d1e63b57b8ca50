// Artifacts for the tests of their pages: a separate project with an application.
import { newProject, type Api, type Body } from '../../test/support/api.ts'
import { url } from './pages.ts'

export const promptData = (system: string, temperature = 0.2) => ({
  uri: 'completion',
  parameters: {
    prompt: {
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: '{{question}}' },
      ],
      template_format: 'curly',
      llm_config: { model: 'gpt-4o-mini', temperature },
    },
  },
})

export interface Bot {
  readonly api: Api
  readonly id: string
  readonly variantId: string
  /** Ids of versions 1 to 3 at their index; the text at index 0 is empty. */
  readonly revisions: readonly string[]
}

export async function commit(api: Api, variantId: string, data: object, message: string): Promise<Body> {
  const { body } = await api.post('/applications/revisions/commit', {
    application_revision_commit: { application_variant_id: variantId, data, message },
  })
  return body.application_revision
}

/** An application `bot` with versions 0 to 3. */
export async function makeBot(): Promise<Bot> {
  const api = await newProject(url())
  const { body } = await api.post('/simple/applications/', {
    application: { slug: 'bot', name: 'Support bot', data: promptData('Answer briefly.') },
  })
  const { id, variant_id: variantId, revision_id: first } = body.application
  const second = await commit(api, variantId, promptData('Answer briefly and kindly.'), 'kinder')
  const third = await commit(api, variantId, promptData('Answer briefly and kindly.', 0.9), 'more chance')
  return { api, id, variantId, revisions: ['', first, second.id, third.id] }
}

export const deploy = (api: Api, revisionId: string, environment: string, message: string) =>
  api.post('/applications/revisions/deploy', {
    application_revision_ref: { id: revisionId },
    environment_ref: { slug: environment },
    message,
  })
