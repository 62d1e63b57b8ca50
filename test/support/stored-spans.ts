// Sends spans and waits until they are readable.
import { expect } from 'vitest'
import type { Api, Body } from './api.ts'
import { until } from './eventually.ts'

/** Sends span records; resolves when all of them are stored. */
export async function storeSpans(api: Api, spans: readonly object[]): Promise<void> {
  const answer = await api.post('/tracing/spans/ingest', { spans })
  expect(answer.status, JSON.stringify(answer.body).slice(0, 500)).toBe(202)
  const receipt = answer.headers.get('x-assay-receipt') ?? ''
  await until(async () => {
    const { body } = await api.get(`/otlp/receipts/${receipt}`)
    expect(body.receipt.status, JSON.stringify(body)).toMatch(/^(stored|pending)$/)
    return body.receipt.status === 'stored'
  }, 'stored spans')
}

/** Every page of a query, from its first windowing to the end. */
export async function allPages(
  api: Api,
  path: string,
  request: { readonly windowing: object; readonly [key: string]: unknown },
  between: (page: number) => Promise<void> = async () => undefined,
): Promise<readonly Body[]> {
  const pages: Body[] = []
  let windowing: object | undefined = request.windowing
  while (windowing !== undefined) {
    const { status, body }: { status: number; body: Body } = await api.post(path, { ...request, windowing })
    expect(status, JSON.stringify(body).slice(0, 500)).toBe(200)
    pages.push(body)
    windowing = body.windowing
    await between(pages.length)
  }
  return pages
}
