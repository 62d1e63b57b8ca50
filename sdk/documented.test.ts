// Every export of the package has a comment, and so has every member of it. Comments in generated/ come from the
// OpenAPI document.
import { readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'

/** A node of the syntax tree, as far as the test reads it. */
interface Node {
  readonly type: string
  readonly start: number
  readonly [part: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value
const nodesIn = (value: unknown): readonly Node[] => [value].flat().filter((candidate) => isNode(candidate))

/** The name of an identifier, a declaration or a member. */
const nameOf = (node: Node): string =>
  typeof node['name'] === 'string'
    ? node['name']
    : (nodesIn(node['key'] ?? node['id'])
        .map(nameOf)
        .at(0) ?? JSON.stringify(node['value'] ?? null))

const memberTypes: ReadonlySet<string> = new Set([
  'TSPropertySignature',
  'TSMethodSignature',
  'PropertyDefinition',
  'MethodDefinition',
])

/** Nodes with code, not types. */
const codeTypes: ReadonlySet<string> = new Set(['BlockStatement', 'FunctionBody', 'ArrowFunctionExpression'])

const isInternal = (member: Node): boolean =>
  member['kind'] === 'constructor' ||
  member['accessibility'] === 'private' ||
  nodesIn(member['key']).some(({ type }) => type === 'PrivateIdentifier')

class Module {
  readonly statements: readonly Node[]
  readonly #text: string
  /** The positions after comments of the form that editors show. */
  readonly #commentEnds: ReadonlySet<number>

  constructor(path: string) {
    this.#text = readFileSync(path, 'utf8')
    const { program, comments } = parseSync(path, this.#text)
    this.statements = nodesIn(program.body)
    this.#commentEnds = new Set(comments.filter(({ value }) => value.startsWith('*')).map(({ end }) => end))
  }

  hasComment({ start }: Node): boolean {
    return this.#commentEnds.has(this.#text.slice(0, start).trimEnd().length)
  }

  /** The members below a node that have no comment. */
  *undocumented(node: Node): Generator<string> {
    if (codeTypes.has(node.type)) return
    const isMember = memberTypes.has(node.type)
    if (isMember && isInternal(node)) return
    if (isMember && !this.hasComment(node)) yield nameOf(node)
    for (const child of Object.values(node).flatMap(nodesIn))
      for (const name of this.undocumented(child)) yield isMember ? `${nameOf(node)}.${name}` : name
  }
}

/** The names that an export statement takes from another module; undefined for all of them. */
const namesFrom = (statement: Node): ReadonlySet<string> | undefined =>
  statement.type === 'ExportAllDeclaration'
    ? undefined
    : new Set(
        nodesIn(statement['specifiers']).flatMap((specifier) => nodesIn(specifier['local']).map(nameOf)),
      )

/** The exports of a module with these names, and their members, that have no comment. */
function* undocumentedExports(path: string, names?: ReadonlySet<string>): Generator<string> {
  const module = new Module(path)
  const documented = new Set<string>()
  for (const statement of module.statements) {
    const [from] = nodesIn(statement['source'])
    if (from !== undefined && statement.type.startsWith('Export'))
      yield* undocumentedExports(join(path, '..', String(from['value'])), namesFrom(statement))
    const [declaration] = nodesIn(statement['declaration'])
    if (declaration === undefined || !statement.type.startsWith('Export')) continue
    const [declarator = declaration] = nodesIn(declaration['declarations'])
    const name = nameOf(declarator)
    if (names !== undefined && !names.has(name)) continue
    const location = `${relative(import.meta.dirname, path)}: ${name}`
    // The signatures of an overloaded function share one comment.
    if (module.hasComment(statement)) documented.add(name)
    else if (!documented.has(name)) yield location
    for (const member of module.undocumented(declaration)) yield `${location}.${member}`
  }
}

const entries = ['client.ts', 'tracing/tracing.ts', 'eval/eval.ts', 'eval/vitest.ts']
const at = (name: string): string => join(import.meta.dirname, name)

test('every export of an entry point, and every member of it, has a comment', () => {
  const missing = new Set(entries.flatMap((name) => [...undocumentedExports(at(name))]))
  expect(
    [...missing],
    'write a comment above it; members of generated/ get theirs from the document (src/http/openapi/descriptions.json)',
  ).toEqual([])
})

test('every operation of the client, and every type of it, has a comment', () => {
  const missing = readdirSync(at('generated')).flatMap((name) => [
    ...undocumentedExports(at(join('generated', name))),
  ])
  expect(missing, 'add a summary to the route, or a sentence to src/http/openapi/descriptions.json').toEqual(
    [],
  )
})
