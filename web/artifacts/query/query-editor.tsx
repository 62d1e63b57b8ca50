// Edits the filter of a saved query in the filter bar of the list of traces. Each valid text becomes the filter of the draft.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Failure } from '../../app/failure.tsx'
import { filterError, ListFilter } from '../../app/list/list-filter.tsx'
import { useSession } from '../../app/session.tsx'
import { rangeDefault } from '../../app/trace-list/url-state.ts'
import type { JsonObject } from '../../app/versions/client.ts'
import { PayloadJson } from '../../app/versions/payload-editor.tsx'
import { useDebounced } from '../../ui/browser/use-debounced.ts'
import { Skeleton } from '../../ui/notice.tsx'
import { Segments } from '../../ui/segments.tsx'
import { editedData, focusOf, type FilterEdit } from './query-filter.ts'
import { filterTextQuery, filterTreeQuery } from './requests.ts'
import styles from './query.module.css'

interface QueryEditorProps {
  readonly data: JsonObject
  /** Receives the edited payload; absent: the editor is read-only. */
  readonly onData: ((data: JsonObject) => void) | undefined
}

/** The typed text, and the draft that follows it. */
function useFilterEdit({ data, onData }: Required<QueryEditorProps>, text: string) {
  const { api } = useSession()
  const [start] = useState(() => ({ storedData: data, initialEdit: { text, focus: focusOf(data) } }))
  const [edit, setEdit] = useState<FilterEdit>(start.initialEdit)
  const debouncedText = useDebounced(edit.text)
  const isCurrent = debouncedText === edit.text
  const tree = useQuery({ ...filterTreeQuery(api, { ...edit, text: debouncedText }), enabled: isCurrent })
  const filtering = isCurrent ? tree.data : undefined
  useEffect(() => {
    if (filtering === undefined) return
    const next = editedData({ ...start, currentData: data, edit, filtering })
    if (JSON.stringify(next) !== JSON.stringify(data)) onData?.(next)
    // Only a new filter changes the draft: other edits of the payload have their own handlers.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [filtering, edit.focus])
  return { edit, setEdit, error: isCurrent ? tree.error : undefined, retry: tree.refetch }
}

function FilterEditor({ text, ...props }: Required<QueryEditorProps> & { text: string }) {
  const { edit, setEdit, error, retry } = useFilterEdit(props, text)
  return (
    <div className={styles['editor']}>
      <Segments
        label="Match traces or spans"
        value={edit.focus}
        onValue={(focus) => setEdit({ ...edit, focus })}
        options={[
          { value: 'trace', name: 'Traces' },
          { value: 'span', name: 'Spans' },
        ]}
      />
      <div className={styles['bar']}>
        <ListFilter
          rowKind={edit.focus === 'span' ? 'spans' : 'traces'}
          filter={edit.text}
          onFilter={(next) => setEdit({ ...edit, text: next })}
          range={rangeDefault}
          error={error}
          isLive
        />
      </div>
      {error !== null && error !== undefined && filterError(error) === undefined && (
        <Failure error={error} retry={() => void retry()} />
      )}
    </div>
  )
}

export function QueryEditor({ data, onData }: QueryEditorProps) {
  const { api } = useSession()
  const [storedQuery] = useState(data)
  const filter = useQuery(filterTextQuery(api, storedQuery))
  if (filter.data === undefined) {
    return filter.isError ? (
      <Failure error={filter.error} retry={() => void filter.refetch()} />
    ) : (
      <Skeleton rows={2} />
    )
  }
  if (filter.data.kind === 'json') {
    return (
      <div className={styles['editor']}>
        <p className={styles['note']}>
          The filter bar cannot show this filter, so it is edited as JSON. {filter.data.reason}
        </p>
        <PayloadJson data={data} onData={onData} />
      </div>
    )
  }
  const { text } = filter.data
  if (onData !== undefined) return <FilterEditor data={data} onData={onData} text={text} />
  return <pre className={styles['text']}>{text === '' ? 'No conditions: matches all traces' : text}</pre>
}
