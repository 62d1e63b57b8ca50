// Other ways to fill a project: an import, or a demo project.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { signIn } from '../api.ts'
import { refetchSessions, useHasRole, useSession } from '../session.tsx'
import { showFailure } from '../toasts.tsx'
import styles from './getting-started.module.css'

/** Creates the demo project, signs in and opens it. */
export function useDemo() {
  const { api } = useSession()
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async () => {
      const { project, key } = await api.projects.createDemo({ timeoutMs: 120_000 })
      await signIn(key)
      await refetchSessions(client)
      return project.slug
    },
    onSuccess: (project) => navigate({ to: '/p/$project', params: { project } }),
    onError: showFailure,
  })
}

export function OtherWays() {
  const demo = useDemo()
  const isAdmin = useHasRole('admin')
  const canImport = useHasRole('editor')
  const { session } = useSession()
  return (
    <>
      {canImport && (
        <div className={styles['way']}>
          <div>
            <h2>Import from another tool</h2>
            <p>
              Traces, testsets and prompts of Langfuse, LangSmith, Phoenix, MLflow and others, from the files
              they export.
            </p>
          </div>
          <Link to="/p/$project/import" params={{ project: session.project.slug }} className={styles['link']}>
            Import… <Icon name="right" size={10} />
          </Link>
        </div>
      )}
      {isAdmin && !session.project.is_default && (
        <p>
          The operator of this server can create a demo project: <code>assay demo</code>.
        </p>
      )}
      {isAdmin && session.project.is_default && (
        <div className={styles['way']}>
          <div>
            <h2>Explore a demo project</h2>
            <p>
              Sample data of a help desk: traces, testsets, deployments and runs. This takes a few seconds.
            </p>
          </div>
          <Button look="main" disabled={demo.isPending} onClick={() => demo.mutate()}>
            {demo.isPending ? 'Creating…' : 'Create demo project'}
          </Button>
        </div>
      )}
    </>
  )
}
