// Sends a request and reads the parts of the answer that the document describes: status, media type, JSON.
import { adminKey } from '../../support/process.ts'
import type { DescribedOperation, Exchange, ReceivedAnswer } from './exchange.ts'

function authorization({ operation }: DescribedOperation, key: string): Readonly<Record<string, string>> {
  const [scheme] = operation.security.flatMap((requirement) => Object.keys(requirement))
  if (scheme === undefined) return {}
  return { Authorization: scheme === 'adminKey' ? `Access ${adminKey}` : `ApiKey ${key}` }
}

export async function send(
  url: string,
  key: string,
  documentedOperation: DescribedOperation,
  { method, url: path, headers, body }: Exchange,
): Promise<ReceivedAnswer> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { ...headers, ...authorization(documentedOperation, key) },
    ...(body === undefined ? {} : { body }),
  })
  const type = (response.headers.get('content-type') ?? '').split(';', 1)[0] ?? ''
  if (type === 'text/event-stream') {
    await response.body?.cancel()
    return { status: response.status, type, body: undefined }
  }
  const text = await response.text()
  return {
    status: response.status,
    type,
    body: type === 'application/json' ? (JSON.parse(text) as unknown) : text,
  }
}
