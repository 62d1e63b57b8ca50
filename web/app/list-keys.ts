// The keys of a list, wherever the focus is on the page, so that `?` lists them and a person may change them. The table has its
// own handling of these keys: it is told as if it had the focus.
import { useShortcuts } from './shortcuts.ts'

function tell(key: string): void {
  const grid = document.querySelector<HTMLElement>('main [role="grid"], [role="grid"]')
  if (grid === null) return
  grid.focus({ preventScroll: true })
  grid.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
}

export function useListKeys({ rows, selects }: { readonly rows: string; readonly selects: boolean }): void {
  useShortcuts([
    { id: 'next row', keys: 'j', does: `Next ${rows}`, run: () => tell('j') },
    { id: 'previous row', keys: 'k', does: `Previous ${rows}`, run: () => tell('k') },
    { id: 'open row', keys: 'enter', does: `Open the ${rows}`, run: () => tell('Enter') },
    ...(selects ? [{ id: 'select row', keys: 'x', does: `Select the ${rows}`, run: () => tell('x') }] : []),
  ])
}
