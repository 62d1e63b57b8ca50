// Checks every route that the server registers.
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
const routesWithoutAdmin = allRoutes(routeParts({})).served

interface Operation {
  readonly operationId: string
  readonly responses: Readonly<Record<string, { readonly content?: object }>>
}

const document = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

const fullPath = (route: Route): string => `${route.outside ? '' : '/api'}${route.path}`
const callablePath = (route: Route): string => fullPath(route).replaceAll(/\{\w+\}/g, unknownId)

const sessionOperations = ['create_session', 'delete_own_session']

describe('the list of routes', () => {
  test('gives every route an access rule, an operation id and a summary', () => {
    for (const route of documented) {
      expect(['public', 'viewer', 'editor', 'admin', 'operator'], route.path).toContain(route.access)
      expect(route.operationId, route.path).toMatch(/^[a-z]+(_[a-z]+)*$/)
      expect(route.summary, route.operationId).toMatch(/\.$/)
    }
  })

  test("requires a key for all routes except those of the server and of the caller's own cookies", () => {
    const publicPaths = documented.filter((route) => route.access === 'public').map(fullPath)
    expect(publicPaths.sort()).toEqual([
      '/api/health',
      '/api/services/health',
      '/api/session',
      '/health',
      '/metrics',
      '/ready',
    ])
  })

  test('has unique operation ids, and unique pairs of method and path', () => {
    const ids = documented.map((route) => route.operationId)
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([])
    const spellings = documented.map((route) => `${route.method} ${fullPath(route).replace(/\/$/, '')}`)
    expect(spellings.filter((spelling, i) => spellings.indexOf(spelling) !== i)).toEqual([])
  })

  test('allows viewers no writes except signing in and out', () => {
    const viewerWrites = documented.filter((route) => route.writes && route.access === 'viewer')
    expect(viewerWrites.map(({ operationId }) => operationId)).toEqual(sessionOperations)
    for (const { method, operationId, writes, access } of documented) {
      if (method === 'PUT' || method === 'PATCH' || method === 'DELETE') {
        expect(writes || access === 'operator', operationId).toBe(true)
      }
    }
  })

  test('allows programs to send spans, and to read revisions, testsets and their own identity', () => {
    const programRoutes = documented.filter(({ programs }) => programs)
    const writePaths = programRoutes.filter(({ writes }) => writes).map(fullPath)
    expect([...new Set(writePaths)].sort()).toEqual([
      '/api/otlp/v1/logs',
      '/api/otlp/v1/traces',
      '/api/traces/ingest',
      '/api/tracing/spans/ingest',
      '/api/v1/logs',
      '/api/v1/traces',
      '/v1/logs',
      '/v1/traces',
    ])
    const readGroups = programRoutes
      .filter(({ writes }) => !writes)
      .map(({ path }) => path.replace(/^\/simple/, '').split('/')[1] ?? '')
    expect([...new Set(readGroups)].sort()).toEqual([
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

  test('is complete in the OpenAPI document, except deprecated paths, second addresses and other protocols', () => {
    const documentedRoutes = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(
        ([method, { operationId }]) => `${method.toUpperCase()} ${path} ${operationId}`,
      ),
    )
    const namedRoutes = documented.filter(({ sdkName }) => sdkName !== undefined)
    expect(documentedRoutes.sort()).toEqual(
      namedRoutes.map((route) => `${route.method} ${fullPath(route)} ${route.operationId}`).sort(),
    )
    const isSecondAddress = ({ method, path, outside }: Route): boolean =>
      !outside &&
      namedRoutes.some(
        (candidate) =>
          candidate.method === method &&
          ((candidate.outside && candidate.path === path.replace(/^\/otlp/, '')) ||
            (path.endsWith('/revisions/fork') &&
              candidate.path === path.replace('/revisions/', '/variants/'))),
      )
    const omittedRoutes = documented.filter(({ sdkName }) => sdkName === undefined)
    const otherProtocolRoutes = omittedRoutes.filter(
      (route) => route.deprecatedFor === undefined && !isSecondAddress(route),
    )
    // These protocols describe themselves, by `tools/list` and by capabilities.
    expect(otherProtocolRoutes.map(fullPath)).toEqual([
      '/mcp',
      '/git/{project}/{kind}/{slug}/info/refs',
      '/git/{project}/{kind}/{slug}/git-upload-pack',
      '/git/{project}/{kind}/{slug}/git-receive-pack',
      '/git/{project}/info/refs',
      '/git/{project}/git-upload-pack',
      '/git/{project}/git-receive-pack',
    ])
    expect(namedRoutes.filter(({ deprecatedFor }) => deprecatedFor !== undefined)).toEqual([])
  })

  test('has unique SDK names of a group and a method', () => {
    const names = documented.flatMap(({ sdkName }) => sdkName ?? [])
    expect(names.filter((name) => !/^[a-z][A-Za-z]*\.[a-z][A-Za-z]*$/.test(name))).toEqual([])
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
    expect(names).toEqual(expect.arrayContaining(['testsets.commit', 'simpleTestsets.create', 'runs.follow']))
  })

  test('has a line in docs/api.md for each route that is not in the OpenAPI document', () => {
    const text = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8')
    const section = text.slice(text.indexOf('## Paths that are not in the document'))
    for (const { sdkName, method, path } of documented) {
      if (sdkName === undefined) expect(section).toContain(`\`${method} ${path}\``)
    }
  })

  test('has the operation ids that name the methods of generated clients', () => {
    const ids = new Map(documented.map((route) => [route.operationId, `${route.method} ${fullPath(route)}`]))
    expect(ids.get('create_simple_testset')).toBe('POST /api/simple/testsets/')
    expect(ids.get('retrieve_application_revision')).toBe('POST /api/applications/revisions/retrieve')
    expect(ids.get('query_spans_rpc')).toBe('POST /api/spans/query')
  })

  test('documents the media types of answers that are not JSON, so that generated clients do not parse them', () => {
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

  test('has administration routes only with an admin key', () => {
    expect(routesWithoutAdmin.filter((route) => route.access === 'operator')).toEqual([])
    expect(served.filter((route) => route.access === 'operator').length).toBeGreaterThan(5)
  })
})

describe.each(backends)('on %s', (backend) => {
  let viewer: Api
  beforeAll(async () => {
    viewer = await (await newProject(serverOf(backend), { seedDefaults: false })).as('viewer')
  })

  test('every route that is not public answers 401 without a key', async () => {
    const unauthorized = { code: 'unauthorized', detail: { message: 'Unauthorized' } }
    for (const route of served) {
      if (route.access === 'public') continue
      const { status, body, headers } = await request(`${viewer.url}${callablePath(route)}`, {
        method: route.method,
        ...(route.body === undefined ? {} : { body: {} }),
      })
      expect(status, route.operationId).toBe(401)
      // OTLP has its own error format, which the tests of ingest check.
      if (route.answerError === undefined) expect(body, route.operationId).toEqual(unauthorized)
      const challenge = route.basic ? 'Basic realm="Assay"' : 'ApiKey'
      expect(headers.get('WWW-Authenticate'), route.operationId).toBe(challenge)
    }
  })

  test('every write route answers 403 to a viewer before any other check', async () => {
    for (const route of served) {
      if (!route.writes || route.access === 'viewer') continue
      const { status, body } = await request(`${viewer.url}${callablePath(route)}`, {
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

  test('every deprecated spelling of a path works and names its successor', async () => {
    const deprecatedSpellings = served.flatMap((route) => [
      ...(/^\/(admin|health)\b/.test(route.path) || route.outside ? [] : [{ route, prefix: '/preview' }]),
      ...(route.path.startsWith('/secrets/') ? [{ route, prefix: '/vault/v1' }] : []),
    ])
    expect(deprecatedSpellings.length).toBeGreaterThan(300)
    for (const { route, prefix } of deprecatedSpellings) {
      const url = callablePath(route)
      const { status, headers } = await request(`${viewer.url}${url.replace('/api', `/api${prefix}`)}`, {
        method: route.method,
      })
      // A deprecated spelling of a deprecated path names the newest successor.
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
