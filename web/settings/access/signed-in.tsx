// The browsers that are signed in, by key.
import body from '../../app/body.module.css'
import { useSession } from '../../app/session.tsx'
import { Button } from '../../ui/button.tsx'
import { ago, exactTime } from '../../ui/format.ts'
import { LoadedPart, useChange, usePart } from '../parts.tsx'

export function SignedInPart() {
  const own = useSession().session.id
  const sessions = usePart('sessions', async (api, signal) => (await api.keys.sessions({ signal })).sessions)
  const ending = useChange('sessions', (api, id: string) => api.keys.endSession(id), 'Session ended.')
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
                  <tr key={row.id}>
                    <td>{row.key.name ?? `${row.key.prefix}…`}</td>
                    <td>{row.key.role}</td>
                    <td title={exactTime(row.created_at)}>{ago(row.created_at)}</td>
                    <td title={exactTime(row.last_used_at)}>{ago(row.last_used_at)}</td>
                    <td data-align="right">
                      {row.id === own ? (
                        'this browser'
                      ) : (
                        <Button
                          look="danger"
                          disabled={ending.isPending}
                          onClick={() => ending.mutate(row.id)}
                        >
                          End
                        </Button>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </section>
      )}
    </LoadedPart>
  )
}
