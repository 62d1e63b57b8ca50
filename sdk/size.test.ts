// The size of the client in a page.
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'

test('the whole client is smaller than 25 kB, gzipped', async () => {
  const bundle = await rolldown({ input: 'sdk/client.ts' })
  const { output } = await bundle.generate({ format: 'esm', minify: true })
  await bundle.close()
  const bytes = gzipSync(output[0].code).length
  process.stdout.write(`@assay/sdk: ${bytes} bytes, minified and gzipped\n`)
  expect(bytes).toBeLessThan(25_000)
})
