// Writes src/http/openapi/examples.json, the examples of the OpenAPI document, from exchanges that tests had with a server.
// `npm run examples` runs the tests that speak HTTP and keeps what they ask and are answered; with `-- --from <file>` it takes
// exchanges that were kept before (ASSAY_EXCHANGES names the file). Examples that are still right stay as they are.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pickExamples, type Document, type Examples, type Exchange } from './example-picking.ts'

const target = new URL('../src/http/openapi/examples.json', import.meta.url)
const document = JSON.parse(
  readFileSync(new URL('../docs/openapi.json', import.meta.url), 'utf8'),
) as Document

function recorded(): string {
  const given = process.argv.indexOf('--from')
  const path = given === -1 ? undefined : process.argv[given + 1]
  if (path !== undefined) return path
  const kept = join(mkdtempSync(join(tmpdir(), 'assay-examples-')), 'exchanges.jsonl')
  const { status } = spawnSync('npx', ['vitest', 'run', '--project', 'stores', 'test', '-t', 'sqlite'], {
    env: { ...process.env, ASSAY_EXCHANGES: kept },
    stdio: 'inherit',
  })
  if (status !== 0) console.error('Some tests failed; examples are taken from what was kept.')
  return kept
}

/** The last line may be half written. */
function* exchangesOf(text: string): Generator<Exchange> {
  for (const line of text.split('\n')) if (line.endsWith('}')) yield JSON.parse(line) as Exchange
}

const known = existsSync(target) ? (JSON.parse(readFileSync(target, 'utf8')) as Examples) : {}
const { examples, missing } = pickExamples(document, exchangesOf(readFileSync(recorded(), 'utf8')), known)
const lines = Object.entries(examples).map(
  ([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`,
)
writeFileSync(target, `{\n${lines.join(',\n')}\n}\n`)
console.log(`${lines.length} examples. Without: ${missing.length === 0 ? 'none' : missing.join(', ')}`)
