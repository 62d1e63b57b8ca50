// An empty list: the condition that removes the most rows, and the next steps.
import { useQuery } from '@tanstack/react-query'
import { useSession } from '../app/session.tsx'
import { Button } from '../ui/button.tsx'
import { count } from '../ui/format.ts'
import { Notice } from '../ui/notice.tsx'
import { suggestionsQuery } from './queries.ts'
import type { TracesView } from '../app/trace-list/url-state.ts'
import { texts } from './texts.ts'
import styles from './page.module.css'

interface EmptyProps {
  readonly view: TracesView
  readonly onView: (view: TracesView) => void
}

export function EmptyTraces({ view, onView }: EmptyProps) {
  const isFiltered = view.filter !== undefined
  return (
    <Notice icon="traces" title={isFiltered ? texts.noResults : texts.noTraces}>
      <p>{isFiltered ? texts.noResultsHint : texts.noTracesHint}</p>
      {isFiltered && <MostRestrictive view={view} onView={onView} />}
      <div className={styles['next']}>
        {isFiltered && <Button onClick={() => onView({ ...view, filter: '' })}>{texts.clearFilter}</Button>}
        {view.range !== '30d' && (
          <Button onClick={() => onView({ ...view, range: '30d' })}>{texts.last30Days}</Button>
        )}
      </div>
    </Notice>
  )
}

function MostRestrictive({ view, onView }: EmptyProps) {
  const { api } = useSession()
  const { data } = useQuery(suggestionsQuery(api, view))
  const [suggestion] = data ?? []
  if (suggestion === undefined || suggestion.count === 0) return null
  const noun = view.focus === 'spans' ? 'span' : 'trace'
  return (
    <p className={styles['suggestion']}>
      Without <code>{suggestion.condition}</code> there {suggestion.count === 1 ? 'is' : 'are'}{' '}
      {count(suggestion.count)} {noun}
      {suggestion.count === 1 ? '' : 's'}.
      <Button onClick={() => onView({ ...view, filter: suggestion.filter })}>Remove this condition</Button>
    </p>
  )
}
