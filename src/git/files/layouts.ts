// The layout of the families whose payload is one value. Rows of testsets are streamed: see testcase-lines.ts.
import type { Family } from '../../storage/contract/contract.ts'
import { environmentFiles } from './environment-files.ts'
import type { Layout } from './files.ts'
import { queryFiles } from './query-files.ts'
import { isTestcasePath } from './testcase-lines.ts'
import { workflowFiles } from './workflow-files.ts'

export const layouts: Readonly<Record<Exclude<Family, 'testset'>, Layout>> = {
  workflow: workflowFiles,
  query: queryFiles,
  environment: environmentFiles,
}

/** Whether a file belongs to the payload of this family; other files are the client's own. */
export const isPayloadPath = (family: Family, path: string): boolean =>
  family === 'testset' ? isTestcasePath(path) : layouts[family].isPayloadPath(path)
