// Every route there is, taken from the same list that the server registers.
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { allRoutes } from '../../src/http/app.ts'
import type { Route } from '../../src/http/route.ts'
import { forms, newProject, request, serverOf, type Api } from '../support/api.ts'
import { routeParts } from '../../scripts/route-parts.ts'
import { unknownId } from '../support/scenarios.ts'

const { served, documented } = allRoutes(routeParts({ ASSAY_ADMIN_KEY: 'guard-test-admin-key' }))
const withoutAdmin = allRoutes(routeParts({})).served

interface Operation {
  readonly operationId: string
  readonly responses: Readonly<Record<string, { readonly content?: object }>>
}

const document = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

const fullPath = (route: Route): string => `${route.outside ? '' : '/api'}${route.path}`
const callable = (route: Route): string => fullPath(route).replaceAll(/\{\w+\}/g, unknownId)

describe('the list of routes', () => {
  test('gives every route an access rule, an operation id and a summary', () => {
    for (const route of documented) {
      expect(['public', 'viewer', 'editor', 'admin', 'operator'], route.path).toContain(route.access)
      expect(route.operationId, route.path).toMatch(/^[a-z]+(_[a-z]+)*$/)
      expect(route.summary, route.operationId).toMatch(/\.$/)
    }
  })

  test('opens nothing but the questions about the server itself to everybody', () => {
    const open = documented.filter((route) => route.access === 'public').map(fullPath)
    expect(open.sort()).toEqual(['/api/health', '/health', '/metrics', '/ready'])
  })

  test('has no operation id and no method and path twice', () => {
    const ids = documented.map((route) => route.operationId)
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([])
    const spellings = documented.map((route) => `${route.method} ${fullPath(route).replace(/\/$/, '')}`)
    expect(spellings.filter((spelling, i) => spellings.indexOf(spelling) !== i)).toEqual([])
  })

  test('lets no viewer write: what writes needs an editor, an admin or the operator', () => {
    const writable = documented.filter((route) => route.writes && route.access === 'viewer')
    expect(writable).toEqual([])
    for (const { method, operationId, writes, access } of documented) {
      if (method === 'PUT' || method === 'PATCH' || method === 'DELETE') {
        expect(writes || access === 'operator', operationId).toBe(true)
      }
    }
  })

  test('is shown whole by the OpenAPI document', () => {
    for (const route of documented) {
      const shown = document.paths[fullPath(route)]?.[route.method.toLowerCase()]
      expect(shown?.operationId, `${route.method} ${fullPath(route)}`).toBe(route.operationId)
    }
  })

  test('gives each operation of the OpenAPI document, old spellings too, an id of its own', () => {
    const ids = Object.values(document.paths).flatMap((operations) =>
      Object.values(operations).map(({ operationId }) => operationId),
    )
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([])
  })

  test('has the operation ids after which generated clients name their methods', () => {
    const ids = new Map(documented.map((route) => [route.operationId, `${route.method} ${fullPath(route)}`]))
    expect(ids.get('create_simple_testset')).toBe('POST /api/simple/testsets/')
    expect(ids.get('retrieve_application_revision')).toBe('POST /api/applications/revisions/retrieve')
    expect(ids.get('query_spans_rpc')).toBe('POST /api/spans/query')
  })

  test('documents the media types of what is not JSON, so that generated clients do not parse it', () => {
    const typesOf = (path: string, method: string): readonly string[] =>
      Object.keys(document.paths[path]?.[method]?.responses['200']?.content ?? {})
    expect(typesOf('/api/testsets/revisions/{id}/download', 'post')).toEqual([
      'text/csv',
      'application/json',
      'application/x-ndjson',
      'application/vnd.apache.parquet',
    ])
    expect(typesOf('/api/evaluations/runs/{id}/events', 'get')).toEqual(['text/event-stream'])
    expect(typesOf('/metrics', 'get')).toEqual(['text/plain'])
    expect(typesOf('/api/spans/query', 'post')).toEqual(['application/json'])
  })

  test('has administration only when there is an admin key', () => {
    expect(withoutAdmin.filter((route) => route.access === 'operator')).toEqual([])
    expect(served.filter((route) => route.access === 'operator').length).toBeGreaterThan(5)
  })
})

describe.each(forms)('on %s', (form) => {
  let viewer: Api
  beforeAll(async () => {
    viewer = await (await newProject(serverOf(form), { seedDefaults: false })).as('viewer')
  })

  test('every route that is not open answers 401 without a key', async () => {
    const unauthorized = { code: 'unauthorized', detail: { message: 'Unauthorized' } }
    for (const route of served) {
      if (route.access === 'public') continue
      const { status, body, headers } = await request(`${viewer.url}${callable(route)}`, {
        method: route.method,
        ...(route.body === undefined ? {} : { body: {} }),
      })
      expect(status, route.operationId).toBe(401)
      // OTLP has its own form of failures; the tests of ingest look at it.
      if (route.answerError === undefined) expect(body, route.operationId).toEqual(unauthorized)
      expect(headers.get('WWW-Authenticate'), route.operationId).toBe('ApiKey')
    }
  })

  test('every route that writes answers 403 to a viewer, before it looks at anything else', async () => {
    for (const route of served) {
      if (!route.writes) continue
      const { status, body } = await request(`${viewer.url}${callable(route)}`, {
        method: route.method,
        authorization: viewer.key,
        ...(route.body === undefined ? {} : { body: '{' }),
      })
      const detail = `This needs a key with role ${route.access}; this one has role viewer.`
      expect(status, route.operationId).toBe(403)
      if (route.answerError === undefined) {
        expect(body, route.operationId).toEqual({ code: 'forbidden', detail })
      }
    }
  })

  test('every documented deprecated spelling answers, and says what to use instead', async () => {
    const old = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, { operationId }]) =>
        operationId.endsWith('_deprecated') ? [[method.toUpperCase(), path] as const] : [],
      ),
    )
    expect(old.length).toBeGreaterThan(20)
    for (const [method, path] of old) {
      const url = path.replaceAll(/\{\w+\}/g, unknownId)
      const { status, headers } = await request(`${viewer.url}${url}`, { method })
      const newer = url.replace('/api/preview/', '/api/').replace('/api/vault/v1/secrets', '/api/secrets')
      // A path may be deprecated twice over: the newest successor is named.
      const twice = served.find((route) => callable(route) === newer)?.deprecatedFor
      const successor = twice === undefined ? newer : `/api${twice.replaceAll(/\{\w+\}/g, unknownId)}`
      expect({ status, deprecation: headers.get('Deprecation'), link: headers.get('Link') }, path).toEqual({
        status: 401,
        deprecation: 'true',
        link: `<${successor}>; rel="successor-version"`,
      })
    }
  })
})
