// The Project section: name, slug, id and record counts.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { signIn, type Api } from '../app/api.ts'
import body from '../app/body.module.css'
import { refetchSessions, useHasRole, useSession } from '../app/session.tsx'
import { showToast, showFailure } from '../app/toasts.tsx'
import { Button } from '../ui/button.tsx'
import { CopyButton, Id } from '../ui/copy.tsx'
import { count } from '../ui/format.ts'
import form from '../ui/form.module.css'
import { formText } from '../ui/forms/form-text.ts'
import { GitPart } from './git.tsx'
import { ProjectArchive } from './archive.tsx'
import { LoadedPart, usePart } from './parts.tsx'

const familyNames: Readonly<Record<string, string>> = {
  workflow: 'Applications, workflows and evaluators',
  testset: 'Testsets',
  query: 'Queries and saved views',
  environment: 'Environments',
}

function RenameForm() {
  const { api, session } = useSession()
  const client = useQueryClient()
  const router = useRouter()
  const renameMutation = useMutation({
    mutationFn: (name: string) => api.projects.rename({ project: { name } }),
    onSuccess: async () => {
      showToast('Project renamed.')
      await refetchSessions(client)
      // The shell shows the session of the route loader.
      await router.invalidate()
    },
    onError: showFailure,
  })
  return (
    <form
      className={form['inline']}
      onSubmit={(event) => {
        event.preventDefault()
        renameMutation.mutate(formText(event.currentTarget, 'name'))
      }}
    >
      <input name="name" aria-label="Project name" defaultValue={session.project.name} required />
      <Button type="submit" disabled={renameMutation.isPending}>
        Rename
      </Button>
    </form>
  )
}

/** Creates a project, signs in and opens it. */
function NewProject() {
  const { api } = useSession()
  const client = useQueryClient()
  const navigate = useNavigate()
  const createMutation = useMutation({
    mutationFn: async (name: string) => {
      const { project, key } = await api.projects.create({ project: { name } })
      await signIn(key)
      await refetchSessions(client)
      return project.slug
    },
    onSuccess: (project) => navigate({ to: '/p/$project', params: { project } }),
    onError: showFailure,
  })
  return (
    <section className={body['card']}>
      <h2>New project</h2>
      <form
        className={form['inline']}
        onSubmit={(event) => {
          event.preventDefault()
          createMutation.mutate(formText(event.currentTarget, 'new-name'))
        }}
      >
        <input name="new-name" aria-label="Name of the new project" placeholder="Name" required />
        <Button type="submit" look="main" disabled={createMutation.isPending}>
          Create project
        </Button>
      </form>
      <p className={body['faint']}>
        A project has its own keys, traces and records. You are signed in to the new project at once.
      </p>
    </section>
  )
}

type RecordCount = Awaited<ReturnType<Api['projects']['countRecords']>>['records'][number]

function RecordCounts({ rows }: { rows: readonly RecordCount[] }) {
  if (rows.length === 0) return <p className={body['faint']}>No versioned records yet.</p>
  return (
    <table className={body['table']}>
      <thead>
        <tr>
          <th scope="col">Kind</th>
          <th scope="col" data-align="right">
            Records
          </th>
          <th scope="col" data-align="right">
            Versions
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ family, artifacts, revisions }) => (
          <tr key={family}>
            <td>{familyNames[family] ?? family}</td>
            <td data-align="right">{count(artifacts)}</td>
            <td data-align="right">{count(revisions)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function ProjectPart() {
  const isAdmin = useHasRole('admin')
  const { project } = useSession().session
  const records = usePart(
    'project',
    async (api, signal) => (await api.projects.countRecords({ signal })).records,
  )
  return (
    <>
      <section className={body['card']}>
        <h2>Project</h2>
        {isAdmin && <RenameForm />}
        <ul className={`${body['list']} ${body['facts']}`}>
          {!isAdmin && (
            <li>
              <span>Name</span>
              {project.name}
            </li>
          )}
          <li>
            <span>Slug</span>
            <code>{project.slug}</code>
            <CopyButton text={project.slug} label="Copy slug" />
          </li>
          <li>
            <span>Id</span>
            <Id id={project.id} isFull />
          </li>
        </ul>
      </section>
      <GitPart />
      {isAdmin && <ProjectArchive />}
      {isAdmin && project.is_default && <NewProject />}
      {isAdmin && !project.is_default && (
        <p className={body['faint']}>
          Admins of the first project can create projects. The operator can also archive projects, with the
          admin key and <code>/api/admin/projects</code>.
        </p>
      )}
      <LoadedPart query={records}>
        {(rows) => (
          <section className={body['card']}>
            <h2>Records</h2>
            <RecordCounts rows={rows} />
          </section>
        )}
      </LoadedPart>
    </>
  )
}
