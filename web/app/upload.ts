// Uploads a file with progress. `fetch` reports no upload progress, so this uses XMLHttpRequest.
import { AssayError, ConnectionError } from '../../sdk/core/errors.ts'
import { errorOf } from '../../sdk/failures.ts'
import { basePath } from '../ui/browser/base-path.ts'

export interface Upload {
  readonly projectId: string
  /** The path below /api. */
  readonly path: string
  readonly fields: Readonly<Record<string, string>>
  readonly file: File
  readonly signal: AbortSignal
  /** The part of the request that is sent, from 0 to 1. */
  readonly onProgress: (share: number) => void
}

function failureOf(request: XMLHttpRequest): AssayError {
  let body: { readonly code?: unknown; readonly detail?: unknown } = {}
  try {
    body = JSON.parse(request.responseText) as typeof body
  } catch {
    // The response of a proxy may not be JSON.
  }
  return errorOf({
    status: request.status,
    code: typeof body.code === 'string' ? body.code : `http_${request.status}`,
    detail: body.detail ?? request.statusText,
    requestId: request.getResponseHeader('x-request-id') ?? undefined,
    headers: new Headers(),
  })
}

/** Resolves to the response. Aborting the signal cancels the upload. */
export function uploadFile<T>({ projectId, path, fields, file, signal, onProgress }: Upload): Promise<T> {
  const form = new FormData()
  // The fields come first: the server needs them to process the file.
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', file)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `${basePath}/api${path}`)
    request.setRequestHeader('X-Assay-Session', '1')
    request.setRequestHeader('X-Assay-Project', projectId)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total))
    request.addEventListener('load', () => {
      if (request.status >= 400) reject(failureOf(request))
      else resolve(JSON.parse(request.responseText) as T)
    })
    request.addEventListener('error', () =>
      reject(new ConnectionError('The upload failed: the connection was lost.')),
    )
    request.addEventListener('abort', () => reject(new DOMException('Cancelled.', 'AbortError')))
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}
