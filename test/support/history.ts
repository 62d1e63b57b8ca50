// A variant with four commits, the second of them archived, for tests of logs, forks and diffs.
import { newProject, serverOf, type Api, type Body, type Backend } from './api.ts'
import { commitTo, kindNamed, makeVariant, type NewVariant } from './kinds.ts'

export interface History {
  readonly api: Api
  readonly records: NewVariant
  readonly main: readonly Body[]
}

export async function makeHistory(backend: Backend): Promise<History> {
  const application = kindNamed('application')
  const api = await newProject(serverOf(backend))
  const records = await makeVariant(api, application, 'support-bot')
  const main: Body[] = []
  for (const n of [0, 1, 2, 3]) {
    const fields = { slug: `rev-${n}`, message: `m${n}`, tags: { n }, data: { parameters: { n } } }
    main.push(await commitTo(api, application, records.variant.id, fields))
  }
  await api.post(`/applications/revisions/${main[1].id}/archive`)
  return { api, records, main }
}
