// What can be done with the whole list: choose what is listed and when, save it, follow it, take it along.
import { Button, IconButton } from '../ui/button.tsx'
import { ColumnsMenu } from '../ui/columns-menu.tsx'
import { LinkButton } from '../ui/copy.tsx'
import { Segments } from '../ui/segments.tsx'
import { TimeRangeMenu } from '../ui/time-range-menu.tsx'
import { ExportMenu } from './export-menu.tsx'
import { rangeDefault } from './queries.ts'
import { SavedViews } from './saved-views.tsx'
import type { TracesView } from './search.ts'
import { moves } from './use-live.ts'

export interface ToolsProps {
  readonly view: TracesView
  readonly onView: (view: TracesView) => void
  readonly columns: readonly { readonly id: string; readonly name: string }[]
  readonly shown: readonly string[]
  readonly live: boolean
  readonly onLive: (live: boolean) => void
  readonly onRefresh: () => void
}

export function Tools({ view, onView, columns, shown, live, onLive, onRefresh }: ToolsProps) {
  return (
    <>
      <Segments
        label="What is listed"
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
        on={live}
        disabled={!moves(view)}
        title={moves(view) ? 'New ones appear as they are stored' : 'Choose a range that ends now'}
        onClick={() => onLive(!live)}
      >
        Live
      </Button>
      <SavedViews view={view} onView={onView} />
      <ColumnsMenu
        columns={columns}
        shown={shown}
        onShown={(ids) => onView({ ...view, columns: ids.join(',') })}
      />
      <ExportMenu view={view} />
      <IconButton icon="refresh" label="Look for newer ones" look="plain" onClick={onRefresh} />
      <LinkButton />
    </>
  )
}
