// The flat configuration fetch of older clients, and the catalog.
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, newProject, serverOf, type Api, type Body } from '../support/api.ts'
import { commitTo, kindNamed, makeVariant, type NewVariant } from '../support/kinds.ts'
import { aTime, play } from '../support/scenarios.ts'

const application = kindNamed('application')
const path = '/variants/configs/fetch'

describe.each(backends)('on %s', (backend) => {
  let api: Api
  let bot: NewVariant
  let revisions: readonly Body[]
  beforeAll(async () => {
    api = await newProject(serverOf(backend))
    bot = await makeVariant(api, application, 'support-bot')
    const records = []
    for (const temperature of [0.1, 0.2]) {
      const data = { parameters: { temperature }, url: 'https://bot.example.org/run' }
      records.push(await commitTo(api, application, bot.variant.id, { message: 'Calmer tone', data }))
    }
    await api.post('/applications/revisions/deploy', {
      application_revision_ref: { id: records[0].id },
      environment_ref: { slug: 'production' },
      message: 'first release',
    })
    revisions = records
  })

  const expectedConfig = (version: number) => ({
    params: { temperature: revisions[version].data.parameters.temperature },
    url: 'https://bot.example.org/run',
    application_ref: { slug: 'support-bot', id: bot.artifact.id },
    variant_ref: {
      slug: 'support-bot.main',
      version,
      commit_message: 'Calmer tone',
      id: bot.variant.id,
    },
    application_lifecycle: { created_at: bot.artifact.created_at },
    variant_lifecycle: { created_at: revisions[version].created_at },
  })

  test('a variant is one flat record, deprecated', async () => {
    const { body, headers } = await api.post(path, {
      variant_ref: { slug: 'support-bot.main', commit_message: 'x' },
    })
    expect(body).toEqual(expectedConfig(1))
    expect(headers.get('Link')).toBe('</api/applications/revisions/retrieve>; rel="successor-version"')
  })

  test('a variant reference wins over an environment, and an environment over an application', async () => {
    const application_ref = { slug: 'support-bot' }
    const environment_ref = { slug: 'production' }
    const variant_ref = { slug: 'support-bot.main', version: 1 }
    expect((await api.post(path, { application_ref })).body).toEqual(expectedConfig(1))
    expect((await api.post(path, { application_ref, environment_ref, variant_ref })).body).toEqual(
      expectedConfig(1),
    )
    expect((await api.post(path, { variant_ref: { ...variant_ref, version: '0' } })).body).toEqual(
      expectedConfig(0),
    )
    const environmentRevision = await api.post('/environments/revisions/retrieve', { environment_ref })
    expect((await api.post(path, { application_ref, environment_ref })).body).toEqual({
      ...expectedConfig(0),
      environment_ref: {
        slug: 'production',
        version: 1,
        commit_message: 'first release',
        id: environmentRevision.body.environment_revision.id,
      },
      environment_lifecycle: { created_at: aTime },
    })
  })

  const missingConfigs: readonly (readonly [string, object])[] = [
    ['an unknown variant', { variant_ref: { slug: 'none' } }],
    ['an unknown application', { application_ref: { slug: 'none' } }],
    [
      'an environment without it',
      { application_ref: { slug: 'support-bot' }, environment_ref: { slug: 'staging' } },
    ],
    [
      'an unknown environment',
      { application_ref: { slug: 'support-bot' }, environment_ref: { slug: 'none' } },
    ],
  ]
  test.each(missingConfigs)('%s is not found', async (_, body) => {
    await play(api, {
      name: 'missing',
      path,
      body,
      status: 404,
      exact: { code: 'not_found', detail: 'Config not found.' },
    })
  })

  test('a request without references is refused', async () => {
    await play(api, { name: 'nothing', path, body: {}, status: 400, code: 'reference_required' })
  })

  describe('the catalog', () => {
    test.each(['workflows', 'applications', 'evaluators'])(
      'of %s lists types, templates and presets',
      async (prefix) => {
        const types = (await api.get(`/${prefix}/catalog/types/`)).body
        expect(types.types.map((type: Body) => type.key)).toEqual(
          expect.arrayContaining(['message', 'prompt-template', 'run_request', 'run_result']),
        )
        expect(types.count).toBe(types.types.length)
        const { count, templates } = (await api.get(`/${prefix}/catalog/templates/?include_archived=true`))
          .body
        expect(count).toBe(templates.length)
        for (const template of templates) {
          const answer = await api.get(`/${prefix}/catalog/templates/${template.key}`)
          expect(answer.body).toEqual({ count: 1, template })
          const role = prefix === 'applications' ? 'is_application' : 'is_evaluator'
          if (prefix !== 'workflows') expect(template.flags[role], template.key).toBe(true)
          const presets = (await api.get(`/${prefix}/catalog/templates/${template.key}/presets/`)).body
          for (const preset of presets.presets) {
            const answer = await api.get(`/${prefix}/catalog/templates/${template.key}/presets/${preset.key}`)
            expect(answer.body).toEqual({ count: 1, preset })
          }
        }
      },
    )

    test('returns a template in the form that existing clients read', async () => {
      const { body } = await api.get('/evaluators/catalog/templates/auto_exact_match')
      expect(body.template).toMatchObject({
        key: 'auto_exact_match',
        flags: {
          is_application: false,
          is_evaluator: true,
          is_snippet: false,
          is_archived: false,
          is_recommended: true,
        },
        data: {
          uri: 'agenta:builtin:auto_exact_match:v0',
          parameters: { correct_answer_key: 'correct_answer' },
        },
      })
    })

    test('of workflows can be narrowed by role', async () => {
      const keys = async (search: string): Promise<readonly string[]> =>
        (await api.get(`/workflows/catalog/templates/${search}`)).body.templates.map((one: Body) => one.key)
      const allKeys = await keys('')
      expect(await keys('?is_evaluator=true')).not.toContain('chat')
      expect(await keys('?is_application=true')).toContain('chat')
      expect(allKeys).toEqual(expect.arrayContaining(['chat', 'auto_exact_match']))
      expect(await keys('?is_snippet=true')).toEqual([])
    })

    const emptyAnswers: readonly (readonly [string, object])[] = [
      ['/applications/catalog/templates/auto_exact_match', { count: 0 }],
      ['/workflows/catalog/templates/none', { count: 0 }],
      ['/workflows/catalog/types/none', { count: 0 }],
      ['/workflows/catalog/templates/none/presets/', { count: 0 }],
      ['/workflows/catalog/templates/chat/presets/', { count: 0, presets: [] }],
      ['/workflows/catalog/templates/chat/presets/none', { count: 0 }],
      ['/workflows/catalog/harnesses/', { count: 0, harnesses: [] }],
      ['/workflows/catalog/harnesses/x', { count: 0 }],
    ]
    test.each(emptyAnswers)('%s is empty', async (where, body) => {
      expect((await api.get(where)).body).toEqual(body)
    })

    test('is served in its old form too, deprecated', async () => {
      const { body, headers } = await api.get('/simple/evaluators/templates')
      expect(headers.get('Deprecation')).toBe('true')
      expect(body.count).toBe(body.templates.length)
      const fields = [
        'archived',
        'direct_use',
        'key',
        'name',
        'requires_llm_api_keys',
        'settings_presets',
        'settings_template',
        'tags',
      ]
      for (const template of body.templates) {
        expect(
          Object.keys(template)
            .filter((key) => fields.includes(key))
            .sort(),
          template.key,
        ).toEqual(fields)
      }
    })
  })
})
