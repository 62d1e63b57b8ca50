// The worker that reads and imports files. Each import has its own worker; terminating it cancels the import.
import { runImport, type Progress } from '../../importers/run.ts'
import { sources } from '../../importers/sources.ts'
import { AssayError, fullClient } from '../app/full-client.ts'
import { blobSpool, importerInput } from './files.ts'
import type { ImportMessage, ImportRequest, ImportFailure } from './messages.ts'

const progressMs = 100

/** A worker posts to the page that started it only. */
// oxlint-disable-next-line unicorn/require-post-message-target-origin
const post = (message: ImportMessage): void => self.postMessage(message)

function failureOf(error: unknown): ImportFailure {
  if (error instanceof AssayError) return { message: error.message, requestId: error.requestId }
  return { message: error instanceof Error ? error.message : String(error) }
}

/** Throttles progress messages. */
function throttledProgress(): (progress: Progress) => void {
  let last = 0
  return (progress) => {
    const now = performance.now()
    if (!progress.isRead && now - last < progressMs) return
    last = now
    post({ kind: 'progress', progress })
  }
}

async function run({ source, files, projectId, serverUrl }: ImportRequest): Promise<void> {
  const importer = sources.get(source)
  if (importer === undefined) throw new Error(`There is no source '${source}'.`)
  const result = await runImport({
    importer,
    inputs: importerInput(files),
    to: projectId === undefined ? undefined : { assay: fullClient(serverUrl, projectId), spool: blobSpool() },
    onProgress: throttledProgress(),
  })
  post({ kind: 'done', result })
}

self.addEventListener('message', ({ data }: MessageEvent<ImportRequest>) => {
  run(data).catch((error: unknown) => post({ kind: 'failed', failure: failureOf(error) }))
})
