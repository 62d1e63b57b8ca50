// The project that a demo is made in.
import { insertKey } from '../access/keys.ts'
import { insertProject, type ProjectMaking } from '../access/projects.ts'
import type { RelationalTx } from '../storage/contract/contract.ts'

/** A new project and the secret of its key, which is kept nowhere. `shareId`: of the project whose key creates it. */
export async function insertDemoProject(making: ProjectMaking, tx: RelationalTx, shareId?: string) {
  const project = await insertProject(making, tx, { name: 'Demo', seedDefaults: true, shareId })
  const { secret } = await insertKey(tx, making.clock, { projectId: project.id, name: 'demo', role: 'admin' })
  return { project, secret }
}
