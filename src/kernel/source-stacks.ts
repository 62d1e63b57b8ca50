// Names the sources in stack traces of the built program. The build writes a table of lines beside each file
// (scripts/source-lines.ts), which is read only when an error is printed.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { programRoot } from './installation.ts'

const builtFolder = '/dist/server/'
const builtPosition = /\/dist\/server\/([\w.$-]+\.mjs):(\d+):(\d+)/g

/** The source of a line and column in a table, as `path:line`; undefined: it comes from no source. */
function sourcePosition(table: string, [line, column]: readonly [number, number]): string | undefined {
  const lines = table.split('\n')
  const paths: readonly string[] = JSON.parse(lines[0] ?? '')
  const entries = [...(lines[line] ?? '').matchAll(/(\d+) (\d+) (\d+)/g)]
  const [, , source, sourceLine] = entries.findLast(([, start]) => Number(start) < column) ?? entries[0] ?? []
  return sourceLine === undefined ? undefined : `${paths[Number(source)]}:${sourceLine}`
}

/** The text with positions in the built program replaced by those in the sources. Everything else stays as it is. */
export function withSourcePositions(text: string): string {
  if (!text.includes(builtFolder)) return text
  const tables = new Map<string, string>()
  const tableOf = (name: string): string => {
    const table = tables.get(name) ?? readFileSync(join(programRoot, builtFolder, `${name}.lines`), 'utf8')
    tables.set(name, table)
    return table
  }
  return text.replaceAll(builtPosition, (position, ...[name, line, column]: string[]) => {
    try {
      const source = sourcePosition(tableOf(name ?? ''), [Number(line), Number(column)])
      return source === undefined ? position : `/${source}`
    } catch {
      // The text names a file that the build did not write.
      return position
    }
  })
}
