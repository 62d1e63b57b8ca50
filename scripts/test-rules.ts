// Checks the rules of tests that no linter knows: a unit test starts no engine, no process and no server.
// CONTRIBUTING.md, "Tests", has the reasons.
import { globSync, readFileSync } from 'node:fs'

interface Rule {
  /** The files that the rule is for. */
  readonly applies: (file: string) => boolean
  readonly forbidden: RegExp
  readonly advice: string
}

const isUnitTest = (file: string): boolean =>
  /\.test\.tsx?$/.test(file) &&
  !/^(test|web\/test|src\/storage|src\/versioning)\//.test(file) &&
  !file.includes('.store.test.')

const rules: readonly Rule[] = [
  {
    applies: isUnitTest,
    forbidden:
      /from '(?:node:(?:child_process|worker_threads|cluster|http|http2|net)|[^']*\/(?:testing\/chdb|clients\.fixture|support\/work)\.ts)'/,
    advice: 'a unit test starts no engine, process or server: name the file `*.store.test.ts`',
  },
]

const problems = globSync('{src,sdk,cli,mcp,importers,web,test}/**/*.{ts,tsx}', {
  exclude: (path) => /(^|\/)(node_modules|dist)(\/|$)/.test(path),
}).flatMap((file) => {
  const relevant = rules.filter(({ applies }) => applies(file))
  if (relevant.length === 0) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, index) =>
      relevant
        .filter(({ forbidden }) => forbidden.test(line))
        .map(({ advice }) => `${file}:${index + 1}: ${line.trim()}\n  ${advice}.`),
    )
})
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}
