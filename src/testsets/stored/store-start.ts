// Runs once when a server starts: checks the salt of the store, and deletes testcases of interrupted imports.
import type { Clock } from '../../kernel/clock.ts'
import { StoreError, type RelationalStore } from '../../storage/contract/contract.ts'

const saltName = 'testsets.id_salt'

/** Testcase ids depend on the salt. With another salt, stored rows would get other ids. */
export async function ensureSalt(store: RelationalStore, salt: string): Promise<void> {
  const storedSalt = await store.write((tx) => tx.initStoreSetting(saltName, salt))
  if (storedSalt === salt) return
  throw new StoreError(
    `The store was created with another ${saltName}. Testcase ids depend on it, so it cannot be changed. ` +
      'Set it to its previous value.',
  )
}

/** No import takes longer. A younger write may belong to another process that shares the store. */
const abandonedAfterMs = 24 * 3600 * 1000
const dropRowsMax = 5000

/** Deletes testcases of imports that a crash interrupted. No revision refers to them. */
export async function removeAbandoned(store: RelationalStore, clock: Clock): Promise<void> {
  const abandonedBefore = new Date(Date.parse(clock.now()) - abandonedAfterMs).toISOString()
  for (const writeNumber of await store.stage((tx) => tx.abandonedTestcaseWrites(abandonedBefore))) {
    while (!(await store.stage((tx) => tx.dropTestcaseWrite(writeNumber, dropRowsMax)))) continue
  }
}
