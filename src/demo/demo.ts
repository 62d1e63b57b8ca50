// Fills a project with the help desk of a bookshop: deterministic, without network, only through the API.
import { createArtifacts } from './artifacts.ts'
import { randomSource } from './random.ts'
import { createRuns } from './runs.ts'
import { createTraces } from './traces.ts'
import type { World } from './world.ts'

const seed = 20_261_115

export async function fillDemo(parts: Omit<World, 'random'>): Promise<void> {
  const world: World = { ...parts, random: randomSource(seed) }
  const artifacts = await createArtifacts(world)
  await createTraces(world, artifacts)
  await createRuns(world, artifacts)
}
