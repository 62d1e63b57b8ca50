// Checks the order of folders: imports go down this list, never up. Type-only imports count. ARCHITECTURE.md gives the
// reasons under "Imports run one way". Tests may import the code that they test.
import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import { importsOf, report } from './sources.ts'

/** Modules from the highest layer to the lowest. A module may import itself and every module below it. */
const modules = [
  'cli/main.ts',
  'cli/',
  'web/main.tsx',
  'web/routes.tsx',
  'web/home/',
  'web/traces/',
  'web/sessions/',
  'web/users/',
  'web/analytics/',
  'web/artifacts/',
  'web/environments/',
  'web/testsets/',
  'web/runs/',
  'web/queues/',
  'web/evaluators/',
  'web/playground/',
  'web/imports/',
  'web/settings/',
  'web/app/',
  'web/ui/',
  'src/main.ts',
  'src/composition.ts',
  'src/stores.ts',
  'src/serve.ts',
  'src/schedules.ts',
  'src/commands/',
  'src/http/',
  'importers/',
  'mcp/',
  'sdk/eval/',
  'sdk/tracing/',
  'sdk/shared/',
  'sdk/client.ts',
  'sdk/prompts/',
  'sdk/records/',
  'sdk/testsets/',
  'sdk/otlp/',
  'sdk/failures.ts',
  'sdk/generated/',
  'sdk/core/',
  'src/demo/',
  'src/span-export/',
  'src/backup/',
  'src/git/project/',
  'src/git/repository/',
  'src/git/files/',
  'src/move/',
  'src/project-archive/',
  'src/evaluations/',
  'src/programs/',
  'src/testsets/',
  'src/workflows/',
  'src/tracing/',
  'src/versioning/',
  'src/access/',
  'src/outgoing.ts',
  'src/machine.ts',
  'src/config.ts',
  'src/limit-settings.ts',
  'src/setting-schemas.ts',
  'src/storage/columnar/',
  'src/storage/relational/',
  'src/storage/contract/',
  'src/git/wire/',
  'src/git/pack/',
  'src/git/objects/',
  'src/kernel/',
]

/** Pure code that server and client share. It is the only part of the server in the package of the client. */
const sharedFiles = [
  'src/kernel/group-by.ts',
  'src/kernel/json/canonical-text.ts',
  'src/kernel/json/checked.ts',
  'src/kernel/json/json-path.ts',
  'src/kernel/json/literals.ts',
  'src/kernel/json/path.ts',
  'src/kernel/json/outline.ts',
  'src/kernel/json/repeated-names.ts',
  'src/kernel/json/sources.ts',
  'src/kernel/json/value.ts',
  'src/kernel/nearest-word.ts',
  'src/kernel/own.ts',
  'src/kernel/sliced.ts',
  'src/kernel/strict-utf8.ts',
  'src/kernel/parquet/',
  'src/kernel/user-info.ts',
  'src/programs/failure.ts',
  'src/programs/json-path.ts',
  'src/programs/prompts/messages.ts',
  'src/programs/prompts/request.ts',
  'src/programs/templates/',
  'src/testsets/conversion.ts',
  'src/testsets/exact.ts',
  'src/tracing/trace-state.ts',
  'src/workflows/builtins/schema-parts.ts',
]

const isShared = (file: string): boolean => sharedFiles.some((part) => file.startsWith(part))

/** Modules that only some of the modules above them may import. */
const reservedFolders: readonly {
  readonly folder: string
  readonly importers: RegExp
  readonly reason: string
}[] = [
  ...[
    'home',
    'traces',
    'sessions',
    'users',
    'analytics',
    'artifacts',
    'environments',
    'testsets',
    'runs',
    'queues',
    'evaluators',
    'playground',
    'imports',
    'settings',
  ].map((page) => ({
    folder: `web/${page}/`,
    importers: new RegExp(`^web/(routes\\.tsx|${page}/)`),
    reason: 'pages do not import each other; move shared code to web/app or web/ui',
  })),
  {
    folder: 'sdk/',
    importers: /^(sdk|cli|importers|mcp|web\/app|src\/http\/mcp)\//,
    reason:
      'pages call the server through web/app, web/ui does not call it, and the server uses the SDK for tools only',
  },
  {
    folder: 'importers/',
    importers: /^(importers|cli|web\/imports)\//,
    reason: 'only the command line and the page of imports read exports of other tools',
  },
  {
    folder: 'mcp/',
    importers: /^(mcp|cli|src\/http\/mcp)\//,
    reason: 'only the command line and the route of the protocol serve tools',
  },
  {
    folder: 'src/',
    importers: /^(src\/|cli\/main\.ts)/,
    reason: 'the client and the pages use the HTTP interface, not the code of the server',
  },
  {
    folder: 'src/storage/columnar/',
    importers: /^src\/(stores\.ts|storage\/columnar\/)/,
    reason: 'a store driver is named in stores.ts only',
  },
  {
    folder: 'src/storage/relational/',
    importers: /^src\/(stores\.ts|storage\/relational\/)/,
    reason: 'a store driver is named in stores.ts only',
  },
  {
    folder: 'src/config.ts',
    importers:
      /^src\/(main\.ts|composition\.ts|stores\.ts|serve\.ts|schedules\.ts|machine\.ts|outgoing\.ts|config\.ts|commands\/|http\/)/,
    reason: 'pass settings as arguments',
  },
  {
    folder: 'src/storage/conformance/',
    importers: /^src\/storage\/conformance\//,
    reason: 'only tests run the conformance suites',
  },
]

const isSource = (file: string): boolean =>
  !/\.(test|fixture)\.tsx?$/.test(file) &&
  !/\/(conformance|testing)\//.test(file) &&
  !file.endsWith('test-support.ts')

const layerOf = (file: string): number => modules.findIndex((folder) => file.startsWith(folder))

function violationOf(file: string, importedFile: string): string | undefined {
  if (isShared(file) && !isShared(importedFile)) {
    return `${file} imports ${importedFile}: the package of the client contains only the first.`
  }
  if (/^(sdk|importers)\//.test(file) && isShared(importedFile)) return undefined
  const reservation = reservedFolders.find(
    ({ folder, importers }) => importedFile.startsWith(folder) && !importers.test(file),
  )
  if (reservation !== undefined) return `${file} imports ${importedFile}: ${reservation.reason}.`
  const [from, to] = [layerOf(file), layerOf(importedFile)]
  if (from < 0) return `${file} is in no module: add its folder to the list in scripts/imports.ts.`
  if (to >= 0 && to < from) return `${file} imports ${importedFile}, which is in a higher layer.`
  return undefined
}

/**
 * The sibling folders that an import connects; undefined if both files are in the same folder, or one folder contains
 * the other.
 */
function siblingsOf(file: string, importedFile: string): readonly [from: string, to: string] | undefined {
  const [from, to] = [dirname(file).split('/'), dirname(importedFile).split('/')]
  const depth = from.findIndex((part, level) => part !== to[level])
  // `modules` has the order of the top-level folders.
  if (depth < 2 || to[depth] === undefined) return undefined
  return [from.slice(0, depth + 1).join('/'), to.slice(0, depth + 1).join('/')]
}

/** Circular imports between sibling folders, with an example for each edge. */
function cyclesOf(imports: readonly (readonly [file: string, imported: string])[]): readonly string[] {
  const examples = new Map<string, Map<string, string>>()
  for (const [file, importedFile] of imports) {
    const [from, to] = siblingsOf(file, importedFile) ?? []
    if (from === undefined || to === undefined) continue
    const targets = examples.get(from) ?? new Map<string, string>()
    examples.set(from, targets.set(to, `${file} imports ${importedFile}`))
  }
  // A folder that imports no remaining sibling is not part of a cycle.
  for (let previousSize = -1; previousSize !== examples.size;) {
    previousSize = examples.size
    for (const [from, targets] of examples) {
      if (![...targets.keys()].some((to) => examples.has(to))) examples.delete(from)
    }
  }
  return [...examples].flatMap(([, targets]) =>
    [...targets]
      .filter(([to]) => examples.has(to))
      .map(
        ([, example]) =>
          `${example}: their folders import each other in a cycle. Move the shared part below both.`,
      ),
  )
}

export function importProblems(): readonly string[] {
  const imports = globSync(
    ['src/**/*.ts', 'sdk/**/*.ts', 'cli/**/*.ts', 'mcp/**/*.ts', 'importers/**/*.ts', 'web/**/*.{ts,tsx}'],
    {
      exclude: ['sdk/dist/**', 'web/dist/**', 'web/test/**', 'web/*.config.ts'],
    },
  )
    .filter(isSource)
    .flatMap((file) => importsOf(file).map((importedFile) => [file, importedFile] as const))
  return [
    ...imports.flatMap(([file, importedFile]) => violationOf(file, importedFile) ?? []),
    ...cyclesOf(imports),
  ]
}

if (import.meta.main) report(importProblems())
