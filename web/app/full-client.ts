// The full SDK client with the session cookie, for workers. Pages use api.ts, which loads only the groups they need.
import { Assay } from '../../sdk/client.ts'

export const fullClient = (url: string, projectId: string): Assay =>
  new Assay({ url, headers: { 'X-Assay-Session': '1', 'X-Assay-Project': projectId } })

export { AssayError } from '../../sdk/core/errors.ts'
