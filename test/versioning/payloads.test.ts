// Payloads of workflows, applications and evaluators in commits.
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, newProject, serverOf, type Api, type Body } from '../support/api.ts'
import { commitTo, kindNamed, makeVariant } from '../support/kinds.ts'
import { revisionFlags } from '../support/scenarios.ts'

const application = kindNamed('application')

describe.each(backends)('on %s', (backend) => {
  let api: Api
  let variantId: string
  beforeAll(async () => {
    api = await newProject(serverOf(backend), { seedDefaults: false })
    variantId = (await makeVariant(api, application, 'bot')).variant.id as string
  })
  const commit = (data: unknown): Promise<Body> => commitTo(api, application, variantId, { data })

  const invalidPayloads: readonly (readonly [
    string,
    unknown,
    string,
    string,
    readonly (string | number)[],
  ])[] = [
    ['an unknown key', { prompt: {} }, 'validation_failed', 'extra_forbidden', ['prompt']],
    ['an unknown built-in', { uri: 'nothing' }, 'uri_unknown', 'value_error', ['uri']],
    ['a built-in of another kind', { uri: 'custom:chat' }, 'uri_unknown', 'value_error', ['uri']],
    ['a uri with a blank', { uri: 'a b' }, 'validation_failed', 'value_error', ['uri']],
    ['a uri with an empty part', { uri: 'a::b' }, 'validation_failed', 'value_error', ['uri']],
    ['a uri with five parts', { uri: 'a:b:c:d:e' }, 'validation_failed', 'value_error', ['uri']],
    ['a url of another protocol', { url: 'ftp://x' }, 'validation_failed', 'url_parsing', ['url']],
    ['another runtime', { runtime: 'ruby' }, 'validation_failed', 'enum', ['runtime']],
    ['a script that is no text', { script: 1 }, 'validation_failed', 'string_type', ['script']],
    ['a header that is no text', { headers: { a: 1 } }, 'validation_failed', 'string_type', ['headers', 'a']],
    ['parameters that are a list', { parameters: [] }, 'validation_failed', 'dict_type', ['parameters']],
    [
      'another schema',
      { schemas: { other: {} } },
      'validation_failed',
      'extra_forbidden',
      ['schemas', 'other'],
    ],
    [
      'an invalid schema',
      { schemas: { inputs: { type: 'objekt' } } },
      'schema_invalid',
      'value_error.json_schema',
      ['schemas', 'inputs', 'type'],
    ],
    [
      'settings that a built-in evaluator refuses',
      { uri: 'auto_similarity_match', parameters: { similarity_threshold: 'high' } },
      'validation_failed',
      'float_type',
      ['parameters', 'similarity_threshold'],
    ],
    ['data that is no object', 'text', 'validation_failed', 'dict_type', []],
  ]
  test.each(invalidPayloads)('%s is refused with its location', async (_, data, code, type, path) => {
    const body = await commit(data)
    expect(body.code).toBe(code)
    expect(body.detail).toContainEqual(
      expect.objectContaining({ type, loc: ['body', 'application_revision', 'data', ...path] }),
    )
  })

  test('data beyond revision_characters_max is refused with the name of the setting', async () => {
    const commitText = (characters: number): Promise<Body> =>
      commit({ parameters: { text: 'x'.repeat(characters) } })
    expect((await commitText(3_999_000)).data.parameters.text).toHaveLength(3_999_000)
    expect(await commitText(4_000_000)).toMatchObject({
      code: 'limit_exceeded',
      detail: [{ ctx: { limit: 4_000_000, setting: 'revision_characters_max' } }],
    })
  })

  const uris: readonly (readonly [string, string])[] = [
    ['echo', 'agenta:builtin:echo:latest'],
    ['custom:hook', 'agenta:custom:hook:latest'],
    ['assay:builtin:chat', 'assay:builtin:chat:latest'],
    ['assay:builtin:chat:v0', 'assay:builtin:chat:v0'],
    ['user:custom:mine', 'user:custom:mine:latest'],
    ['agent', 'agenta:builtin:agent:latest'],
  ]
  test.each(uris)('the uri %s is returned as %s', async (uri, visibleUri) => {
    expect((await commit({ uri: uri })).data.uri).toBe(visibleUri)
  })

  const flagCases: readonly (readonly [object, readonly string[]])[] = [
    [{ parameters: {} }, []],
    [{ url: 'https://a.example' }, ['has_url']],
    [{ script: '1', runtime: 'javascript' }, ['has_script']],
    [{ uri: 'chat' }, ['is_managed', 'is_chat', 'has_url']],
    [{ uri: 'llm' }, ['is_managed', 'is_llm', 'has_url']],
    [{ uri: 'match' }, ['is_managed', 'is_match', 'has_url']],
    [{ uri: 'skill' }, ['is_managed', 'is_skill']],
    [{ uri: 'custom:code', script: '1' }, ['is_managed', 'is_custom', 'is_code', 'has_script']],
    [{ uri: 'custom:feedback' }, ['is_managed', 'is_custom', 'is_feedback']],
    [{ uri: 'user:custom:x' }, ['is_custom']],
    [{ schemas: { inputs: { properties: { x: { 'x-ag-type-ref': 'messages' } } } } }, ['is_chat']],
  ]
  test.each(flagCases)('%j has the flags %j', async (data, flags) => {
    expect((await commit(data)).flags).toEqual(revisionFlags('is_application', ...flags))
  })

  test('members that answers add are not stored: data sent back as it was read is unchanged data', async () => {
    const first = await commit({ uri: 'completion', parameters: { prompt: { messages: [] } } })
    expect(first.data).toMatchObject({
      url: `${api.url}/api/services/completion/latest`,
      schemas: expect.any(Object),
    })
    const { body } = await api.post('/applications/revisions/commit', {
      application_revision: { application_variant_id: variantId, data: first.data },
    })
    expect(body.status).toBe('no_change')
    expect(body.application_revision.content_hash).toBe(first.content_hash)
  })

  test('a custom url of a built-in is stored', async () => {
    const data = { uri: 'completion', url: 'https://mine.example/run' }
    expect((await commit(data)).data.url).toBe('https://mine.example/run')
  })
})
