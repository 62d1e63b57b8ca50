import { bothBackends } from '../../../test/support/api.ts'
import { freshDatabase } from '../../../test/support/databases.ts'
import { relationalStoreConformance } from '../conformance/relational.ts'

for (const name of bothBackends) relationalStoreConformance({ name, open: () => freshDatabase(name) })
