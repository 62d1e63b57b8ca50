// The layout of differences: one text with both versions inline, or two columns. This browser remembers the choice. Narrow
// pages are always inline.
import { useNarrow } from '../browser/use-narrow.ts'
import { storedChoice } from '../browser/use-local-storage.ts'
import { Segments } from '../segments.tsx'

const layouts = ['inline', 'columns'] as const
type DiffLayout = (typeof layouts)[number]

const layout = storedChoice<DiffLayout>('diff-layout', layouts)

export function useDiffLayout(): DiffLayout {
  const chosen = layout.use()
  return useNarrow() ? 'inline' : chosen
}

export function DiffLayoutSwitch() {
  const chosen = layout.use()
  if (useNarrow()) return undefined
  return (
    <Segments
      label="Layout of differences"
      value={chosen}
      onValue={layout.set}
      options={[
        { value: 'inline', name: 'Inline' },
        { value: 'columns', name: 'Side by side' },
      ]}
    />
  )
}
