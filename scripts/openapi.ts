// Writes docs/openapi.json from the routes; with --check, fails if the committed text differs.
import { readFileSync, writeFileSync } from 'node:fs'
import { allRoutes } from '../src/http/app.ts'
import { openApiDocument } from '../src/http/openapi/openapi.ts'
import { documentText } from './openapi-text.ts'
import { routeParts } from './route-parts.ts'

const path = new URL('../docs/openapi.json', import.meta.url)
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  readonly version: string
}
const text = documentText(openApiDocument(allRoutes(routeParts({})).documented, { version }))

if (process.argv.includes('--check')) {
  const committedText = readFileSync(path, 'utf8')
  if (committedText !== text) {
    console.error('docs/openapi.json is out of date: run `npm run openapi` and commit it.')
    process.exit(1)
  }
} else {
  writeFileSync(path, text)
  console.log(`docs/openapi.json: ${Object.keys(JSON.parse(text).paths as object).length} paths`)
}
