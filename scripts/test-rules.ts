// Checks rules of tests that the linter lacks: a unit test starts no engine, no process and no server, and no test depends
// on timing. A line that needs a timer has a comment that begins with `time:` and gives the reason, on or above it.
import { report, sourceFiles, textOf } from './sources.ts'

interface Rule {
  /** The files that the rule is for. */
  readonly applies: (file: string) => boolean
  readonly forbidden: RegExp
  readonly advice: string
  /** A comment with this text, on the line or above it, is an exception with a reason. */
  readonly exemption?: RegExp
}

const isUnitTest = (file: string): boolean =>
  /\.test\.tsx?$/.test(file) &&
  !/^(test|web\/test|src\/storage|src\/versioning)\//.test(file) &&
  !file.includes('.store.test.')

const isTestCode = (file: string): boolean => /^(test|web\/test)\/|\.test\.tsx?$/.test(file)

const rules: readonly Rule[] = [
  {
    applies: isUnitTest,
    forbidden:
      /from '(?:node:(?:child_process|worker_threads|cluster|http|http2|net)|[^']*\/(?:testing\/chdb|clients\.fixture|support\/work)\.ts)'/,
    advice: 'a unit test starts no engine, process or server: name the file `*.store.test.ts`',
  },
  {
    applies: (file) =>
      isTestCode(file) && !/^test\/(fuzz|recorded)\/|^test\/support\/eventually\.ts$/.test(file),
    // Calls outside of quoted texts.
    forbidden: /^(?:[^'`]|'[^']*'|`[^`]*`)*?\b(?:sleep|wait|delay|setTimeout|waitForTimeout|Math\.random)\(/,
    advice:
      'wait for a condition with `until` of test/support/eventually.ts, or give the reason after `// time:`',
    exemption: /\/\/ time: /,
  },
]

function problemsIn(file: string): readonly string[] {
  const fileRules = rules.filter(({ applies }) => applies(file))
  if (fileRules.length === 0) return []
  return textOf(file)
    .split('\n')
    .flatMap((line, index, lines) =>
      fileRules
        .filter(({ forbidden }) => forbidden.test(line))
        .filter(({ exemption }) => exemption?.test(`${lines[index - 1]}\n${line}`) !== true)
        .map(({ advice }) => `${file}:${index + 1}: ${line.trim()}\n  ${advice}.`),
    )
}

export const testRuleProblems = (): readonly string[] =>
  sourceFiles('{src,sdk,cli,mcp,importers,web,test}/**/*.{ts,tsx}').flatMap(problemsIn)

if (import.meta.main) report(testRuleProblems())
