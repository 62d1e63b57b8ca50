// What the chapters of the relational suite are given.
import type { RelationalStore } from '../contract/contract.ts'

/** A database that starts empty. */
export interface TestDatabase {
  /** Another store over the same database, as another process would open it. */
  open(): Promise<RelationalStore>
  remove(): Promise<void>
}

/** What the chapters share: one store, and records of their own in projects of their own. */
export interface Subject {
  readonly store: () => RelationalStore
  readonly database: () => TestDatabase
}
