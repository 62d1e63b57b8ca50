// The initial records of a new project.
import type { Scope } from '../access/scope.ts'
import type { RelationalTx } from '../storage/contract/contract.ts'
import { appendRevision } from './commit.ts'
import { insertArtifact, insertVariant } from './create.ts'
import type { Engine } from './engine.ts'
import { kinds } from './kinds.ts'
import { withoutPayload } from './payload.ts'

const defaultEnvironments = ['development', 'staging', 'production'] as const

/** Three environments, each with a variant and an empty first revision. */
export async function seedEnvironments(
  engine: Engine,
  { scope, tx }: { readonly scope: Scope; readonly tx: RelationalTx },
): Promise<void> {
  const context = { engine, scope, tx, kind: kinds.environment }
  for (const slug of defaultEnvironments) {
    const artifact = await insertArtifact(context, { header: { slug, name: slug } })
    const variant = await insertVariant(context, {
      artifactId: artifact.id,
      header: { slug: engine.clock.hex(12), name: slug },
    })
    await appendRevision(context, {
      variant,
      entry: {
        header: {},
        message: 'Initial revision',
        prepared: withoutPayload({}),
      },
    })
  }
}
