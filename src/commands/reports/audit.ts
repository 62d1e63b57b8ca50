// src/commands/reports: commands that print records of the relational store for the operator. They have the imports of
// the other commands. Start with usage.ts, the shortest.
//
// `assay audit export`: prints the audit log as JSON lines, oldest first, page by page.
import { once } from 'node:events'
import { auditRecord } from '../../access/audit.ts'
import type { RelationalStore } from '../../storage/contract/contract.ts'
import { projectId, timeOption, withStore, type Command, type Program } from '../command.ts'

const pageSize = 1_000

interface TimeRange {
  readonly from: string | undefined
  readonly until: string
}

const noFilter = {
  actorId: undefined,
  method: undefined,
  path: undefined,
  resourceKind: undefined,
  resourceId: undefined,
}

/** The entries of a project, oldest first, one page in memory at a time. */
async function* pagesOf(
  store: RelationalStore,
  { project, from, until }: TimeRange & { readonly project: string },
) {
  let after: { readonly timestamp: string; readonly id: string } | undefined
  for (;;) {
    const page = await store.read.audit(project, noFilter, {
      order: 'ascending',
      limit: pageSize,
      after,
      from: from === undefined ? undefined : { time: from, inclusive: true },
      to: { time: until, inclusive: false },
    })
    if (page.length > 0) yield page
    after = page.at(-1)
    if (page.length < pageSize) return
  }
}

export const auditExportCommand = (program: Program): Command => ({
  words: 'audit export',
  help: 'Print the audit log as JSON lines, oldest first.',
  options: {
    '--project': 'Slug or id of the project; all projects, one after the other, when absent.',
    '--from': 'First time, inclusive; the beginning when absent.',
    '--until': 'Last time, exclusive; now when absent.',
  },
  run: (config, { options }) =>
    withStore(program, config, async (store) => {
      const range = {
        from: timeOption(options, '--from'),
        until: timeOption(options, '--until') ?? program.clock.now(),
      }
      const slug = options.get('--project')
      const projects =
        slug === undefined
          ? (await store.read.projects({ includeArchived: true })).map(({ id }) => id)
          : [await projectId(store, slug)]
      for (const project of projects) {
        for await (const page of pagesOf(store, { project, ...range })) {
          const lines = page.map((entry) => JSON.stringify({ project_id: project, ...auditRecord(entry) }))
          // Waits for a slow reader, so that memory stays bounded.
          if (!process.stdout.write(`${lines.join('\n')}\n`)) await once(process.stdout, 'drain')
        }
      }
    }),
})
