// The answers of the catalog routes: templates, their presets, and types. They are the same in every project.
import type { Json, JsonObject } from '../kernel/json/value.ts'
import type { Builtin, Preset } from './builtins/builtin.ts'
import { builtins } from './builtins/table.ts'
import { catalogTypeTable } from './catalog-types.ts'
import { defaultProvider, uriText } from './uri.ts'

/** The prefix of the request: applications and evaluators see only their own entries. */
export type CatalogPrefix = 'workflows' | 'applications' | 'evaluators'

/** Filter of the list under /workflows; absent members restrict nothing. */
export interface TemplateRoles {
  readonly is_application?: boolean | undefined
  readonly is_evaluator?: boolean | undefined
  readonly is_snippet?: boolean | undefined
}

const emptyCatalog: JsonObject = { count: 0 }

const entryAnswer = (name: string, entry: JsonObject | undefined): JsonObject =>
  entry === undefined ? emptyCatalog : { count: 1, [name]: entry }

const listAnswer = (name: string, entries: readonly JsonObject[]): JsonObject => ({
  count: entries.length,
  [name]: entries,
})

const isListedUnder: Readonly<Record<CatalogPrefix, (entry: Builtin) => boolean>> = {
  workflows: () => true,
  applications: (entry) => entry.isApplication,
  evaluators: (entry) => entry.isEvaluator,
}

const flagsOf = (entry: Builtin): JsonObject => ({
  is_application: entry.isApplication,
  is_evaluator: entry.isEvaluator,
  is_snippet: false,
  is_archived: false,
  is_recommended: entry.isRecommended,
})

function dataOf(entry: Builtin, parameters: JsonObject): JsonObject {
  const outputs = entry.outputs(parameters)
  return {
    uri: uriText({ provider: defaultProvider, kind: entry.kind, key: entry.key, version: 'v0' }),
    schemas: {
      ...(entry.parameters === undefined ? {} : { parameters: entry.parameters }),
      ...(entry.inputs === undefined ? {} : { inputs: entry.inputs }),
      ...(outputs === undefined ? {} : { outputs }),
    },
    parameters,
  }
}

const templateOf = (entry: Builtin): JsonObject => ({
  key: entry.key,
  name: entry.name,
  description: entry.description,
  categories: entry.categories,
  flags: flagsOf(entry),
  data: dataOf(entry, entry.defaults),
})

const presetOf = (entry: Builtin, preset: Preset): JsonObject => ({
  key: preset.key,
  name: preset.name,
  description: preset.description,
  categories: entry.categories,
  flags: flagsOf(entry),
  data: dataOf(entry, preset.parameters),
})

const findEntry = (prefix: CatalogPrefix, key: string): Builtin | undefined =>
  builtins.find((entry) => entry.key === key && isListedUnder[prefix](entry))

const types: readonly JsonObject[] = catalogTypeTable.map((type) => ({ ...type }))

export const catalogTypes = (): JsonObject => listAnswer('types', types)

export const catalogType = (key: string): JsonObject =>
  entryAnswer(
    'type',
    types.find((type) => type['key'] === key),
  )

/** The templates of a prefix. None is ever archived, so `include_archived` changes nothing. */
export function catalogTemplates(prefix: CatalogPrefix, roles: TemplateRoles = {}): JsonObject {
  const matchesRoles = (entry: Builtin): boolean =>
    (roles.is_application ?? entry.isApplication) === entry.isApplication &&
    (roles.is_evaluator ?? entry.isEvaluator) === entry.isEvaluator &&
    roles.is_snippet !== true
  return listAnswer(
    'templates',
    builtins.filter((entry) => isListedUnder[prefix](entry) && matchesRoles(entry)).map(templateOf),
  )
}

/** One template; unknown under this prefix: `{count: 0}`. */
export function catalogTemplate(prefix: CatalogPrefix, key: string): JsonObject {
  const entry = findEntry(prefix, key)
  return entryAnswer('template', entry === undefined ? undefined : templateOf(entry))
}

/** The presets of a template, often none; for an unknown template `{count: 0}`. */
export function catalogPresets(prefix: CatalogPrefix, key: string): JsonObject {
  const entry = findEntry(prefix, key)
  return entry === undefined
    ? emptyCatalog
    : listAnswer(
        'presets',
        entry.presets.map((preset) => presetOf(entry, preset)),
      )
}

export function catalogPreset(prefix: CatalogPrefix, key: string, presetKey: string): JsonObject {
  const entry = findEntry(prefix, key)
  const preset = entry?.presets.find((candidate) => candidate.key === presetKey)
  return entryAnswer(
    'preset',
    entry === undefined || preset === undefined ? undefined : presetOf(entry, preset),
  )
}

/** There are no harnesses, but clients request them. */
export const catalogHarnesses = (): JsonObject => listAnswer('harnesses', [])
export const catalogHarness = (): JsonObject => emptyCatalog

const labelOf = (key: string): string => {
  const words = key.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** One setting in the format of the old evaluator list. A choice without a type is a choice of texts. */
function settingOf(key: string, property: JsonObject, required: readonly Json[]): JsonObject {
  return {
    type: property['type'] ?? (property['enum'] === undefined ? 'object' : 'string'),
    ...(property['default'] === undefined ? {} : { default: property['default'] }),
    required: required.includes(key),
    label: labelOf(key),
  }
}

function evaluatorTemplateOf(entry: Builtin): JsonObject {
  const properties = (entry.parameters?.['properties'] ?? {}) as Readonly<Record<string, JsonObject>>
  const required = (entry.parameters?.['required'] ?? []) as readonly string[]
  const outputs = entry.outputs(entry.defaults)
  return {
    name: entry.name,
    key: entry.key,
    direct_use: required.every((key) => Object.hasOwn(entry.defaults, key)),
    settings_presets: entry.presets.map(({ key, name, parameters }) => ({ key, name, values: parameters })),
    settings_template: Object.fromEntries(
      Object.entries(properties).map(([key, property]) => [key, settingOf(key, property, required)]),
    ),
    ...(outputs === undefined ? {} : { outputs_schema: outputs }),
    description: entry.description,
    requires_llm_api_keys: entry.needsModel,
    tags: entry.categories,
    archived: false,
  }
}

/** The evaluator templates in the format of the old list. */
export const evaluatorTemplates = (): JsonObject =>
  listAnswer('templates', builtins.filter(isListedUnder.evaluators).map(evaluatorTemplateOf))
