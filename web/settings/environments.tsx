// Environments: which of them only an admin may change.
import body from '../app/body.module.css'
import { useHasRole } from '../app/session.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Asked, useChange, usePart } from './parts.tsx'

export function EnvironmentsPart() {
  const mayEdit = useHasRole('admin')
  const environments = usePart(
    'environments',
    async (api, signal) =>
      (await api.simpleEnvironments.query({ windowing: { limit: 200 } }, { signal })).environments,
  )
  const changing = useChange(
    'environments',
    (api, { id, guarded }: { readonly id: string; readonly guarded: boolean }) =>
      guarded ? api.simpleEnvironments.unguard(id) : api.simpleEnvironments.guard(id),
    'It counts from now on.',
  )
  return (
    <Asked asked={environments}>
      {(rows) => (
        <section className={body['card']}>
          <h2>Guarded environments</h2>
          <p className={body['faint']}>Only a key with the role admin deploys to a guarded environment.</p>
          {rows.length === 0 && <p className={body['faint']}>This project has no environments.</p>}
          <ul className={body['list']}>
            {rows.map(({ id, slug, name, flags }) => {
              const guarded = flags?.['is_guarded'] === true
              return (
                <li key={id}>
                  <span>{name ?? slug}</span>
                  <span className={guarded ? body['good'] : body['faint']}>
                    {guarded && <Icon name="key" size={12} />} {guarded ? 'guarded' : 'open to editors'}
                  </span>
                  {mayEdit && (
                    <Button disabled={changing.isPending} onClick={() => changing.mutate({ id, guarded })}>
                      {guarded ? 'Open' : 'Guard'}
                      <span className="hidden-text"> {slug}</span>
                    </Button>
                  )}
                </li>
              )
            })}
          </ul>
        </section>
      )}
    </Asked>
  )
}
