// Fills a project with the help desk of a bookshop: deterministic, without network, only through the API.
import { createArtifacts } from './artifacts.ts'
import { randomSource } from './random.ts'
import { createRuns } from './runs.ts'
import { createTraces } from './traces.ts'
import type { DemoContext } from './context.ts'

const seed = 20_261_115

export async function fillDemo(parts: Omit<DemoContext, 'random'>): Promise<void> {
  const context: DemoContext = { ...parts, random: randomSource(seed) }
  const artifacts = await createArtifacts(context)
  await createTraces(context, artifacts)
  await createRuns(context, artifacts)
}
