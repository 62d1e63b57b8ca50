// The browsers that are signed in, by key.
import body from '../../app/body.module.css'
import type { Api } from '../../app/api.ts'
import { useSession } from '../../app/session.tsx'
import { Button } from '../../ui/button.tsx'
import { ago, exactTime } from '../../ui/format.ts'
import { LoadedPart, useChange, usePart } from '../parts.tsx'

function SessionRow({
  session,
  isOwn,
  isEnding,
  onEnd,
}: {
  session: Awaited<ReturnType<Api['keys']['sessions']>>['sessions'][number]
  isOwn: boolean
  isEnding: boolean
  onEnd: () => void
}) {
  return (
    <tr>
      <td>{session.key.name ?? `${session.key.prefix}…`}</td>
      <td>{session.key.role}</td>
      <td title={exactTime(session.created_at)}>{ago(session.created_at)}</td>
      <td title={exactTime(session.last_used_at)}>{ago(session.last_used_at)}</td>
      <td data-align="right">
        {isOwn ? (
          'this browser'
        ) : (
          <Button look="danger" disabled={isEnding} onClick={onEnd}>
            End session
          </Button>
        )}
      </td>
    </tr>
  )
}

export function SignedInPart() {
  const ownSessionId = useSession().session.id
  const sessions = usePart('sessions', async (api, signal) => (await api.keys.sessions({ signal })).sessions)
  const endMutation = useChange('sessions', (api, id: string) => api.keys.endSession(id), 'Session ended.')
  return (
    <LoadedPart query={sessions}>
      {(rows) => (
        <section className={body['card']}>
          <h2>Signed-in browsers</h2>
          <div className={body['wide']}>
            <table className={body['table']}>
              <thead>
                <tr>
                  <th scope="col">Key</th>
                  <th scope="col">Role</th>
                  <th scope="col">Since</th>
                  <th scope="col">Last used</th>
                  <th scope="col">
                    <span className="hidden-text">End</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <SessionRow
                    key={row.id}
                    session={row}
                    isOwn={row.id === ownSessionId}
                    isEnding={endMutation.isPending}
                    onEnd={() => endMutation.mutate(row.id)}
                  />
                ))}
              </tbody>
            </table>
          </div>
        </section>
      )}
    </LoadedPart>
  )
}
