// Requires src/kernel/own.ts for look-ups by names that clients choose. `record[name]` with a name of type `string` also
// finds inherited members: an attribute with the name `constructor` once made the server fail. Only types separate such
// names from closed lists, so this check uses the compiler. A line with a plain look-up needs a reason in a comment that
// begins with `own:`, on the line or above it.
import { relative, resolve } from 'node:path'
import {
  isBinaryExpression,
  isComputedPropertyName,
  isDeleteExpression,
  isElementAccessExpression,
  isBindingElement,
  isNoSubstitutionTemplateLiteral,
  isNumericLiteral,
  isStringLiteral,
} from 'typescript/unstable/ast/is'
import { SyntaxKind, type Node, type SourceFile } from 'typescript/unstable/ast'
import { API, TypeFlags, type Type } from 'typescript/unstable/sync'
import { report } from './sources.ts'

interface LookUp {
  readonly node: Node
  readonly name: Node
  readonly replacement: string
}

const isLiteral = (node: Node): boolean =>
  isStringLiteral(node) || isNumericLiteral(node) || isNoSubstitutionTemplateLiteral(node)

/** The look-up of a node; undefined for a node that looks up nothing. */
function lookUpOf(node: Node, parent: Node | undefined): LookUp | undefined {
  if (isElementAccessExpression(node)) {
    // Deleting affects own members only.
    if (parent !== undefined && isDeleteExpression(parent)) return undefined
    return { node, name: node.argumentExpression, replacement: 'ownMember or setOwn' }
  }
  if (isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.InKeyword) {
    return { node, name: node.left, replacement: 'Object.hasOwn' }
  }
  if (
    isBindingElement(node) &&
    node.propertyName !== undefined &&
    isComputedPropertyName(node.propertyName)
  ) {
    return { node, name: node.propertyName.expression, replacement: 'ownMember' }
  }
  return undefined
}

function lookUpsOf(file: SourceFile): readonly LookUp[] {
  const lookUps: LookUp[] = []
  const visit = (node: Node, parent: Node | undefined): void => {
    const lookUp = lookUpOf(node, parent)
    if (lookUp !== undefined && !isLiteral(lookUp.name)) lookUps.push(lookUp)
    node.forEachChild((child) => visit(child, node))
  }
  visit(file, undefined)
  return lookUps
}

const openFlags = TypeFlags.String | TypeFlags.TemplateLiteral | TypeFlags.StringMapping | TypeFlags.Any

/** Whether a client could choose a name of this type: any text, not one word of a closed list. */
const isOpen = (type: Type | undefined): boolean =>
  type !== undefined && (type.isUnionType() ? type.getTypes().some(isOpen) : (type.flags & openFlags) !== 0)

const isSource = (file: string): boolean =>
  file.startsWith(resolve('src')) &&
  file !== resolve('src/kernel/own.ts') &&
  !/\.(test|fixture)\.ts$|\/(conformance|testing)\/|test-support\.ts$/.test(file)

const exemption = /\bown: \S/

function violationsOf(file: SourceFile, openNames: readonly LookUp[]): readonly string[] {
  const lines = file.text.split('\n')
  return openNames.flatMap(({ name, node, replacement }) => {
    const line = file.text.slice(0, name.end).split('\n').length
    if ([lines[line - 1], lines[line - 2]].some((text) => exemption.test(text ?? ''))) return []
    const text = file.text.slice(node.pos, node.end).trim().replaceAll(/\s+/g, ' ')
    return [`${relative('.', file.fileName)}:${line}: ${text.slice(0, 80)}: use ${replacement}.`]
  })
}

// Parsing the tests as well would take twice the time.
const projectFile = resolve('scripts/own-members.tsconfig.json')

export function ownMemberProblems(): readonly string[] {
  const api = new API({ cwd: resolve('.') })
  const [project] = api.updateSnapshot({ openProjects: [projectFile] }).getProjects()
  if (project === undefined) throw new Error(`${projectFile} describes no project`)
  const { program, checker } = project
  const violations = program
    .getSourceFileNames()
    .filter(isSource)
    .flatMap((path) => {
      const file = program.getSourceFile(path)
      if (file === undefined) return []
      const lookUps = lookUpsOf(file)
      const types = lookUps.length === 0 ? [] : checker.getTypeAtLocation(lookUps.map(({ name }) => name))
      return violationsOf(
        file,
        lookUps.filter((_, i) => isOpen(types[i])),
      )
    })
  api.close()
  return violations
}

if (import.meta.main) report(ownMemberProblems())
