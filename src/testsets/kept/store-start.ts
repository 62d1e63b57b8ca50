// What testsets do once when a server starts on a store.
import { StoreError, type RelationalStore } from '../../storage/contract/contract.ts'

const saltName = 'testsets.id_salt'

/** Testcase ids are made with the salt: with another one the rows of old revisions would no longer be themselves. */
export async function fixSalt(store: RelationalStore, salt: string): Promise<void> {
  const fixed = await store.write((tx) => tx.fixStoreSetting(saltName, salt))
  if (fixed === salt) return
  throw new StoreError(
    `The store was made with another ${saltName}: testcase ids depend on it, so it cannot be changed. ` +
      'Set it back to the value it had.',
  )
}

/** No import takes so long: another process that shares the store may still be at a younger one. */
const abandonedAfterMs = 24 * 3600 * 1000
const dropRowsMax = 5000

/** A crash in the middle of an import leaves testcases that no revision names; nobody sees them, and they go here. */
export async function removeAbandoned(store: RelationalStore): Promise<void> {
  const before = new Date(Date.now() - abandonedAfterMs).toISOString()
  for (const no of await store.stage((tx) => tx.abandonedTestcaseWrites(before))) {
    while (!(await store.stage((tx) => tx.dropTestcaseWrite(no, dropRowsMax)))) continue
  }
}
