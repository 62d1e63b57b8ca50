// Routes about the server itself: health, readiness, metrics and the API documentation.
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { AssayError } from '../kernel/errors.ts'
import type { JsonObject } from '../kernel/json/value.ts'
import type { Metrics } from './metrics/metrics.ts'
import { readiness, type ReadyCheck } from './readiness.ts'
import { openRoute, type Route } from './route.ts'

const health = (path: string, isOutside: boolean): Route =>
  openRoute({
    method: 'GET',
    path,
    outside: isOutside,
    operationId: isOutside ? 'health' : 'api_health',
    examples: { answer: { status: 'ok' } },
    ...(isOutside ? { sdkName: 'server.health' } : {}),
    summary: 'Whether the process answers.',
    access: 'public',
    answer: z.object({ status: z.literal('ok') }),
    handle: async () => ({ status: 'ok' as const }),
  })

/** Load balancers wait at least this long for a health check. */
const readyMsMax = 5000

function ready(checks: readonly ReadyCheck[]): Route {
  const checkFailures = checks.map((check) => readiness(check, readyMsMax))
  return openRoute({
    method: 'GET',
    path: '/ready',
    outside: true,
    operationId: 'ready',
    examples: { answer: { status: 'ready' } },
    sdkName: 'server.ready',
    summary: 'Whether both stores can be read and written.',
    access: 'public',
    answer: z.object({ status: z.literal('ready') }),
    handle: async () => {
      const failures = (await Promise.all(checkFailures.map((check) => check()))).filter(
        (failure) => failure !== undefined,
      )
      if (failures.length === 0) return { status: 'ready' as const }
      const messages = failures.map(({ message }) => message).join(' ')
      throw new AssayError('unavailable', messages, { cause: failures[0]?.cause })
    },
  })
}

const metricsRoute = (metrics: Metrics): Route =>
  openRoute({
    method: 'GET',
    path: '/metrics',
    outside: true,
    operationId: 'metrics',
    sdkName: 'server.metrics',
    summary: 'Prometheus metrics.',
    access: 'public',
    answer: z.string(),
    answerTypes: ['text/plain; version=0.0.4; charset=utf-8'],
    handle: async ({ reply }) => {
      const { contentType, body } = await metrics.text()
      await reply.type(contentType).send(body)
    },
  })

export interface OperationParts {
  readonly checks: readonly ReadyCheck[]
  readonly metrics: Metrics
}

export const operationRoutes = ({ checks, metrics }: OperationParts): readonly Route[] => [
  health('/health', true),
  health('/health', false),
  ready(checks),
  metricsRoute(metrics),
]

const docsPage = (base: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Assay API</title>
    <link rel="stylesheet" href="${base}/docs/assets/swagger-ui.css" />
  </head>
  <body>
    <div id="docs"></div>
    <script src="${base}/docs/assets/swagger-ui-bundle.js"></script>
    <script src="${base}/docs/start.js"></script>
  </body>
</html>
`

/** Starts the page. An entered key is not stored: it is lost when the page closes. */
const docsScript = (
  base: string,
): string => `SwaggerUIBundle({ url: ${JSON.stringify(`${base}/openapi.json`)}, dom_id: '#docs', deepLinking: true, docExpansion: 'none',
  filter: true, persistAuthorization: false, validatorUrl: null, tagsSorter: 'alpha' })
`

/** The page loads only files of this server and sends requests only to it. It injects styles and small images. */
const docsPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/**
 * Serves the OpenAPI document and its browsable page without a key, below `/` and `/api`. The document is
 * built on first request: building it takes a quarter of the time of the rest of the start.
 */
export function serveDocs(
  app: FastifyInstance,
  { base, createDocument }: { readonly base: string; readonly createDocument: () => JsonObject },
): void {
  let text: string | undefined
  const assets = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  void app.register(fastifyStatic, {
    root: assets,
    prefix: '/docs/assets/',
    allowedPath: (path) => /^\/swagger-ui(-bundle\.js|\.css)$/.test(path),
  })
  for (const prefix of ['', '/api']) {
    app.get(`${prefix}/openapi.json`, (_, reply) =>
      reply
        .type('application/json; charset=utf-8')
        .send((text ??= JSON.stringify({ ...createDocument(), servers: [{ url: `${base}/` }] }))),
    )
    app.get(`${prefix}/docs`, (_, reply) =>
      reply
        .header('Content-Security-Policy', docsPolicy)
        .type('text/html; charset=utf-8')
        .send(docsPage(base)),
    )
  }
  app.get('/docs/start.js', (_, reply) => reply.type('text/javascript; charset=utf-8').send(docsScript(base)))
}
