// Streams rows as the body of an upload: a form with one file of JSON lines.
import type { NewTestcase } from '../generated/schemas.ts'

/** Rows, all at once or as they arrive. */
export type Rows = Iterable<NewTestcase> | AsyncIterable<NewTestcase>

/** The metadata of a row, under the names of files. */
const metadataNames = ['id', 'flags', 'tags', 'meta'] as const

function lineOf(row: NewTestcase): string {
  const metadata = metadataNames.flatMap((name) =>
    row[name] === undefined || row[name] === null ? [] : [[`__${name}__`, row[name]] as const],
  )
  return `${JSON.stringify({ ...row.data, ...Object.fromEntries(metadata) })}\n`
}

const quote = (text: string): string =>
  text.replaceAll(/["\r\n]/g, (character) => encodeURIComponent(character))

export interface RowForm {
  readonly fields: Readonly<Record<string, unknown>>
  readonly rows: Rows
}

/** Characters per chunk. */
const chunkCharacters = 64 * 1024

async function* formText({ fields, rows }: RowForm, boundary: string): AsyncGenerator<string> {
  const part = (name: string): string =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${quote(name)}"`
  let chunk = ''
  for (const [name, value] of Object.entries({ file_type: 'jsonl', ...fields })) {
    if (value === undefined || value === null) continue
    chunk += `${part(name)}\r\n\r\n${typeof value === 'string' ? value : JSON.stringify(value)}\r\n`
  }
  chunk += `${part('file')}; filename="rows.jsonl"\r\nContent-Type: application/jsonl\r\n\r\n`
  for await (const row of rows) {
    chunk += lineOf(row)
    if (chunk.length < chunkCharacters) continue
    yield chunk
    chunk = ''
  }
  yield `${chunk}\r\n--${boundary}--\r\n`
}

/** Browsers can stream a body over HTTP/2 only; other runtimes always can. */
const canStreamBodies = (): boolean => {
  const { process, Deno } = globalThis as {
    readonly process?: { readonly versions?: object }
    readonly Deno?: object
  }
  return Deno !== undefined || process?.versions !== undefined
}

export interface UploadForm {
  readonly bytes: ReadableStream<Uint8Array> | Blob
  readonly contentType: string
}

export async function rowForm(form: RowForm): Promise<UploadForm> {
  const boundary = `assay-${crypto.randomUUID()}`
  const contentType = `multipart/form-data; boundary=${boundary}`
  const text = formText(form, boundary)
  if (!canStreamBodies()) {
    const chunks: Blob[] = []
    for await (const chunk of text) chunks.push(new Blob([chunk]))
    return { bytes: new Blob(chunks), contentType }
  }
  const utf8 = new TextEncoder()
  const bytes = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await text.next()
      if (done === true) controller.close()
      else controller.enqueue(utf8.encode(value))
    },
    cancel: async () => {
      await text.return(undefined)
    },
  })
  return { bytes, contentType }
}
