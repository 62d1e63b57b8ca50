// Uploads and downloads over HTTP.
import type { Answer, Api } from './api.ts'

export type Fields = Readonly<Record<string, string>>

/** Sends a file with fields before it, or after it with `fileFirst`. */
export async function upload(
  api: Api,
  path: string,
  file: { readonly content: string | Uint8Array<ArrayBuffer>; readonly name?: string } | undefined,
  fields: Fields = {},
  options: { readonly fileFirst?: boolean; readonly signal?: AbortSignal } = {},
): Promise<Answer> {
  const form = new FormData()
  const addFile = (): void => {
    if (file === undefined) return
    form.append('file', new Blob([file.content]), file.name ?? 'file')
  }
  if (options.fileFirst === true) addFile()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  if (options.fileFirst !== true) addFile()
  const response = await fetch(`${api.url}/api${path}`, {
    method: 'POST',
    headers: { Authorization: `ApiKey ${api.key}` },
    body: form,
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? '' : JSON.parse(text) }
}

export async function download(
  api: Api,
  path: string,
): Promise<{ readonly status: number; readonly headers: Headers; readonly bytes: Uint8Array<ArrayBuffer> }> {
  const response = await fetch(`${api.url}/api${path}`, {
    method: 'POST',
    headers: { Authorization: `ApiKey ${api.key}` },
  })
  return {
    status: response.status,
    headers: response.headers,
    bytes: new Uint8Array(await response.arrayBuffer()),
  }
}
