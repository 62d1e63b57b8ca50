// A chip for an embed. Hover or click shows the embedded content and a link to its source.
import { membersOf } from '../../ui/records.ts'
import * as Popover from '@radix-ui/react-popover'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '../session.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ArtifactLink } from './artifact-link.tsx'
import type { Json } from './client.ts'
import type { KindName } from './kind-name.ts'
import { revisionQuery } from './queries.ts'
import styles from './embed-chip.module.css'

/** The short label of an embed: `tone · text` for `@{{workflow.slug=tone, path=text}}`. */
const labelOf = (embed: Json): string => {
  const source = typeof embed === 'string' ? embed : JSON.stringify(embed)
  const parts = [...source.matchAll(/(?:slug|key|path|id|version)"?\s*[=:]\s*"?([^,&\]}"]+)/g)]
  return parts.map(([, value = '']) => value.trim()).join(' · ') || source
}

const kindOf = (flags: Readonly<Record<string, boolean>> = {}): KindName =>
  flags['is_application'] === true ? 'application' : flags['is_evaluator'] === true ? 'evaluator' : 'workflow'

function SourceLink({ revisionId }: { revisionId: string }) {
  const { api } = useSession()
  const { data } = useQuery(revisionQuery(api, 'workflow', { revision: { id: revisionId } }))
  if (data === undefined || data === null) return undefined
  return (
    <ArtifactLink
      kind={kindOf(data.flags)}
      slug={data.artifact_slug}
      variant={data.variant_slug}
      version={data.version}
      className={styles['link']}
    >
      {data.artifact_slug}, version {data.version} <Icon name="right" size={10} />
    </ArtifactLink>
  )
}

function EmbeddedContent({ source }: { source: Json }) {
  const { api, session } = useSession()
  const embedQuery = useQuery({
    queryKey: [session.project.id, 'versions', 'embed', source],
    queryFn: ({ signal }) => api.versions('workflow').resolve({ parameters: { text: source } }, { signal }),
  })
  if (embedQuery.isError) return <p className={styles['fault']}>{embedQuery.error.message}</p>
  if (embedQuery.data === undefined) return <p>Loading…</p>
  const { data, revisionIds, errors } = embedQuery.data
  const text = membersOf(data['parameters'])['text']
  if (errors.length > 0) return <p className={styles['fault']}>{errors.join(' ')}</p>
  return (
    <>
      <pre className={styles['text']}>
        {typeof text === 'string' ? text : JSON.stringify(text, undefined, 2)}
      </pre>
      {revisionIds.map((id) => (
        <SourceLink key={id} revisionId={id} />
      ))}
    </>
  )
}

/** `source` is the text or the object of the embed. */
export function EmbedChip({ source }: { source: Json }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger
        className={styles['chip']}
        title={typeof source === 'string' ? source : JSON.stringify(source)}
        onMouseEnter={() => setIsOpen(true)}
        onClick={(event) => {
          // Hover has already opened it.
          event.preventDefault()
          setIsOpen(true)
        }}
        aria-label={`Embed ${labelOf(source)}`}
      >
        <Icon name="link" size={10} /> {labelOf(source)}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className={styles['popover']}
          align="start"
          sideOffset={4}
          aria-label="Embedded content"
          onOpenAutoFocus={(event) => event.preventDefault()}
          onMouseLeave={() => setIsOpen(false)}
        >
          <EmbeddedContent source={source} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
