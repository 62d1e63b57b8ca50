// Writes sdk/generated from docs/openapi.json; with --check, fails if the committed text differs.
// `x-sdk-name` of an operation is its group and its method: `testsets.commit` is `assay.testsets.commit`.
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { successOf, type WithComponents, type WithResponses } from './document-answers.ts'
import { asSchema, comment, declaration, namesIn, type Schema } from './sdk-types.ts'

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description?: string
  /** Absent for a parameter that is sent as JSON text. */
  readonly schema?: Schema
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>

interface Operation extends WithResponses<Content> {
  readonly operationId: string
  readonly summary: string
  readonly 'x-sdk-name': string
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Content }
  /** Whether the operation writes. A write is retried only where that is safe. */
  readonly 'x-writes'?: boolean
}

interface Document extends WithComponents<Content> {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: WithComponents<Content>['components'] & {
    readonly schemas: Readonly<Record<string, unknown>>
    readonly parameters: Readonly<Record<string, Parameter>>
  }
}

const header = '// Written by `npm run sdk` from docs/openapi.json. Do not edit.\n'
const folder = new URL('../sdk/generated/', import.meta.url)
const document = JSON.parse(
  readFileSync(new URL('../docs/openapi.json', import.meta.url), 'utf8'),
) as Document

const words = (text: string): readonly string[] => text.split(/[\s_-]+/).filter((word) => word !== '')
const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
const pascalCase = (text: string): string => words(text).map(capitalize).join('')
const camelCase = (text: string): string => {
  const name = pascalCase(text)
  return name.charAt(0).toLowerCase() + name.slice(1)
}

interface Method {
  readonly group: string
  readonly name: string
  readonly types: string
  readonly text: string
}

/** The member of a page that holds its items, if the answer is a page. */
function listOf(answer: Schema | undefined, body: Schema | undefined): string | undefined {
  if (answer?.properties?.['windowing'] === undefined || body?.properties?.['windowing'] === undefined)
    return undefined
  const lists = Object.entries(answer.properties).filter(([, schema]) => schema.type === 'array')
  return lists.length === 1 ? lists[0]?.[0] : undefined
}

const resolve = (schema: Schema | undefined): Schema | undefined =>
  schema?.$ref === undefined
    ? schema
    : asSchema(document.components.schemas[schema.$ref.split('/').at(-1) ?? ''])

const bodyPurpose = (operation: Operation): string => `The body of \`${operation['x-sdk-name']}\`.`
const answerPurpose = (operation: Operation): string => `The answer of \`${operation['x-sdk-name']}\`.`

/** The declaration of a type; its purpose is the comment if its schema has no description. */
const describedDeclaration = (
  name: string,
  { schema, purpose }: { readonly schema: Schema; readonly purpose: string | undefined },
): string =>
  declaration(
    name,
    purpose === undefined ? schema : { ...schema, description: schema.description ?? purpose },
  )

interface RequestPart {
  readonly type: string
  readonly declarationText: string
  readonly isOptional: boolean
}

function bodyPart(
  operation: Operation,
  base: string,
): (RequestPart & { readonly kind: 'body' | 'form' | 'bytes' }) | undefined {
  const content = operation.requestBody?.content
  if (content === undefined) return undefined
  const isOptional = operation.requestBody?.required !== true
  const form = content['multipart/form-data']
  if (form !== undefined) {
    const declaration = describedDeclaration(`${base}Form`, {
      schema: form.schema,
      purpose: bodyPurpose(operation),
    })
    return { kind: 'form', type: `${base}Form`, declarationText: declaration, isOptional }
  }
  const json = content['application/json']
  if (json === undefined || Object.keys(content).length > 1) {
    return { kind: 'bytes', type: 'Bytes', declarationText: '', isOptional: false }
  }
  const declaration = describedDeclaration(`${base}Body`, {
    schema: json.schema,
    purpose: bodyPurpose(operation),
  })
  return { kind: 'body', type: `${base}Body`, declarationText: declaration, isOptional }
}

const parameterOf = (parameter: Parameter | { readonly $ref: string }): Parameter => {
  if (!('$ref' in parameter)) return parameter
  const parameterComponent = document.components.parameters[parameter.$ref.split('/').at(-1) ?? '']
  if (parameterComponent === undefined) throw new Error(`the document has no ${parameter.$ref}`)
  return parameterComponent
}

function queryPart(operation: Operation, base: string): RequestPart | undefined {
  const queryParameters = (operation.parameters ?? [])
    .map(parameterOf)
    .filter((parameter) => parameter.in === 'query')
  if (queryParameters.length === 0) return undefined
  const required = queryParameters.filter((parameter) => parameter.required === true).map(({ name }) => name)
  const schema: Schema = {
    type: 'object',
    properties: Object.fromEntries(
      queryParameters.map(({ name, schema = { type: 'string' }, description }) => [
        name,
        description === undefined ? schema : { ...schema, description },
      ]),
    ),
    required,
    description: `The query parameters of \`${operation['x-sdk-name']}\`.`,
  }
  return {
    type: `${base}Query`,
    declarationText: declaration(`${base}Query`, schema),
    isOptional: required.length === 0,
  }
}

function methodOf(path: string, verb: string, operation: Operation): Method {
  const [group = '', name = ''] = operation['x-sdk-name'].split('.', 2)
  const base = pascalCase(operation.operationId)
  const pathParameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const body = bodyPart(operation, base)
  const query = queryPart(operation, base)
  const success = successOf(document, operation)
  const answerSchema = success?.['application/json']?.schema
  const list = listOf(
    resolve(answerSchema),
    resolve(operation.requestBody?.content['application/json']?.schema),
  )
  const isFile = success !== undefined && (answerSchema === undefined || Object.keys(success).length > 1)
  // An operation that answers JSON or a stream of events has a method for each.
  const hasEventStream = answerSchema !== undefined && success?.['text/event-stream'] !== undefined
  const kind =
    success === undefined
      ? 'none'
      : hasEventStream
        ? 'json'
        : success['text/event-stream'] === undefined
          ? isFile
            ? 'file'
            : 'json'
          : 'events'
  const answerType = kind === 'json' ? `${base}Answer` : kind === 'none' ? 'void' : 'Response'
  const answerDeclaration =
    kind === 'json'
      ? describedDeclaration(answerType, { schema: answerSchema ?? {}, purpose: answerPurpose(operation) })
      : ''
  const repeatable = operation['x-writes'] !== true || verb === 'put' || verb === 'delete'

  const target = `\`${verb.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `\${at(${camelCase(name)})}`)}\``
  const targetLiteral = pathParameters.length === 0 ? target.replaceAll('`', "'") : target
  const parameters: string[] = pathParameters.map((name) => `${camelCase(name)}: string`)
  const requestMembers: string[] = []
  if (body !== undefined) {
    parameters.push(`${body.kind}${body.isOptional ? '?' : ''}: ${body.type}`)
    requestMembers.push(body.kind)
  }
  // With a body, optional query parameters are call options.
  const isQueryOption = body !== undefined && query?.isOptional === true
  if (query !== undefined && !isQueryOption) {
    parameters.push(`query${query.isOptional ? '?' : ''}: ${query.type}`)
    requestMembers.push('query')
  }
  if (isQueryOption) requestMembers.push('query: options?.query')
  if (repeatable && verb !== 'get') requestMembers.push('repeatable: true')
  parameters.push(`options?: CallOptions${isQueryOption ? ` & { readonly query?: ${query.type} }` : ''}`)
  const request = `{ ${[...requestMembers, 'options'].join(', ')} }`
  const call =
    list !== undefined
      ? `core.pages<${answerType}, '${list}'>(${targetLiteral}, '${list}', ${request})`
      : kind === 'json' || kind === 'none'
        ? `core.json<${answerType}>(${targetLiteral}, ${request})`
        : `core.${kind}(${targetLiteral}, ${request})`
  return {
    group,
    name,
    types: [body?.declarationText, query?.declarationText, answerDeclaration]
      .filter((text) => text !== undefined && text !== '')
      .join('\n'),
    text:
      `${comment(operation.summary, '  ')}  ${name}: (${parameters.join(', ')}) =>\n    ${call},\n` +
      (hasEventStream
        ? `${comment(`The same as a stream of events. ${operation.summary}`, '  ')}  ${name}Events: (${parameters.join(', ')}) =>\n    core.events(${targetLiteral}, ${request}),\n`
        : ''),
  }
}

const methods = Object.entries(document.paths).flatMap(([path, operations]) =>
  Object.entries(operations).map(([verb, operation]) => methodOf(path, verb, operation)),
)

const names = Object.keys(document.components.schemas)

/** A sentence that names the first operation whose body or answer has this schema. */
function purposeOf(name: string): string | undefined {
  const uses = Object.values(document.paths)
    .flatMap((operations) => Object.values(operations))
    .flatMap((operation) => {
      const isIn = (content: Content | undefined): boolean =>
        Object.values(content ?? {}).some(({ schema }) => schema.$ref?.endsWith(`/${name}`) === true)
      return [
        ...(isIn(operation.requestBody?.content) ? [bodyPurpose(operation)] : []),
        ...(isIn(successOf(document, operation)) ? [answerPurpose(operation)] : []),
      ]
    })
  const [firstUse] = uses
  return uses.length > 1 ? firstUse?.replace(/\.$/, ' and of others.') : firstUse
}

const files = new Map<string, string>()
const groups = [...new Set(methods.map(({ group }) => group))].toSorted()

for (const group of groups) {
  const groupMethods = methods.filter((method) => method.group === group)
  const usedNames = new Set<string>()
  for (const { name } of groupMethods) {
    if (usedNames.has(name))
      throw new Error(`Two operations would be assay.${group}.${name}: rename one of them.`)
    usedNames.add(name)
  }
  const types = groupMethods
    .map((method) => method.types)
    .filter((text) => text !== '')
    .join('\n')
  const text = groupMethods.map((method) => method.text).join('')
  const importedNames = [...namesIn(types, names), ...(/(?<!\w)JsonObject/.test(types) ? ['JsonObject'] : [])]
  files.set(
    `${group}.ts`,
    `${header}import { ${text.includes('at(') ? 'at, ' : ''}${text.includes(': Bytes') ? 'type Bytes, ' : ''}type CallOptions, type Core } from '../core/core.ts'\n` +
      (importedNames.length === 0
        ? ''
        : `import type { ${importedNames.join(', ')} } from './schemas.ts'\n`) +
      `\n${types}\n/** The operations of \`assay.${group}\`. */\nexport const ${group} = (core: Core) => ({\n${text}})\n`,
  )
}

files.set(
  'schemas.ts',
  `${header}\n/** JSON whose members are free. */\nexport type JsonObject = Readonly<Record<string, unknown>>\n\n${names
    .map((name) =>
      describedDeclaration(name, {
        schema: asSchema(document.components.schemas[name]),
        purpose: purposeOf(name),
      }),
    )
    .join('\n')}`,
)

const codes = (asSchema(document.components.schemas['ErrorCode']).enum as readonly string[] | undefined) ?? []
// In core/, which imports nothing of generated/.
files.set(
  '../core/error-codes.ts',
  `${header}\n/** The codes of failures, a closed list. */\nexport type KnownErrorCode =\n${codes.map((code) => `  | '${code}'\n`).join('')}`,
)
const operationsOf = (group: string): string =>
  `Operations: ${methods
    .filter((method) => method.group === group)
    .map(({ name }) => `\`${name}\``)
    .join(', ')}.`
const errorName = (code: string): string => `${pascalCase(code).replace(/Error$/, '')}Error`
files.set(
  'errors.ts',
  `${header}import { AssayError } from '../core/errors.ts'\n\n${codes
    .map(
      (code) =>
        `/** The server answered \`${code}\`. */\nexport class ${errorName(code)} extends AssayError {\n  /** Always \`${code}\`. */\n  declare readonly code: '${code}'\n}\n`,
    )
    .join('')}\n/** The closed list of codes, each with its class. */\nexport const errorClasses = {\n${codes
    .map((code) => `  ${code}: ${errorName(code)},\n`)
    .join('')}} as const\n`,
)

files.set(
  'groups.ts',
  `${header}import type { Core } from '../core/core.ts'\n${groups.map((group) => `import { ${group} } from './${group}.ts'\n`).join('')}
/** Every operation of the interface, by subject. */
export class Groups {
${groups.map((group) => `${comment(operationsOf(group), '  ')}  readonly ${group}: ReturnType<typeof ${group}>\n`).join('')}
  /** The groups share one connection. */
  constructor(core: Core) {
${groups.map((group) => `    this.${group} = ${group}(core)\n`).join('')}  }
}
`,
)

const existingFiles = globSync('*.ts', { cwd: folder })
if (process.argv.includes('--check')) {
  const isCurrent = (path: URL, text: string): boolean =>
    existsSync(path) && readFileSync(path, 'utf8') === text
  const staleFiles = [...files].filter(([name, text]) => !isCurrent(new URL(name, folder), text))
  const obsoleteFiles = existingFiles.filter((name) => !files.has(basename(name)))
  if (staleFiles.length + obsoleteFiles.length > 0) {
    console.error(
      `sdk/generated is out of date (${[...staleFiles.map(([name]) => name), ...obsoleteFiles].join(', ')}): run \`npm run sdk\` and commit it.`,
    )
    process.exit(1)
  }
} else {
  for (const name of existingFiles) if (!files.has(name)) rmSync(new URL(name, folder))
  for (const [name, text] of files) writeFileSync(new URL(name, folder), text)
  console.log(`sdk/generated: ${methods.length} methods in ${groups.length} groups`)
}
