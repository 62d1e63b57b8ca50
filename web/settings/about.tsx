// The About section: version, stores and their sizes, project and key.
import { useQuery } from '@tanstack/react-query'
import type { Api } from '../app/api.ts'
import body from '../app/body.module.css'
import { useHasRole, useSession } from '../app/session.tsx'
import { Id } from '../ui/copy.tsx'
import { ago, bytes, exactTime } from '../ui/format.ts'
import { usePart } from './parts.tsx'
import { basePath } from '../ui/browser/base-path.ts'

interface About {
  readonly version: string
  readonly storeState: string
}

/** These endpoints need no key. */
async function aboutServer(): Promise<About> {
  const [document, readyResponse] = await Promise.all([
    fetch(`${basePath}/openapi.json`),
    fetch(`${basePath}/ready`),
  ])
  const { info } = (await document.json()) as { readonly info: { readonly version: string } }
  const state = (await readyResponse.json()) as { readonly status?: string; readonly detail?: unknown }
  return {
    version: info.version,
    storeState: readyResponse.ok
      ? 'All stores are available.'
      : typeof state.detail === 'string'
        ? state.detail
        : 'A store is unavailable.',
  }
}

const storeNames = { relational: 'Records', trace: 'Traces' } as const

type Backup = Awaited<ReturnType<Api['server']['stores']>>['backup']

function BackupLine({ last, every_hours, is_late }: Backup) {
  return (
    <li className={is_late ? body['bad'] : undefined}>
      <span>Last backup</span>
      {last === undefined ? (
        'None'
      ) : (
        <span title={exactTime(last.point)}>
          {ago(last.point)} · {bytes(last.bytes)}
        </span>
      )}
      {every_hours === undefined ? ' · no schedule' : ` · scheduled every ${every_hours} h`}
      {is_late && ' · late: see the log of the server'}
    </li>
  )
}

/** Store sizes of all projects and their last backup, for admins. */
function StoreSizes() {
  const stores = usePart('stores', (api, signal) => api.server.stores({ signal }))
  return (
    <>
      {(stores.data?.stores ?? []).map(({ name, form, bytes: size }) => (
        <li key={name}>
          <span>{storeNames[name]} on disk, all projects</span>
          {bytes(size)} · {form}
        </li>
      ))}
      {stores.data !== undefined && <BackupLine {...stores.data.backup} />}
      {stores.error !== null && (
        <li className={body['bad']}>
          <span>Store sizes could not be read</span>
        </li>
      )}
    </>
  )
}

export function AboutPart() {
  const { session } = useSession()
  const isAdmin = useHasRole('admin')
  const about = useQuery({ queryKey: ['about'], queryFn: aboutServer, staleTime: 60_000 })
  return (
    <section className={body['card']}>
      <h2>About</h2>
      <ul className={`${body['list']} ${body['facts']}`}>
        <li>
          <span>Assay</span>
          {about.data?.version ?? '…'}
        </li>
        <li>
          <span>Stores</span>
          {about.data?.storeState ?? '…'}
        </li>
        {isAdmin && <StoreSizes />}
        <li>
          <span>Project</span>
          {session.project.name} <Id id={session.project.id} isFull />
        </li>
        <li>
          <span>Key</span>
          {session.key.name ?? session.key.prefix} · {session.key.role}
        </li>
        <li>
          <span>Session ends</span>
          {new Date(session.expires_at).toLocaleString('en')} at the latest
        </li>
      </ul>
    </section>
  )
}
