// Writes docs/openapi.json from the routes; with --check, fails when the committed text is not what they say.
import { readFileSync, writeFileSync } from 'node:fs'
import { pino } from 'pino'
import { keyUses } from '../src/access/keys.ts'
import { createSecrets, secretBox } from '../src/access/secrets.ts'
import { systemClock } from '../src/clock.ts'
import { loadConfig } from '../src/config.ts'
import { allRoutes, type AppParts } from '../src/http/app.ts'
import { createMetrics } from '../src/http/metrics.ts'
import { openApiDocument } from '../src/http/openapi.ts'
import type { RelationalStore } from '../src/storage/contract.ts'

/** Routes are values: making them touches no store. */
const noStore = {} as RelationalStore
const clock = systemClock()
const parts: AppParts = {
  config: loadConfig({}),
  clock,
  logger: pino({ level: 'silent' }),
  store: noStore,
  keyUses: keyUses(noStore, () => undefined),
  metrics: createMetrics(),
  engine: { clock, payloads: {} as AppParts['engine']['payloads'] },
  making: { store: noStore, clock, seed: async () => undefined, slugFromName: (name) => name },
  secrets: createSecrets(clock, secretBox(Buffer.alloc(32))),
  checks: [],
  version: '0',
}
const path = new URL('../docs/openapi.json', import.meta.url)
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  readonly version: string
}
const text = `${JSON.stringify(openApiDocument(allRoutes(parts).documented, version), undefined, 1)}\n`

if (process.argv.includes('--check')) {
  const committed = readFileSync(path, 'utf8')
  if (committed !== text) {
    console.error('docs/openapi.json is out of date: run `npm run openapi` and commit it.')
    process.exit(1)
  }
} else {
  writeFileSync(path, text)
  console.log(`docs/openapi.json: ${Object.keys(JSON.parse(text).paths as object).length} paths`)
}
