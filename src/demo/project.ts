// Creates the project of a demo.
import { insertKey } from '../access/keys.ts'
import { insertProject, type ProjectContext } from '../access/projects.ts'
import type { RelationalTx } from '../storage/contract/contract.ts'

/** A new project and the secret of its key. `shareId` is the share of the project whose key creates the demo. */
export async function insertDemoProject(projectContext: ProjectContext, tx: RelationalTx, shareId?: string) {
  const project = await insertProject(projectContext, {
    tx,
    request: { name: 'Demo', seedDefaults: true, shareId },
  })
  const { secret } = await insertKey(tx, {
    clock: projectContext.clock,
    request: {
      projectId: project.id,
      name: 'demo',
      role: 'admin',
    },
  })
  return { project, secret }
}
