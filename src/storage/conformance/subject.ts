// The input of the chapters of the relational suite.
import type { RelationalStore } from '../contract/contract.ts'

/** A database that starts empty. */
export interface TestDatabase {
  /** Another store on the same database, as another process would open it. */
  open(): Promise<RelationalStore>
  remove(): Promise<void>
}

/** Shared by the chapters: one store, and new records in new projects. */
export interface Subject {
  readonly store: () => RelationalStore
  readonly database: () => TestDatabase
}
