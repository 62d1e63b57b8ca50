// The programs that Assay ships: prompts, custom programs and evaluators. One file per family of built-ins, all of
// them listed in table.ts. This folder has only data (names, schemas, defaults); src/programs runs them.
// May import kernel/json only. Start with table.ts.
import type { Json, JsonObject } from '../../kernel/json/value.ts'

type BuiltinKind = 'builtin' | 'custom'

/** A ready-made set of parameters for a template. */
export interface Preset {
  readonly key: string
  readonly name: string
  readonly description: string
  readonly parameters: JsonObject
}

export interface Builtin {
  readonly key: string
  readonly kind: BuiltinKind
  readonly name: string
  readonly description: string
  readonly categories: readonly string[]
  readonly isApplication: boolean
  readonly isEvaluator: boolean
  readonly isRecommended: boolean
  readonly needsModel: boolean
  /** JSON Schema of `parameters`; absent: there are none. */
  readonly parameters?: JsonObject
  /** JSON Schema of the inputs; absent: unspecified. */
  readonly inputs?: JsonObject
  /** JSON Schema of the outputs with these parameters; undefined: the revision's own, or unspecified. */
  readonly outputs: (parameters: JsonObject) => JsonObject | undefined
  /** The initial parameters of a new revision of this template. */
  readonly defaults: JsonObject
  /** Whether `parameters` are settings, which are validated against their schema on commit. */
  readonly hasSettings: boolean
  /** The key of `data` that may replace the otherwise required setting. */
  readonly alternative?: { readonly dataKey: 'url' | 'script'; readonly setting: string }
  readonly presets: readonly Preset[]
}

/** The fields that every built-in defines; the others have defaults. */
type BuiltinDefinition = Pick<Builtin, 'key' | 'name' | 'description' | 'categories'> &
  Partial<Omit<Builtin, 'outputs'>> & {
    readonly outputs?: Builtin['outputs'] | JsonObject
  }

/** The defaults that the properties of a schema declare. */
function defaultsOf(schema: JsonObject | undefined): JsonObject {
  const properties = (schema?.['properties'] ?? {}) as JsonObject
  return Object.fromEntries(
    Object.entries(properties).flatMap(([key, property]): readonly [string, Json][] => {
      const value = (property as JsonObject)['default']
      return value === undefined ? [] : [[key, value]]
    }),
  )
}

/** Fills in the defaults: kind `builtin`, no role, not recommended, no presets. */
export function builtin({ outputs, ...definition }: BuiltinDefinition): Builtin {
  return {
    kind: 'builtin',
    isApplication: false,
    isEvaluator: false,
    isRecommended: false,
    needsModel: false,
    hasSettings: false,
    presets: [],
    defaults: defaultsOf(definition.parameters),
    ...definition,
    outputs: typeof outputs === 'function' ? outputs : () => outputs,
  }
}

/** An evaluator whose parameters are settings. */
export const evaluator = (definition: BuiltinDefinition): Builtin =>
  builtin({ isEvaluator: true, hasSettings: definition.parameters !== undefined, ...definition })
