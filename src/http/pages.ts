// Serves the built browser app: index.html at each of its addresses, and its assets.
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'

const dist = join(import.meta.dirname, '../../web/dist')
const noncePlaceholder = /__NONCE__/g

/** Addresses of the app; any other unknown path stays 404. */
const addresses = ['/', '/sign-in', '/p', '/p/*', '/w/*']

/**
 * The policy of pages: they load, request and frame nothing from other origins, and turn no text into script. Styles have
 * a nonce because some components insert their own rules.
 */
const policy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "font-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
  ].join('; ')

function sendPage(reply: FastifyReply, html: string): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  return (
    reply
      .header('Content-Security-Policy', policy(nonce))
      .header('X-Content-Type-Options', 'nosniff')
      // Not `no-referrer`: browsers would then send `Origin: null`, and our own pages could not write.
      .header('Referrer-Policy', 'same-origin')
      .header('Cross-Origin-Opener-Policy', 'same-origin')
      .header('Cache-Control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(html.replaceAll(noncePlaceholder, nonce))
  )
}

/** Prefixes asset paths with the base path; the scripts read it from `data-base`. */
const withBase = (html: string, base: string): string =>
  html
    .replaceAll(/(href|src)="\.?\/(assets|api)\//g, (_, name, folder) => `${name}="${base}/${folder}/`)
    .replace('<html ', () => `<html data-base="${base}" `)

/** Serves the pages. If they are not built, `/` redirects to the API documentation. */
export function servePages(app: FastifyInstance, base: string): void {
  const index = join(dist, 'index.html')
  if (!existsSync(index)) {
    app.get('/', (_, reply) => reply.redirect(`${base}/docs`))
    return
  }
  const html = withBase(readFileSync(index, 'utf8'), base)
  for (const address of addresses) app.get(address, (_, reply) => sendPage(reply, html))
  void app.register(fastifyStatic, {
    root: join(dist, 'assets'),
    prefix: '/assets/',
    decorateReply: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      void reply.header('X-Content-Type-Options', 'nosniff')
      // A file name with a content hash never changes its content.
      const isHashed = /-[\w-]{8}\.\w+(\.(br|gz))?$/.test(path)
      void reply.header('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
}
