// Describes schemas, members and parameters that have no description beside their schema. descriptions.json has a
// sentence for each name of a member, and others where a schema gives the name a different meaning. Its keys are names
// of schemas (`*` is any text, `{Kind}` a kind of versioned record) and of their members (`{kind}`); the member "" is
// the schema itself. descriptions.test.ts fails for a member without a sentence and for a sentence that describes
// nothing.
import { readFileSync } from 'node:fs'
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../kernel/json/value.ts'

const kinds = ['workflow', 'application', 'evaluator', 'testset', 'query', 'environment'] as const
const anyKind = `(?<kind>${kinds.join('|')})`

/** The sentences for members, by key. Names with `{kind}` are patterns. */
interface Sentences {
  /** A prefix of the keys in messages. */
  readonly owner: string
  readonly exact: ReadonlyMap<string, string>
  readonly patterns: readonly { readonly key: string; readonly pattern: RegExp; readonly text: string }[]
}

interface SchemaSentences {
  readonly name: RegExp
  readonly literals: number
  readonly sentences: Sentences
}

/** The sentences that apply to a schema, with the kind in its name. */
interface Owner {
  readonly sentences: Sentences
  readonly kind: string | undefined
}

type Texts = Readonly<Record<string, string>>

interface DescriptionFile {
  readonly members: Texts
  readonly schemas: Readonly<Record<string, Texts>>
}

const patternOf = (text: string): RegExp =>
  new RegExp(`^${text.replaceAll('*', '.*').replaceAll(/\{kind\}/gi, anyKind)}$`, 'i')

const sentencesOf = (texts: Texts, owner: string): Sentences => ({
  owner,
  exact: new Map(Object.entries(texts)),
  patterns: Object.entries(texts)
    .filter(([key]) => key.includes('{'))
    .map(([key, text]) => ({ key, pattern: patternOf(key), text })),
})

/** A name without `*` and `{Kind}` is more specific than any pattern. */
const literalsIn = (name: string): number =>
  /[*{]/.test(name) ? name.replaceAll(/\*|\{Kind\}/g, '').length : Number.MAX_SAFE_INTEGER

/** The sentences of descriptions.json. */
export class Descriptions {
  /** The most specific name first. */
  readonly #schemas: readonly SchemaSentences[]
  readonly #members: Sentences
  readonly #owners = new Map<string, readonly Owner[]>()
  readonly #usedNames = new Set<string>()

  constructor({ members, schemas }: DescriptionFile) {
    this.#members = sentencesOf(members, '')
    this.#schemas = Object.entries(schemas)
      .map(([name, texts]) => ({
        name: patternOf(name),
        literals: literalsIn(name),
        sentences: sentencesOf(texts, `${name}.`),
      }))
      .toSorted((a, b) => b.literals - a.literals)
  }

  static read(): Descriptions {
    return new Descriptions(JSON.parse(readFileSync(new URL('./descriptions.json', import.meta.url), 'utf8')))
  }

  /** The sentence for a member of a schema; without a member, for the schema. */
  of(schema: string, member = ''): string | undefined {
    for (const owner of this.#ownersOf(schema)) {
      const text = this.#text(owner, member)
      if (text !== undefined) return text
    }
    return this.#text({ sentences: this.#members, kind: kindIn(schema) }, member)
  }

  #ownersOf(schema: string): readonly Owner[] {
    const cachedOwners = this.#owners.get(schema)
    if (cachedOwners !== undefined) return cachedOwners
    const owners = this.#schemas.flatMap(({ name, sentences }) => {
      const match = name.exec(schema)
      return match === null ? [] : [{ sentences, kind: match.groups?.['kind'] }]
    })
    this.#owners.set(schema, owners)
    return owners
  }

  #text({ sentences: { owner, exact, patterns }, kind }: Owner, member: string): string | undefined {
    const text = exact.get(member)
    if (text !== undefined) {
      this.#usedNames.add(`${owner}${member}`)
      return withKind(text, kind)
    }
    for (const { key, pattern, text: general } of patterns) {
      const match = pattern.exec(member)
      if (match === null) continue
      this.#usedNames.add(`${owner}${key}`)
      return withKind(general, match.groups?.['kind'])
    }
    return undefined
  }

  /** Keys whose sentence describes nothing so far. */
  unused(): readonly string[] {
    return [this.#members, ...this.#schemas.map(({ sentences }) => sentences)]
      .flatMap(({ owner, exact }) => [...exact.keys()].map((key) => `${owner}${key}`))
      .filter((key) => !this.#usedNames.has(key))
  }
}

function withKind(text: string, name: string | undefined): string {
  const kind = name?.toLowerCase()
  if (kind === undefined) return text
  return text.replaceAll('{kind}s', kind === 'query' ? 'queries' : `${kind}s`).replaceAll('{kind}', kind)
}

const kindIn = (schema: string): string | undefined => new RegExp(anyKind, 'i').exec(schema)?.groups?.['kind']

/** Keywords whose values are no schemas. */
const valueKeywords: ReadonlySet<string> = new Set([
  'enum',
  'const',
  'required',
  'default',
  'example',
  'examples',
])

/** Beside `$ref` a description is allowed since OpenAPI 3.1. */
const withText = (schema: JsonObject, description: string | undefined): JsonObject =>
  schema['description'] !== undefined || description === undefined ? schema : { ...schema, description }

/** Describes the members of a schema and of the schemas inside it. */
function describeMembers(
  value: Json,
  { owner, descriptions }: { readonly owner: string; readonly descriptions: Descriptions },
): Json {
  const context = { owner, descriptions }
  if (isJsonList(value)) return value.map((item) => describeMembers(item, context))
  if (!isJsonObject(value)) return value
  const entries = Object.entries(value).map(([keyword, part]): readonly [string, Json] => {
    if (valueKeywords.has(keyword)) return [keyword, part]
    if (keyword !== 'properties' || !isJsonObject(part)) return [keyword, describeMembers(part, context)]
    const members = Object.entries(part).map(([name, memberSchema]): readonly [string, Json] => {
      const member = describeMembers(memberSchema, context)
      return [name, isJsonObject(member) ? withText(member, descriptions.of(owner, name)) : member]
    })
    return [keyword, Object.fromEntries(members)]
  })
  return Object.fromEntries(entries)
}

/** The same schemas, each with descriptions. */
export const withDescriptions = (schemas: JsonObject, descriptions: Descriptions): JsonObject =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const describedSchema = describeMembers(schema, { owner: name, descriptions })
      return [
        name,
        isJsonObject(describedSchema) ? withText(describedSchema, descriptions.of(name)) : describedSchema,
      ]
    }),
  )

/** A parameter with a description: that of its schema, or the sentence for its name. */
export function describedParameter(parameter: JsonObject, descriptions: Descriptions): JsonObject {
  const { name, schema } = parameter
  const { description, ...rest } = isJsonObject(schema) ? schema : {}
  const text = description ?? (typeof name === 'string' ? descriptions.of('Parameter', name) : undefined)
  return text === undefined ? parameter : { ...parameter, description: text, schema: rest }
}
