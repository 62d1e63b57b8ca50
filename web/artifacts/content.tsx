// The payload of a revision in the editor of its kind.
import { RowPicker } from '../app/trials/row-picker.tsx'
import { PayloadEditor } from '../app/versions/payload-editor.tsx'
import { Matches } from './query/matches.tsx'
import { QueryEditor } from './query/query-editor.tsx'
import { DraftControls, useRevisionDraft, type ContentProps } from './revision-draft.tsx'
import styles from './page.module.css'

export function Content(props: ContentProps) {
  const { kind, revision } = props
  const edit = useRevisionDraft(props)
  const { draft, payload, onData } = edit
  return (
    <>
      <DraftControls props={props} edit={edit} />
      {revision.data === undefined && draft === undefined && (
        <p className={styles['faint']}>This version is empty.</p>
      )}
      {(revision.data !== undefined || draft !== undefined || onData !== undefined) && (
        <PayloadEditor
          key={revision.artifact_id}
          textKey={edit.editorKey}
          data={payload}
          rowPicker={(picker) => <RowPicker isSingle {...picker} />}
          onData={onData}
          form={
            kind === 'query'
              ? { name: 'Filter', editor: <QueryEditor data={payload} onData={onData} /> }
              : undefined
          }
        />
      )}
      {kind === 'query' && <Matches key={revision.id} data={payload} meta={revision.meta} />}
    </>
  )
}
