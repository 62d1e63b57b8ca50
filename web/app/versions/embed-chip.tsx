// An embed as it is written: what it stands for on hover or click, and the way to it.
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

/** `tone · text` of `@{{workflow.slug=tone, path=text}}`: what a person looks for in it. */
const shortOf = (embed: Json): string => {
  const written = typeof embed === 'string' ? embed : JSON.stringify(embed)
  const parts = [...written.matchAll(/(?:slug|key|path|id|version)"?\s*[=:]\s*"?([^,&\]}"]+)/g)]
  return parts.map(([, value = '']) => value.trim()).join(' · ') || written
}

const kindOf = (flags: Readonly<Record<string, boolean>> = {}): KindName =>
  flags['is_application'] === true ? 'application' : flags['is_evaluator'] === true ? 'evaluator' : 'workflow'

function Followed({ revisionId }: { revisionId: string }) {
  const { api, session } = useSession()
  const { data } = useQuery(
    revisionQuery(api, session.project.id, 'workflow', { revision: { id: revisionId } }),
  )
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

function Meaning({ written }: { written: Json }) {
  const { api, session } = useSession()
  const resolved = useQuery({
    queryKey: [session.project.id, 'versions', 'embed', written],
    queryFn: ({ signal }) => api.versions('workflow').resolve({ parameters: { text: written } }, { signal }),
  })
  if (resolved.isError) return <p className={styles['fault']}>{resolved.error.message}</p>
  if (resolved.data === undefined) return <p>Looking it up…</p>
  const { data, revisionIds, errors } = resolved.data
  const text = (data['parameters'] as { readonly text?: unknown } | undefined)?.text
  if (errors.length > 0) return <p className={styles['fault']}>{errors.join(' ')}</p>
  return (
    <>
      <pre className={styles['text']}>
        {typeof text === 'string' ? text : JSON.stringify(text, undefined, 2)}
      </pre>
      {revisionIds.map((id) => (
        <Followed key={id} revisionId={id} />
      ))}
    </>
  )
}

/** `written`: the text of the embed, or the object that it is. */
export function EmbedChip({ written }: { written: Json }) {
  const [open, setOpen] = useState(false)
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        className={styles['chip']}
        title={typeof written === 'string' ? written : JSON.stringify(written)}
        onMouseEnter={() => setOpen(true)}
        onClick={(event) => {
          // Whoever points at it has opened it already.
          event.preventDefault()
          setOpen(true)
        }}
        aria-label={`Embed ${shortOf(written)}`}
      >
        <Icon name="link" size={10} /> {shortOf(written)}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className={styles['popover']}
          align="start"
          sideOffset={4}
          aria-label="What it stands for"
          onOpenAutoFocus={(event) => event.preventDefault()}
          onMouseLeave={() => setOpen(false)}
        >
          <Meaning written={written} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
