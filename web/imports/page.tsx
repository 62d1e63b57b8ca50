// web/imports: the page that imports data of other tools from files, in a worker (ADR 038).
// job.ts is the state machine of an import; worker.ts runs the importers.
// Imports importers/, web/app and web/ui. Start here.
//
// Import: choose where it comes from, give the files, look at what would be made, then bring it.
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { fileSources } from '../../importers/words.ts'
import body from '../app/body.module.css'
import { PageHead } from '../app/page.tsx'
import { useHasRole, useSession } from '../app/session.tsx'
import { Notice } from '../ui/notice.tsx'
import { CommandOnly } from './command-only.tsx'
import { FileImport } from './file-import.tsx'
import { SourceList } from './source-list.tsx'
import styles from './imports.module.css'

const route = getRouteApi('/p/$project/import')

function Chosen({ source, onBusy }: { source: string; onBusy: (busy: boolean) => void }) {
  const words = fileSources.find((one) => one.source === source)
  if (source === 'agenta') return <CommandOnly />
  if (words === undefined) return <p className={body['faint']}>No such source: choose one of those above.</p>
  // Of another source nothing is kept.
  return <FileImport key={source} source={source} how={words.how} onBusy={onBusy} />
}

export function ImportPage() {
  const { source } = route.useSearch()
  const { session } = useSession()
  const navigate = useNavigate()
  const mayImport = useHasRole('editor')
  const [busy, setBusy] = useState(false)
  return (
    <>
      <PageHead title="Import" />
      {mayImport ? (
        <div className={`${body['body']} ${styles['page']}`}>
          <SourceList
            chosen={source}
            disabled={busy}
            onChosen={(next) =>
              void navigate({
                to: '/p/$project/import',
                params: { project: session.project.slug },
                search: { source: next },
                replace: true,
              })
            }
          />
          {source !== undefined && <Chosen source={source} onBusy={setBusy} />}
        </div>
      ) : (
        <Notice icon="key" title="An editor’s key is needed to import">
          <p>
            Your key may look at this project, not write to it. Sign in with a key of role editor or admin.
          </p>
        </Notice>
      )}
    </>
  )
}
