// The layout of differences: one text with both versions inline, or two columns. This browser remembers the choice. Narrow
// pages are always inline.
import { useNarrow } from '../browser/use-narrow.ts'
import { storedChoice } from '../browser/use-local-storage.ts'
import { Segments } from '../segments.tsx'

const layouts = ['inline', 'columns'] as const
type DiffLayout = (typeof layouts)[number]

const layout = storedChoice<DiffLayout>('diff-layout', layouts)

export function useDiffLayout(): DiffLayout {
  const layoutMode = layout.use()
  return useNarrow() ? 'inline' : layoutMode
}

export function DiffLayoutSwitch() {
  const layoutMode = layout.use()
  if (useNarrow()) return undefined
  return (
    <Segments
      label="Diff layout"
      value={layoutMode}
      onValue={layout.set}
      options={[
        { value: 'inline', name: 'Inline' },
        { value: 'columns', name: 'Side by side' },
      ]}
    />
  )
}
