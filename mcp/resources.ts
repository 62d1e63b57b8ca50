// Resources: a trace and a run by their URI, for assistants that attach records to a conversation.
import type { Assay } from '../sdk/client.ts'
import type { Answer } from './tool.ts'
import { runSummary } from './tools/runs.ts'
import { traceOutline } from './tools/traces.ts'

export interface Resource {
  readonly name: string
  readonly template: string
  readonly title: string
  readonly description: string
  /** The variable of the template. */
  readonly variable: string
  readonly read: (assay: Assay, id: string) => Promise<Answer>
}

export const resources: readonly Resource[] = [
  {
    name: 'trace',
    template: 'assay://traces/{trace_id}',
    title: 'Trace',
    description: 'The outline of a trace: every span with its times, failure, tokens and cost.',
    variable: 'trace_id',
    read: (assay, id) => traceOutline(assay, { trace_id: id }),
  },
  {
    name: 'run',
    template: 'assay://runs/{run_id}',
    title: 'Evaluation run',
    description: 'A run: its status, its steps, and its failures by reason.',
    variable: 'run_id',
    read: (assay, id) => runSummary(assay, { run_id: id }),
  },
]
