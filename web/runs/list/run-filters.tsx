// The bar above the list of runs: search by name, filters by part and tag, order, and the view over time.
import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useApi } from '../../app/session.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { choicesQuery, type ArtifactKind } from '../new/queries.ts'
import type { RunsView } from '../url-state.ts'
import styles from './list.module.css'

type Change = { readonly [K in keyof RunsView]?: RunsView[K] | undefined }

interface BarProps {
  readonly view: RunsView
  readonly onView: (change: Change) => void
}

function Search({ view, onView }: BarProps) {
  const [text, setText] = useState(view.search ?? '')
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    onView({ search: text.trim() === '' ? undefined : text.trim() })
  }
  return (
    <search>
      <form onSubmit={onSubmit}>
        <input
          type="search"
          aria-label="Search runs"
          placeholder="Search by name"
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            if (target.value === '') onView({ search: undefined })
          }}
        />
      </form>
    </search>
  )
}

/** The choices are loaded when the list is opened. */
function PartFilter({
  kind,
  label,
  value,
  onValue,
}: {
  kind: ArtifactKind
  label: string
  value: string | undefined
  onValue: (slug: string | undefined) => void
}) {
  const [hasOpened, setHasOpened] = useState(false)
  const choices = useQuery({ ...choicesQuery(useApi(), kind), enabled: hasOpened })
  const options = choices.data ?? []
  return (
    <select
      aria-label={label}
      value={value ?? ''}
      data-on={value !== undefined}
      onFocus={() => setHasOpened(true)}
      onPointerEnter={() => setHasOpened(true)}
      onChange={({ target }) => onValue(target.value === '' ? undefined : target.value)}
    >
      <option value="">{label}: all</option>
      {value !== undefined && !options.some(({ slug }) => slug === value) && (
        <option value={value}>{value}</option>
      )}
      {options.map(({ id, slug, name }) => (
        <option key={id} value={slug}>
          {name}
        </option>
      ))}
    </select>
  )
}

function TagFilter({ view, onView }: BarProps) {
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const tag = new FormData(event.currentTarget).get('tag')
    onView({ tag: typeof tag === 'string' && tag.trim() !== '' ? tag.trim() : undefined })
  }
  if (view.tag !== undefined) {
    return (
      <span className={styles['chip']}>
        {view.tag}
        <IconButton
          icon="cross"
          label={`Remove tag ${view.tag}`}
          onClick={() => onView({ tag: undefined })}
        />
      </span>
    )
  }
  return (
    <form onSubmit={onSubmit}>
      <input name="tag" aria-label="Filter by tag" placeholder="Tag or tag=value" />
    </form>
  )
}

export function RunFilters({ view, onView, scores }: BarProps & { scores: readonly string[] }) {
  return (
    <div className={styles['bar']} role="toolbar" aria-label="Filter runs">
      <Search key={view.search} view={view} onView={onView} />
      <PartFilter
        kind="application"
        label="Application"
        value={view.app}
        onValue={(app) => onView({ app })}
      />
      <PartFilter
        kind="testset"
        label="Testset"
        value={view.testset}
        onValue={(testset) => onView({ testset })}
      />
      <PartFilter
        kind="evaluator"
        label="Evaluator"
        value={view.evaluator}
        onValue={(evaluator) => onView({ evaluator })}
      />
      <TagFilter view={view} onView={onView} />
      <select
        aria-label="Sort runs by"
        value={view.sort ?? ''}
        onChange={({ target }) => onView({ sort: target.value === '' ? undefined : target.value })}
      >
        <option value="">Newest first</option>
        {scores.flatMap((name) => [
          <option key={`-${name}`} value={`-${name}`}>
            {name}, highest first
          </option>,
          <option key={name} value={name}>
            {name}, lowest first
          </option>,
        ])}
      </select>
      <Button
        look="quiet"
        icon="analytics"
        isPressed={view.over === 'time'}
        onClick={() => onView({ over: view.over === 'time' ? undefined : 'time' })}
      >
        Over time
      </Button>
    </div>
  )
}
