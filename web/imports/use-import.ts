// Runs an import in a worker.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useReducer, useRef } from 'react'
import { useSession } from '../app/session.tsx'
import { serverUrl } from '../ui/browser/base-path.ts'
import { startWorker } from '../ui/browser/start-worker.ts'
import { nextJob, type Job } from './job.ts'
import type { ImportMessage, ImportRequest, SelectedFile } from './messages.ts'
// oxlint-disable-next-line import/default -- the URL of the built file, which the build inserts
import workerFile from './worker.ts?worker&url'

export interface ImportState {
  readonly job: Job
  /** Reads the files in a dry run. */
  readonly read: (files: readonly SelectedFile[]) => void
  /** Imports the files into this project. */
  readonly startImport: (files: readonly SelectedFile[]) => void
  readonly cancel: () => void
  readonly reset: () => void
}

/** Asks before the page is closed while an import runs. */
function useUnloadWarning(isImporting: boolean): void {
  useEffect(() => {
    if (!isImporting) return
    const onBeforeUnload = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', onBeforeUnload)
    return () => window.removeEventListener('beforeunload', onBeforeUnload)
  }, [isImporting])
}

export function useImport(source: string): ImportState {
  const { session } = useSession()
  const client = useQueryClient()
  const [job, dispatch] = useReducer(nextJob, { stage: 'empty' })
  const worker = useRef<Worker>(undefined)
  const end = (): void => {
    worker.current?.terminate()
    worker.current = undefined
  }
  useEffect(() => () => worker.current?.terminate(), [])
  useUnloadWarning(job.stage === 'importing')

  const run = (request: ImportRequest): void => {
    end()
    const newWorker = startWorker(workerFile)
    worker.current = newWorker
    newWorker.addEventListener('message', ({ data }: MessageEvent<ImportMessage>) => {
      if (worker.current !== newWorker) return
      dispatch(data)
      if (data.kind === 'progress') return
      end()
      // Cached data of other pages is outdated after an import.
      if (request.projectId !== undefined) void client.invalidateQueries({ queryKey: [request.projectId] })
    })
    newWorker.addEventListener('error', () => {
      if (worker.current !== newWorker) return
      end()
      dispatch({ kind: 'failed', failure: { message: 'The import worker crashed.' } })
    })
    newWorker.postMessage(request, [])
  }
  const stop = (kind: 'cancelled' | 'reset') => (): void => {
    end()
    dispatch({ kind })
  }
  return {
    job,
    read: (files) => {
      dispatch({ kind: 'selected' })
      run({ source, files, projectId: undefined, serverUrl })
    },
    startImport: (files) => {
      dispatch({ kind: 'confirmed' })
      run({ source, files, projectId: session.project.id, serverUrl })
    },
    cancel: stop('cancelled'),
    reset: stop('reset'),
  }
}
