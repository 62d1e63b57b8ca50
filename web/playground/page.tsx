// web/playground: edits prompts of an application, runs them on inputs, compares and commits them.
// matrix.ts plans the calls and is pure; matrix-run.ts runs them; editor-pane.tsx and matrix-view.tsx are the two panes.
// Imports web/app (app/trials is shared with evaluators) and web/ui. Start here.
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Failure } from '../app/failure.tsx'
import { PageHead } from '../app/page.tsx'
import { useHasRole, useSession } from '../app/session.tsx'
import { useShortcuts } from '../app/shortcuts.ts'
import { ProviderDialog } from '../app/providers/provider-dialog.tsx'
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
import { EvaluatorPicker } from './scoring/evaluator-picker.tsx'
import { useSelectedEvaluators, type Evaluator } from './scoring/evaluators.ts'
import { useMatrixRun } from './matrix-run.ts'
import { MatrixView } from './matrix-view.tsx'
import {
  callsMax,
  callsOf,
  planCalls,
  variablesIn,
  type Cell,
  type InputRow,
  type Part,
  type PlannedCall,
} from './matrix.ts'
import { useRows } from './rows.ts'
import { SaveRows } from './saving/save-rows.tsx'
import { idsIn, playgroundSearch, repeatsMax, type PlaygroundView } from './url-state.ts'
import styles from './playground.module.css'

const route = getRouteApi('/p/$project/apps/$artifact/playground')

function useView() {
  const view = route.useSearch()
  const { artifact } = route.useParams()
  const { session } = useSession()
  const navigate = useNavigate()
  const onView = (next: PlaygroundView): void =>
    void navigate({
      to: '/p/$project/apps/$artifact/playground',
      params: { project: session.project.slug, artifact },
      search: playgroundSearch(next),
    })
  return { view, onView }
}

/** Columns, rows and calls of the playground. */
function usePlayground(first: Revision) {
  const { view } = useView()
  const canRun = useHasRole('editor')
  const columns = useColumns(first, idsIn(view.with))
  const variables = variablesIn(columns.columns)
  const rows = useRows({ artifactId: first.artifact_id, view, variables })
  const evaluators = useSelectedEvaluators(idsIn(view.evaluators))
  const { cells, droppedKeys, run, score, cancel, progress } = useMatrixRun(first.artifact_id, evaluators)
  const repeats = view.repeat ?? 1
  const calls = planCalls({ rows: rows.rows, columns: columns.columns, repeats })
  const isIdle = canRun && cancel === undefined
  const unscoredCalls = calls.filter(({ key }) => isUnscored(cells.get(key), evaluators))
  const isReady = isIdle && calls.length > 0 && calls.length <= callsMax
  return {
    canRun,
    columns,
    variables,
    rows,
    cells,
    droppedKeys,
    cancel,
    progress,
    repeats,
    calls,
    isReady,
    start: (): void => {
      if (isReady) void run(calls)
    },
    /** Runs one row or one column; undefined: calls are running, or the key may not run. */
    startPart: isIdle
      ? (part: Part): void => {
          const partCalls = callsOf(calls, part)
          if (partCalls.length <= callsMax) void run(partCalls)
        }
      : undefined,
    evaluators,
    /** Scores finished outputs; undefined: all are scored, or calls are running. */
    scoreAll: isIdle && unscoredCalls.length > 0 ? (): void => void score(unscoredCalls) : undefined,
    continueCell: isIdle ? (call: PlannedCall): void => void run([call]) : undefined,
  }
}

/** Whether an output has no score of a selected evaluator. */
const isUnscored = (cell: Cell | undefined, evaluators: readonly Evaluator[]): boolean =>
  cell?.state === 'done' &&
  'outputs' in cell.outcome &&
  evaluators.some(({ slug }) => !Object.hasOwn(cell.scores ?? {}, slug))

type PlaygroundModel = ReturnType<typeof usePlayground>

/** The URL state without one of its rows. */
function withoutRow(view: PlaygroundView, row: InputRow): PlaygroundView {
  if (row.from === 'trace') {
    const { trace: _, span: __, ...rest } = view
    return rest
  }
  const ids = idsIn(view.rows).filter((id) => id !== row.testcase?.id)
  return { ...view, rows: ids.join(',') }
}

type OpenDialog = 'rows' | 'trace' | 'keys' | 'evaluators' | 'save'

function RepeatField({ repeats }: { repeats: number }) {
  const { view, onView } = useView()
  return (
    <label className={styles['repeat']}>
      Repeat
      <select value={repeats} onChange={(event) => onView({ ...view, repeat: Number(event.target.value) })}>
        {Array.from({ length: repeatsMax }, (_, index) => (
          <option key={index} value={index + 1}>
            {index + 1}
          </option>
        ))}
      </select>
    </label>
  )
}

function RunBar({ model, onDialog }: { model: PlaygroundModel; onDialog: (dialog: OpenDialog) => void }) {
  const { canRun, calls, isReady, start, cancel, progress, repeats, rows, evaluators, scoreAll } = model
  return (
    <div className={styles['bar']}>
      {canRun && (
        <Button look="main" icon="right" disabled={!isReady} onClick={start} title="Ctrl+Enter">
          Run{calls.length > 1 ? ` ${calls.length} calls` : ''}
        </Button>
      )}
      {cancel !== undefined && <Button onClick={cancel}>Cancel</Button>}
      <output className={styles['note']}>
        {progress !== undefined && `${progress.doneCount} of ${progress.total} done`}
        {calls.length > callsMax && `At most ${callsMax} calls at once. Use a run for more.`}
        {!canRun && 'Your key has no permission to run.'}
      </output>
      <RepeatField repeats={repeats} />
      <PanelModeSwitch />
      <Button icon="plus" onClick={() => rows.add()}>
        Add row
      </Button>
      <Button onClick={() => onDialog('rows')}>From a testset…</Button>
      <Button onClick={() => onDialog('trace')}>From a trace…</Button>
      {canRun && (
        <Button icon="scale" onClick={() => onDialog('evaluators')}>
          Evaluators{evaluators.length === 0 ? '' : ` (${evaluators.length})`}…
        </Button>
      )}
      {canRun && (
        <Button disabled={rows.rows.length === 0} onClick={() => onDialog('save')}>
          Save rows…
        </Button>
      )}
      {scoreAll !== undefined && <Button onClick={scoreAll}>Score outputs</Button>}
      {canRun && (
        <Button icon="key" onClick={() => onDialog('keys')}>
          Providers…
        </Button>
      )}
    </div>
  )
}

interface DialogsProps {
  readonly model: PlaygroundModel
  readonly dialog: OpenDialog | undefined
  readonly onClose: () => void
}

function Dialogs({ model, dialog, onClose }: DialogsProps) {
  const { view, onView } = useView()
  const { artifact } = route.useParams()
  const { columns, rows } = model
  return (
    <>
      <RowPicker
        open={dialog === 'rows'}
        onClose={onClose}
        onRows={(rows) => {
          const ids = new Set([...idsIn(view.rows), ...rows.map(({ id }) => id)])
          onView({ ...view, rows: [...ids].join(',') })
        }}
      />
      <TracePicker
        open={dialog === 'trace'}
        onClose={onClose}
        onTrace={(trace) => onView({ ...view, trace, span: '' })}
      />
      <EvaluatorPicker
        open={dialog === 'evaluators'}
        onClose={onClose}
        selectedSlugs={idsIn(view.evaluators)}
        onSelection={(slugs) => onView({ ...view, evaluators: slugs.join(',') })}
      />
      <SaveRows
        open={dialog === 'save'}
        onClose={onClose}
        matrix={{
          ...model,
          name: `Playground rows of ${artifact}`,
          columns: columns.columns,
          rows: rows.rows,
        }}
      />
      <ProviderDialog open={dialog === 'keys'} onClose={onClose} />
    </>
  )
}

function Outputs({ model }: { model: PlaygroundModel }) {
  const { view, onView } = useView()
  const [dialog, setDialog] = useState<OpenDialog>()
  const { columns, rows, variables, cells, droppedKeys, repeats, startPart, continueCell } = model
  return (
    <div className={styles['outputs']}>
      <RunBar model={model} onDialog={setDialog} />
      {rows.error !== null && <Failure error={rows.error} />}
      {rows.isPending || columns.isPending ? (
        <Skeleton />
      ) : (
        <MatrixView
          columns={columns.columns}
          rows={rows}
          variables={variables}
          cells={cells}
          droppedKeys={droppedKeys}
          repeats={repeats}
          evaluators={model.evaluators}
          onRun={startPart}
          onContinue={continueCell}
          onRemove={(row) => onView(withoutRow(view, row))}
        />
      )}
      <Dialogs model={model} dialog={dialog} onClose={() => setDialog(undefined)} />
    </div>
  )
}

function Playground({ first }: { first: Revision }) {
  const { view, onView } = useView()
  const isNarrow = useNarrow()
  const model = usePlayground(first)
  const { columns, start, cancel } = model
  useShortcuts([
    { id: 'run', keys: 'mod+enter', label: 'Run', run: start },
    { id: 'cancel', keys: 'mod+.', label: 'Cancel', run: () => cancel?.() },
  ])
  if (columns.error !== null) return <Failure error={columns.error} retry={columns.refetch} />
  const onRevisions = (ids: readonly string[]): void => onView({ ...view, with: ids.join(',') })
  const editor = (
    <EditorPane
      columns={columns.columns}
      row={model.rows.rows[0]?.inputs}
      onData={columns.setData}
      onDiscard={columns.discard}
      onRevisions={onRevisions}
      onCommitted={(key, revision) =>
        onRevisions(columns.columns.map((column) => (column.key === key ? revision.id : column.revision.id)))
      }
    />
  )
  const outputs = <Outputs model={model} />
  return isNarrow ? (
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
        <Notice icon="app" title="Application not found">
          <p>It may have another slug or no version yet.</p>
        </Notice>
      ) : (
        <Playground key={revision.data.artifact_id} first={revision.data} />
      )}
    </>
  )
}
