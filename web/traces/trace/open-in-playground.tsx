// Opens the inputs of a span in the playground, with the same application or another.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Failure } from '../../app/failure.tsx'
import { useSession } from '../../app/session.tsx'
import type { Span } from '../../app/spans/span.ts'
import { slugAt } from '../../app/versions/artifact-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton } from '../../ui/notice.tsx'
import { referencedRecords } from './references.ts'
import button from '../../ui/button.module.css'
import choice from '../../app/choice.module.css'

function Applications({ span }: { span: Span }) {
  const { api, session } = useSession()
  const list = useQuery({
    queryKey: [session.project.id, 'versions', 'application', 'names'],
    queryFn: async ({ signal }) =>
      (await api.versions('application').list({ windowing: { limit: 200 } }, { signal })).artifacts,
  })
  if (list.isError) return <Failure error={list.error} retry={() => void list.refetch()} />
  if (list.data === undefined) return <Skeleton rows={3} />
  if (list.data.length === 0) return <p>This project has no applications yet.</p>
  return (
    <ul className={choice['list']}>
      {list.data.map(({ id, slug, name }) => (
        <li key={id}>
          <Link
            className={button['button']}
            to="/p/$project/apps/$artifact/playground"
            params={{ project: session.project.slug, artifact: slug }}
            search={{ trace: span.trace_id, span: span.span_id }}
          >
            {name ?? slug}
          </Link>
        </li>
      ))}
    </ul>
  )
}

export function OpenInPlayground({ span }: { span: Span }) {
  const { session } = useSession()
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const application = referencedRecords(span.references ?? []).records.find(
    ({ kind }) => kind === 'application',
  )
  if (application !== undefined) {
    const { slug, variant, version } = application
    return (
      <Link
        className={button['button']}
        to="/p/$project/apps/$artifact/playground"
        params={{ project: session.project.slug, artifact: slugAt(slug, version) }}
        search={{
          ...(variant === undefined ? {} : { variant }),
          trace: span.trace_id,
          span: span.span_id,
        }}
      >
        <Icon name="right" size={14} /> Open in the playground
      </Link>
    )
  }
  return (
    <>
      <Button icon="right" onClick={() => setIsDialogOpen(true)}>
        Open in the playground
      </Button>
      <Dialog
        open={isDialogOpen}
        onClose={() => setIsDialogOpen(false)}
        title="Open in the playground"
        description="Run one of these applications with the inputs of this span."
      >
        <Applications span={span} />
      </Dialog>
    </>
  )
}
