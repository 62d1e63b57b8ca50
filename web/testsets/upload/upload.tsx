// A file becomes a testset, or the next version of one. First it is only read: what it holds, what is wrong with it, and what
// its columns shall be called; nothing is stored before the person says so.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { uploadFile } from '../../app/upload.ts'
import { useSession } from '../../app/session.tsx'
import { showToast } from '../../app/toasts.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Progress } from '../../ui/progress.tsx'
import { DropZone } from '../../ui/forms/drop-zone.tsx'
import { bytes } from '../../ui/format.ts'
import type { Revision } from '../queries.ts'
import { mappingOf, suggested, type MappedColumn } from './mapping.ts'
import { ReportView, type Report } from './report.tsx'
import form from '../../ui/form.module.css'
import styles from './upload.module.css'

const accepted = '.csv,.tsv,.json,.jsonl,.ndjson,.parquet,.gz'

/** Undefined: a new testset. */
export type UploadTarget = { readonly revision: Revision; readonly columns: readonly string[] } | undefined

const nameOfFile = (file: File): string => file.name.replace(/\.gz$/i, '').replace(/\.[a-z]+$/i, '')

interface Sending {
  readonly what: 'check' | 'store'
  readonly share: number
}

type Answer = {
  readonly dry_run?: Report
  readonly testset?: { readonly slug: string }
  readonly testset_revision?: { readonly version: string }
}

/** Sends the file, once to be read and once to be stored. */
function useSending(target: UploadTarget) {
  const { session } = useSession()
  const [sending, setSending] = useState<Sending>()
  const [error, setError] = useState<string>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const path =
    target === undefined ? '/simple/testsets/upload' : `/testsets/revisions/${target.revision.id}/upload`
  const send = async (
    what: Sending['what'],
    file: File,
    fields: Readonly<Record<string, string>>,
  ): Promise<Answer | undefined> => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setError(undefined)
    setSending({ what, share: 0 })
    try {
      return await uploadFile<Answer>({
        projectId: session.project.id,
        path,
        fields: what === 'check' ? { ...fields, dry_run: 'true' } : fields,
        file,
        signal: controller.signal,
        onProgress: (share) => setSending({ what, share }),
      })
    } catch (cause) {
      if (!controller.signal.aborted) setError(cause instanceof Error ? cause.message : String(cause))
      return undefined
    } finally {
      if (running.current === controller) setSending(undefined)
    }
  }
  return { sending, error, send, cancel: () => running.current?.abort() }
}

function wordsOf({ what, share }: Sending): string {
  const arrived = share >= 1
  if (what === 'check') return arrived ? 'Reading the file…' : 'Sending the file to be read…'
  return arrived ? 'Storing the rows…' : 'Sending the file…'
}

const shareOf = ({ share }: Sending): number | undefined => (share >= 1 ? undefined : share)

function Choose({ onFile }: { onFile: (file: File) => void }) {
  return (
    <DropZone title="Choose a file, or drop it here" note="CSV, JSON, JSON lines or Parquet; gzip is fine.">
      <input
        type="file"
        className="hidden-text"
        accept={accepted}
        onChange={({ target }) => target.files?.[0] !== undefined && onFile(target.files[0])}
      />
    </DropZone>
  )
}

function UploadForm({
  target,
  given,
  onClose,
  onStored,
}: {
  target: UploadTarget
  given: File | undefined
  onClose: () => void
  onStored: (slug: string | undefined) => void
}) {
  const { session } = useSession()
  const client = useQueryClient()
  const [file, setFile] = useState<File>()
  const [report, setReport] = useState<Report>()
  const [columns, setColumns] = useState<readonly MappedColumn[]>([])
  const [text, setText] = useState('')
  const { sending, error, send, cancel } = useSending(target)

  const fieldsOf = (mapped: readonly MappedColumn[]): Readonly<Record<string, string>> => {
    const mapping = mappingOf(mapped)
    return mapping === undefined ? {} : { columns: JSON.stringify(mapping) }
  }
  const check = async (next: File, mapped: readonly MappedColumn[] | undefined): Promise<void> => {
    setFile(next)
    const answer = await send('check', next, mapped === undefined ? {} : fieldsOf(mapped))
    if (answer?.dry_run === undefined) return
    setReport(answer.dry_run)
    if (mapped === undefined) {
      setColumns(
        suggested(
          answer.dry_run.columns.map(({ name }) => name),
          target?.columns ?? [],
        ),
      )
      setText(target === undefined ? nameOfFile(next) : '')
    }
  }
  const began = useRef(false)
  useEffect(() => {
    if (given === undefined || began.current) return
    began.current = true
    void check(given, undefined)
    // Begins with the file that was dropped, once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [given])

  const store = async (): Promise<void> => {
    if (file === undefined) return
    const words = text.trim()
    const answer = await send('store', file, {
      ...fieldsOf(columns),
      ...(target === undefined
        ? { testset_name: words === '' ? nameOfFile(file) : words }
        : {
            base_revision_id: target.revision.id,
            include_testcases: 'false',
            message: words === '' ? `Upload of ${file.name}` : words,
          }),
    })
    if (answer === undefined) return
    await client.invalidateQueries({ queryKey: [session.project.id, 'testsets'] })
    onClose()
    showToast(
      target === undefined
        ? `${words} was created.`
        : `Version ${answer.testset_revision?.version ?? ''} has the rows of the file.`,
    )
    onStored(answer.testset?.slug)
  }
  return (
    <div className={form['form']}>
      {file !== undefined && (
        <p className={styles['file']}>
          <b>{file.name}</b> {bytes(file.size)}
        </p>
      )}
      {sending === undefined && report === undefined && (
        <Choose onFile={(next) => void check(next, undefined)} />
      )}
      {sending !== undefined && (
        <Progress
          label="How far the file is"
          words={wordsOf(sending)}
          done={shareOf(sending)}
          total={1}
          onCancel={cancel}
        />
      )}
      {error !== undefined && (
        <p className={form['fault']} role="alert">
          {error}
        </p>
      )}
      {report !== undefined && file !== undefined && sending === undefined && (
        <ReportView
          report={report}
          columns={columns}
          onColumns={setColumns}
          isNew={target === undefined}
          replaced={target?.revision.version}
          text={text}
          onText={setText}
          onCheck={() => void check(file, columns)}
          onStore={() => void store()}
          onOther={() => {
            setReport(undefined)
            setFile(undefined)
          }}
        />
      )}
    </div>
  )
}

export function Upload({
  open,
  file,
  target,
  onClose,
  onStored,
}: {
  open: boolean
  /** One that was dropped. */
  file: File | undefined
  target: UploadTarget
  onClose: () => void
  /** With the slug of a new testset. */
  onStored: (slug: string | undefined) => void
}) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      wide
      title={target === undefined ? 'Upload a testset' : 'Upload a new version'}
    >
      <UploadForm target={target} given={file} onClose={onClose} onStored={onStored} />
    </Dialog>
  )
}
