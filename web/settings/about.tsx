// About: which project and key this is, and whether the server and its stores answer.
import { useQuery } from '@tanstack/react-query'
import body from '../app/body.module.css'
import { useSigned } from '../app/session.tsx'
import { Id } from '../ui/copy.tsx'

interface About {
  readonly version: string
  readonly ready: string
}

/** Outside the interface of projects: anybody may ask whether the server is well. */
async function aboutServer(): Promise<About> {
  const [document, ready] = await Promise.all([fetch('/openapi.json'), fetch('/ready')])
  const { info } = (await document.json()) as { readonly info: { readonly version: string } }
  const state = (await ready.json()) as { readonly status?: string; readonly detail?: unknown }
  return {
    version: info.version,
    ready: ready.ok
      ? 'All stores answer.'
      : typeof state.detail === 'string'
        ? state.detail
        : 'A store does not answer.',
  }
}

export function AboutPart() {
  const { session } = useSigned()
  const about = useQuery({ queryKey: ['about'], queryFn: aboutServer, staleTime: 60_000 })
  return (
    <section className={body['card']}>
      <h2>About</h2>
      <ul className={body['list']}>
        <li>
          <span>Assay</span>
          {about.data?.version ?? '…'}
        </li>
        <li>
          <span>Stores</span>
          {about.data?.ready ?? '…'}
        </li>
        <li>
          <span>Project</span>
          {session.project.name} <Id id={session.project.id} whole />
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
