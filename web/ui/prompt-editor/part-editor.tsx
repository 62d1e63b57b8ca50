// One part of a message: a text, or an image or file by URL, upload or variable. Other parts are edited as JSON.
import { useRef, useState } from 'react'
import { Button, IconButton } from '../button.tsx'
import { isSafeImage } from '../content/links.ts'
import { JsonField } from '../json/json-field.tsx'
import { membersOf, type UnknownRecord } from '../records.ts'
import {
  mediaUrlOf,
  describeData,
  partKind,
  uploadBytesMax,
  withMediaUrl,
  type MediaKind,
} from './content-parts.ts'
import { TemplateText, type TemplateContext } from './template-text.tsx'
import styles from './part-editor.module.css'

interface PartProps {
  readonly label: string
  readonly part: unknown
  readonly readOnly: boolean
  readonly context: TemplateContext
  readonly onPart: (part: unknown) => void
}

/** The content of a file as a data URL. */
const readFile = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => reject(new Error(`${file.name} cannot be read.`)))
    reader.readAsDataURL(file)
  })

function UploadButton({
  label,
  kind,
  onFile,
}: {
  label: string
  kind: MediaKind
  onFile: (file: { readonly url: string; readonly filename: string }) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string>()
  const onSelected = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return
    if (file.size > uploadBytesMax) {
      setError('A file may have at most 1 MB. Use a URL or a variable for a larger one.')
      return
    }
    setError(undefined)
    try {
      onFile({ url: await readFile(file), filename: file.name })
    } catch (readError) {
      setError(readError instanceof Error ? readError.message : String(readError))
    }
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={`${label}: file`}
        accept={kind === 'image' ? 'image/*' : undefined}
        onChange={({ target }) => void onSelected(target.files?.[0])}
      />
      <Button look="quiet" icon="upload" onClick={() => input.current?.click()}>
        Upload…
      </Button>
      {error !== undefined && (
        <small role="alert" className={styles['error']}>
          {error}
        </small>
      )}
    </>
  )
}

function MediaPart({
  label,
  part,
  kind,
  readOnly,
  context,
  onPart,
}: PartProps & { part: UnknownRecord; kind: MediaKind }) {
  const url = mediaUrlOf(part, kind)
  const data = describeData(url)
  const { filename } = membersOf(part['file'])
  return (
    <div className={styles['media']}>
      {data === undefined ? (
        <TemplateText
          label={`${label}: ${kind}`}
          value={url}
          readOnly={readOnly}
          placeholder={kind === 'image' ? 'https://… or {{image}}' : 'https://… or {{file}}'}
          context={context}
          onValue={(next) => onPart(withMediaUrl(part, { url: next }))}
        />
      ) : (
        <p className={styles['facts']}>
          {isSafeImage(url) && <img src={url} alt={`${label}: ${kind}`} />}
          {typeof filename === 'string' && <b>{filename}</b>} {data}
        </p>
      )}
      {!readOnly && (
        <div className={styles['tools']}>
          <UploadButton label={label} kind={kind} onFile={(file) => onPart(withMediaUrl(part, file))} />
          {data !== undefined && (
            <Button look="quiet" onClick={() => onPart(withMediaUrl(part, { url: '' }))}>
              Use a URL
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

function PartFields(props: PartProps) {
  const { label, part, readOnly, context, onPart } = props
  const kind = partKind(part)
  const fields = membersOf(part)
  if (kind === 'other') {
    return <JsonField label={label} value={part} readOnly={readOnly} onValue={onPart} />
  }
  if (kind !== 'text') return <MediaPart {...props} part={fields} kind={kind} />
  return (
    <TemplateText
      label={label}
      value={String(fields['text'])}
      readOnly={readOnly}
      context={context}
      onValue={(text) => onPart({ ...fields, text })}
    />
  )
}

export function PartEditor({ onRemove, ...props }: PartProps & { onRemove: () => void }) {
  return (
    <div className={styles['part']}>
      <div>
        <PartFields {...props} />
      </div>
      {!props.readOnly && <IconButton icon="cross" label={`Remove ${props.label}`} onClick={onRemove} />}
    </div>
  )
}
