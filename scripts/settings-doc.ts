// Writes the table of settings in docs/operations.md from src/config.ts; with --check, fails when it is out of date.
import { readFileSync, writeFileSync } from 'node:fs'
import { environmentName, flagName, settings } from '../src/config.ts'
import { sizeInWords } from '../src/setting-schemas.ts'

const path = new URL('../docs/operations.md', import.meta.url)
const tablePattern = /(<!-- settings: npm run docs -->\n)[^]*?(<!-- end of settings -->)/

function formatDefault(name: string, text: string | undefined): string {
  if (text === undefined) return 'not set'
  if (text === '') return 'empty'
  const size = sizeInWords(name, text)
  return size === undefined ? `\`${text}\`` : `\`${text}\` (${size})`
}

const rows = settings.map((setting) => {
  const defaultText = formatDefault(setting.name, 'default' in setting ? setting.default : undefined)
  return `| \`${environmentName(setting.name)}\` | \`${flagName(setting.name)}\` | ${defaultText} | ${setting.help} |`
})
const table = ['| variable | flag | default | meaning |', '|---|---|---|---|', ...rows].join('\n')

const committedText = readFileSync(path, 'utf8')
if (!tablePattern.test(committedText))
  throw new Error('docs/operations.md has lost the marks around its table of settings')
const text = committedText.replace(
  tablePattern,
  (_, start: string, end: string) => `${start}\n${table}\n\n${end}`,
)

if (process.argv.includes('--check')) {
  if (committedText !== text) {
    console.error('The settings in docs/operations.md are out of date: run `npm run docs` and commit them.')
    process.exit(1)
  }
} else writeFileSync(path, text)
