// The dialog that uploads a file: choose it, check it, store it.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useReducer, useRef, useState } from 'react'
import { useApi } from '../../app/session.tsx'
import { showToast } from '../../app/toasts.tsx'
import { uploadFile } from '../../app/upload.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { bytes } from '../../ui/format.ts'
import { DropZone } from '../../ui/forms/drop-zone.tsx'
import { Progress } from '../../ui/progress.tsx'
import type { Revision } from '../queries.ts'
import type { MappedColumn } from './mapping.ts'
import { ReportView } from './report.tsx'
import {
  columnFields,
  emptyUpload,
  skippedText,
  storeFields,
  testsetName,
  uploadReducer,
  type Report,
  type SkippedRows,
} from './upload-state.ts'
import form from '../../ui/form.module.css'
import styles from './upload.module.css'

const acceptedFiles = '.csv,.tsv,.json,.jsonl,.ndjson,.parquet,.gz'

/** The testset that gets a new version; undefined: a new testset is created. */
export type UploadTarget = { readonly revision: Revision; readonly columns: readonly string[] } | undefined

interface Transfer {
  readonly purpose: 'check' | 'store'
  /** The part of the file that is sent, from 0 to 1. */
  readonly share: number
}

interface UploadAnswer {
  readonly dry_run?: Report
  readonly testset?: { readonly slug: string }
  readonly testset_revision?: { readonly version: string }
  readonly skipped?: SkippedRows
}

interface UploadRequest {
  readonly purpose: Transfer['purpose']
  readonly file: File
  readonly fields: Readonly<Record<string, string>>
}

/** Sends the file, once for the check and once to store it. A new request cancels the running one. */
function useTransfer(target: UploadTarget) {
  const { projectId } = useApi()
  const [transfer, setTransfer] = useState<Transfer>()
  const [error, setError] = useState<string>()
  const activeController = useRef<AbortController>(undefined)
  useEffect(() => () => activeController.current?.abort(), [])
  const path =
    target === undefined ? '/simple/testsets/upload' : `/testsets/revisions/${target.revision.id}/upload`
  const send = async ({ purpose, file, fields }: UploadRequest): Promise<UploadAnswer | undefined> => {
    activeController.current?.abort()
    const controller = new AbortController()
    activeController.current = controller
    setError(undefined)
    setTransfer({ purpose, share: 0 })
    try {
      return await uploadFile<UploadAnswer>({
        projectId,
        path,
        fields: purpose === 'check' ? { ...fields, dry_run: 'true', preview: 'true' } : fields,
        file,
        signal: controller.signal,
        onProgress: (share) => setTransfer({ purpose, share }),
      })
    } catch (cause) {
      if (!controller.signal.aborted) setError(cause instanceof Error ? cause.message : String(cause))
      return undefined
    } finally {
      if (activeController.current === controller) setTransfer(undefined)
    }
  }
  return { transfer, error, send, cancel: () => activeController.current?.abort() }
}

function TransferProgress({ transfer, onCancel }: { transfer: Transfer; onCancel: () => void }) {
  const { purpose, share } = transfer
  const isSent = share >= 1
  const text = isSent
    ? { check: 'Checking the file…', store: 'Storing the rows…' }[purpose]
    : 'Uploading the file…'
  return (
    <Progress
      label="Upload progress"
      message={text}
      doneCount={isSent ? undefined : share}
      total={1}
      onCancel={onCancel}
    />
  )
}

function FileChoice({ onFile }: { onFile: (file: File) => void }) {
  return (
    <DropZone
      title="Choose a file, or drop it here"
      note="CSV, JSON, JSON lines or Parquet, optionally gzipped."
    >
      <input
        type="file"
        className="hidden-text"
        accept={acceptedFiles}
        onChange={({ target }) => target.files?.[0] !== undefined && onFile(target.files[0])}
      />
    </DropZone>
  )
}

interface UploadFormProps {
  readonly target: UploadTarget
  readonly droppedFile: File | undefined
  readonly onClose: () => void
  readonly onStored: (slug: string | undefined) => void
}

/** The state of the upload, with the two requests. */
function useUpload({ target, droppedFile, onClose, onStored }: UploadFormProps) {
  const client = useQueryClient()
  const { projectId } = useApi()
  const [state, dispatch] = useReducer(uploadReducer<File>, emptyUpload)
  const { send, ...transfer } = useTransfer(target)
  const check = async (file: File, columns?: readonly MappedColumn[]): Promise<void> => {
    dispatch({ type: 'file', file })
    const answer = await send({
      purpose: 'check',
      file,
      fields: columns === undefined ? {} : columnFields(columns),
    })
    if (answer?.dry_run === undefined) return
    const suggestion = {
      existingNames: target?.columns ?? [],
      text: target === undefined ? testsetName(file.name) : '',
    }
    dispatch({ type: 'report', report: answer.dry_run, ...(columns === undefined ? { suggestion } : {}) })
  }
  const isStarted = useRef(false)
  useEffect(() => {
    if (droppedFile === undefined || isStarted.current) return
    isStarted.current = true
    void check(droppedFile)
    // Runs once, for the dropped file.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [droppedFile])
  const store = async (file: File): Promise<void> => {
    const fields = storeFields(state, { fileName: file.name, baseId: target?.revision.id })
    const answer = await send({ purpose: 'store', file, fields })
    if (answer === undefined) return
    await client.invalidateQueries({ queryKey: [projectId, 'testsets'] })
    onClose()
    const result =
      target === undefined
        ? `Created ${fields['testset_name'] ?? ''}.`
        : `Version ${answer.testset_revision?.version ?? ''} is committed.`
    showToast([result, skippedText(answer.skipped) ?? []].flat().join(' '))
    onStored(answer.testset?.slug)
  }
  return { ...state, ...transfer, dispatch, check, store }
}

function UploadForm(props: UploadFormProps) {
  const { target } = props
  const { file, report, columns, text, skipsErrors, transfer, error, cancel, dispatch, check, store } =
    useUpload(props)
  return (
    <div className={form['form']}>
      {file !== undefined && (
        <p className={styles['file']}>
          <b>{file.name}</b> {bytes(file.size)}
        </p>
      )}
      {transfer === undefined && report === undefined && <FileChoice onFile={(next) => void check(next)} />}
      {transfer !== undefined && <TransferProgress transfer={transfer} onCancel={cancel} />}
      {error !== undefined && (
        <p className={form['fault']} role="alert">
          {error}
        </p>
      )}
      {report !== undefined && file !== undefined && transfer === undefined && (
        <ReportView
          report={report}
          columns={columns}
          onColumns={(next) => dispatch({ type: 'columns', columns: next })}
          isNew={target === undefined}
          replacedVersion={target?.revision.version}
          skipsErrors={skipsErrors}
          onSkipsErrors={(next) => dispatch({ type: 'skip', skipsErrors: next })}
          text={text}
          onText={(next) => dispatch({ type: 'text', text: next })}
          onCheck={() => void check(file, columns)}
          onStore={() => void store(file)}
          onOtherFile={() => dispatch({ type: 'reset' })}
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
  /** A file that was dropped on the page. */
  file: File | undefined
  target: UploadTarget
  onClose: () => void
  /** Called with the slug of a new testset. */
  onStored: (slug: string | undefined) => void
}) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      isWide
      title={target === undefined ? 'Upload testset' : 'Upload new version'}
    >
      <UploadForm target={target} droppedFile={file} onClose={onClose} onStored={onStored} />
    </Dialog>
  )
}
