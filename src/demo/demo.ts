// Fills a project with the help desk of a bookshop: deterministic, without network, through the interface alone.
import { makeArtifacts } from './artifacts.ts'
import { dice } from './random.ts'
import { makeRuns } from './runs.ts'
import { makeTraces } from './traces.ts'
import type { World } from './world.ts'

const seed = 20_261_115

export async function fillDemo(parts: Omit<World, 'dice'>): Promise<void> {
  const world: World = { ...parts, dice: dice(seed) }
  const artifacts = await makeArtifacts(world)
  await makeTraces(world, artifacts)
  await makeRuns(world, artifacts)
}
