// Shared with the server; the terminal uses it, too.
export { groupBy } from '../../src/kernel/group-by.ts'
