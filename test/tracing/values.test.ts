// Values of requests: exact values, lenient values, and the errors of invalid values.
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, projectWithBot, serverOf, type Api } from '../support/api.ts'
import { play, playAll, unknownId, type Scenario } from '../support/scenarios.ts'

describe.each(backends)('on %s', (backend) => {
  let api: Api
  let applicationId: string
  beforeAll(async () => {
    const project = await projectWithBot(serverOf(backend))
    api = project.api
    applicationId = project.applicationId
  })

  describe('values', () => {
    const creation = (application: object): Scenario => ({
      name: '',
      path: '/simple/applications/',
      body: { application },
      status: 200,
    })

    test('an integer that a double cannot represent is refused with its path and not rounded', async () => {
      const { status, body } = await api.post(
        '/simple/applications/',
        '{"application": {"data": {"parameters": {"seeds": [1, 9007199254740993]}}}}',
      )
      expect({ status, body }).toMatchObject({
        status: 422,
        body: {
          code: 'validation_failed',
          detail: [{ loc: ['body', 'application', 'data', 'parameters', 'seeds', 1] }],
        },
      })
      const data = { parameters: { seed: 9007199254740991, least: -9007199254740991, big: 1e300 } }
      const { body: kept } = await play(api, creation({ data }))
      expect(kept.application.data).toEqual(data)
    })

    test('free-form JSON is returned as sent', async () => {
      const text =
        '{"z":null,"a":[],"b":{},"ünï":"\\ud83d\\udc4b \\u0000","__proto__":{"x":1},"n":[1.5,-0.25,1e21,true,false]}'
      const value = JSON.parse(text) as object
      const { body } = await api.post(
        '/simple/applications/',
        `{"application": {"data": {"parameters": ${text}}, "meta": ${text}}}`,
      )
      expect(JSON.stringify(body.application.data.parameters)).toBe(JSON.stringify(value))
      expect(JSON.stringify(body.application.meta)).toBe(JSON.stringify(value))
      const { body: fetched } = await api.get(`/simple/applications/${body.application.id}`)
      expect(JSON.stringify(fetched.application.data.parameters)).toBe(JSON.stringify(value))
      expect(JSON.stringify(fetched.application.meta)).toBe(JSON.stringify(value))
    })

    test('numbers and booleans may be sent as text', async () => {
      const { status, body } = await api.post('/applications/query', {
        include_archived: 'true',
        windowing: { limit: '1' },
      })
      expect({ status, count: body.count }).toEqual({ status: 200, count: 1 })
    })

    test('a time may have any offset, or none for UTC', async () => {
      const { body } = await api.get(`/applications/${applicationId}`)
      const at = body.application.created_at as string
      const shiftedTime =
        new Date(Date.parse(at) + 7_200_000).toISOString().slice(0, 23) + `${at.slice(23, 26)}+02:00`
      for (const newest of [at, at.replace('Z', ''), shiftedTime]) {
        const page = await api.post('/applications/query', {
          application_refs: [{ id: applicationId }],
          windowing: { newest, order: 'ascending' },
        })
        expect(page.body.count, newest).toBe(1)
      }
    })

    test('all invalid fields of a request are listed at once', async () => {
      const { status, body } = await api.post('/simple/applications/?application_id=nope', {
        application: {
          slug: 'not a slug',
          name: ' ',
          description: 5,
          flags: { is_snippet: 'perhaps' },
          tags: { list: [1] },
          meta: [],
          data: { prompt: {}, url: 'ftp://x', parameters: 'none' },
        },
      })
      expect(status).toBe(422)
      const storedValues = (
        body.detail as readonly { readonly type: string; readonly loc: readonly string[] }[]
      ).map(({ type, loc }) => `${type} ${loc.join('.')}`)
      expect(storedValues.sort()).toEqual(
        [
          'uuid_parsing query.application_id',
          'value_error body.application.slug',
          'value_error body.application.name',
          'string_type body.application.description',
          'bool_type body.application.flags.is_snippet',
          'value_error body.application.tags.list',
          'dict_type body.application.meta',
          'extra_forbidden body.application.data.prompt',
          'url_parsing body.application.data.url',
          'dict_type body.application.data.parameters',
        ].sort(),
      )
    })

    const faults: readonly Scenario[] = [
      {
        name: 'an unknown key in data is refused with its name',
        path: '/applications/revisions/commit',
        body: { application_revision: { application_variant_id: unknownId, data: { prompt: {} } } },
        status: 422,
        exact: {
          code: 'validation_failed',
          detail: [
            {
              type: 'extra_forbidden',
              loc: ['body', 'application_revision', 'data', 'prompt'],
              msg: "Unknown key 'prompt'.",
              input: {},
            },
          ],
        },
      },
      {
        name: 'the wrapper is named as it was sent',
        path: '/applications/revisions/commit',
        body: {
          application_revision_commit: { application_variant_id: unknownId, delta: { operations: [] } },
        },
        status: 422,
        part: {
          detail: [
            { type: 'extra_forbidden', loc: ['body', 'application_revision_commit', 'delta', 'operations'] },
          ],
        },
      },
      {
        name: 'a slug that is not URL-safe is refused with this message',
        path: '/applications/',
        body: { application: { slug: 'a b' } },
        status: 422,
        exact: {
          code: 'validation_failed',
          detail: [
            {
              type: 'value_error',
              loc: ['body', 'application', 'slug'],
              msg: "Value error, 'slug' must be URL-safe.",
              input: 'a b',
            },
          ],
        },
      },
      {
        name: 'an input of more than 256 characters is not repeated',
        path: '/applications/',
        body: { application: { name: 5, slug: 'y'.repeat(300) } },
        status: 422,
        forbidden: ['yyyy'],
      },
      {
        name: 'a missing wrapper is named',
        path: '/applications/',
        body: { app: {} },
        status: 422,
        exact: {
          code: 'validation_failed',
          detail: [{ type: 'missing', loc: ['body', 'application'], msg: 'Field required.' }],
        },
      },
      {
        name: 'a body that is not an object is refused',
        path: '/applications/query',
        body: [],
        status: 422,
        part: { detail: [{ type: 'dict_type', loc: ['body'] }] },
      },
      {
        name: 'unknown keys of the envelope and of the wrapper are ignored',
        path: '/applications/',
        body: { application: { name: 'extra', folder_id: null, created_at: 'x' }, more: 1 },
        status: 200,
      },
    ]
    playAll(faults, () => api)

    const limits: readonly (readonly [string, object])[] = [
      ['a slug', { slug: 'a'.repeat(256) }],
      ['a name', { name: 'a'.repeat(1001) }],
      ['a description', { description: 'a'.repeat(100_001) }],
    ]
    test.each(limits)('%s has a maximum length', async (_, application) => {
      const field = Object.keys(application)[0]
      const { status, body } = await api.post('/applications/', { application })
      expect({ status, body }).toMatchObject({
        status: 422,
        body: {
          code: 'validation_failed',
          detail: [{ type: 'too_long', loc: ['body', 'application', field] }],
        },
      })
    })
  })
})
