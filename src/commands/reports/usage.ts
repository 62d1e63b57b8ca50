// `assay usage`: prints the usage of projects per day.
import { utcDay } from '../../access/usage.ts'
import { UsageError } from '../../config.ts'
import type { UsageDay } from '../../storage/contract/contract.ts'
import { projectId, withStore, type Command, type Program } from '../command.ts'

const daysDefault = 30

function daysOf(text: string | undefined): number {
  const days = Number(text ?? daysDefault)
  if (!Number.isInteger(days) || days < 1 || days > 36_500) throw new UsageError('--days must be 1 to 36500.')
  return days
}

const header = ['day', 'project', 'spans', 'bytes', 'testcases', 'calls', 'cost'] as const

const cells = (slug: string, usageDay: UsageDay): readonly string[] => [
  usageDay.day,
  slug,
  ...[usageDay.spans, usageDay.bytes, usageDay.testcases, usageDay.calls].map(String),
  usageDay.cost.toFixed(4),
]

/** Columns as wide as their widest cell, numbers to the right. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = header.map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)))
  return rows
    .map((row) =>
      row.map((cell, i) => (i < 2 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  '),
    )
    .join('\n')
}

export const usageCommand = (program: Program): Command => ({
  words: 'usage',
  help: 'Print spans, bytes, testcases, calls of models and their cost per project and day (UTC).',
  options: {
    '--project': 'Slug or id of the project; all projects when absent.',
    '--days': `Number of days; ${daysDefault} when absent.`,
  },
  run: (config, { options }) =>
    withStore(program, config, async (store) => {
      const days = daysOf(options.get('--days'))
      const slug = options.get('--project')
      const to = utcDay(program.clock)
      const from = new Date(Date.parse(to) - (days - 1) * 86_400_000).toISOString().slice(0, 10)
      const projectFilter = slug === undefined ? undefined : await projectId(store, slug)
      const usage = await store.read.usageDays({ projectId: projectFilter, from, to })
      const projects = await store.read.projects({ includeArchived: true })
      const slugs = new Map(projects.map((project) => [project.id, project.slug]))
      const rows = usage.map((usageDay) =>
        cells(slugs.get(usageDay.projectId) ?? usageDay.projectId, usageDay),
      )
      console.log(rows.length === 0 ? 'No usage in these days.' : table([header, ...rows]))
    }),
})
