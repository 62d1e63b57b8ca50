// web/imports: the page that imports data of other tools from files, in a worker (ADR 038).
// job.ts is the state machine of an import; worker.ts runs the importers.
// Imports importers/, web/app and web/ui. Start here.
//
// The Import page: select a source and files, review the dry run, then import.
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { fileSources } from '../../importers/texts.ts'
import body from '../app/body.module.css'
import { PageHead } from '../app/page.tsx'
import { useHasRole, useSession } from '../app/session.tsx'
import { Notice } from '../ui/notice.tsx'
import { CommandOnly } from './command-only.tsx'
import { FileImport } from './file-import.tsx'
import { SourceList } from './source-list.tsx'
import styles from './imports.module.css'

const route = getRouteApi('/p/$project/import')

function SourceImport({ source, onBusy }: { source: string; onBusy: (isBusy: boolean) => void }) {
  const texts = fileSources.find((one) => one.source === source)
  if (source === 'agenta') return <CommandOnly />
  if (texts === undefined) return <p className={body['faint']}>Unknown source. Select one of those above.</p>
  // Another source resets the import.
  return <FileImport key={source} source={source} instructions={texts.exportHelp} onBusy={onBusy} />
}

export function ImportPage() {
  const { source } = route.useSearch()
  const { session } = useSession()
  const navigate = useNavigate()
  const canImport = useHasRole('editor')
  const [isBusy, setIsBusy] = useState(false)
  return (
    <>
      <PageHead title="Import" />
      {canImport ? (
        <div className={`${body['body']} ${styles['page']}`}>
          <SourceList
            selectedSource={source}
            disabled={isBusy}
            onSource={(next) =>
              void navigate({
                to: '/p/$project/import',
                params: { project: session.project.slug },
                search: { source: next },
                replace: true,
              })
            }
          />
          {source !== undefined && <SourceImport source={source} onBusy={setIsBusy} />}
        </div>
      ) : (
        <Notice icon="key" title="Importing requires an editor key">
          <p>Your key is read-only. Sign in with a key of role editor or admin.</p>
        </Notice>
      )}
    </>
  )
}
