// Guarded environments, to which only admins can deploy.
import body from '../app/body.module.css'
import { useHasRole } from '../app/session.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { LoadedPart, useChange, usePart } from './parts.tsx'

export function EnvironmentsPart() {
  const canEdit = useHasRole('admin')
  const environments = usePart(
    'environments',
    async (api, signal) =>
      (await api.simpleEnvironments.query({ windowing: { limit: 200 } }, { signal })).environments,
  )
  const changeMutation = useChange(
    'environments',
    (api, { id, isGuarded }: { readonly id: string; readonly isGuarded: boolean }) =>
      isGuarded ? api.simpleEnvironments.unguard(id) : api.simpleEnvironments.guard(id),
    'Setting saved.',
  )
  return (
    <LoadedPart query={environments}>
      {(rows) => (
        <section className={body['card']}>
          <h2>Guarded environments</h2>
          <p className={body['faint']}>Only keys with the role admin can deploy to a guarded environment.</p>
          {rows.length === 0 && <p className={body['faint']}>This project has no environments.</p>}
          <ul className={body['list']}>
            {rows.map(({ id, slug, name, flags }) => {
              const isGuarded = flags?.['is_guarded'] === true
              return (
                <li key={id}>
                  <span>{name ?? slug}</span>
                  <span className={isGuarded ? body['good'] : body['faint']}>
                    {isGuarded && <Icon name="key" size={12} />} {isGuarded ? 'guarded' : 'open to editors'}
                  </span>
                  {canEdit && (
                    <Button
                      disabled={changeMutation.isPending}
                      onClick={() => changeMutation.mutate({ id, isGuarded })}
                    >
                      {isGuarded ? 'Unguard' : 'Guard'}
                      <span className="hidden-text"> {slug}</span>
                    </Button>
                  )}
                </li>
              )
            })}
          </ul>
        </section>
      )}
    </LoadedPart>
  )
}
