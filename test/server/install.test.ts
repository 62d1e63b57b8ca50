// The packages of an installation: those that run code during the installation, their licences, and the complete list.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  copyFileSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { run } from '../support/children.ts'

const root = join(import.meta.dirname, '../..')
const readJson = (name: string): unknown => JSON.parse(readFileSync(join(root, name), 'utf8'))

interface LockedPackage {
  readonly version?: string
  readonly license?: string
  readonly dev?: boolean
  readonly devOptional?: boolean
  readonly hasInstallScript?: boolean
  /** A workspace folder of this repository. */
  readonly link?: boolean
}
const lockedPackages = Object.entries(
  (readJson('package-lock.json') as { packages: Record<string, LockedPackage> }).packages,
)
  .filter(([path, { link }]) => path.startsWith('node_modules/') && link !== true)
  .map(([path, entry]) => ({ ...entry, name: path.slice(path.lastIndexOf('node_modules/') + 13) }))
const { scripts, allowScripts } = readJson('package.json') as {
  readonly scripts: Readonly<Record<string, string>>
  readonly allowScripts: Readonly<Record<string, boolean>>
}

/** Runs a program in a directory and returns its output. */
async function runIn(directory: string, program: string, ...args: readonly string[]): Promise<string> {
  const home = { HOME: process.env['HOME'] ?? tmpdir() }
  const { code, stdout, stderr } = await run('env', ['-C', directory, program, ...args], home)
  expect(code, stderr).toBe(0)
  return stdout
}

/** Packs a package like those of a registry, and returns its address. */
async function packPackage(
  directory: string,
  manifest: { readonly name: string; readonly [key: string]: unknown },
): Promise<string> {
  const source = join(directory, `${manifest.name}-source`)
  mkdirSync(source)
  writeFileSync(join(source, 'package.json'), JSON.stringify({ version: '1.0.0', ...manifest }))
  writeFileSync(join(source, 'node'), '#!/bin/sh\necho v24.0.0\n', { mode: 0o755 })
  await runIn(source, 'npm', 'pack', '--pack-destination', directory)
  return `file:${join(directory, `${manifest.name}-1.0.0.tgz`)}`
}

describe('installing', () => {
  test('runs only scripts of packages that allowScripts permits', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'assay-install-'))
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
    const script = (name: string) => ({ postinstall: `touch ${join(directory, `ran-${name}`)}` })
    const dependencies = {
      listed: await packPackage(directory, { name: 'listed', scripts: script('listed') }),
      unlisted: await packPackage(directory, { name: 'unlisted', scripts: script('unlisted') }),
      runtime: await packPackage(directory, { name: 'runtime', bin: { node: 'node' } }),
    }
    const project = join(directory, 'project')
    mkdirSync(join(project, 'scripts'), { recursive: true })
    writeFileSync(
      join(project, 'package.json'),
      JSON.stringify({
        name: 'project',
        version: '1.0.0',
        dependencies,
        allowScripts: { listed: true, unlisted: false },
      }),
    )
    writeFileSync(join(project, 'package-lock.json'), '{"lockfileVersion": 3, "packages": {}}')
    for (const name of ['.npmrc', 'scripts/ensure-installed.mjs'])
      copyFileSync(join(root, name), join(project, name))
    await runIn(project, process.execPath, 'scripts/ensure-installed.mjs')
    expect(existsSync(join(project, 'node_modules/unlisted'))).toBe(true)
    expect(['listed', 'unlisted'].map((name) => existsSync(join(directory, `ran-${name}`)))).toEqual([
      true,
      false,
    ])
    await runIn(project, 'npm', 'install', '--force')
    expect(existsSync(join(directory, 'ran-unlisted'))).toBe(false)
  })

  test('needs an entry in allowScripts for every package with a script', () => {
    const packagesWithScript = lockedPackages
      .filter(({ hasInstallScript }) => hasInstallScript === true)
      .map(({ name }) => name)
    expect(packagesWithScript.filter((name) => !Object.hasOwn(allowScripts, name))).toEqual([])
  })

  test('needs no install script of its own, which npm would skip', () => {
    const hooks = /^(?:pre|post)?(?:install|uninstall|prepare|publish|pack)$|^(?:pre|post)(?=.)/
    expect(Object.keys(scripts).filter((name) => hooks.test(name))).toEqual([])
  })
})

describe('the bill of materials', () => {
  interface Component {
    readonly name: string
    readonly version: string
    readonly scope: string
    readonly licenses?: readonly {
      readonly license?: { readonly id?: string }
      readonly expression?: string
    }[]
  }
  let components: readonly Component[] = []
  beforeAll(async () => {
    const bill = JSON.parse(await runIn(root, 'npm', 'run', '--silent', 'sbom')) as {
      readonly bomFormat: string
      readonly components: readonly Component[]
    }
    expect(bill.bomFormat).toBe('CycloneDX')
    components = bill.components
  })
  const nameWithVersion = ({ name, version }: { readonly name: string; readonly version?: string }): string =>
    `${name}@${version}`

  test('lists every installed package, and marks those that only development needs', () => {
    const installedPackages = lockedPackages.filter(({ name }) =>
      existsSync(join(root, 'node_modules', name)),
    )
    const programPackages = installedPackages.filter(
      ({ dev, devOptional }) => dev !== true && devOptional !== true,
    )
    const componentNames = new Set(components.map(nameWithVersion))
    expect(installedPackages.map(nameWithVersion).filter((name) => !componentNames.has(name))).toEqual([])
    const programComponents = new Set(
      components.filter(({ scope }) => scope !== 'excluded').map(nameWithVersion),
    )
    expect(programPackages.map(nameWithVersion).filter((name) => !programComponents.has(name))).toEqual([])
    expect(
      programComponents.has(
        nameWithVersion({
          name: 'zod',
          version: lockedPackages.find(({ name }) => name === 'zod')?.version ?? '',
        }),
      ),
    ).toBe(true)
    expect([...programComponents].some((name) => name.startsWith('vitest@'))).toBe(false)
  })

  test('has a permitted licence for every package of the program', () => {
    const permittedLicence =
      /^\(?(?:MIT|ISC|Apache-2\.0|BSD-[23]-Clause|BlueOak-1\.0\.0|0BSD|Unlicense|CC0-1\.0|OFL-1\.1|MPL-2\.0)\b/
    // One permitted alternative of `A OR B` is enough.
    const hasPermittedLicence = ({ licenses = [] }: Component): boolean =>
      licenses.some(({ license, expression }) =>
        (license?.id ?? expression ?? '').split(' OR ').some((licence) => permittedLicence.test(licence)),
      )
    const otherComponents = components.filter(
      (component) => component.scope !== 'excluded' && !hasPermittedLicence(component),
    )
    expect(otherComponents.map(nameWithVersion)).toEqual([])
  })
})
