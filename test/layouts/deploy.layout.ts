// The files of deploy/: systemd checks the unit, and this program accepts the settings of the containers. Images are
// not built here.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parse, parseDocument } from 'yaml'
import { loadConfig } from '../../src/config.ts'

const deploy = join(import.meta.dirname, '../../deploy')
const textOf = (name: string): string => readFileSync(join(deploy, name), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'assay-unit-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function systemdAnalyze(...args: readonly string[]): {
  readonly status: number | null
  readonly output: string
} {
  const unit = join(folder, 'assay.service')
  // systemd requires the program and its folder, which are not installed here.
  writeFileSync(
    unit,
    textOf('assay.service')
      .replaceAll('/opt/assay/node_modules/.bin/node', process.execPath)
      .replaceAll('/opt/assay', '/'),
  )
  const { status, stdout, stderr, error } = spawnSync('systemd-analyze', [...args, unit], {
    encoding: 'utf8',
  })
  if (error !== undefined) throw new Error(`${error.message}. Is Debian's package systemd installed?`)
  return { status, output: `${stdout}${stderr}` }
}

test('systemd accepts the unit', () => {
  expect(systemdAnalyze('verify')).toEqual({ status: 0, output: '' })
})

test('systemd rates the exposure of the unit below 2 of 10', () => {
  const { status, output } = systemdAnalyze('security', '--offline=true', '--threshold=20', '--no-pager')
  expect(output).toContain('Overall exposure level')
  expect(status).toBe(0)
})

const variables = [...textOf('env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name ?? '')

test('the compose file uses exactly the variables of its example', () => {
  const variableNames = [...textOf('compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name ?? '')
  expect([...new Set(variableNames)].toSorted()).toEqual(variables.toSorted())
})

test('the settings of the containers are accepted', () => {
  expect(parseDocument(textOf('compose.yaml')).errors).toEqual([])
  const composeText = textOf('compose.yaml').replaceAll(/\$\{\w+[^}]*\}/g, 'f'.repeat(64))
  const compose = parse(composeText) as {
    readonly services: { readonly assay: { readonly environment: Readonly<Record<string, string>> } }
  }
  const image = [...textOf('Dockerfile').matchAll(/(ASSAY_\w+)=(\S+)/g)].map(
    ([, name = '', value]) => [name, value] as const,
  )
  const config = loadConfig(
    { ...Object.fromEntries(image), ...compose.services.assay.environment },
    new Map(),
  )
  expect(config).toMatchObject({ host: '0.0.0.0', dataDir: '/var/lib/assay/data' })
  expect(new URL(config.clickhouseUrl ?? '').hostname).toBe('clickhouse')
})
