// Applications with many revisions, created over HTTP.
import { firstKey } from '../../test/support/process.ts'

export async function post(url: string, path: string, body: unknown): Promise<unknown> {
  const answer = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { Authorization: firstKey, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
  return JSON.parse(text)
}

/** Creates applications `app-0`, `app-1`, …, each with this number of revisions of a prompt. */
export async function fillArtifacts(
  url: string,
  size: { readonly artifacts: number; readonly revisions: number },
): Promise<void> {
  const dataOf = (content: string) => ({ parameters: { prompt: { messages: [{ role: 'user', content }] } } })
  for (let no = 0; no < size.artifacts; no++) {
    const { application } = (await post(url, '/simple/applications/', {
      application: { slug: `app-${no}`, data: dataOf(`first of ${no}`) },
    })) as { readonly application: { readonly id: string } }
    // Creating the application created the first revision.
    for (let version = 2; version <= size.revisions; version++) {
      await post(url, '/applications/revisions/commit', {
        application_revision: { application_id: application.id, data: dataOf(`version ${version} of ${no}`) },
      })
    }
  }
}
