// The whole client over the cookie of a session, for workers: pages load the groups they use, by api.ts.
import { Assay } from '../../sdk/client.ts'

export const fullClient = (url: string, projectId: string): Assay =>
  new Assay({ url, headers: { 'X-Assay-Session': '1', 'X-Assay-Project': projectId } })

export { AssayError } from '../../sdk/core/errors.ts'
