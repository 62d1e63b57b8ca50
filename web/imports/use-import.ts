// The worker of an import, as the page speaks to it.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useReducer, useRef } from 'react'
import { useSession } from '../app/session.tsx'
import { serverUrl } from '../ui/browser/base-path.ts'
import { startWorker } from '../ui/browser/start-worker.ts'
import { nextJob, type Job } from './job.ts'
import type { Answered, Asked, GivenFile } from './messages.ts'
// oxlint-disable-next-line import/default -- the address of the built file, which the build puts here
import workerFile from './worker.ts?worker&url'

export interface Importing {
  readonly job: Job
  /** Reads them; nothing is written. */
  readonly read: (files: readonly GivenFile[]) => void
  /** Brings what was read, to this project. */
  readonly bring: (files: readonly GivenFile[]) => void
  readonly cancel: () => void
  readonly forget: () => void
}

export function useImport(source: string): Importing {
  const { session } = useSession()
  const client = useQueryClient()
  const [job, happen] = useReducer(nextJob, { stage: 'empty' })
  const worker = useRef<Worker>(undefined)
  const end = (): void => {
    worker.current?.terminate()
    worker.current = undefined
  }
  useEffect(() => () => worker.current?.terminate(), [])
  const isBringing = job.stage === 'bringing'
  useEffect(() => {
    if (!isBringing) return
    const asked = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', asked)
    return () => window.removeEventListener('beforeunload', asked)
  }, [isBringing])

  const ask = (asked: Asked): void => {
    end()
    const own = startWorker(workerFile)
    worker.current = own
    own.addEventListener('message', ({ data }: MessageEvent<Answered>) => {
      if (worker.current !== own) return
      happen(data)
      if (data.what === 'progress') return
      end()
      // Lists and numbers of other pages are older than what was brought.
      if (asked.projectId !== undefined) void client.invalidateQueries({ queryKey: [asked.projectId] })
    })
    own.addEventListener('error', () => {
      if (worker.current !== own) return
      end()
      happen({ what: 'failed', failed: { sentence: 'The part of the page that reads files broke off.' } })
    })
    own.postMessage(asked, [])
  }
  return {
    job,
    read: (files) => {
      happen({ what: 'given' })
      ask({ source, files, projectId: undefined, serverUrl })
    },
    bring: (files) => {
      happen({ what: 'confirmed' })
      ask({ source, files, projectId: session.project.id, serverUrl })
    },
    cancel: () => {
      end()
      happen({ what: 'cancelled' })
    },
    forget: () => {
      end()
      happen({ what: 'forgotten' })
    },
  }
}
