import { backends } from '../../../test/support/api.ts'
import { freshDatabase } from '../../../test/support/databases.ts'
import { relationalStoreConformance } from '../conformance/relational.ts'

for (const name of backends) relationalStoreConformance({ name, open: () => freshDatabase(name) })
