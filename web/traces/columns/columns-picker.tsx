// web/traces/columns: chooses the columns of the list. column-choices.ts is pure.
// Imports web/app and web/ui. Start here.
//
// Chooses and orders the columns of the list: any field, score or attribute, with a search.
import * as Popover from '@radix-ui/react-popover'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { boundsOfRange } from '../../app/analytics/analytics.ts'
import { useEvaluatorForms } from '../../app/evaluator-forms.ts'
import { useSession } from '../../app/session.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { columnChoices, type ChoiceGroup } from './column-choices.ts'
import {
  moveColumn,
  withColumn,
  withoutColumn,
  type VisibleColumn,
} from '../../app/trace-list/column-list.ts'
import { columnName } from '../../app/trace-list/columns.tsx'
import type { RowAnnotation } from '../../app/trace-list/row-details.ts'
import menu from '../../ui/menu.module.css'
import styles from './columns-picker.module.css'

export interface ColumnsPickerProps {
  /** Columns that every project has. */
  readonly fixedColumns: readonly { readonly id: string; readonly name: string }[]
  readonly visibleColumns: readonly VisibleColumn[]
  readonly onColumns: (columns: readonly VisibleColumn[]) => void
  /** Restores the default columns; absent: the list shows them. */
  readonly onReset: (() => void) | undefined
  readonly range: string
  readonly annotations: readonly RowAnnotation[]
}

/** Attributes of the newest spans in the time range, read when the picker opens. */
function useAttributeKeys(range: string, isEnabled: boolean): readonly string[] {
  const { api, session } = useSession()
  const { data } = useQuery({
    queryKey: [session.project.id, 'completion', range, 'keys'],
    queryFn: async ({ signal }) => {
      const { oldest, newest } = boundsOfRange(range)
      const windowing = { oldest: new Date(oldest).toISOString(), newest: new Date(newest).toISOString() }
      return (await api.spans.queryAttributes({ limit: 500, windowing }, { signal })).attributes ?? []
    },
    enabled: isEnabled,
    staleTime: 60_000,
  })
  return data?.map(({ key }) => key) ?? []
}

function VisibleColumnList({
  fixedColumns,
  visibleColumns,
  onColumns,
}: Pick<ColumnsPickerProps, 'fixedColumns' | 'visibleColumns' | 'onColumns'>) {
  return (
    <ol className={styles['visibleColumns']} aria-label="Visible columns">
      {visibleColumns.map(({ id }, index) => {
        const name = columnName(id, fixedColumns)
        return (
          <li key={id}>
            <span title={id}>{name}</span>
            <IconButton
              icon="up"
              label={`Move ${name} left`}
              disabled={index === 0}
              onClick={() => onColumns(moveColumn(visibleColumns, id, -1))}
            />
            <IconButton
              icon="down"
              label={`Move ${name} right`}
              disabled={index === visibleColumns.length - 1}
              onClick={() => onColumns(moveColumn(visibleColumns, id, 1))}
            />
            <IconButton
              icon="cross"
              label={`Remove ${name}`}
              disabled={visibleColumns.length === 1}
              onClick={() => onColumns(withoutColumn(visibleColumns, id))}
            />
          </li>
        )
      })}
    </ol>
  )
}

function Choices({ groups, onChoose }: { groups: readonly ChoiceGroup[]; onChoose: (id: string) => void }) {
  return (
    <div className={styles['choices']}>
      {groups.map(({ name, choices }) => (
        <section key={name} aria-label={name}>
          <h3 className={menu['label']}>{name}</h3>
          {choices.map((choice) => (
            <button
              key={choice.id}
              type="button"
              className={styles['choice']}
              title={choice.id}
              onClick={() => onChoose(choice.id)}
            >
              <Icon name="plus" size={12} />
              <span>{choice.name}</span>
            </button>
          ))}
        </section>
      ))}
      {groups.length === 0 && <p className={styles['none']}>No other column has this name.</p>}
    </div>
  )
}

function Picker(props: ColumnsPickerProps) {
  const { fixedColumns, visibleColumns, onColumns, onReset, range, annotations } = props
  const [searchText, setSearchText] = useState('')
  const searchId = useId()
  const evaluators = useEvaluatorForms() ?? []
  const attributes = useAttributeKeys(range, true)
  const groups = columnChoices({
    fixedColumns,
    visibleColumns,
    searchText,
    evaluators,
    annotations,
    attributes,
  })
  const addColumn = (id: string): void => {
    setSearchText('')
    onColumns(withColumn(visibleColumns, id))
  }
  return (
    <>
      <VisibleColumnList fixedColumns={fixedColumns} visibleColumns={visibleColumns} onColumns={onColumns} />
      {onReset !== undefined && (
        <Button look="quiet" icon="undo" onClick={onReset}>
          Reset columns
        </Button>
      )}
      <label htmlFor={searchId} className="hidden-text">
        Find a column
      </label>
      <input
        id={searchId}
        className={styles['search']}
        type="search"
        placeholder="Add a column: field, score or attribute"
        value={searchText}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setSearchText(event.target.value)}
        onKeyDown={(event) => {
          const firstChoice = groups[0]?.choices[0]
          if (event.key !== 'Enter' || searchText === '' || firstChoice === undefined) return
          event.preventDefault()
          addColumn(firstChoice.id)
        }}
      />
      <Choices groups={groups} onChoose={addColumn} />
    </>
  )
}

export function ColumnsPicker(props: ColumnsPickerProps) {
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <IconButton icon="columns" label="Columns" look="plain" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className={`${menu['menu']} ${styles['picker']}`}
          align="end"
          sideOffset={4}
          collisionPadding={8}
          aria-label="Columns"
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            if (event.currentTarget instanceof Element) event.currentTarget.querySelector('input')?.focus()
          }}
        >
          <Picker {...props} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
