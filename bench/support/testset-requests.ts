// Rows of large testsets as CSV, and requests to a server that has them.
import { createReadStream } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { basename } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { firstKey, type RunningServer } from '../../test/support/process.ts'

export const question = (i: number): string => `What is the answer to question number ${i}, and why?`
export const answerOf = (i: number): string => `The answer is ${i * 7}`
export const category = (i: number): string => `category ${i % 50}`

export function* csvText(rows: number): Generator<string> {
  let text = 'question,answer,category\n'
  for (let i = 0; i < rows; i++) {
    text += `"${question(i)}",${answerOf(i)},${category(i)}\n`
    if (text.length < 1 << 16) continue
    yield text
    text = ''
  }
  yield text
}

export const authorization = `ApiKey ${firstKey}`

export async function post<T>(server: RunningServer, path: string, body: unknown): Promise<T> {
  const response = await fetch(`${server.url}/api${path}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

export interface UploadAnswer {
  readonly testset: { readonly id: string; readonly revision_id: string }
}

/** Sends the file over node:http: `fetch` aborts when an answer takes five minutes, as on a busy machine. */
export async function upload(server: RunningServer, path: string, slug: string): Promise<UploadAnswer> {
  const boundary = 'assay-bench'
  const part = (name: string, rest: string): string =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${rest}`
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const body = request(
    `${server.url}/api/simple/testsets/upload`,
    {
      method: 'POST',
      headers: { authorization, 'content-type': `multipart/form-data; boundary=${boundary}` },
    },
    resolve,
  )
  body.on('error', reject)
  body.write(part('testset_slug', `\r\n\r\n${slug}\r\n`))
  body.write(part('file', `; filename="${basename(path)}"\r\ncontent-type: application/octet-stream\r\n\r\n`))
  await pipeline(createReadStream(path), body, { end: false })
  body.end(`\r\n--${boundary}--\r\n`)
  const response = await promise
  const answer = await text(response)
  if (response.statusCode !== 200) throw new Error(`upload: ${response.statusCode} ${answer}`)
  // The answer of our own server.
  return JSON.parse(answer) as UploadAnswer
}

export const page = (server: RunningServer, testsetId: string, position: number) =>
  post<{
    testset_revision: {
      data: { testcase_ids: string[]; testcases: { data: { testcase_dedup_id: string } }[] }
    }
  }>(server, '/testsets/revisions/retrieve', {
    testset_ref: { id: testsetId },
    windowing: {
      limit: 100,
      next: `00000000-0000-8000-8000-${position.toString(16).padStart(12, '0')}`,
    },
  })
