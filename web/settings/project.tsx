// Project: its names, as addresses and programs use them, and what it holds.
import body from '../app/body.module.css'
import { useSigned } from '../app/session.tsx'
import { CopyButton, Id } from '../ui/copy.tsx'
import { count } from '../ui/format.ts'
import { Asked, usePart } from './parts.tsx'

const names: Readonly<Record<string, string>> = {
  workflow: 'Applications, workflows and evaluators',
  testset: 'Testsets',
  query: 'Saved views',
  environment: 'Environments',
}

export function ProjectPart() {
  const { session } = useSigned()
  const { project } = session
  const records = usePart(
    'project',
    async (api, signal) => (await api.projects.countRecords({ signal })).records,
  )
  return (
    <>
      <section className={body['card']}>
        <h2>Project</h2>
        <ul className={`${body['list']} ${body['facts']}`}>
          <li>
            <span>Name</span>
            {project.name}
          </li>
          <li>
            <span>Slug</span>
            <code>{project.slug}</code>
            <CopyButton text={project.slug} label="Copy the slug" />
          </li>
          <li>
            <span>Id</span>
            <Id id={project.id} whole />
          </li>
        </ul>
        <p className={body['faint']}>
          Whoever runs the server makes, names and archives projects, with the admin key and{' '}
          <code>/api/admin/projects</code>.
        </p>
      </section>
      <Asked asked={records}>
        {(rows) => (
          <section className={body['card']}>
            <h2>What is stored</h2>
            {rows.length === 0 && <p className={body['faint']}>Nothing under version control yet.</p>}
            {rows.length > 0 && (
              <table className={body['table']}>
                <thead>
                  <tr>
                    <th scope="col">Kind</th>
                    <th scope="col" data-align="right">
                      Records
                    </th>
                    <th scope="col" data-align="right">
                      Revisions
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {rows.map(({ family, artifacts, revisions }) => (
                    <tr key={family}>
                      <td>{names[family] ?? family}</td>
                      <td data-align="right">{count(artifacts)}</td>
                      <td data-align="right">{count(revisions)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
          </section>
        )}
      </Asked>
    </>
  )
}
