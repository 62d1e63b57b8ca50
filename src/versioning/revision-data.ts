// Reads the data of a revision for use in the server: without urls and testcases.
import type { Scope } from '../access/scope.ts'
import type { JsonObject } from '../kernel/json/value.ts'
import type { Revision } from '../storage/contract/contract.ts'
import type { Engine } from './engine.ts'

const view = { publicUrl: '', includeTestcases: false, includeTestcaseIds: false }

export async function revisionData(
  { engine, scope: { store, projectId } }: { readonly engine: Engine; readonly scope: Scope },
  revision: Revision,
): Promise<JsonObject> {
  const source = { reads: store.read, projectId }
  return (await engine.payloads[revision.family].view(revision, view, source)).data ?? {}
}
