// Writes the table of settings in docs/operations.md from src/config.ts; with --check, fails when it is out of date.
import { readFileSync, writeFileSync } from 'node:fs'
import { environmentName, flagName, settings } from '../src/config.ts'

const path = new URL('../docs/operations.md', import.meta.url)
const between = /(<!-- settings: npm run docs -->\n)[^]*?(<!-- end of settings -->)/

const units = [
  ['GiB', 1024 ** 3],
  ['MiB', 1024 ** 2],
] as const

/** Sizes that a person would not read as a number of bytes are explained. */
function shownDefault(name: string, text: string | undefined): string {
  if (text === undefined) return 'not set'
  if (text === '') return 'empty'
  const unit = name.includes('bytes') ? units.find(([, bytes]) => Number(text) % bytes === 0) : undefined
  return unit === undefined ? `\`${text}\`` : `\`${text}\` (${Number(text) / unit[1]} ${unit[0]})`
}

const rows = settings.map((setting) => {
  const ending = shownDefault(setting.name, 'default' in setting ? setting.default : undefined)
  return `| \`${environmentName(setting.name)}\` | \`${flagName(setting.name)}\` | ${ending} | ${setting.help} |`
})
const table = ['| variable | flag | default | meaning |', '|---|---|---|---|', ...rows].join('\n')

const committed = readFileSync(path, 'utf8')
if (!between.test(committed))
  throw new Error('docs/operations.md has lost the marks around its table of settings')
const text = committed.replace(between, (_, start: string, end: string) => `${start}\n${table}\n\n${end}`)

if (process.argv.includes('--check')) {
  if (committed !== text) {
    console.error('The settings in docs/operations.md are out of date: run `npm run docs` and commit them.')
    process.exit(1)
  }
} else writeFileSync(path, text)
