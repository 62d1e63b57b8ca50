// Counts violations of CONTRIBUTING.md, "Style in short", in old code and compares the counts with ratchet.json. A count
// may only shrink: the check fails when a count grows, and when it is smaller than in the file. `--write` stores smaller
// counts; `--list <rule>` prints the violations, the largest first.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseSync, Visitor, type VisitorObject } from 'oxc-parser'
import { report, textOf } from './sources.ts'

interface Violation {
  readonly rule: Rule
  readonly at: string
  readonly size: number
}

const rules = [
  'functions over 50 lines',
  'functions over 100 lines',
  'functions with 3 or more parameters',
  'casts with as',
  'casts with as unknown as',
  'untyped answers of routes',
  'uses of Date.now or Math.random',
  'module-level let',
  'folders over 15 files',
  'folders without a header',
] as const
type Rule = (typeof rules)[number]

const isRule = (name: string | undefined): name is Rule => rules.some((rule) => rule === name)

/** Rows of a database have no types; the readers of rows give them one. */
const rowReaders = /^src\/storage\//
/** The source of time and randomness. */
const clocks = /^src\/kernel\/clock\.ts$/
const folderFilesMax = 15

interface FunctionNode {
  readonly start: number
  readonly end: number
  readonly params: readonly { readonly type: string }[]
}

const lineStarts = (text: string): readonly number[] => [
  0,
  ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1),
]

function violationsIn(file: string): readonly Violation[] {
  const text = textOf(file)
  const starts = lineStarts(text)
  const lineOf = (offset: number): number => starts.findLastIndex((start) => start <= offset) + 1
  const violations: Violation[] = []
  const add = (rule: Rule, start: number, size = 1): void => {
    violations.push({ rule, at: `${file}:${lineOf(start)}`, size })
  }
  const onFunction = ({ start, end, params }: FunctionNode): void => {
    const lines = lineOf(end) - lineOf(start) + 1
    if (lines > 50) add('functions over 50 lines', start, lines)
    if (lines > 100) add('functions over 100 lines', start, lines)
    const count = params.filter(({ type }) => type !== 'RestElement').length
    if (count >= 3) add('functions with 3 or more parameters', start, count)
  }
  const visitor: VisitorObject = {
    FunctionDeclaration: onFunction,
    FunctionExpression: onFunction,
    ArrowFunctionExpression: onFunction,
    TSAsExpression({ start, expression, typeAnnotation }) {
      if (rowReaders.test(file)) return
      if (
        typeAnnotation.type === 'TSTypeReference' &&
        text.slice(typeAnnotation.start, typeAnnotation.end) === 'const'
      )
        return
      const operand = expression.type === 'ParenthesizedExpression' ? expression.expression : expression
      if (operand.type === 'TSAsExpression') add('casts with as unknown as', start)
      add('casts with as', start)
    },
    MemberExpression({ start, end }) {
      if (/^(Date\.now|Math\.random)$/.test(text.slice(start, end)) && !clocks.test(file)) {
        add('uses of Date.now or Math.random', start)
      }
    },
    CallExpression({ start, callee }) {
      if (callee.type === 'Identifier' && callee.name === 'untypedAnswer')
        add('untyped answers of routes', start)
    },
    Program({ body }) {
      for (const node of body) {
        const declaration = node.type === 'ExportNamedDeclaration' ? node.declaration : node
        if (declaration?.type === 'VariableDeclaration' && declaration.kind === 'let')
          add('module-level let', node.start)
      }
    },
  }
  new Visitor(visitor).visit(parseSync(file, text).program)
  return violations
}

function folderViolations(files: readonly string[]): readonly Violation[] {
  const folders = Map.groupBy(files, (file) => dirname(file))
  return [...folders].flatMap(([folder, members]) => {
    const hasHeader = members.some((file) => /^(?:\/\/.*\n){3}/.test(textOf(file)))
    return [
      ...(members.length > folderFilesMax
        ? [{ rule: 'folders over 15 files' as const, at: folder, size: members.length }]
        : []),
      ...(hasHeader ? [] : [{ rule: 'folders without a header' as const, at: folder, size: members.length }]),
    ]
  })
}

function allViolations(): readonly Violation[] {
  const files = globSync('{src,sdk,cli,mcp,importers,web}/**/*.{ts,tsx}', {
    exclude: ['{sdk,web}/dist/**', 'sdk/generated/**', 'web/test/**'],
  }).filter((file) => !/\.(test|fixture)\.tsx?$|\/(conformance|testing|fixtures)\/|test-support/.test(file))
  return [...files.flatMap(violationsIn), ...folderViolations(files)]
}

type Counts = Readonly<Partial<Record<string, number>>>

const countsOf = (violations: readonly Violation[]): Counts =>
  Object.fromEntries(rules.map((rule) => [rule, violations.filter((one) => one.rule === rule).length]))

const path = 'ratchet.json'

/** The problems of these counts, and whether `--write` may store them. */
function compare(counts: Counts): { readonly problems: readonly string[]; readonly isSmaller: boolean } {
  const storedCounts: Counts = JSON.parse(readFileSync(path, 'utf8'))
  const grownRules = rules.filter((rule) => (counts[rule] ?? 0) > (storedCounts[rule] ?? 0))
  const shrunkRules = rules.filter((rule) => (counts[rule] ?? 0) < (storedCounts[rule] ?? 0))
  if (grownRules.length === 0 && shrunkRules.length > 0) {
    const problem = `Fewer than ratchet.json allows: ${shrunkRules.join(', ')}. Run \`node scripts/ratchet.ts --write\`.`
    return { problems: [problem], isSmaller: true }
  }
  const problems = grownRules.map(
    (rule) =>
      `${rule}: ${storedCounts[rule]} allowed, ${counts[rule]} found. Fix the new one: node scripts/ratchet.ts --list "${rule}"`,
  )
  return { problems, isSmaller: false }
}

export const ratchetProblems = (): readonly string[] => compare(countsOf(allViolations())).problems

function main(option?: string, argument?: string): void {
  const violations = allViolations()
  const counts = countsOf(violations)
  const { problems, isSmaller } = compare(counts)
  if (option === '--list' && isRule(argument)) {
    const ruleViolations = violations
      .filter(({ rule }) => rule === argument)
      .toSorted((a, b) => b.size - a.size)
    console.log(ruleViolations.map(({ at, size }) => `${size}  ${at}`).join('\n'))
  } else if (option === '--write' && isSmaller)
    writeFileSync(path, `${JSON.stringify(counts, undefined, 2)}\n`)
  else report(problems)
}

if (import.meta.main) main(...process.argv.slice(2))
