// An application for page tests: a branch, different deployments, an embed.
import { request } from '../../test/support/api.ts'

const promptOf = (system: string) => ({
  uri: 'completion',
  parameters: {
    prompt: {
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: '{{question}}' },
      ],
      llm_config: { model: 'gpt-4o-mini', temperature: 0.2 },
    },
  },
})

export async function seedVersions(url: string, key: string): Promise<void> {
  const post = async (path: string, body: object) =>
    (await request(`${url}/api${path}`, { method: 'POST', authorization: `ApiKey ${key}`, body })).body
  await post('/simple/workflows/', {
    workflow: {
      slug: 'seeded-tone',
      flags: { is_snippet: true },
      data: { parameters: { text: 'Write plainly.' } },
    },
  })
  await post('/simple/evaluators/', {
    evaluator: {
      slug: 'says-please',
      name: 'Says please',
      data: { uri: 'auto_contains', parameters: { substring: 'please' } },
    },
  })
  const { application } = await post('/simple/applications/', {
    application: { slug: 'seeded-bot', name: 'Seeded bot', data: promptOf('Answer briefly.') },
  })
  const commit = async (variantId: string, system: string, message: string): Promise<string> => {
    const answer = await post('/applications/revisions/commit', {
      application_revision_commit: {
        application_variant_id: variantId,
        data: promptOf(system),
        message,
      },
    })
    return answer.application_revision.id
  }
  const secondRevisionId = await commit(
    application.variant_id,
    'Answer briefly. @{{workflow.slug=seeded-tone, path=text}}',
    'with a tone',
  )
  const forkResponse = await post('/applications/variants/fork', {
    application_variant: { slug: 'seeded-short', name: 'Short' },
    application_revision_ref: { id: application.revision_id },
  })
  await commit(forkResponse.application_variant.id, 'One word.', 'one word')
  for (const [revisionId, environment] of [
    [application.revision_id, 'production'],
    [secondRevisionId, 'development'],
  ]) {
    await post('/applications/revisions/deploy', {
      application_revision_ref: { id: revisionId },
      environment_ref: { slug: environment },
      message: `to ${environment}`,
    })
  }
}
