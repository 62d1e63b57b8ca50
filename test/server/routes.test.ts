// Checks every route of the list that the server registers.
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { allRoutes } from '../../src/http/app.ts'
import type { Route } from '../../src/http/route.ts'
import { backends, newProject, request, serverOf, type Api } from '../support/api.ts'
import { routeParts } from '../../scripts/route-parts.ts'
import { unknownId } from '../support/scenarios.ts'

const { served, documented } = allRoutes(
  routeParts({ ASSAY_ADMIN_KEY: 'guard-test-admin-key-0123456789-0123' }),
)
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

const signingInAndOut = ['create_session', 'delete_own_session']

describe('the list of routes', () => {
  test('gives every route an access rule, an operation id and a summary', () => {
    for (const route of documented) {
      expect(['public', 'viewer', 'editor', 'admin', 'operator'], route.path).toContain(route.access)
      expect(route.operationId, route.path).toMatch(/^[a-z]+(_[a-z]+)*$/)
      expect(route.summary, route.operationId).toMatch(/\.$/)
    }
  })

  test("requires a key for all routes except those about the server and the caller's own cookies", () => {
    const open = documented.filter((route) => route.access === 'public').map(fullPath)
    expect(open.sort()).toEqual([
      '/api/health',
      '/api/services/health',
      '/api/session',
      '/health',
      '/metrics',
      '/ready',
    ])
  })

  test('has no operation id and no method and path twice', () => {
    const ids = documented.map((route) => route.operationId)
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([])
    const spellings = documented.map((route) => `${route.method} ${fullPath(route).replace(/\/$/, '')}`)
    expect(spellings.filter((spelling, i) => spellings.indexOf(spelling) !== i)).toEqual([])
  })

  test('lets no viewer write, but for signing in and out: that needs an editor, an admin or the operator', () => {
    const writable = documented.filter((route) => route.writes && route.access === 'viewer')
    expect(writable.map(({ operationId }) => operationId)).toEqual(signingInAndOut)
    for (const { method, operationId, writes, access } of documented) {
      if (method === 'PUT' || method === 'PATCH' || method === 'DELETE') {
        expect(writes || access === 'operator', operationId).toBe(true)
      }
    }
  })

  test('lets called programs send spans, and read revisions, testsets and their own identity', () => {
    const open = documented.filter(({ programs }) => programs)
    const openWrites = open.filter(({ writes }) => writes).map(fullPath)
    expect([...new Set(openWrites)].sort()).toEqual([
      '/api/otlp/v1/logs',
      '/api/otlp/v1/traces',
      '/api/traces/ingest',
      '/api/tracing/spans/ingest',
      '/api/v1/logs',
      '/api/v1/traces',
      '/v1/logs',
      '/v1/traces',
    ])
    const read = open
      .filter(({ writes }) => !writes)
      .map(({ path }) => path.replace(/^\/simple/, '').split('/')[1] ?? '')
    expect([...new Set(read)].sort()).toEqual([
      'access',
      'applications',
      'environments',
      'evaluators',
      'otlp',
      'projects',
      'testcases',
      'testsets',
      'v1',
      'variants',
      'workflows',
    ])
  })

  test('is complete in the OpenAPI document, except deprecated and second addresses and another protocol', () => {
    const documentedRoutes = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(
        ([method, { operationId }]) => `${method.toUpperCase()} ${path} ${operationId}`,
      ),
    )
    const named = documented.filter(({ sdkName }) => sdkName !== undefined)
    expect(documentedRoutes.sort()).toEqual(
      named.map((route) => `${route.method} ${fullPath(route)} ${route.operationId}`).sort(),
    )
    const otherAddress = ({ method, path, outside }: Route): boolean =>
      !outside &&
      named.some(
        (candidate) =>
          candidate.method === method &&
          ((candidate.outside && candidate.path === path.replace(/^\/otlp/, '')) ||
            (path.endsWith('/revisions/fork') &&
              candidate.path === path.replace('/revisions/', '/variants/'))),
      )
    const leftOut = documented.filter(({ sdkName }) => sdkName === undefined)
    const unexplained = leftOut.filter((route) => route.deprecatedFor === undefined && !otherAddress(route))
    // They describe themselves, by `tools/list` and by capabilities.
    expect(unexplained.map(fullPath)).toEqual([
      '/mcp',
      '/git/{project}/{kind}/{slug}/info/refs',
      '/git/{project}/{kind}/{slug}/git-upload-pack',
      '/git/{project}/{kind}/{slug}/git-receive-pack',
      '/git/{project}/info/refs',
      '/git/{project}/git-upload-pack',
      '/git/{project}/git-receive-pack',
    ])
    expect(named.filter(({ deprecatedFor }) => deprecatedFor !== undefined)).toEqual([])
  })

  test('has names for an SDK: a group and a method, none twice', () => {
    const names = documented.flatMap(({ sdkName }) => sdkName ?? [])
    expect(names.filter((name) => !/^[a-z][A-Za-z]*\.[a-z][A-Za-z]*$/.test(name))).toEqual([])
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
    expect(names).toEqual(expect.arrayContaining(['testsets.commit', 'simpleTestsets.create', 'runs.follow']))
  })

  test('has the routes outside of the OpenAPI document in docs/api.md', () => {
    const text = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8')
    const section = text.slice(text.indexOf('## Paths that are not in the document'))
    for (const { sdkName, method, path } of documented) {
      if (sdkName === undefined) expect(section).toContain(`\`${method} ${path}\``)
    }
  })

  test('has the operation ids after which generated clients name their methods', () => {
    const ids = new Map(documented.map((route) => [route.operationId, `${route.method} ${fullPath(route)}`]))
    expect(ids.get('create_simple_testset')).toBe('POST /api/simple/testsets/')
    expect(ids.get('retrieve_application_revision')).toBe('POST /api/applications/revisions/retrieve')
    expect(ids.get('query_spans_rpc')).toBe('POST /api/spans/query')
  })

  test('documents the media types of answers other than JSON, so that generated clients do not parse them', () => {
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

describe.each(backends)('on %s', (backend) => {
  let viewer: Api
  beforeAll(async () => {
    viewer = await (await newProject(serverOf(backend), { seedDefaults: false })).as('viewer')
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
      const challenge = route.basic ? 'Basic realm="Assay"' : 'ApiKey'
      expect(headers.get('WWW-Authenticate'), route.operationId).toBe(challenge)
    }
  })

  test('every route that writes answers 403 to a viewer before any other check', async () => {
    for (const route of served) {
      if (!route.writes || route.access === 'viewer') continue
      const { status, body } = await request(`${viewer.url}${callable(route)}`, {
        method: route.method,
        authorization: viewer.key,
        ...(route.body === undefined ? {} : { body: '{' }),
      })
      const detail = `This request needs a key with role ${route.access}; this key has role viewer.`
      expect(status, route.operationId).toBe(403)
      if (route.answerError === undefined) {
        expect(body, route.operationId).toEqual({ code: 'forbidden', detail })
      }
    }
  })

  test('every old spelling of a path answers, and names its successor', async () => {
    const old = served.flatMap((route) => [
      ...(/^\/(admin|health)\b/.test(route.path) || route.outside ? [] : [{ route, prefix: '/preview' }]),
      ...(route.path.startsWith('/secrets/') ? [{ route, prefix: '/vault/v1' }] : []),
    ])
    expect(old.length).toBeGreaterThan(300)
    for (const { route, prefix } of old) {
      const url = callable(route)
      const { status, headers } = await request(`${viewer.url}${url.replace('/api', `/api${prefix}`)}`, {
        method: route.method,
      })
      // A path may be deprecated twice over: the newest successor is named.
      const { deprecatedFor } = route
      const successor =
        deprecatedFor === undefined ? url : `/api${deprecatedFor.replaceAll(/\{\w+\}/g, unknownId)}`
      expect({ status, deprecation: headers.get('Deprecation'), link: headers.get('Link') }, url).toEqual({
        status: route.access === 'public' ? 200 : 401,
        deprecation: 'true',
        link: `<${successor}>; rel="successor-version"`,
      })
    }
  })
})
