// The filter above a list: the filter bar, conditions as chips, and room for a row count.
import type { ReactNode } from 'react'
import { FilterBar } from '../../ui/filter/filter-bar.tsx'
import { AssayError } from '../api.ts'
import { useShortcuts } from '../shortcuts.ts'
import { useCompletion } from './use-completion.ts'
import { Conditions, type RowKind } from './conditions.tsx'
import styles from './list-filter.module.css'

/** The error message for an invalid filter. */
export const filterError = (error: unknown): string | undefined =>
  error instanceof AssayError && error.code === 'filter_invalid' ? error.message : undefined

export interface ListFilterProps {
  readonly rowKind: RowKind
  readonly filter: string | undefined
  readonly onFilter: (filter: string) => void
  readonly range: string
  /** The error of the list request. */
  readonly error: unknown
  /** Whether every change of the text applies at once; absent: Enter applies it. */
  readonly isLive?: boolean
  readonly children?: ReactNode
}

export function ListFilter({
  rowKind,
  filter = '',
  onFilter,
  range,
  error,
  isLive = false,
  children,
}: ListFilterProps) {
  const { fields, begin, valuesOf } = useCompletion(range)
  useShortcuts([
    { id: 'filter', keys: '/', label: 'Filter', run: () => document.getElementById('filter')?.focus() },
  ])
  const common = { filter, onFilter, fields, onBegin: begin, knownValues: valuesOf }
  return (
    <div className={styles['filter']}>
      <FilterBar {...common} inputId="filter" errorMessage={filterError(error)} isLive={isLive} />
      <div className={styles['chips']}>
        <Conditions {...common} rowKind={rowKind} />
        {children}
      </div>
    </div>
  )
}
