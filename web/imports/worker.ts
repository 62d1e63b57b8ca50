// Reads files and brings what they hold, beside the thread that draws. One worker for one import; cancelled by ending it.
import { runImport, type Progress } from '../../importers/run.ts'
import { sources } from '../../importers/sources.ts'
import { AssayError, fullClient } from '../app/full-client.ts'
import { blobPiles, givenOf } from './files.ts'
import type { Answered, Asked, Failed } from './messages.ts'

const progressMs = 100

/** A worker speaks to the page that started it, and to nobody else. */
// oxlint-disable-next-line unicorn/require-post-message-target-origin
const say = (answered: Answered): void => self.postMessage(answered)

function failedOf(error: unknown): Failed {
  if (error instanceof AssayError) return { sentence: error.message, requestId: error.requestId }
  return { sentence: error instanceof Error ? error.message : String(error) }
}

/** Not more often than somebody can see. */
function throttled(): (progress: Progress) => void {
  let last = 0
  return (progress) => {
    const now = performance.now()
    if (!progress.isRead && now - last < progressMs) return
    last = now
    say({ what: 'progress', progress })
  }
}

async function answer({ source, files, projectId, serverUrl }: Asked): Promise<void> {
  const importer = sources.get(source)
  if (importer === undefined) throw new Error(`There is no source '${source}'.`)
  const imported = await runImport({
    importer,
    given: givenOf(files),
    to: projectId === undefined ? undefined : { assay: fullClient(serverUrl, projectId), piles: blobPiles() },
    onProgress: throttled(),
  })
  say({ what: 'done', imported })
}

self.addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  answer(data).catch((error: unknown) => say({ what: 'failed', failed: failedOf(error) }))
})
