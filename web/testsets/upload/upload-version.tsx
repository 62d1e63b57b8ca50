// Uploads a file as the next version of a testset, by a button or by drag and drop.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../app/session.tsx'
import { IconButton } from '../../ui/button.tsx'
import { DropHint } from '../../ui/forms/drop-zone.tsx'
import { useDrop } from '../../ui/forms/use-drop.ts'
import { columnsQuery, type Revision } from '../queries.ts'
import { Upload } from './upload.tsx'

export function UploadVersion({ revision, onCommitted }: { revision: Revision; onCommitted: () => void }) {
  const api = useApi()
  const columns = useQuery(columnsQuery(api, revision.id))
  const [open, setOpen] = useState(false)
  const [file, setFile] = useState<File>()
  const isOver = useDrop(!open, ({ files: [file] }) => {
    setFile(file)
    setOpen(true)
  })
  return (
    <>
      <IconButton
        icon="upload"
        label="Upload new version"
        look="plain"
        onClick={() => {
          setFile(undefined)
          setOpen(true)
        }}
      />
      <DropHint isOver={isOver} text="Drop to upload a new version" />
      <Upload
        open={open}
        file={file}
        target={{ revision, columns: columns.data?.columns.map(({ name }) => name) ?? [] }}
        onClose={() => setOpen(false)}
        onStored={onCommitted}
      />
    </>
  )
}
