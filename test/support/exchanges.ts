// What tests ask and are answered, kept for the examples of the OpenAPI document: `npm run examples` names the file.
import { appendFileSync } from 'node:fs'

const path = process.env['ASSAY_EXCHANGES']
const charactersMax = 20_000

/** Keeps an exchange, where somebody asked for that. Answers and bodies that are no JSON are not kept. */
export function keepExchange(exchange: {
  readonly method: string
  readonly url: string
  readonly body: unknown
  readonly status: number
  readonly answer: unknown
}): void {
  if (path === undefined || typeof exchange.body === 'string') return
  const { pathname, search } = new URL(exchange.url)
  const line = JSON.stringify({ ...exchange, url: `${pathname}${search}` })
  if (line.length <= charactersMax) appendFileSync(path, `${line}\n`)
}
