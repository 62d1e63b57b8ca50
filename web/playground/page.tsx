// The playground of an application: the editor left, inputs and outputs right.
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Failure } from '../app/failure.tsx'
import { PageHead } from '../app/page.tsx'
import { useHasRole, useSession } from '../app/session.tsx'
import { useShortcuts } from '../app/shortcuts.ts'
import { ProviderKey } from '../app/trials/provider-key.tsx'
import { RowPicker } from '../app/trials/row-picker.tsx'
import { TracePicker } from '../app/trials/trace-picker.tsx'
import { targetOf, useRevision } from '../app/trials/use-revision.ts'
import type { Revision } from '../app/versions/client.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { PanelModeSwitch } from '../ui/content/mode.tsx'
import { Notice, Skeleton } from '../ui/notice.tsx'
import { Split } from '../ui/split.tsx'
import { useNarrow } from '../ui/browser/use-narrow.ts'
import { useColumns } from './columns.ts'
import { EditorPane } from './editor-pane.tsx'
import { useMatrixRun } from './matrix-run.ts'
import { MatrixView } from './matrix-view.tsx'
import { callsMax, callsOf, planned, variablesIn, type InputRow, type Part } from './matrix.ts'
import { useRows } from './rows.ts'
import { idsIn, playgroundSearch, repeatsMax, type PlaygroundView } from './url-state.ts'
import styles from './playground.module.css'

const route = getRouteApi('/p/$project/apps/$artifact/playground')

function useView() {
  const view = route.useSearch()
  const { artifact } = route.useParams()
  const { session } = useSession()
  const navigate = useNavigate()
  const become = (next: PlaygroundView): void =>
    void navigate({
      to: '/p/$project/apps/$artifact/playground',
      params: { project: session.project.slug, artifact },
      search: playgroundSearch(next),
    })
  return { view, become }
}

function Playground({ first }: { first: Revision }) {
  const { view, become } = useView()
  const narrow = useNarrow()
  const mayRun = useHasRole('editor')
  const [open, setOpen] = useState<'rows' | 'trace' | 'keys'>()
  const columns = useColumns(first, idsIn(view.with))
  const variables = variablesIn(columns.columns)
  const rows = useRows(first.artifact_id, view, variables)
  const { cells, run, cancel, progress } = useMatrixRun()
  const repeats = view.repeat ?? 1
  const calls = planned(rows.rows, columns.columns, repeats)
  const mayStart = mayRun && cancel === undefined
  const isReady = mayStart && calls.length > 0 && calls.length <= callsMax
  const started = (): void => {
    if (isReady) void run(calls)
  }
  const partStarted = (only: Part): void => {
    const some = callsOf(calls, only)
    if (some.length <= callsMax) void run(some)
  }
  useShortcuts([
    { id: 'run', keys: 'mod+enter', does: 'Run', run: started },
    { id: 'cancel', keys: 'mod+.', does: 'Cancel what runs', run: () => cancel?.() },
  ])
  const left = (row: InputRow): void => {
    if (row.from === 'trace') {
      const { trace: _, span: __, ...rest } = view
      return become(rest)
    }
    become({
      ...view,
      rows: idsIn(view.rows)
        .filter((id) => id !== row.testcase?.id)
        .join(','),
    })
  }
  if (columns.error !== null) return <Failure error={columns.error} retry={columns.refetch} />
  const editor = (
    <EditorPane
      columns={columns.columns}
      onData={columns.changed}
      onPutBack={columns.putBack}
      onRevisions={(ids) => become({ ...view, with: ids.join(',') })}
      onCommitted={(key, revision) => {
        const ids = columns.columns.map((column) => (column.key === key ? revision.id : column.revision.id))
        become({ ...view, with: ids.join(',') })
      }}
    />
  )
  const outputs = (
    <div className={styles['outputs']}>
      <div className={styles['bar']}>
        {mayRun && (
          <Button look="main" icon="right" disabled={!isReady} onClick={started} title="Ctrl+Enter">
            Run{calls.length > 1 ? ` ${calls.length} calls` : ''}
          </Button>
        )}
        {cancel !== undefined && <Button onClick={cancel}>Cancel</Button>}
        <span className={styles['note']} role="status">
          {progress !== undefined && `${progress.done} of ${progress.all} done`}
          {calls.length > callsMax && `At most ${callsMax} calls at once; a run does more.`}
          {!mayRun && 'Your key may look, not run.'}
        </span>
        <label className={styles['repeat']}>
          Repeat
          <select
            value={repeats}
            onChange={(event) => become({ ...view, repeat: Number(event.target.value) })}
          >
            {Array.from({ length: repeatsMax }, (_, index) => (
              <option key={index} value={index + 1}>
                {index + 1}
              </option>
            ))}
          </select>
        </label>
        <PanelModeSwitch />
        <Button icon="plus" onClick={() => rows.added()}>
          Row
        </Button>
        <Button onClick={() => setOpen('rows')}>From a testset…</Button>
        <Button onClick={() => setOpen('trace')}>From a trace…</Button>
        {mayRun && (
          <Button icon="key" onClick={() => setOpen('keys')}>
            Keys…
          </Button>
        )}
      </div>
      {rows.error !== null && <Failure error={rows.error} />}
      {rows.isPending || columns.isPending ? (
        <Skeleton />
      ) : (
        <MatrixView
          columns={columns.columns}
          rows={rows}
          variables={variables}
          cells={cells}
          repeats={repeats}
          onRun={mayStart ? partStarted : undefined}
          onLeave={left}
        />
      )}
      <RowPicker
        open={open === 'rows'}
        onClose={() => setOpen(undefined)}
        onRows={(chosen) => {
          const ids = new Set([...idsIn(view.rows), ...chosen.map(({ id }) => id)])
          become({ ...view, rows: [...ids].join(',') })
        }}
      />
      <TracePicker
        open={open === 'trace'}
        onClose={() => setOpen(undefined)}
        onTrace={(trace) => become({ ...view, trace, span: '' })}
      />
      <ProviderKey open={open === 'keys'} onClose={() => setOpen(undefined)} />
    </div>
  )
  return narrow ? (
    <div className={styles['stacked']}>
      {outputs}
      {editor}
    </div>
  ) : (
    <Split name="playground" first={editor} second={outputs} share={0.42} />
  )
}

export function PlaygroundPage() {
  const { artifact } = route.useParams()
  const { variant } = route.useSearch()
  const { session } = useSession()
  const revision = useRevision('application', targetOf(artifact, variant))
  const [slug = artifact] = artifact.split('@')
  return (
    <>
      <PageHead
        title={`Playground: ${slug}`}
        lead={
          <Link
            to="/p/$project/apps/$artifact"
            params={{ project: session.project.slug, artifact }}
            search={variant === undefined ? {} : { variant }}
            aria-label="Back to the application"
          >
            <Icon name="left" />
          </Link>
        }
      />
      {revision.isError ? (
        <Failure error={revision.error} retry={() => void revision.refetch()} />
      ) : revision.data === undefined ? (
        <Skeleton />
      ) : revision.data === null ? (
        <Notice icon="app" title="There is no such application">
          <p>It may have another slug, or no revision yet.</p>
        </Notice>
      ) : (
        <Playground key={revision.data.artifact_id} first={revision.data} />
      )}
    </>
  )
}
