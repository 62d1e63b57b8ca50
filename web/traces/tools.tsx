// The toolbar of the list: traces or spans, time range, live updates, saved views, columns, export.
import { Button, IconButton } from '../ui/button.tsx'
import { LinkButton } from '../ui/copy.tsx'
import { Segments } from '../ui/segments.tsx'
import { TimeRangeMenu } from '../ui/time/time-range-menu.tsx'
import { columnsText } from '../app/trace-list/column-list.ts'
import { ColumnsPicker } from './columns/columns-picker.tsx'
import { ExportMenu } from './export-menu.tsx'
import { SavedViews } from './views/saved-views.tsx'
import { rangeDefault, type TracesView } from '../app/trace-list/url-state.ts'
import type { Columns } from '../app/trace-list/use-columns.tsx'
import { endsNow } from './use-live.ts'

export interface ToolsProps {
  readonly view: TracesView
  readonly onView: (view: TracesView) => void
  readonly columns: Columns
  readonly isLive: boolean
  readonly onLive: (isLive: boolean) => void
  readonly onRefresh: () => void
}

export function Tools(props: ToolsProps) {
  const { view, onView, columns, isLive, onLive, onRefresh } = props
  return (
    <>
      <Segments
        label="List traces or spans"
        options={[
          { value: 'traces', name: 'Traces' },
          { value: 'spans', name: 'Spans' },
        ]}
        value={view.focus ?? 'traces'}
        onValue={(focus) => {
          const { focus: _, ...rest } = view
          onView(focus === 'spans' ? { ...rest, focus: 'spans' } : rest)
        }}
      />
      <TimeRangeMenu range={view.range ?? rangeDefault} onRange={(range) => onView({ ...view, range })} />
      <Button
        icon="live"
        isPressed={isLive}
        disabled={!endsNow(view)}
        title={endsNow(view) ? 'New rows appear as they are stored' : 'Choose a time range that ends now'}
        onClick={() => onLive(!isLive)}
      >
        Live
      </Button>
      <SavedViews view={view} onView={onView} />
      <ColumnsPicker
        fixedColumns={columns.builtInColumns}
        visibleColumns={columns.visibleColumns}
        onColumns={(next) => columns.onVisibleColumns(columnsText(next))}
        onReset={view.columns === undefined ? undefined : () => columns.onVisibleColumns(undefined)}
        range={view.range ?? rangeDefault}
        annotations={columns.details.annotations}
      />
      <ExportMenu view={view} />
      <IconButton icon="refresh" label="Refresh" look="plain" onClick={onRefresh} />
      <LinkButton />
    </>
  )
}
