// Threads that the embedded engine starts for its own work.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadEngine } from './engine.ts'
import { openEmbedded } from './open.ts'

const threads = (): number => readdirSync('/proc/self/task').length

test('removing hundreds of outdated parts starts no pool of threads', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'assay-threads-'))
  const store = await openEmbedded(directory)
  const client = await (await loadEngine(directory)).connect({ max_threads: 1 })
  const outdatedParts = async (): Promise<number> => {
    const result = await client.query({
      query:
        "SELECT toUInt32(count()) AS parts FROM system.parts WHERE table = 'summary_spans' AND NOT active",
      format: 'JSONEachRow',
    })
    const [row] = await result.json<{ readonly parts: number }>()
    return row?.parts ?? 0
  }
  const changeSetting = (text: string): Promise<unknown> =>
    client.command({ query: `ALTER TABLE summary_spans MODIFY SETTING ${text}` })
  // The thread that removes parts reads its interval when the table is attached. No part is removed before all are
  // outdated.
  await changeSetting('cleanup_delay_period = 1, max_cleanup_delay_period = 1, old_parts_lifetime = 3600')
  await client.command({ query: 'DETACH TABLE summary_spans' })
  await client.command({ query: 'ATTACH TABLE summary_spans' })
  const threadsBefore = threads()
  for (let i = 0; i < 120; i++) {
    await client.command({ query: `INSERT INTO summary_spans (trace_id, version) VALUES ('${i}', ${i})` })
  }
  await client.command({ query: 'OPTIMIZE TABLE summary_spans FINAL' })
  expect(await outdatedParts()).toBeGreaterThan(100)
  await changeSetting('old_parts_lifetime = 0')
  await expect.poll(outdatedParts).toBe(0)
  expect(threads() - threadsBefore).toBeLessThan(60)
  await client.close()
  await store.close()
  rmSync(directory, { recursive: true, force: true })
})
