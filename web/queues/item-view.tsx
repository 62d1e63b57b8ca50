// The content of an item: a row of a testset, a trace with its messages, or both.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Failure } from '../app/failure.tsx'
import { useSession } from '../app/session.tsx'
import { Section, SpanContent } from '../app/spans/span-content.tsx'
import { Notice, Skeleton } from '../ui/notice.tsx'
import { ContentView } from '../ui/content/content-view.tsx'
import { contentQuery, type Item } from './queries.ts'
import styles from './queue-page.module.css'

/** The columns of a row, without the fields that the server adds. */
const columnsOf = (row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !/^(__|testcase_)/.test(name)))

export function ItemView({ item }: { item: Item }) {
  const { api, session } = useSession()
  const content = useQuery(contentQuery(api, item))
  if (content.isError && content.data === undefined) {
    return <Failure error={content.error} retry={() => void content.refetch()} />
  }
  if (content.data === undefined) return <Skeleton rows={6} />
  const { span, testcase } = content.data
  return (
    <>
      {testcase !== undefined && (
        <Section title="Row" value={columnsOf(testcase)}>
          <ContentView value={columnsOf(testcase)} name="Row" role="user" />
        </Section>
      )}
      {span !== undefined && <SpanContent span={span} />}
      {span === undefined && testcase === undefined && (
        <Notice icon="search" title="The content of this item was deleted">
          <p>Skip the item, or annotate it anyway.</p>
        </Notice>
      )}
      {item.trace_id !== undefined && (
        <p className={styles['traceLink']}>
          <Link
            to="/p/$project/traces/$traceId"
            params={{ project: session.project.slug, traceId: item.trace_id }}
          >
            Open the full trace
          </Link>
        </p>
      )}
    </>
  )
}
